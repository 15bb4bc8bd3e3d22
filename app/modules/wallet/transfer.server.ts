/**
 * Transfers Mango between customers. `previewTransfer` shows the cost, and only an initial of the recipient; `transfer`
 * needs the payment password and re-checks everything inside the transaction that moves the money.
 */
import { dayMs, inMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { consume } from '~/platform/limits.server'
import { sha256 } from '~/platform/random.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import type { Visit } from '~/platform/visit'
import { findAccount, findAccountOf, parseIdentity, type Account } from '~/modules/account/account.server'
import { balanceOf, owedOf, post, transferMango, wallet } from '~/modules/ledger/ledger.server'
import { printAmount, readAmount, scales } from '~/text/amount'
import { dropUnseen } from '~/text/unseen'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { paymentPasswordState, checkPaymentPassword } from './payment-password.server'
import { initialOf } from './initial'
import { requireWallet } from './state.server'
import { tellOfTransfer } from './notify.server'
import { readNote, readTransferAmount } from './transfer-input'
import { transferableFrom, type Transferable } from './transferable.server'

const mango = (units: bigint): string => printAmount(units, { scale: scales.MANGO })

/** Divides a share in 1/10000 of a percent. */
const shareScale = 1_000_000n
/** The fee on top of a transfer, in 1/10000 Mango. A percentage fee is rounded down. */
export const transferFee = (amount: bigint, { units, isShare } = env.transfer.fee): bigint =>
  isShare ? (amount * units) / shareScale : units

/** Largest amount sendable from `free`, after the fee. In 1/10000 Mango. */
export const sendableOf = (free: bigint, { units, isShare } = env.transfer.fee): bigint => {
  const most = isShare ? (free * shareScale) / (shareScale + units) : free - units
  // Rounding the fee down may leave room for one more unit.
  const more = isShare && most + 1n + transferFee(most + 1n, { units, isShare }) <= free ? most + 1n : most
  return more > 0n ? more : 0n
}

/** What an account can still send within 24 hours, and the limits. In 1/10000 Mango. */
export type TransferLimits = { amount: bigint; count: number; maxAmount: bigint; maxCount: number }
type Reader = Pick<Transaction, 'walletTransfer' | 'ledgerAccount' | 'ledgerHold' | 'wallet' | '$queryRaw'>

export const transferLimits = async (userId: string, tx: Reader = db): Promise<TransferLimits> => {
  const { _sum, _count } = await tx.walletTransfer.aggregate({
    // Ignore transfers dated more than a day ahead; the clock was wrong.
    where: { fromId: userId, at: { gt: inMs(-dayMs), lte: inMs(dayMs) } },
    _sum: { amount: true },
    _count: true,
  })
  const maxAmount = BigInt(env.transfer.dayMango) * 10n ** BigInt(scales.MANGO)
  const maxCount = env.transfer.dayCount
  const amount = maxAmount - (_sum.amount ?? 0n)
  return {
    amount: amount > 0n ? amount : 0n,
    count: Math.max(maxCount - _count, 0),
    maxAmount,
    maxCount,
  }
}

/**
 * The largest amount that can be sent now, used by forms and errors alike. `free`: the transferable amount. In 1/10000
 * Mango.
 */
export const sendableWithin = ({ amount, count }: TransferLimits, free: bigint): bigint => {
  const sendable = sendableOf(free)
  const dayLeft = count > 0 ? amount : 0n
  return sendable < dayLeft ? sendable : dayLeft
}

/** Checks the daily limits. `free`: the transferable amount; the error shows the smaller of the two. */
const checkLimits = async (tx: Reader, userId: string, amount: bigint, free: bigint): Promise<Failure | null> => {
  const limits = await transferLimits(userId, tx)
  const hours = 24
  if (limits.count === 0) return fail('MC1010', { data: { context: 'count', left: 0, most: limits.maxCount, hours } })
  if (amount <= limits.amount) return null
  const data = { context: 'amount', left: mango(sendableWithin(limits, free)), most: mango(limits.maxAmount), hours }
  return fail('MC1010', { field: 'amount', data })
}

/** Fails if part of the amount can only be sent later, and says when. */
const checkTransferable = ({ amount, later }: Transferable, total: bigint): Failure | null => {
  if (total <= amount) return null
  let sum = amount
  const enough = later.find((lot) => (sum += lot.amount) >= total) ?? later.at(-1)
  const data = { transferable: mango(sendableOf(amount)), ...(enough && { from: enough.from.toISOString() }) }
  return fail('MC1012', { field: 'amount', data })
}

/** Why an account can't send at all: MC1000, MC1013, MC1014; null if it can. */
const checkSender = async (tx: Reader, userId: string): Promise<Failure | null> => {
  const allowed = await requireWallet(tx, userId, 'out')
  if (!allowed.ok) return allowed
  const owed = await owedOf(userId, tx)
  return owed > 0n ? fail('MC1014', { data: { owed: mango(owed) } }) : null
}

/** Why it can't send this amount: MC1002, MC1010, MC1012; null if it can. Reasons that no waiting solves come first. */
const checkAmount = async (tx: Reader, userId: string, amount: bigint, fee: bigint): Promise<Failure | null> => {
  const has = await balanceOf(wallet(userId), tx)
  const available = has.available > 0n ? has.available : 0n
  const free = await transferableFrom(has, userId, tx)
  if (available < amount + fee) {
    const sendable = mango(sendableWithin(await transferLimits(userId, tx), free.amount))
    const context = fee > 0n ? 'fee' : 'send'
    return fail('MC1002', { field: 'amount', data: { available: mango(available), context, sendable } })
  }
  return (await checkLimits(tx, userId, amount, free.amount)) ?? checkTransferable(free, amount + fee)
}

type Recipient = { account: Account; typedKey: string; seen: string }

const recipientPurpose = 'transfer-recipient'
/** The recipient that a preview showed to this account for this input; null for anything else. */
const openSeen = (seen: string | undefined, userId: string, typedKey: string): string | null => {
  const text = seen === undefined || seen.length > 1000 ? null : decrypt(recipientPurpose, seen)
  if (text === null) return null
  const [who, typed, toId] = JSON.parse(text) as string[]
  return who === userId && typed === typedKey ? (toId ?? null) : null
}

const noId = '-'
/** Whether an account can receive: it is enabled, and its wallet is open or frozen. */
const canReceive = (account: Pick<Account, 'disabledAt'> | null, theirs: { state: string } | null): boolean =>
  account !== null && account.disabledAt === null && theirs !== null && theirs.state !== 'closed'

/** I1309 if empty; I1106, I1108, I1109 and I1110 for an unknown form. The field is `recipient`. */
const readRecipient = (typed: string): ReturnType<typeof parseIdentity> => {
  if (typedOf(typed) === '') return fail('I1309', { field: 'recipient', data: { context: 'recipient' } })
  const parsed = parseIdentity({ identifier: typed })
  // Elsewhere these codes are about signing in, or about choosing a country.
  return parsed.ok ? parsed : { ...parsed, field: 'recipient', data: { ...parsed.data, context: 'recipient' } }
}

/** A transfer's number in the input, as its recipient's page shows it. */
const numberIn = (typed: string): string | null => {
  const number = typed.toUpperCase()
  return /^\d{8}-[0-9A-Z]{10}$/.test(number) ? number : null
}

/**
 * `isSender`: the account received a transfer from this person; it doesn't know their name, but can still return the
 * money.
 */
type Meant = { typedKey: string; find: () => Promise<Account | null>; isSender: boolean }
const readMeant = async (userId: string, typed: string): Promise<Result<Meant>> => {
  const number = numberIn(typed)
  const sent =
    number === null
      ? null
      : await db.walletTransfer.findFirst({ where: { number, toId: userId }, select: { fromId: true } })
  if (sent !== null) return ok({ typedKey: `transfer ${number}`, find: () => findAccount(sent.fromId), isSender: true })
  const parsed = readRecipient(typed)
  if (!parsed.ok) return parsed
  const { kind, key } = parsed.value
  return ok({ typedKey: `${kind} ${key}`, find: () => findAccountOf(parsed.value), isSender: false })
}

/**
 * Finds the recipient of an input. The answer and its queries are the same for unknown names, disabled accounts and
 * unopened wallets (MC1009). A recipient of an earlier transfer is reported as having no wallet any more (MC1003). The
 * number of a received transfer stands for its sender.
 */
const findRecipient = async (
  userId: string,
  typed: string,
  visit: Visit,
  seen: string | undefined,
): Promise<Result<Recipient>> => {
  const meant = await readMeant(userId, typed)
  if (!meant.ok) return meant
  const { typedKey, find, isSender } = meant.value
  const before = await db.walletTransfer.findFirst({
    where: { fromId: userId, typedKey },
    orderBy: { at: 'desc' },
    select: { toId: true },
  })
  const shown = openSeen(seen, userId, typedKey)
  if (before === null && shown === null && !isSender) {
    const allowed = await consume('transfer-look-up', userId)
    if (!allowed.ok) return tooMany(allowed, 'recipient')
    const inAll = await consume('transfer-look-up-address', visit.address)
    if (!inAll.ok) return tooMany(inAll, 'recipient')
  }
  const account = await find()
  const theirs = await db.wallet.findUnique({ where: { userId: account?.id ?? noId }, select: { state: true } })
  if (account?.id === userId) return fail('MC1008', { field: 'recipient' })
  if (account === null || !canReceive(account, theirs)) {
    const isKnown = account !== null && (isSender || before?.toId === account.id)
    return fail(isKnown ? 'MC1003' : 'MC1009', { field: 'recipient' })
  }
  // Somebody else took over the name between the two pages.
  if (shown !== null && shown !== account.id)
    return fail('A0409', { field: 'recipient', data: { context: 'recipient' } })
  return ok({ account, typedKey, seen: encrypt(recipientPurpose, JSON.stringify([userId, typedKey, account.id])) })
}

const maxTypedLength = 254
/** The input as shown again and stored: one line. */
const typedOf = (recipient: string): string =>
  dropUnseen(recipient).replaceAll(/\s+/gu, ' ').trim().slice(0, maxTypedLength)

type Asked = { typed: string; amount: bigint; note: string | null }
const readAsked = (input: { recipient: string; amount: string; note: string }): Result<Asked> => {
  if (typedOf(input.recipient) === '') return fail('I1309', { field: 'recipient', data: { context: 'recipient' } })
  const amount = readTransferAmount(input.amount)
  if (!amount.ok) return amount
  const note = readNote(input.note)
  if (!note.ok) return note
  return ok({ typed: typedOf(input.recipient), amount: amount.value, note: note.value })
}

/** All problems in the input, in field order, so that a form shows them at once. */
export const transferFaults = ({ recipient, amount, note }: TransferInput): Failure[] =>
  [
    // A transfer number is looked up later, with the rest.
    ...(numberIn(typedOf(recipient)) === null ? [readRecipient(typedOf(recipient))] : []),
    readTransferAmount(amount),
    readNote(note),
  ].flatMap((read) => (read.ok ? [] : [read]))

/** As people type them; this module parses them. */
export type TransferInput = { recipient: string; amount: string; note: string }
/**
 * `recipient`: as typed. `initial`: of the recipient's user name. `seen`: must be sent with the confirmation, so that
 * it means the same recipient and needs no new look-up. Amounts in 1/10000 Mango; `total` is what leaves the wallet.
 */
export type TransferPreview = {
  recipient: string
  initial: string
  seen: string
  amount: bigint
  fee: bigint
  total: bigint
  note: string | null
}

/**
 * Shows what a transfer would do, without doing it. MC1007, A0422 (`data.reason`) and I1309 for the input, and I1106,
 * I1108, I1109, I1110 for a recipient of unknown form; MC1000, MC1013, MC1104, MC1014 the account can't send at all;
 * MC1010, MC1002, MC1012 it can't send this amount; MC1008, MC1009, MC1003 for the recipient; I1009 too many look-ups
 * in a day.
 */
export const previewTransfer = async (
  userId: string,
  input: TransferInput,
  visit: Visit,
): Promise<Result<TransferPreview>> => {
  const read = readAsked(input)
  if (!read.ok) return read
  const { typed, amount, note } = read.value
  const fee = transferFee(amount)
  const unfit = await checkSender(db, userId)
  if (unfit !== null) return unfit
  if (!(await paymentPasswordState(userId)).isSet) return fail('MC1104')
  const refused = await checkAmount(db, userId, amount, fee)
  if (refused !== null) return refused
  const found = await findRecipient(userId, typed, visit, undefined)
  if (!found.ok) return found
  const { account, seen } = found.value
  return ok({ recipient: typed, initial: initialOf(account.userName), seen, amount, fee, total: amount + fee, note })
}

/** `fee`: as the page showed it, decimal text. `batch`: the same one again means the same transfer. */
export type TransferOrder = TransferInput & {
  fee: string
  paymentPassword: string
  seen?: string | undefined
  batch: string
}

type Sending = Asked & { userId: string; fee: bigint; transferId: string; recipient: Recipient }

/** Re-checks everything and moves the money in one transaction, so that no other change comes between. */
const send = async (tx: Transaction, sending: Sending): Promise<Result<{ number: string }>> => {
  const { userId, typed, amount, fee, note, transferId, recipient } = sending
  const toUserId = recipient.account.id
  // Idempotency keys expire; this row does not.
  const before = await tx.walletTransfer.findUnique({ where: { transferId } })
  if (before !== null) return ok({ number: before.number })
  const present = transferFee(amount)
  if (present !== fee)
    return fail('MC1011', { field: 'fee', data: { fee: mango(present), total: mango(amount + present) } })
  const refused = (await checkSender(tx, userId)) ?? (await checkAmount(tx, userId, amount, fee))
  if (refused !== null) return refused
  const theirs = await tx.wallet.findUnique({
    where: { userId: toUserId },
    select: { state: true, user: { select: { disabledAt: true } } },
  })
  if (!canReceive(theirs?.user ?? null, theirs)) return fail('MC1009', { field: 'recipient' })
  const movement = transferMango({ userId, toUserId, mango: amount, fee: fee === 0n ? null : { mango: fee, usd: fee } })
  const posted = await post(tx, { id: transferId, actor: userId, ...movement })
  if (!posted.ok) return fail('MC1002', { field: 'amount', data: { available: mango(amount + fee - posted.missing) } })
  const { number, at } = await tx.ledgerTransfer.findUniqueOrThrow({
    where: { id: transferId },
    select: { number: true, at: true },
  })
  if (number === null) throw new Error(`${transferId}: a new transfer has no number`)
  const { typedKey } = recipient
  await tx.walletTransfer.create({
    data: { transferId, number, fromId: userId, toId: toUserId, typed, typedKey, amount, fee, note, at },
  })
  await tellOfTransfer.enqueue(tx, { key: transferId, payload: { transferId } })
  return ok({ number })
}

/**
 * Sends Mango to another customer, once per `batch`. Fails like `previewTransfer`; MC1105 and MC1106 for the payment
 * password; MC1011 the fee differs from the one shown (`data.fee`, `data.total`): nothing was done; A0409 somebody else
 * took over the name since the preview (`data.context` recipient), or the batch was used for another transfer.
 */
export const transfer = async (
  userId: string,
  order: TransferOrder,
  visit: Visit,
): Promise<Result<{ number: string; isNew: boolean }>> => {
  const read = readAsked(order)
  if (!read.ok) return read
  const shown = readAmount(order.fee, { scale: scales.MANGO, zero: 'allowed' })
  if (!shown.ok) return fail('A0422', { field: 'fee', data: { reason: shown.problem } })
  const { batch, seen, paymentPassword } = order
  const { typed, amount, note } = read.value
  const asked = { typed, amount, note, fee: shown.value }
  const done = await once<{ number: string }, Failure>(
    { owner: userId, purpose: 'wallet.transfer', key: batch, asked, livesMs: moneyKeyLivesMs },
    async (commit) => {
      const allowed = await requireWallet(db, userId, 'out')
      if (!allowed.ok) return allowed
      const found = await findRecipient(userId, typed, visit, seen)
      if (!found.ok) return found
      const right = await checkPaymentPassword(userId, paymentPassword)
      if (!right.ok) return right
      const transferId = `transfer/${sha256(`${userId} ${batch}`).slice(0, 40)}`
      return commit((tx) => send(tx, { ...asked, userId, transferId, recipient: found.value }))
    },
  )
  return done.ok ? ok({ number: done.value.number, isNew: done.isNew }) : done
}

/**
 * A transfer as one of its two owners may see it. `other`: the recipient as the sender typed it, or the sender's user
 * name. `fee`: null for the recipient, who pays none. In 1/10000 Mango.
 */
export type TransferView = {
  transferId: string
  number: string
  direction: 'sent' | 'received'
  other: string
  amount: bigint
  fee: bigint | null
  note: string | null
  at: Date
}

const viewInclude = { from: { select: { userName: true } } } as const
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>
const findRow = (number: string) => db.walletTransfer.findUnique({ where: { number }, include: viewInclude })
const viewOf = (row: Row, userId: string): TransferView => {
  const { transferId, number, typed, amount, fee, note, at, from } = row
  const isSent = row.fromId === userId
  const other = isSent ? typed : from.userName
  return {
    transferId,
    number,
    direction: isSent ? 'sent' : 'received',
    other,
    amount,
    fee: isSent ? fee : null,
    note,
    at,
  }
}

/** The transfer with this number, if the account sent or received it. */
export const findTransfer = async (userId: string, number: string): Promise<TransferView | null> => {
  const row = await findRow(number)
  return row !== null && (row.fromId === userId || row.toId === userId) ? viewOf(row, userId) : null
}

/** The transfers behind entries of an account's wallet, by ledger transfer id. */
export const transfersBehind = async (
  userId: string,
  transferIds: readonly string[],
): Promise<Map<string, TransferView>> => {
  const rows = await db.walletTransfer.findMany({
    where: { transferId: { in: [...transferIds] }, OR: [{ fromId: userId }, { toId: userId }] },
    include: viewInclude,
  })
  return new Map(rows.map((row) => [row.transferId, viewOf(row, userId)]))
}
