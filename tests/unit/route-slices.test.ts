/** The routes that an address is matched against: never fewer than the whole table would need. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { createRequestHandler, type EntryContext, type ServerBuild } from '@remix-run/node'
import { matchRoutes, Outlet, RemixServer, Scripts } from '@remix-run/react'
import fc from 'fast-check'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { addressLimits, parsePath } from '~/server/address'
import { makeRouteFinder, makeSlicedHandler } from '~/server/route-slices'
import { root } from '../support/paths'
import { times } from '../support/runs'

type Listed = { id: string; path?: string; index?: boolean; children?: Listed[] }
const [top] = JSON.parse(
  execFileSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'routes', '--json'], {
    cwd: root,
    encoding: 'utf8',
  }),
) as [Listed]

const flat = (route: Listed, parentId?: string): (Listed & { parentId?: string })[] => [
  { ...route, ...(parentId === undefined ? {} : { parentId }) },
  ...(route.children ?? []).flatMap((child) => flat(child, route.id)),
]
const table = flat(top)
const routes = Object.fromEntries(
  table.map(({ id, parentId, path, index }) => [id, { id, parentId, path, index }]),
) as unknown as ServerBuild['routes']
const find = makeRouteFinder(routes)

/** What Remix is given: the same tree with only these routes. */
const treeOf = (ids: readonly string[], route: Listed = top): Parameters<typeof matchRoutes>[0] =>
  ids.includes(route.id)
    ? [
        route.index === true
          ? { id: route.id, path: route.path, index: true }
          : { id: route.id, path: route.path, children: (route.children ?? []).flatMap((one) => treeOf(ids, one)) },
      ]
    : []
const all = table.map(({ id }) => id)
const matched = (ids: readonly string[], address: string): string[] | null =>
  matchRoutes(treeOf(ids), address)?.map(({ route, params }) => `${String(route.id)} ${JSON.stringify(params)}`) ?? null

/** The address and its parents, which Remix looks up when it renders a page. */
const withAbove = (address: string): string[] => {
  const parts = address.split('/').filter((part) => part !== '')
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`).concat('/')
}
const expectSame = (address: string): void => {
  const ids = find(address)
  for (const one of [address, ...withAbove(address)]) expect(matched(ids, one), one).toEqual(matched(all, one))
}

const addresses = table.map(({ path = '' }) => `/${path.replaceAll(/:\w+/g, 'abc-1').replace('*', 'x/y')}`)

describe('the routes of an address', () => {
  it('match every address of the table as the whole table does, and are few', () => {
    expect(table.length).toBeGreaterThan(60)
    for (const address of addresses) {
      expectSame(address)
      expect(find(address).length, address).toBeLessThan(table.length / 3)
    }
  })

  it('match any other address as the whole table does', () => {
    const words = [...new Set(table.flatMap(({ path = '' }) => path.split('/')))].filter((word) => /^\w/.test(word))
    const part = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom('a', 'Home', '%66eatures', '%46eatures', 'list%73', '', '.', 'ä', '%20', 'x%2Fy', '%2F'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('', '/'), (parts, end) =>
        expectSame(`/${parts.join('/')}${end}`),
      ),
      { numRuns: times(500) },
    )
  })
})

/** Remix with the portal's routes, each an empty page, and the scripts of a page. */
const build = {
  mode: 'production',
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers, context: EntryContext) =>
        new Response(renderToString(h(RemixServer, { context, url: request.url })), { status, headers }),
    },
  },
  routes: Object.fromEntries(
    table.map(({ id, parentId, path, index }) => [
      id,
      { id, parentId, path, index, module: { default: () => h(id === 'root' ? Frame : Outlet) } },
    ]),
  ),
  assets: {
    version: '1',
    url: '',
    entry: { module: '/entry.js', imports: [] },
    routes: Object.fromEntries(
      table.map(({ id, parentId, path, index }) => [id, { id, parentId, path, index, module: `/${id}.js` }]),
    ),
  },
  publicPath: '/build/',
  assetsBuildDirectory: 'public/build',
  future: { v3_lazyRouteDiscovery: true, v3_relativeSplatPath: true },
  isSpaMode: false,
} as unknown as ServerBuild
const Frame = () => h('html', null, h('body', null, h(Outlet), h(Scripts)))
const create = (part: ServerBuild) => createRequestHandler(part, 'production')
const whole = create(build)
const sliced = makeSlicedHandler(build, create)

const router = createRequire(import.meta.url)('@remix-run/router') as { matchRoutes: typeof matchRoutes }
const countRoutes = (tree: Parameters<typeof matchRoutes>[0]): number =>
  tree.reduce((sum, { children }) => sum + 1 + countRoutes(children ?? []), 0)
/** How often Remix searches its routes for a request, and how many routes it looks at in all. */
const workOf = async (
  address: string,
  handle = sliced,
): Promise<{ searches: number; routes: number; text: string }> => {
  expect(parsePath(address), address).not.toBeNull()
  const search = vi.spyOn(router, 'matchRoutes')
  const answer = await handle(new Request(`http://portal.test${address}`))
  const text = await answer.text()
  const { calls } = search.mock
  search.mockRestore()
  return { searches: calls.length, routes: calls.reduce((sum, [tree]) => sum + countRoutes(tree), 0), text }
}
const manifestFor = (address: string): string => `/__manifest?version=1&p=${encodeURIComponent(address)}`
/** The address at the greatest allowed depth. */
const deepest = (address: string): string => {
  const parts = address.split('/').filter((one) => one !== '')
  return `/${[...parts, ...Array<string>(addressLimits.slashes - parts.length).fill('%20')].join('/')}`
}

describe('a route search', () => {
  it('finds the same routes for a browser as the whole table', async () => {
    for (const address of [...addresses, '/features/lists/%66/x%20y', '/nothing/of/ours']) {
      const work = await workOf(manifestFor(address))
      expect(work.text, address).toBe((await workOf(manifestFor(address), whole)).text)
      expect(work.searches, address).toBeLessThanOrEqual(address.split('/').length - 1)
    }
  })

  it('looks at fewer routes than the table has, however deep the page or the manifest request', async () => {
    for (const address of addresses)
      for (const asked of [deepest(address), manifestFor(deepest(address))]) {
        const { searches, routes } = await workOf(asked)
        expect(searches, asked).toBeLessThanOrEqual(addressLimits.slashes + 2)
        expect(routes, asked).toBeLessThan(table.length)
      }
  })
})
