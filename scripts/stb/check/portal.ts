/**
 * The real portal on its own copy of the demo's data, with a customer and a box for the check, and the actions of that
 * customer and the operator.
 */
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { HttpClient, ownPage } from '../../../tests/support/http-client'
import { startServer } from '../../../tests/support/server'
import { passOn, type Answer } from './proxy'

export type CheckedBox = { sn: string; model: string; secret: string | null }
/** Another customer's box. */
const strangerSn = '100000000006'

export const startCheckedPortal = async (box: CheckedBox) => {
  const server = await startServer({ env: { LIMITS: 'off' } })
  const signIn = (name: string, password: string): Promise<HttpClient> =>
    new HttpClient(server.origin).signIn(name, password)
  const customer = await signIn('demo-user', 'mango-demo')
  const stranger = await signIn('demo-friend', 'mango-friend')
  const operator = await signIn('demo-operator', 'mango-operate')
  const call = async <D>(who: HttpClient, method: string, address: string, options: object = {}): Promise<D> => {
    const answer = await who.api<D>(method, address, { headers: ownPage, ...options })
    if (answer.code !== '0') throw new Error(`${method} ${address}: ${answer.status} ${answer.code}`)
    return answer.data
  }
  const send = async (who: HttpClient, page: string, form: Record<string, string>): Promise<void> => {
    const { status } = await who.post(page, form)
    if (status !== 303) throw new Error(`${page} answered ${status}`)
  }
  const bind = (who: HttpClient, sn: string, code: string): Promise<void> =>
    send(who, '/terminal/bind', { sn, repeatSn: sn, code })
  const csv = `sn,model,secret\n${box.sn},${box.model},${box.secret ?? ''}\n`
  await call(operator, 'POST', '/operator/models', { json: { names: [box.model] } })
  await call(operator, 'POST', '/operator/boxes', { raw: { type: 'text/csv', bytes: csv } })
  const upload = async (who: HttpClient, seed: number): Promise<string> => {
    const bytes = writeSatcodx(buildSeedList({ seed, channels: 300 }), { version: '103' })
    const raw = { type: 'application/octet-stream', bytes }
    return (await call<{ id: string }>(who, 'POST', `/chmax/lists?name=Check${seed}`, { raw })).id
  }
  const listId = await upload(customer, 1)
  const strangeListId = await upload(stranger, 2)
  const strange = await call<{ deviceToken: string; userCode: string }>(stranger, 'POST', '/stb/pair', {
    json: { sn: strangerSn, model: 'Mango S1' },
  })
  await bind(stranger, strangerSn, strange.userCode)
  let edits = 0
  return {
    port: server.port,
    /** The list chosen for the box once it is bound. */
    listId,
    /** Another customer's list, and what that customer's box gets for it. */
    strangeListId,
    strangeList: (): Promise<Answer> =>
      passOn(server.port, {
        ...{ method: 'GET', url: `/api/stb/lists/${strangeListId}`, body: Buffer.alloc(0) },
        headers: { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${strange.deviceToken}` },
      }),
    bind: async (code: string): Promise<void> => {
      await bind(customer, box.sn, code)
      await send(customer, `/terminal/${box.sn}`, { intent: 'list', list: listId })
    },
    /** Changes the list. */
    edit: async (): Promise<void> => {
      const { revision } = await call<{ revision: number }>(customer, 'GET', `/chmax/lists/${listId}`)
      const operations = [{ op: 'rename', id: 0, name: `Changed ${++edits}` }]
      await call(customer, 'POST', `/chmax/lists/${listId}/operations`, { json: { base: revision, operations } })
    },
    /** Switches to a new signing key. */
    rotate: async (): Promise<void> => {
      const why = 'a check of boxes'
      await call(operator, 'POST', '/operator/list-keys', { json: { why } })
      await call(operator, 'POST', '/operator/list-keys/switch', { json: { why, atOnce: true } })
    },
    close: () => server.stop(),
  }
}
export type CheckedPortal = Awaited<ReturnType<typeof startCheckedPortal>>
