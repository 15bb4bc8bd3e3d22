/**
 * Remix's handlers, each for the routes that an address can match. Remix looks through all routes it knows for an
 * answer, and again for every part of the address when it draws the page: with nearly a hundred routes that took an
 * eighth of a page's time. It promises the answers of the whole table: what is left out can match neither the address
 * nor an address above it.
 */
import type { RequestHandler, ServerBuild } from '@remix-run/node'

/** The parts of an address, or null where it is written so that only the router itself should read it. */
const plainParts = (pathname: string): string[] | null =>
  /^(?:\/[a-z0-9_.~-]+)+\/?$|^\/$/i.test(pathname) ? pathname.split('/').filter((part) => part !== '') : null

/** Whether a route with these parts can match the address itself or one above it. */
const canMatch = (route: readonly string[], address: readonly string[]): boolean => {
  for (const [at, part] of route.entries()) {
    // An optional part would shift those behind it.
    if (part === '*' || part.endsWith('?')) return true
    const given = address[at]
    if (given === undefined) return false
    // Letters' case is the router's matter.
    if (!part.startsWith(':') && part.toLowerCase() !== given.toLowerCase()) return false
  }
  return true
}

/** The routes' parts by their ids: a child stands below its parents. */
const partsOfRoutes = (routes: ServerBuild['routes']): Map<string, string[]> => {
  const partsOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return []
    return [...partsOf(route.parentId), ...(route.path ?? '').split('/').filter((part) => part !== '')]
  }
  return new Map(Object.keys(routes).map((id) => [id, partsOf(id)]))
}

const pick = <T>(all: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))

/** The ids of the routes that an address needs, in the table's order; null: all of them. */
export const makeRouteFinder = (routes: ServerBuild['routes']): ((pathname: string) => string[] | null) => {
  const parts = [...partsOfRoutes(routes)]
  return (pathname) => {
    const address = plainParts(pathname)
    // Browsers ask here for routes that they don't know yet, by any address.
    if (address === null || address[0] === '__manifest') return null
    return parts.filter(([, route]) => canMatch(route, address)).map(([id]) => id)
  }
}

/** One handler for every set of routes that belong together: there are about as many as routes. */
export const makeSlicedHandler = (
  build: ServerBuild,
  create: (build: ServerBuild) => RequestHandler,
): RequestHandler => {
  const whole = create(build)
  const find = makeRouteFinder(build.routes)
  const handlers = new Map<string, RequestHandler>()
  return (request, context) => {
    const ids = find(new URL(request.url).pathname)
    if (ids === null) return whole(request, context)
    const key = ids.join(' ')
    const known = handlers.get(key)
    if (known !== undefined) return known(request, context)
    const assets = { ...build.assets, routes: pick(build.assets.routes, ids) }
    const made = create({ ...build, routes: pick(build.routes, ids), assets })
    handlers.set(key, made)
    return made(request, context)
  }
}
