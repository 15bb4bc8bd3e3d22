/** Validates the address of a request. */

const longestAddress = 8192
/**
 * Segments that a URL parser resolves, and characters that it changes: the path that was checked would not be the one
 * that is answered.
 */
const shifting = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|[\\\t\n\r]/i

/**
 * The path as sent and decoded; null when it is not an address, can't be decoded, or would be resolved to another path.
 */
export const parsePath = (address: string): { path: string; decoded: string } | null => {
  if (!address.startsWith('/') || address.length > longestAddress) return null
  const mark = address.indexOf('?')
  const path = mark < 0 ? address : address.slice(0, mark)
  if (shifting.test(path)) return null
  try {
    return { path, decoded: decodeURIComponent(path) }
  } catch {
    return null
  }
}

/** True where a request names its host more than once: a proxy may believe another one than we do. */
export const hasSeveralHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
