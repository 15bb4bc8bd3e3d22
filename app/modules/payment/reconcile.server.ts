/**
 * Compares the ledger with the providers' settlements. First it reads the providers' lists (Stripe's balance,
 * NOWPayments' payments) and books new lines. Then it compares each payment in a period: what the ledger says the
 * provider took and gave back, with what the provider says.
 */
import { dayMs, hourMs, inMs, minuteMs, now, nowMs } from '~/platform/clock.server'
import { db, Prisma } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { accountId, balanceOf, clearing, settlementKinds } from '~/modules/ledger/ledger.server'
import { unitsOfDecimal } from '~/text/decimal'
import { findRecoverable, nameOfRecoverable, type RecoverablePayment } from './recover.server'
import { findCoinAttempt } from './further.server'
import { openNowPayments, type NowPayments } from './nowpayments.server'
import { providerNames, type ProviderName, type SettledLine } from './provider'
import { readFrom, readUntil } from './store.server'
import { attemptOfPayment, isComparable, lineOfCoins, noteSettled, type LineRow } from './settlement.server'
import { openStripe, type Stripe } from './stripe.server'

/** Lists may lag behind, and clocks differ. Coin payments are listed by their start, and end days later. */
const overlapMs = { stripe: 10 * minuteMs, nowpayments: 10 * dayMs } as const
/** How long an entry may exist on one side only: it may be on its way to the other. */
const graceMs = { stripe: hourMs, nowpayments: 2 * dayMs } as const
/** A larger share of a coin payment can't be a fee. */
const feeMostPercent = 10n
/** How far back to compare by default. */
const usualMs = 31 * dayMs
const cursorOf = (provider: ProviderName): string => `${provider}/settlement`
const chunk = 400

/** off: not configured; silent: the list could not be read now; unreadable: it contained unreadable lines. */
export type ReadProblem = 'off' | 'silent' | 'unreadable'
type Read = { found: number; problem: ReadProblem | null }

const sinceOf = async (provider: ProviderName, from: Date): Promise<Date> =>
  new Date((await readFrom(cursorOf(provider), provider, from)).getTime() - overlapMs[provider])

const note = (provider: ProviderName, line: SettledLine, attemptId: string | null): Promise<void> =>
  transact((tx) => noteSettled(tx, provider, line, attemptId))
const knownOf = async (provider: ProviderName, ids: readonly string[]): Promise<Map<string, LineRow>> => {
  const rows = await db.settlementLine.findMany({ where: { provider, lineId: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.lineId, row]))
}

const readBalance = async (client: Stripe, from: Date): Promise<Read> => {
  const startedAt = now()
  const since = await sinceOf('stripe', from)
  let [found, unreadable, after] = [0, 0, undefined as string | undefined]
  for (;;) {
    const answer = await client.listBalance({ since, after })
    if (!answer.ok) return { found, problem: 'silent' }
    const { items: lines, unreadable: strange, last } = answer.value
    const known = await knownOf(
      'stripe',
      lines.map(({ id }) => id),
    )
    for (const line of lines) {
      if (known.has(line.id)) continue
      await note('stripe', line, line.payment === null ? null : await attemptOfPayment('stripe', line.payment))
      found++
    }
    for (const id of strange) log.error({ alert: 'settlement', line: id }, 'a line of a settlement can’t be read')
    unreadable += strange.length
    if (last === null) break
    after = last
  }
  await readUntil(cursorOf('stripe'), startedAt)
  return { found, problem: unreadable > 0 ? 'unreadable' : null }
}

/** Whether the line is unchanged since it was booked. */
const isBooked = (row: LineRow | undefined, line: SettledLine): boolean =>
  row !== undefined &&
  row.word === line.word &&
  row.bookings > 0 &&
  row.net === unitsOfDecimal(line.net, 4) &&
  row.paidOut > 0n === line.isPaidOut

const readOutcomes = async (client: NowPayments, from: Date): Promise<Read> => {
  const startedAt = now()
  const since = await sinceOf('nowpayments', from)
  let [found, unreadable] = [0, 0]
  for (let page = 0; ; page++) {
    const answer = await client.listPayments({ since, page })
    if (!answer.ok) return { found, problem: 'silent' }
    const { payments, unreadable: strange, hasMore } = answer.value
    const known = await knownOf(
      'nowpayments',
      payments.map(({ id }) => id),
    )
    for (const payment of payments) {
      const line = lineOfCoins(payment)
      // A payment that was refunded without ever being settled says nothing.
      if (line === null || (payment.providerStatus === 'refunded' && !known.has(line.id))) continue
      if (isBooked(known.get(line.id), line)) continue
      await note('nowpayments', line, (await findCoinAttempt(payment))?.id ?? null)
      found++
    }
    for (const id of strange) log.error({ alert: 'settlement', payment: id }, 'a listed payment can’t be read')
    unreadable += strange.length
    if (!hasMore) break
  }
  await readUntil(cursorOf('nowpayments'), startedAt)
  return { found, problem: unreadable > 0 ? 'unreadable' : null }
}

const read = (provider: ProviderName, from: Date): Promise<Read> => {
  const client = provider === 'stripe' ? openStripe() : openNowPayments()
  if (client === null) return Promise.resolve({ found: 0, problem: 'off' })
  return 'listBalance' in client ? readBalance(client, from) : readOutcomes(client, from)
}

/**
 * ours: only the ledger has it; theirs: only the provider's lists have it; amount: both have it with different amounts;
 * fee: more was kept than a fee can be; currency: it was settled in another currency than dollars and can't be booked;
 * lost: the portal started it but no longer knows it, as after restoring a backup; balance: nothing is pending, but the
 * ledger's sum differs from the sum of all the provider's lines.
 */
export type Disagreement = {
  provider: ProviderName
  what: 'ours' | 'theirs' | 'amount' | 'fee' | 'currency' | 'lost' | 'balance'
  /** The provider's id of the payment, or of the line if it is about no payment. */
  payment: string | null
  /** The provider's name for it. */
  word: string | null
  attemptId: string | null
  /** The order or recharge that it was for. */
  number: string | null
  /** The customer of a lost payment, if known. */
  customer: string | null
  ours: bigint
  theirs: bigint
  at: Date
}
export type ProviderReport = {
  provider: ProviderName
  problem: ReadProblem | null
  /** Lines read and booked in this run. */
  read: number
  matched: number
  /** Entries that have been on one side only for a short time. */
  pending: number
  /** Booked from the lines of this period. */
  fees: bigint
  payouts: bigint
  /** What the provider owes: by the ledger, and by all of its own lines. */
  clearing: bigint
  owes: bigint
}
export type Reconciled = {
  from: Date
  to: Date
  providers: readonly ProviderReport[]
  items: readonly Disagreement[]
}

type Ours = Map<string, { sum: bigint; at: Date }>
/** What a provider took for these payments by the ledger, minus what it gave back. */
const oursOf = async (provider: ProviderName, attemptIds: readonly string[]): Promise<Ours> => {
  const account = accountId(clearing(provider))
  const ours: Ours = new Map()
  for (let from = 0; from < attemptIds.length; from += chunk) {
    const entries = await db.ledgerEntry.findMany({
      where: {
        accountId: account,
        transfer: { attemptId: { in: attemptIds.slice(from, from + chunk) }, kind: { notIn: [...settlementKinds] } },
      },
      select: { amount: true, at: true, transfer: { select: { attemptId: true } } },
    })
    for (const { amount, at, transfer } of entries) {
      const key = transfer.attemptId ?? ''
      const before = ours.get(key)
      ours.set(key, { sum: (before?.sum ?? 0n) - amount, at: before === undefined || before.at < at ? at : before.at })
    }
  }
  return ours
}
const theirsOf = async (attemptIds: readonly string[]): Promise<Map<string, LineRow[]>> => {
  const theirs = new Map<string, LineRow[]>()
  for (let from = 0; from < attemptIds.length; from += chunk) {
    const rows = await db.settlementLine.findMany({
      where: { attemptId: { in: attemptIds.slice(from, from + chunk) } },
      orderBy: { at: 'asc' },
    })
    for (const row of rows) theirs.set(row.attemptId ?? '', [...(theirs.get(row.attemptId ?? '') ?? []), row])
  }
  return theirs
}

/** The provider's payments that the ledger or its lines mention within a period. */
const touchedIn = async (provider: ProviderName, from: Date, to: Date): Promise<string[]> => {
  const entries = await db.$queryRaw<{ attemptId: string }[]>(Prisma.sql`
    SELECT DISTINCT t."attemptId" FROM "LedgerEntry" e JOIN "LedgerTransfer" t ON t."id" = e."transferId"
    WHERE e."accountId" = ${accountId(clearing(provider))} AND e."at" >= ${from} AND e."at" < ${to}
      AND t."attemptId" IS NOT NULL`)
  const lines = await db.settlementLine.findMany({
    where: { provider, at: { gte: from, lt: to }, attemptId: { not: null } },
    select: { attemptId: true },
    distinct: ['attemptId'],
  })
  return [...new Set([...entries, ...lines].flatMap(({ attemptId }) => attemptId ?? []))]
}

/** Assigns lines that came before the portal knew their payment. */
const findAttempts = async (provider: ProviderName, from: Date, to: Date): Promise<void> => {
  const rows = await db.settlementLine.findMany({
    where: { provider, attemptId: null, payment: { not: null }, at: { gte: from, lt: to } },
    select: { id: true, payment: true },
  })
  for (const { id, payment } of rows) {
    const attemptId = payment === null ? null : await attemptOfPayment(provider, payment)
    if (attemptId !== null) await db.settlementLine.update({ where: { id }, data: { attemptId } })
  }
}

const isFresh = (provider: ProviderName, at: Date): boolean => nowMs() - at.getTime() < graceMs[provider]
/** What is wrong with a payment; `pending` if it may only be late, null if both sides agree. */
const findDisagreement = (
  provider: ProviderName,
  ours: { sum: bigint; at: Date } | undefined,
  lines: readonly LineRow[],
): Disagreement['what'] | 'pending' | null => {
  const about = lines.filter(({ kind }) => kind !== 'fee' && kind !== 'payout')
  const [sum, theirs] = [ours?.sum ?? 0n, about.reduce((all, { amount }) => all + amount, 0n)]
  if (about.some((line) => !isComparable(line))) return 'currency'
  const last = [ours?.at, ...about.map(({ at }) => at)].reduce((a, b) => (a === undefined || (b && b > a) ? b : a))
  if (sum !== theirs) {
    if (last !== undefined && isFresh(provider, last)) return 'pending'
    return about.length === 0 ? 'ours' : sum === 0n ? 'theirs' : 'amount'
  }
  const isStrange = ({ amount, fee }: LineRow): boolean =>
    provider === 'nowpayments' && (fee < 0n ? -fee : fee) * 100n > amount * feeMostPercent
  return about.some(isStrange) ? 'fee' : null
}

const numbersOf = async (attemptIds: readonly string[]): Promise<Map<string, string>> => {
  const found = await db.paymentAttempt.findMany({
    where: { id: { in: [...attemptIds] } },
    select: { id: true, order: { select: { number: true } }, recharge: { select: { number: true } } },
  })
  return new Map(found.map(({ id, order, recharge }) => [id, order?.number ?? recharge?.number ?? '']))
}

/** Payments that the portal started but no longer knows, by the provider's ids of their money. */
const lostOf = async (provider: ProviderName, from: Date): Promise<Map<string, RecoverablePayment>> => {
  const { payments } = await findRecoverable(provider, new Date(from.getTime() - overlapMs[provider]))
  return new Map(payments.flatMap((one) => one.keys.map((key): [string, RecoverablePayment] => [key, one])))
}

type Compared = Pick<ProviderReport, 'matched' | 'pending' | 'fees' | 'payouts' | 'clearing' | 'owes'> & {
  items: Disagreement[]
}
const compare = async (provider: ProviderName, from: Date, to: Date): Promise<Compared> => {
  await findAttempts(provider, from, to)
  const attemptIds = await touchedIn(provider, from, to)
  const [ours, theirs] = [await oursOf(provider, attemptIds), await theirsOf(attemptIds)]
  const items: Disagreement[] = []
  let [matched, pending] = [0, 0]
  for (const attemptId of attemptIds) {
    const lines = theirs.get(attemptId) ?? []
    const own = ours.get(attemptId)
    const what = findDisagreement(provider, own, lines)
    if (what === null) matched++
    else if (what === 'pending') pending++
    else {
      const sum = lines.reduce(
        (all, { kind, amount }) => (kind === 'fee' || kind === 'payout' ? all : all + amount),
        0n,
      )
      const { payment = null, word = null } = lines[0] ?? {}
      const about = { provider, what, payment, word, attemptId, number: null, customer: null }
      items.push({ ...about, ours: own?.sum ?? 0n, theirs: sum, at: own?.at ?? lines[0]?.at ?? from })
    }
  }
  // Lines about none of our payments; the provider's own fees and payouts are booked without one.
  const strangers = await db.settlementLine.findMany({
    where: { provider, attemptId: null, at: { gte: from, lt: to }, kind: { notIn: ['fee', 'payout'] } },
    orderBy: { at: 'asc' },
  })
  const lost = strangers.length === 0 ? new Map<string, RecoverablePayment>() : await lostOf(provider, from)
  for (const { payment, lineId, word, net, at } of strangers) {
    const found = lost.get(payment ?? '')
    // The portal stores a payment before it asks the provider, so a payment it started can't be merely late here.
    if (found === undefined && isFresh(provider, at)) pending++
    else {
      const about = { provider, payment: payment ?? lineId, word, attemptId: null, ours: 0n, theirs: net, at }
      const customer = found === undefined ? null : await nameOfRecoverable(found)
      items.push({ ...about, what: found ? 'lost' : 'theirs', number: found?.number ?? null, customer })
    }
  }
  const numbers = await numbersOf(items.flatMap(({ attemptId }) => attemptId ?? []))
  const booked = await db.settlementLine.aggregate({
    where: { provider, at: { gte: from, lt: to } },
    _sum: { bookedFee: true, bookedPayout: true },
  })
  const all = await db.settlementLine.groupBy({
    by: ['currency', 'kind'],
    where: { provider },
    _sum: { net: true, paidOut: true },
  })
  const owes = all.filter(isComparable).reduce(
    // A payout is a separate line, or part of the line that it passes on.
    (sum, { kind, _sum: { net, paidOut } }) => sum + (net ?? 0n) - (kind === 'payout' ? 0n : (paidOut ?? 0n)),
    0n,
  )
  const owed = -(await balanceOf(clearing(provider))).balance
  if (owed !== owes && pending === 0) {
    const about = { payment: null, word: null, attemptId: null, number: null, customer: null, at: now() }
    items.push({ provider, what: 'balance', ...about, ours: owed, theirs: owes })
  }
  return {
    matched,
    pending,
    items: items.map((item) => ({ ...item, number: numbers.get(item.attemptId ?? '') ?? item.number })),
    fees: booked._sum.bookedFee ?? 0n,
    payouts: booked._sum.bookedPayout ?? 0n,
    clearing: owed,
    owes,
  }
}

/**
 * Reads and books what providers have settled, and compares the payments of [from, to); by default the last 31 days.
 * `only`: one provider.
 */
export const reconcile = async (
  asked: { from?: Date | null; to?: Date | null; only?: ProviderName | null } = {},
): Promise<Reconciled> => {
  const to = asked.to ?? inMs(minuteMs)
  const from = asked.from ?? new Date(to.getTime() - usualMs)
  const providers: ProviderReport[] = []
  const items: Disagreement[] = []
  for (const provider of providerNames) {
    if (asked.only != null && asked.only !== provider) continue
    const { found, problem } = await read(provider, from)
    const { items: own, ...compared } = await compare(provider, from, to)
    providers.push({ provider, problem, read: found, ...compared })
    items.push(...own)
  }
  return { from, to, providers, items }
}

/** Reconciles as an operator's action, which the audit log records. */
export const reconcileBy = async (by: By, asked: Parameters<typeof reconcile>[0]): Promise<Reconciled> => {
  const done = await reconcile(asked)
  const found = done.providers.map(({ provider, read: lines }) => `${provider} ${lines}`).join(', ')
  await transact((tx) => recordActBy(by, { action: 'settlement.reconcile', subject: 'providers', detail: found }, tx))
  return done
}

/** How many disagreements there are: payments, and lists that could not be read. */
export const disagreements = ({ providers, items }: Reconciled): number =>
  items.length + providers.filter(({ problem }) => problem !== null && problem !== 'off').length

/** Reconciles as a daily job; disagreements are reported in the log. */
export const reconcileDaily = async (): Promise<void> => {
  const done = await reconcile()
  const count = disagreements(done)
  if (count === 0) return
  log.error(
    { alert: 'settlement', count, kinds: [...new Set(done.items.map(({ what }) => what))] },
    'providers and the ledger don’t agree (npm run operator -- reconcile)',
  )
}
