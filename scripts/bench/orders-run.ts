/**
 * The process that measures orders and payments: it fills the database of DATA_DIR, starts the built server on it with
 * all limits on and the sandbox as its provider, and prints its tables as JSON. Every account orders less than its
 * limit in an hour allows. A wrong answer, an order that is not paid in the end and one that is paid twice end it with
 * an error.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccounts, demoVno, seedAccounts } from '~/modules/account/account.seed.server'
import { demoPlanId, seedCatalogue } from '~/modules/catalogue/catalogue.seed.server'
import { seedRegistry } from '~/modules/registry/registry.seed.server'
import { operatorCreditsMango, post } from '~/modules/ledger/ledger.server'
import { createApiToken } from '~/modules/session/session.server'
import { now } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { startSandbox, sandboxSecret } from '../../tests/support/sandbox'
import { columns, expectThat, makeRun, networkFor, row } from './http-run'
import { serve } from './portal'
import { headersFor } from '../sandbox/callbacks'
import type { Callback } from '../sandbox/state'
import type { Table } from './table'

const accounts = 60
const [mango, btc, card] = [100, 16, -1]
const atOnce = 100
/** How long the work on all callbacks may go on after the last answer. */
const patienceMs = 120_000
const plan = { plan: demoPlanId('skin', 12), price: '3.0000' }
/** What each account orders, a box an order: how often, and how it is paid. */
const kinds = [
  { name: 'to be paid later', times: 5, method: undefined },
  { name: 'to be paid later, four at once', times: 5, method: undefined, together: 4 },
  { name: 'paid with Mango at once', times: 3, method: mango },
  { name: 'by coins, for which the provider is asked', times: 3, method: btc },
  { name: 'by card, for which the provider is asked', times: 2, method: card },
] as const
/** One more, whose order stays unpaid until many pay it at once. */
const boxes = kinds.reduce((sum, { times }) => sum + times, 1)

type Buyer = { token: string; sns: string[] }
const folder = process.env.DATA_DIR ?? ''
const report = process.stdout.write.bind(process.stdout)

const makeBuyers = async (): Promise<Buyer[]> => {
  await seedAccounts()
  await seedRegistry(demoVno.id)
  await seedCatalogue()
  const like = await db.user.findUniqueOrThrow({ where: { id: demoAccounts[0].id } })
  const { modelId } = await db.registeredBox.findFirstOrThrow()
  const buyers: Buyer[] = []
  for (let n = 0; n < accounts; n++) {
    const userId = `bench${String(n).padStart(21, '0')}`
    await db.user.create({
      data: { id: userId, userName: `buyer-${n}`, userNameKey: `buyer-${n}`, passwordHash: like.passwordHash },
    })
    const sns = Array.from({ length: boxes }, (_, at) => String(810_000_000_000 + n * 1000 + at))
    await db.registeredBox.createMany({ data: sns.map((sn) => ({ sn, modelId })) })
    await db.device.createMany({ data: sns.map((sn) => ({ sn, userId, boundAt: now(), nickname: sn })) })
    const [worth, id] = [1_000_000n, `bench/${n}`]
    await transact((tx) =>
      post(tx, { id, actor: 'bench', ...operatorCreditsMango({ userId, mango: worth, usd: worth }) }),
    )
    const made = await createApiToken(userId, {
      name: 'bench',
      scopes: ['orders:read', 'orders:buy'],
      expiresInDays: null,
    })
    if (!made.ok) throw new Error(`no token: ${made.code}`)
    buyers.push({ token: made.value.token, sns })
  }
  await closeDatabase()
  return buyers
}

const buyers = await makeBuyers()
const sandbox = await startSandbox()
const server = await serve(folder, { ...sandbox.env, TRUSTED_PROXIES: '127.0.0.1' })
await sandbox.setPortal(server.origin)
await sandbox.set({ callbackMode: 'held' })

const { call, timed, measureDisk } = makeRun(server, folder)
type Placed = { number: string; status: number; rest: string; problem: string | null }
type Order = { status: number; lines: { periods: unknown[] }[]; actuallyPaid: string }
const begun: { number: string; token: string }[] = []
type Wanted = { token: string; sn: string; method: number | undefined }
const create = async ({ token, sn, method }: Wanted): Promise<void> => {
  const { status, code, data } = await call<Placed>('POST', '/order/customer/orders', token, { sn, ...plan, method })
  expectThat(status === 201 && data.problem === null, 'an order was refused', { status, code, data })
  expectThat((data.status === 1) === (method === mango), 'an order is paid when its money is there', data)
  if (method === btc || method === card) begun.push({ number: data.number, token })
}
const measureCreating = async (): Promise<Table> => {
  const rows = [row('reference: 4 KB written and on the disk', await measureDisk())]
  const ordersOf = (box: number, method?: number): Wanted[] =>
    buyers.map(({ token, sns }) => ({ token, sn: sns[box] ?? '', method }))
  // A server that has served before.
  await timed(ordersOf(0), create)
  let box = 1
  for (const { name, times, method, ...more } of kinds) {
    const all = Array.from({ length: times }, () => ordersOf(box++, method)).flat()
    rows.push(row(`an order ${name}`, await timed(all, create, 'together' in more ? more.together : 1)))
  }
  return { title: 'Creating an order over HTTP, all limits on (ms; to reach: p95 60)', columns, rows }
}

/** A provider sends from several addresses; all of a day in one minute from a single one would meet its limit. */
let delivered = 0
const deliver = async ({ to, body }: Callback): Promise<void> => {
  const answer = await fetch(`${server.origin}/api/payment/callback/${to}`, {
    method: 'POST',
    headers: {
      ...networkFor(`${to} ${delivered++ % 8}`),
      'content-type': 'application/json',
      ...headersFor({ to, body }, sandboxSecret, Date.now(), false),
    },
    body,
  })
  const said = await answer.text()
  expectThat(answer.status === 200, 'a callback was refused', { status: answer.status, said })
}
const paidOnce = async ({ number, token }: { number: string; token: string }): Promise<boolean> => {
  const { data } = await call<Order>('GET', `/order/customer/orders/${number}`, token)
  const periods = data.lines.flatMap((line) => line.periods).length
  expectThat(periods <= 1, 'an order is sold once', data)
  return data.status === 1 && periods === 1
}
const measureCallbacks = async (): Promise<Table> => {
  for (const { id } of Object.values(sandbox.state.coins)) await sandbox.pay(id)
  for (const one of Object.values(sandbox.state.cards))
    if (one.object === 'checkout.session') await sandbox.card(one.id)
  const held = sandbox.state.held.splice(0)
  const of = (to: Callback['to']): Callback[] => held.filter((one) => one.to === to)
  const rows: Table['rows'] = []
  for (const [name, to] of [
    ['NOWPayments', 'nowpayments'],
    ['Stripe', 'stripe'],
  ] as const) {
    const all = of(to)
    await timed(all.splice(0, 10), deliver)
    rows.push(row(`${name}, one after another`, await timed(all, deliver)))
  }
  // An answer says only that it is stored: in the end every order is paid.
  const endsAt = performance.now() + patienceMs
  for (const one of begun)
    while (!(await paidOnce(one)))
      if (performance.now() < endsAt) await sleep(50)
      else throw new Error(`an order was told of and is not paid: ${one.number}`)
  return {
    title: 'A signed callback until it is answered, while the ones before are worked on (ms; to reach: p95 30)',
    columns,
    rows,
  }
}

/** A hundred simultaneous payments of the rest of one order, from a wallet and by one callback. */
const measureAtOnce = async (): Promise<Table> => {
  const buyer = buyers[0] ?? { token: '', sns: [] }
  const [token, sn] = [buyer.token, buyer.sns[0] ?? '']
  const balance = async (): Promise<number> => {
    const { data } = await call<{ items: { method: number; available: string | null }[] }>(
      'GET',
      '/payment/customer/methods',
      token,
    )
    return Number(data.items.find(({ method }) => method === mango)?.available)
  }
  const open = await call<{ items: { number: string }[] }>('GET', `/order/customer/orders?status=0&sn=${sn}`, token)
  const number = open.data.items[0]?.number ?? ''
  const before = await balance()
  const start = performance.now()
  const answers = await Promise.all(
    Array.from({ length: atOnce }, () => call('POST', `/payment/customer/orders/${number}`, token, { method: mango })),
  )
  const ms = performance.now() - start
  const taken = before - (await balance())
  expectThat(await paidOnce({ number, token }), 'it is paid', number)
  expectThat(taken === Number(plan.price), 'its price was taken once', taken)
  const codes = [...new Set(answers.map(({ code }) => code))].map(
    (one) => `${answers.filter(({ code }) => code === one).length} × ${one}`,
  )
  return {
    title: 'One order that is paid by many at once',
    columns: ['how', 'at once', 'ms in all', 'answers', 'times paid'],
    rows: [['from the wallet', atOnce, ms, codes.join(', '), taken / Number(plan.price)]],
  }
}

const tables = [await measureCreating(), await measureCallbacks(), await measureAtOnce()]
await server.stop()
await sandbox.stop()
report(JSON.stringify(tables), () => process.exit(0))
