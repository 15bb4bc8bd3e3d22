/** The operator's ledger calls: giving once with a reason, taking back, and reading. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { listAuditEntries } from '~/modules/audit/audit.server'
import { pointsPart, post } from '~/modules/ledger/ledger.server'
import { startProgramSession } from '~/modules/session/session.server'
import { dayMs, makeStoppedClock, now, nowMs, replaceClock } from '~/platform/clock.server'
import { transact } from '~/platform/transact.server'

const origin = 'http://portal.test'
const [customer, operator] = [demoAccounts[0], demoAccounts[4]]
let headers: Record<string, string>
type Said = { status: number; code: string; data: Record<string, unknown> }
const ask = (method: 'GET' | 'POST', path: string, sent: Record<string, string>): Promise<Response> => {
  const query = method === 'GET' ? `?${new URLSearchParams(sent)}` : ''
  const body = method === 'GET' ? {} : { body: JSON.stringify(sent) }
  const request = new Request(`${origin}/api/operator/ledger/${path}${query}`, { method, headers, ...body })
  return answerApi(request, {
    nonce: '',
    requestId: 'r-1',
    address: '192.0.2.1',
    origin,
    upload: null,
    memo: new Map(),
  })
}
const call = async (method: 'GET' | 'POST', path: string, sent: Record<string, string> = {}): Promise<Said> => {
  const answer = await ask(method, path, sent)
  return { status: answer.status, ...((await answer.json()) as { code: string; data: Record<string, unknown> }) }
}
const credit = (more: Record<string, string>): Promise<Said> =>
  call('POST', 'credit', {
    user: 'demo-user',
    currency: 'MANGO',
    amount: '12.5',
    batch: 'gift-0001',
    why: 'a long outage',
    ...more,
  })
const accounts = async () =>
  ((await call('GET', 'accounts', { user: 'demo-user' })).data.items as { account: string; balance: string }[]).map(
    ({ account, balance }) => [account, balance],
  )

// All is done on one day (UTC), even at midnight.
afterAll(replaceClock(makeStoppedClock(now())))
beforeAll(async () => {
  await seedAccounts()
  const session = await startProgramSession(operator, { address: '192.0.2.1', userAgent: null })
  headers = {
    'content-type': 'application/json',
    accesstoken: session.accessToken,
    token: session.token,
    userid: session.userId,
  }
})

describe('a credit by an operator', () => {
  it('reaches the wallet and, with its reason, the audit log, once for each batch', async () => {
    const first = await credit({})
    expect(first).toMatchObject({
      status: 201,
      data: { user: 'demo-user', currency: 'MANGO', amount: '12.5000', balance: '12.5000' },
    })
    expect(await credit({ amount: '۱۲٫۵' })).toMatchObject({ status: 200, data: { transferId: first.data.transferId } })
    expect(await credit({ amount: '13' })).toMatchObject({ status: 409, code: 'A0409' })
    expect(await accounts()).toEqual([[`wallet/MANGO/${customer.id}`, '12.5000']])
    const { items } = await listAuditEntries({ subject: customer.id, page: 1, size: 10 })
    expect(items.map(({ actor, action, detail }) => [actor, action, detail])).toEqual([
      [operator.id, 'ledger.credit', `12.5000 MANGO, ${String(first.data.transferId)}; why: a long outage`],
    ])
  })

  it('needs an amount of its currency, a known account, a batch and a reason', async () => {
    const wrong: [Record<string, string>, string, unknown][] = [
      [{ amount: '1,234' }, 'A0422', 'amount'],
      [{ amount: '0' }, 'A0422', 'amount'],
      [{ amount: '-5' }, 'A0422', 'amount'],
      [{ amount: '10000.0001' }, 'A0422', 'amount'],
      [{ amount: '10.5', currency: 'POINTS' }, 'A0422', 'amount'],
      [{ amount: '1000001', currency: 'POINTS' }, 'A0422', 'amount'],
      [{ currency: 'USD' }, 'A0422', 'currency'],
      [{ user: 'nobody-at-all' }, 'I1301', 'user'],
      [{ batch: 'short' }, 'A0422', 'batch'],
      [{ batch: '' }, 'A0422', 'batch'],
      [{ why: 'x' }, 'A0422', 'why'],
    ]
    for (const [more, code, field] of wrong) {
      const said = await credit({ batch: 'gift-0002', ...more })
      expect([more, said.code, said.data.field]).toEqual([more, code, field])
    }
    // None of these used up the batch.
    expect(await credit({ batch: 'gift-0002', currency: 'POINTS', amount: '10 000' })).toMatchObject({
      status: 201,
      data: { amount: '10000', balance: '10000' },
    })
  })

  it('is taken back as a whole and once, unless it was spent', async () => {
    const { transferId } = (await credit({ batch: 'gift-0003', amount: '1' })).data as { transferId: string }
    const back = (transfer: string) => call('POST', 'take-back', { transfer, why: 'a slip' })
    expect(await back(transferId)).toMatchObject({ status: 200, data: { transferId: `${transferId}/back` } })
    expect(await back(transferId)).toMatchObject({ code: 'A0409' })
    expect(await back('nothing')).toMatchObject({ code: 'A0404' })
    // Only an operator's credit can be taken back here.
    expect(await back(`${transferId}/back`)).toMatchObject({ code: 'A0404' })
    const given = (await credit({ batch: 'gift-0004', currency: 'POINTS', amount: '1000' })).data as {
      transferId: string
    }
    const spent = { id: 'spent', actor: 'system', ...pointsPart({ userId: customer.id, points: 10_001n, usd: 1n }) }
    await transact((tx) => post(tx, spent))
    expect(await back(given.transferId)).toMatchObject({ code: 'R1002', data: { missing: '1' } })
  })
})

describe('an operator’s view of the ledger', () => {
  it('shows an account’s entries by page, and the totals of all', async () => {
    const account = `wallet/MANGO/${customer.id}`
    const page = await call('GET', 'entries', { account })
    expect(page.data).toMatchObject({ total: 3 })
    expect((page.data.items as { seq: number }[]).map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect((page.data.items as object[])[2]).toMatchObject({
      amount: '12.5000',
      balance: '12.5000',
      kind: 'operator-credits-mango',
      actor: operator.id,
      note: 'a long outage',
    })
    expect((await call('GET', 'entries', { account, before: '2' })).data.items).toHaveLength(1)
    for (const unknown of ['wallet/USD/x', 'wallet/MANGO', 'toString', 'revenue/USD/x', 'wallet/MANGO/x/y'])
      expect((await call('GET', 'entries', { account: unknown })).code).toBe('A0404')
    const trial = (await call('GET', 'trial-balance')).data as {
      items: { kind: string; balance: string }[]
      unbalanced: number
    }
    expect(trial.unbalanced).toBe(0)
    expect(trial.items.map(({ kind, balance }) => `${kind} ${balance}`)).toContain('wallet 12.5000')
  })

  it('shows a statement of days: opening, entries in order, closing; and the same as a file', async () => {
    const account = `wallet/MANGO/${customer.id}`
    const all = await call('GET', 'statement', { account: 'demo-user' })
    expect(all.data).toMatchObject({ account, opening: '0.0000', closing: '12.5000', entries: 3, shown: 3 })
    expect([all.data.income, all.data.expense]).toEqual(['13.5000', '1.0000'])
    expect((all.data.items as { seq: number }[]).map(({ seq }) => seq)).toEqual([1, 2, 3])
    const at = now().toISOString().slice(0, 10)
    const [day, next] = [at, new Date(nowMs() + dayMs).toISOString().slice(0, 10)]
    expect((await call('GET', 'statement', { account, from: day, to: day })).data.entries).toBe(3)
    expect((await call('GET', 'statement', { account, from: next })).data).toMatchObject({
      ...{ opening: '12.5000', income: '0.0000', expense: '0.0000', closing: '12.5000', entries: 0, items: [] },
    })
    const file = await ask('GET', 'export', { account })
    expect(file.headers.get('content-disposition')).toContain(`wallet-MANGO-${customer.id}.csv`)
    const lines = (await file.text()).split('\r\n')
    expect([lines.length, lines[0]?.slice(0, 11), lines.at(-1)]).toEqual([5, 'seq,at,kind', ''])
    expect(lines[1]).toMatch(/^1,[^,]+,operator-credits-mango,12\.5000,12\.5000,\d{8}-\w{10},credit\/\w+,/)
    expect(lines[3]).toMatch(/^3,[^,]+,operator-credits-mango-reversed,-1\.0000,12\.5000,/)
    for (const unknown of ['wallet/USD/x', 'nobody-at-all'])
      expect((await call('GET', 'statement', { account: unknown })).code).toBe('A0404')
    expect((await call('GET', 'statement', { account, from: 'yesterday' })).code).toBe('A0422')
  })

  it('is for operators only', async () => {
    const before = headers
    const { accessToken, token, userId } = await startProgramSession(customer, {
      address: '192.0.2.1',
      userAgent: null,
    })
    headers = { ...before, accesstoken: accessToken, token, userid: userId }
    expect([await credit({ batch: 'gift-0009' }), await call('GET', 'trial-balance')].map(({ code }) => code)).toEqual([
      'A0403',
      'A0403',
    ])
    headers = before
  })
})
