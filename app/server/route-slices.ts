/**
 * Restricts Remix's handlers to the routes that an address can match. Remix searches all its routes for every request,
 * and again for every part of the address when it renders the page. With nearly a hundred routes that took an eighth of
 * a page's time. The answers are the same as with the whole table: a route that is left out can match neither the
 * address nor one above it.
 */
import type { RequestHandler, ServerBuild } from '@remix-run/node'
import { manifestPath } from './address'

/** Splits an address into parts, decoded as the router does. No route matches an empty part. */
const partsOf = (pathname: string): string[] =>
  pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)

/** True if a route with these parts can match the address itself or one above it. */
const canMatch = (route: readonly string[], address: readonly string[]): boolean => {
  for (const [at, part] of route.entries()) {
    // An optional part would shift those after it.
    if (part === '*' || part.endsWith('?')) return true
    const given = address[at]
    if (given === undefined) return false
    // The router decides about case.
    if (!part.startsWith(':') && part.toLowerCase() !== given.toLowerCase()) return false
  }
  return true
}

/** Returns the routes' parts by route id; a child's parts follow its parents'. */
const partsOfRoutes = (routes: ServerBuild['routes']): Map<string, string[]> => {
  const ownParts = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return []
    return [...ownParts(route.parentId), ...(route.path ?? '').split('/').filter((part) => part !== '')]
  }
  return new Map(Object.keys(routes).map((id) => [id, ownParts(id)]))
}

const pick = <T>(all: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))

/** Returns the ids of the routes that an address needs, in the table's order. */
export const makeRouteFinder = (routes: ServerBuild['routes']): ((pathname: string) => string[]) => {
  const parts = [...partsOfRoutes(routes)]
  return (pathname) => {
    const address = partsOf(pathname)
    return parts.filter(([, route]) => canMatch(route, address)).map(([id]) => id)
  }
}

/** The path whose routes a request needs: `/__manifest` asks for those of another page. */
const pathnameOf = ({ pathname, searchParams }: URL): string =>
  pathname === manifestPath ? (searchParams.get('p') ?? pathname) : pathname

/** Makes one handler for each set of routes that belong together: there are about as many as routes. */
export const makeSlicedHandler = (
  build: ServerBuild,
  create: (build: ServerBuild) => RequestHandler,
): RequestHandler => {
  const find = makeRouteFinder(build.routes)
  const handlers = new Map<string, RequestHandler>()
  return (request, context) => {
    const ids = find(pathnameOf(new URL(request.url)))
    const key = ids.join(' ')
    const known = handlers.get(key)
    if (known !== undefined) return known(request, context)
    const assets = { ...build.assets, routes: pick(build.assets.routes, ids) }
    const made = create({ ...build, routes: pick(build.routes, ids), assets })
    handlers.set(key, made)
    return made(request, context)
  }
}
