/**
 * The portal's real handlers in this process, as the editor's transport sees them. Tests cut the network between them
 * before or after the server has done its work.
 */
import './limits-off'
import { readFileSync } from 'node:fs'
import { answerApi } from '~/api/dispatch.server'
import type { PortalContext } from '~/request/context'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { createList, deleteList, replaceFile } from '~/modules/channel-list/channel-list.server'
import { seedAccounts, demoAccounts } from '~/modules/account/account.seed.server'
import { startSession } from '~/modules/session/session.server'
import { sessionCookieName } from '~/request/cookie'
import { loader } from '~/routes/features.lists.$id.engine'
import { instantiateEngine } from '../../../engine/host'
import { createCellsLoader, type CellsLoader } from '~/client/editor/cells'
import type { Engine } from '~/engine/types'

const origin = 'http://portal.test'
const contextOf = (): PortalContext => ({
  nonce: '',
  requestId: 'test',
  address: '127.0.0.1',
  origin,
  upload: null,
  memo: new Map(),
})

export type Network = { cut: 'none' | 'before' | 'after' }
export type Portal = {
  makeList(channels: number, seed: number): Promise<string>
  /** Another file for a list: its records rotated by some places. */
  replaceFile(id: string, channels: number, seed: number, turnedBy: number): Promise<void>
  /** Makes room: an account holds five lists. */
  dropList(id: string): Promise<void>
  /** A browser's fetch over its own simulated network. */
  fetchOver(network: Network): typeof fetch
}

/** Seeds the accounts once and signs the demo user in with a session cookie, as in a browser. */
export const openPortal = async (): Promise<Portal> => {
  await seedAccounts()
  const user = demoAccounts[0]
  const { token } = await startSession(user.id, { address: '127.0.0.1', userAgent: null })
  const cookie = `${sessionCookieName(false)}=${token}`
  const actor = { userId: user.id, userName: user.userName, role: user.role, vnoId: null }
  let lists = 0
  return {
    makeList: async (channels, seed) => {
      const bytes = writeSatcodx(buildSeedList({ seed, channels }), { version: '103' })
      const list = await createList(actor, { name: `List ${++lists} ${seed % 1000}`, bytes, fileName: null })
      if (!list.ok) throw new Error(`${list.code} ${JSON.stringify(list.data)}`)
      return list.value.id
    },
    replaceFile: async (id, channels, seed, turnedBy) => {
      const list = buildSeedList({ seed, channels })
      const bytes = writeSatcodx(
        { ...list, channels: [...list.channels.slice(turnedBy), ...list.channels.slice(0, turnedBy)] },
        { version: '103' },
      )
      const replaced = await replaceFile(actor, id, { bytes, fileName: null, ifMatch: '*' })
      if (!replaced.ok) throw new Error(replaced.code)
    },
    dropList: async (id) => {
      const dropped = await deleteList(actor, id)
      if (!dropped.ok) throw new Error(dropped.code)
    },
    fetchOver: (network) => async (input, init) => {
      if (network.cut === 'before') throw new TypeError('the network is cut')
      const { signal: _, keepalive: __, redirect: ___, ...rest } = init ?? {}
      const url = new URL(String(input), origin)
      const request = new Request(url, {
        ...rest,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie },
      })
      const context = contextOf()
      const engineOf = /^\/features\/lists\/([^/]+)\/engine$/.exec(url.pathname)
      const answer = engineOf
        ? await loader({ request, params: { id: engineOf[1] }, context })
        : await answerApi(request, context)
      if (network.cut === 'after') throw new TypeError('the network is cut')
      return answer
    },
  }
}

/** An engine, and what loads its cells on demand. */
export const openWithCells = async (): Promise<{ engine: Engine; cells: CellsLoader }> => {
  const engine = await openEngine()
  return { engine, cells: createCellsLoader(engine) }
}
/** A separate engine, as each browser tab has. */
export const openEngine = (): Promise<Engine> => instantiateEngine(readFileSync('engine/build/engine.wasm'))
