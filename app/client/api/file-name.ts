/** Reads the file name from a content-disposition header (RFC 6266); null if none can be read. */
export const fileNameOf = (disposition: string | null): string | null => {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // The encoded name is invalid; the plain one is used.
    }
  }
  const [, quoted, bare] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? null
}
