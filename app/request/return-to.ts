/** Validates an address to return to: only ever one of this site's own pages. */

const maxLength = 1000

/** Returns path, query and fragment if the text is an address below this site's root, otherwise null. */
export const parseReturnTo = (text: string | null | undefined): string | null => {
  if (text === null || text === undefined || text.length > maxLength) return null
  // Browsers read "/\" as "//" and drop tabs and line breaks inside an address.
  if (!text.startsWith('/') || text.startsWith('//') || /[\\\p{Cc}]/u.test(text)) return null
  const base = 'http://site.invalid'
  if (!URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return null
  url.searchParams.delete('_data')
  return url.pathname + url.search + url.hash
}

/** Returns the address to return to, or `otherwise` if it is not valid. */
export const returnToOr = (text: string | null | undefined, otherwise: string): string =>
  parseReturnTo(text) ?? otherwise
