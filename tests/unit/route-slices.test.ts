/** The routes that an address is answered by: never fewer than the whole table would take for it. */
import { execFileSync } from 'node:child_process'
import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRouteFinder } from '~/server/route-slices'
import { root } from '../support/paths'

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

/** What Remix is given: the same tree, with the routes of these ids alone. */
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

/** The address and those above it, which Remix looks up when it draws a page. */
const withAbove = (address: string): string[] => {
  const parts = address.split('/').filter((part) => part !== '')
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`).concat('/')
}
const expectSame = (address: string): void => {
  const ids = find(address) ?? all
  for (const one of [address, ...withAbove(address)]) expect(matched(ids, one), one).toEqual(matched(all, one))
}

describe('the routes of an address', () => {
  const addresses = table.map(({ path = '' }) => `/${path.replaceAll(/:\w+/g, 'abc-1').replace('*', 'x/y')}`)

  it('match every address of the table as the whole table does, and are few', () => {
    expect(table.length).toBeGreaterThan(60)
    for (const address of addresses) {
      expectSame(address)
      expect(find(address)?.length ?? 0, address).toBeLessThan(table.length / 3)
    }
  })

  it('match whatever else somebody asks for as the whole table does', () => {
    const words = [...new Set(table.flatMap(({ path = '' }) => path.split('/')))].filter((word) => /^\w/.test(word))
    const part = fc.oneof(fc.constantFrom(...words), fc.constantFrom('a', 'Home', '%66eatures', '', '.', 'ä', 'x%2Fy'))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('', '/'), (parts, end) =>
        expectSame(`/${parts.join('/')}${end}`),
      ),
      { numRuns: 500 },
    )
  })

  it('are all of them where the browser asks for routes that it does not know yet', () => {
    expect(find('/__manifest')).toBeNull()
  })
})
