/** Validates the address of a request. Its limits keep one request from costing as much work as hundreds of pages. */

/** Where Remix tells a browser which routes an address has. */
export const manifestPath = '/__manifest'

export const addressLimits = {
  /** Browsers and proxies cut longer addresses. */
  characters: 8192,
  /**
   * Slashes in a path. Remix searches its routes for a page's path and for each path above it, and some of its patterns
   * take quadratic time on a run of slashes. The deepest address of the portal has 7.
   */
  slashes: 12,
  /** Parameters named `index`. Remix adds one at most, and rewrites the whole query for each one with a value. */
  indexParameters: 2,
  /** The query of `/__manifest`: a version and one path. */
  manifestQueryCharacters: 1024,
} as const

/**
 * Segments that a URL parser resolves, and characters that it changes: the path that was checked would not be the one
 * that is answered.
 */
const shifting = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|[\\\t\n\r]/i

/** `/__manifest` takes one path, within the limits of a page's: Remix would search for each path of a list. */
const isManifestQuery = (query: string): boolean => {
  if (query.length > addressLimits.manifestQueryCharacters) return false
  const [page, ...more] = new URLSearchParams(query).getAll('p')
  return page !== undefined && more.length === 0 && !/[?#]/.test(page) && parsePath(page) !== null
}

/** False when Remix would have to do too much for a query. */
const isQueryAllowed = (path: string, query: string): boolean =>
  path === manifestPath
    ? isManifestQuery(query)
    : new URLSearchParams(query).getAll('index').length <= addressLimits.indexParameters

/**
 * The path as sent and decoded; null when the address is over a limit, is no address, can't be decoded, or would be
 * resolved to another path.
 */
export const parsePath = (address: string): { path: string; decoded: string } | null => {
  if (!address.startsWith('/') || address.length > addressLimits.characters) return null
  const mark = address.indexOf('?')
  const path = mark < 0 ? address : address.slice(0, mark)
  if (shifting.test(path) || path.split('/').length - 1 > addressLimits.slashes) return null
  if (mark >= 0 && !isQueryAllowed(path, address.slice(mark + 1))) return null
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
