/**
 * The real portal in its own folder, with one customer and one box for the check, and the actions of that customer and
 * the operator.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { HttpClient } from '../../../tests/support/http-client'
import { passOn, type Answer } from './proxy'
import { startServer, type TestServer } from '../../../tests/support/server'

export type CheckedPortal = {
  port: number
  /** The list chosen for the box once it is bound. */
  listId: string
  /** Another customer's list, and what that customer's box gets for it. */
  strangeListId: string
  strangeList(): Promise<Answer>
  bind(code: string): Promise<void>
  /** Changes the list; returns its new revision. */
  edit(): Promise<number>
  /** Another key signs from now on. */
  rotate(): Promise<void>
  revision(): Promise<number>
  close(): Promise<void>
}

const customerName = 'demo-user'
const strangerName = 'demo-friend'
const strangerSn = '100000000006'

type Filled = { folder: string; tokens: Record<'customer' | 'stranger' | 'operator', string> }
/** A folder that the modules fill once per process; each portal gets a copy. */
let filled: Promise<Filled> | null = null
const fill = async (): Promise<Filled> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-box-check-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  Object.assign(process.env, { DATA_DIR: folder, PORTAL_MODE: 'demo', LOG_LEVEL: 'warn' })
  delete process.env.DATABASE_FILE
  const { deploy } = await import('../../migrate.mjs')
  await deploy(path.join(folder, 'portal.db'))
  const { demoAccounts, demoVno, seedAccounts } = await import('~/modules/account/account.seed.server')
  const { seedRegistry } = await import('~/modules/registry/registry.seed.server')
  const { createApiToken } = await import('~/modules/session/session.server')
  const { closeDatabase } = await import('~/platform/db.server')
  await seedAccounts()
  await seedRegistry(demoVno.id)
  const tokenOf = async (name: string, scopes: ('lists:read' | 'lists:write' | 'operator')[]): Promise<string> => {
    const id = demoAccounts.find(({ userName }) => userName === name)?.id ?? ''
    const made = await createApiToken(id, { name: 'check', scopes, expiresInDays: null })
    if (!made.ok) throw new Error(`no token for ${name}: ${made.code}`)
    return made.value.token
  }
  const lists = ['lists:read', 'lists:write'] as const
  const tokens = {
    customer: await tokenOf(customerName, [...lists]),
    stranger: await tokenOf(strangerName, [...lists]),
    operator: await tokenOf('demo-operator', ['operator']),
  }
  await closeDatabase()
  return { folder, tokens }
}

export const startCheckedPortal = async (box: {
  sn: string
  model: string
  secret: string | null
}): Promise<CheckedPortal> => {
  filled ??= fill()
  const { folder: original, tokens } = await filled
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-box-check-'))
  cpSync(original, folder, { recursive: true })
  const { buildSeedList } = await import('~/modules/channel-list/seed/data')
  const { writeSatcodx } = await import('~/modules/channel-list/seed/file')
  const server: TestServer = await startServer({ dataDir: folder, env: { LIMITS: 'off' } })
  const call = async <D>(token: string, method: string, address: string, options: object = {}): Promise<D> => {
    const answer = await new HttpClient(server.origin).api<D>(method, address, { token, ...options })
    if (answer.code !== '0') throw new Error(`${method} ${address}: ${answer.status} ${answer.code}`)
    return answer.data
  }
  const csv = `sn,model,secret\n${box.sn},${box.model},${box.secret ?? ''}\n`
  await call(tokens.operator, 'POST', '/operator/models', { json: { names: [box.model] } })
  await call(tokens.operator, 'POST', '/operator/boxes', { raw: { type: 'text/csv', bytes: csv } })
  const upload = async (token: string, seed: number): Promise<string> => {
    const bytes = writeSatcodx(buildSeedList({ seed, channels: 300 }), { version: '103' })
    const raw = { type: 'application/octet-stream', bytes }
    return (await call<{ id: string }>(token, 'POST', `/chmax/lists?name=Check${seed}`, { raw })).id
  }
  const listId = await upload(tokens.customer, 1)
  const strangeListId = await upload(tokens.stranger, 2)
  const person = await new HttpClient(server.origin).signIn(customerName, 'mango-demo')
  const revision = async (): Promise<number> =>
    (await call<{ revision: number }>(tokens.customer, 'GET', `/chmax/lists/${listId}`)).revision
  /** Another customer's box, already bound. */
  const stranger = new HttpClient(server.origin)
  const strange = await stranger.api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
    json: { sn: strangerSn, model: 'Mango S1' },
  })
  await stranger.signIn(strangerName, 'mango-friend')
  const code = strange.data.userCode
  await stranger.post('/terminal/bind', { sn: strangerSn, repeatSn: strangerSn, code })
  let edits = 0
  return {
    port: server.port,
    listId,
    strangeListId,
    strangeList: () =>
      passOn(server.port, {
        ...{ method: 'GET', url: `/api/stb/lists/${strangeListId}`, body: Buffer.alloc(0) },
        headers: { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${strange.data.deviceToken}` },
      }),
    bind: async (code) => {
      const bound = await person.post('/terminal/bind', { sn: box.sn, repeatSn: box.sn, code })
      if (bound.status !== 303) throw new Error(`binding answered ${bound.status}`)
      const chosen = await person.post(`/terminal/${box.sn}`, { intent: 'list', list: listId })
      if (chosen.status !== 303) throw new Error(`choosing its list answered ${chosen.status}`)
    },
    edit: async () => {
      const operations = [{ op: 'rename', id: 0, name: `Changed ${++edits}` }]
      const json = { base: await revision(), operations }
      return (await call<{ revision: number }>(tokens.customer, 'POST', `/chmax/lists/${listId}/operations`, { json }))
        .revision
    },
    rotate: async () => {
      const json = { why: 'a check of boxes', atOnce: true }
      await call(tokens.operator, 'POST', '/operator/list-keys', { json: { why: json.why } })
      await call(tokens.operator, 'POST', '/operator/list-keys/switch', { json })
    },
    revision,
    close: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
