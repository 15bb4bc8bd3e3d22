/** Validates the address of a request. Its limits keep one request from costing as much work as hundreds of pages. */

/** Where Remix tells a browser which routes an address has. */
export const manifestPath = '/__manifest'

export const addressLimits = {
  /** Browsers and proxies cut longer addresses. */
  characters: 8192,
  /**
   * Slashes in a path. Remix searches its routes for a page's path and for each path above it, and some of its patterns
   * take quadratic time on a run of slashes. The portal's deepest address has 7.
   */
  slashes: 12,
  /** Parameters named `index`. Remix adds one at most, and rewrites the whole query for each one with a value. */
  indexParameters: 2,
  /** The query of `/__manifest`: a version and one path. */
  manifestQueryCharacters: 1024,
} as const

/**
 * Segments that a URL parser resolves, and characters that it changes. With them, the checked path would not be the one
 * that is answered.
 */
const shifting = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|[\\\t\n\r]/i

/**
 * `/__manifest` takes one path, within the limits of a page's path. Remix would search its routes for every path of a
 * list.
 */
const isManifestQuery = (query: string): boolean => {
  if (query.length > addressLimits.manifestQueryCharacters) return false
  const [page, ...more] = new URLSearchParams(query).getAll('p')
  return page !== undefined && more.length === 0 && !/[?#]/.test(page) && parsePath(page) !== null
}

/** False if a query would cost Remix too much work. */
const isQueryAllowed = (path: string, query: string): boolean =>
  path === manifestPath
    ? isManifestQuery(query)
    : new URLSearchParams(query).getAll('index').length <= addressLimits.indexParameters

/**
 * Returns the path as sent and decoded. Null if the address is over a limit, is malformed, can't be decoded, or would
 * be resolved to another path.
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

/** True if a request names its host more than once: a proxy may believe another one than we do. */
export const hasSeveralHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}
