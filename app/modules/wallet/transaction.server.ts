/** A wallet's history for its owner: the entries of its account, each with its purpose. */
import { db } from '~/platform/db.server'
import { consume } from '~/platform/limits.server'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import {
  cashbackTakenBack,
  codeRedeemed,
  entryOf,
  isSurplus,
  maxEntriesFound,
  searchEntries,
  walkEntries,
  wallet,
  walletTypes,
  type EntrySearch,
  type FoundEntry,
  type Place,
  type WalletType,
} from '~/modules/ledger/ledger.server'
import { initialOnly } from './initial'
import { transfersBehind, type TransferView } from './transfer.server'
import type { TransactionWhat } from './view'

/** How money came in; `received` is in the coin. */
export type WayIn = { method: number; coin: string | null; network: string | null; received: string | null }

/** `amount` and `fee` in 1/10000 Mango; an expense is negative. `orderId`: the order that it was for. */
export type WalletTransaction = {
  number: string
  seq: number
  type: WalletType
  what: TransactionWhat
  takesBack: boolean
  at: Date
  amount: bigint
  balance: bigint
  fee: bigint
  counterparty: string | null
  note: string | null
  orderId: string | null
  way: WayIn | null
}

const reversed = /-reversed$/
/** A debt payment: shown under the refund type as an expense. */
const isDebt = ({ kind }: FoundEntry): boolean => kind.replace(reversed, '') === 'debt-settled-by-mango'

const whatOf = (entry: FoundEntry, type: WalletType): TransactionWhat => {
  switch (type) {
    case walletTypes.transfer:
      // A reversed transfer is named after the original direction.
      return entry.amount < 0n === !reversed.test(entry.kind) ? 'sent' : 'received'
    case walletTypes.code:
      return 'code'
    case walletTypes.purchase:
      return 'purchase'
    case walletTypes.cashback:
      return 'cashback'
    case walletTypes.topUp:
      return 'recharge'
    case walletTypes.refunded:
      return isDebt(entry) ? 'debt' : isSurplus(entry.transferId) ? 'surplus' : 'refunded'
    case walletTypes.api:
      return 'api'
    case walletTypes.gift:
      return 'gift'
  }
}

type Attempt = {
  id: string
  method: number | bigint
  coin: string | null
  network: string | null
  actuallyPaid: string | null
}
const waysOf = async (userId: string, attemptIds: readonly string[]): Promise<Map<string, WayIn>> => {
  if (attemptIds.length === 0) return new Map()
  const rows = await db.$queryRaw<Attempt[]>`
    SELECT p."id", p."method", p."coin", p."network", p."actuallyPaid"
    FROM json_each(${JSON.stringify([...new Set(attemptIds)])}) asked
    CROSS JOIN "PaymentAttempt" p ON p."id" = asked."value" AND p."userId" = ${userId}`
  return new Map(
    rows.map(({ id, method, coin, network, actuallyPaid }) => [
      id,
      { method: Number(method), coin, network, received: actuallyPaid },
    ]),
  )
}

/** The last letters of redeemed codes: the only ledger notes that are meant for the owner. */
const hintsOf = async (entries: readonly FoundEntry[]): Promise<Map<string, string | null>> => {
  const ids = entries.filter(({ type }) => type === walletTypes.code).map(({ transferId }) => transferId)
  if (ids.length === 0) return new Map()
  const found = await db.ledgerTransfer.findMany({
    where: { id: { in: ids }, kind: codeRedeemed.kind },
    select: { id: true, note: true },
  })
  return new Map(found.map(({ id, note }) => [id, note]))
}

const withMore = async (userId: string, entries: readonly FoundEntry[]): Promise<WalletTransaction[]> => {
  const transfers = entries.filter(({ type }) => type === walletTypes.transfer).map(({ transferId }) => transferId)
  const [behind, hints, ways] = await Promise.all([
    transfers.length === 0 ? new Map<string, TransferView>() : transfersBehind(userId, transfers),
    hintsOf(entries),
    waysOf(
      userId,
      entries.flatMap(({ attemptId, amount }) => (attemptId === null || amount < 0n ? [] : [attemptId])),
    ),
  ])
  return entries.map((entry) => {
    const { number, seq, at, amount, balanceAfter, orderId, attemptId, transferId } = entry
    const type = (entry.type ?? walletTypes.refunded) as WalletType
    const passed = behind.get(transferId)
    return {
      number,
      seq,
      type,
      what: whatOf(entry, type),
      takesBack: reversed.test(entry.kind) || entry.kind === cashbackTakenBack.kind,
      at,
      amount,
      balance: balanceAfter,
      fee: passed?.fee ?? 0n,
      // The sender typed the recipient's name, so may see it; the recipient sees only an initial.
      counterparty:
        passed === undefined ? null : passed.direction === 'sent' ? passed.other : initialOnly(passed.other),
      // Other ledger notes are the operator's own, about the customer.
      note: passed?.note ?? hints.get(transferId) ?? null,
      orderId,
      way: attemptId === null || amount < 0n ? null : (ways.get(attemptId) ?? null),
    }
  })
}

export type TransactionPage = { items: WalletTransaction[]; older: number | null; newer: number | null }

/** A page of a wallet's history, newest first. Also works for a wallet that is not open. */
export const listTransactions = async (userId: string, search: EntrySearch, place: Place): Promise<TransactionPage> => {
  const { items, ...pages } = await searchEntries(wallet(userId), search, place)
  return { ...pages, items: await withMore(userId, items) }
}

/** Read batch by batch, on demand. */
export type Statement = AsyncGenerator<WalletTransaction[]>

/** How many entries count as one in the rate limit. */
const countedTogether = 1000

const chunksOf = async function* (userId: string, search: EntrySearch): AsyncGenerator<WalletTransaction[]> {
  for await (const chunk of walkEntries(wallet(userId), search)) yield withMore(userId, chunk)
}

/**
 * All matching entries, newest first. The cost is counted before the first entry is read: I1009 if the account has
 * saved too much in this hour.
 */
export const beginStatement = async (userId: string, search: EntrySearch): Promise<Result<Statement>> => {
  const most = await maxEntriesFound(wallet(userId), search)
  const allowed = await consume('wallet-statement', userId, Math.max(1, Math.ceil(most / countedTogether)))
  return allowed.ok ? ok(chunksOf(userId, search)) : tooMany(allowed)
}

/** One entry by its number. A0404 for an unknown number and for another customer's alike. */
export const findTransaction = async (userId: string, number: string): Promise<Result<WalletTransaction>> => {
  const found = number === '' ? null : await entryOf(wallet(userId), number)
  if (found === null) return fail('A0404', { data: { context: 'transaction' } })
  const [one] = await withMore(userId, [found])
  if (one === undefined) throw new Error('an entry that was found is not there')
  return ok(one)
}
