/** The file name of a content-disposition header, as RFC 6266 writes it; null where there is none that can be read. */
export const fileNameOf = (disposition: string | null): string | null => {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // Not what it says to be: the plain name stands beside it.
    }
  }
  const [, quoted, bare] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? null
}
