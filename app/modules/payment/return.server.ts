/**
 * Returns deposits that can't be credited, by hand: the operator decides it, the customer gives an address of the
 * received coin, and the operator sends the money and enters the hash. The address can be changed until then. Nothing
 * is credited, and the deposit's only result is `returned`.
 */
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { consume } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { afterCommit, transact } from '~/platform/transact.server'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import type { HeldDeposit } from '~/modules/order/view'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { checkAddress } from './address'
import { coinFacts, isCoin, symbolOf } from './coins'
import { coinsOf, noteDecided, returnKept } from './settle.server'
import type { DepositRow } from './rows'
import { attemptsOf, refOf, type TargetRef } from './target'
import { lockTarget } from './target.server'

type Place = { address: string; tag: string | null }
type CheckedReturn = { hasChecksum: boolean; tag: string | null }

/** Address form for coins that the portal doesn't know: one word of printable ASCII. */
const anyAddress = /^[\x21-\x7e]{20,128}$/

/**
 * OP10017 with the problem in `data.context`: tag, no-tag (`coin` has no tags), checksum, other-coin (`coins` names
 * them), or no context.
 */
const validateAddress = (coin: string, { address, tag }: Place): Result<CheckedReturn> => {
  if (!isCoin(coin)) return anyAddress.test(address) ? ok({ hasChecksum: false, tag }) : refuse()
  const checked = checkAddress(coin, address, tag)
  if (checked.ok) return ok({ hasChecksum: checked.checksum, tag: checked.tag })
  const { problem, coins } = checked
  if (problem === 'tag' && coin !== 'xrp')
    return fail('OP10017', { field: 'tag', data: { context: 'no-tag', coin: symbolOf(coin) } })
  if (problem === 'tag') return fail('OP10017', { field: 'tag', data: { context: 'tag' } })
  if (problem === 'other-coin') return refuse({ context: problem, coins: coins.map(symbolOf).join(', ') })
  return problem === 'checksum' ? refuse({ context: problem }) : refuse()
}
const refuse = (data?: Record<string, string>): Failure =>
  fail('OP10017', { field: 'address', ...(data === undefined ? {} : { data }) })

const stateOf = ({ result, returnAskedAt, returnGivenAt }: DepositRow): HeldDeposit['state'] =>
  result === 'returned'
    ? 'returned'
    : returnGivenAt !== null
      ? 'address-given'
      : returnAskedAt !== null
        ? 'address-wanted'
        : 'looked-at'

const show = (row: DepositRow): HeldDeposit => {
  const { id, returnAddress: address, returnTag: tag, returnHash: hash, at } = row
  const coin = row.coin ?? 'usd'
  const judged = address === null ? null : validateAddress(coin, { address, tag })
  return {
    id,
    state: stateOf(row),
    amount: row.amount,
    symbol: symbolOf(coin),
    network: isCoin(coin) ? coinFacts[coin].network : null,
    takesTag: coin === 'xrp' || !isCoin(coin),
    hasChecksum: judged?.ok === true ? judged.value.hasChecksum : isCoin(coin) && coin !== 'sol',
    address,
    tag,
    hash,
    at: at.toISOString(),
  }
}

/** The deposits of an order or a recharge that an operator looks at or has returned, oldest first. */
export const heldOf = async (ref: TargetRef): Promise<HeldDeposit[]> => {
  const rows = await db.deposit.findMany({
    where: { attempt: attemptsOf(ref), result: { in: ['person', 'returned'] } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
  return rows.map(show)
}

const findWithAttempt = (depositId: string) =>
  db.deposit.findUnique({ where: { id: depositId }, include: { attempt: true } })

/**
 * Decides that a deposit can't be credited: asks its customer for a return address. Repeating it changes nothing.
 * A0404; A0409 it already has a result; A0422 a card paid it, so it needs a refund.
 */
export const askForAddress = async (by: By, depositId: string): Promise<Result<null>> => {
  const found = await findWithAttempt(depositId)
  if (found === null) return fail('A0404', { field: 'id' })
  if (found.coin === null) return fail('A0422', { field: 'id' })
  const ref = refOf(found.attempt)
  return transact(async (tx): Promise<Result<null>> => {
    const { tell } = await lockTarget(tx, ref)
    const deposit = await tx.deposit.findUniqueOrThrow({ where: { id: depositId } })
    if (deposit.result !== 'person') return fail('A0409')
    if (deposit.returnAskedAt !== null) return ok(null)
    await tx.deposit.update({ where: { id: depositId }, data: { returnAskedAt: now() } })
    await tell(tx, `address ${depositId}`, { kind: 'address-wanted', ...coinsOf(deposit) })
    await recordActBy(by, { action: 'deposit.ask-address', subject: depositId }, tx)
    return ok(null)
  })
}

/** Whether a return address was asked for this deposit of the account, and it was returned or credited since. */
export const isDecided = async (userId: string, number: string, depositId: string): Promise<boolean> =>
  (await db.deposit.count({
    where: {
      id: depositId,
      returnAskedAt: { not: null },
      result: { not: 'person' },
      attempt: { userId, OR: [{ order: { number } }, { recharge: { number } }] },
    },
  })) > 0

export type GivenAddress = Place & { depositId: string; batch?: string | undefined }
/**
 * Stores or changes the customer's return address for a deposit that can't be credited. The owner is notified, in case
 * it was somebody else. The same `batch` returns the same answer. A0404 no deposit of the account waits for an address;
 * A0409 it has since been returned or credited (data.context: decided); OP10017 (data.context) not an address of the
 * received coin, or one of the portal's own; I1009.
 */
export const giveAddress = async (
  userId: string,
  { depositId, address, tag: typedTag, batch }: GivenAddress,
): Promise<Result<HeldDeposit>> => {
  const found = await findWithAttempt(depositId)
  if (found === null || found.attempt.userId !== userId || found.returnAskedAt === null)
    return fail('A0404', { field: 'id' })
  const ref = refOf(found.attempt)
  const asked = { address, tag: typedTag }
  const named = { owner: userId, purpose: `deposit.address.${depositId}`, key: batch, asked }
  const done = await once<null, Failure>(named, async (commit) => {
    const judged = validateAddress(found.coin ?? 'usd', asked)
    if (!judged.ok) return judged
    const { tag } = judged.value
    // People copy the address that they had paid to.
    const own = await db.paymentAttempt.count({ where: { userId, payAddress: address } })
    if (own > 0) return refuse({ context: 'ours' })
    const allowed = await consume('return-address', userId)
    if (!allowed.ok) return tooMany(allowed)
    return commit(async (tx): Promise<Result<null>> => {
      const { tell } = await lockTarget(tx, ref)
      const deposit = await tx.deposit.findUniqueOrThrow({ where: { id: depositId } })
      if (deposit.result !== 'person') return fail('A0409', { data: { context: 'decided' } })
      if (deposit.returnAddress === address && deposit.returnTag === tag) return ok(null)
      const at = now()
      const data = { returnAddress: address, returnTag: tag, returnGivenAt: at }
      await tx.deposit.update({ where: { id: depositId }, data })
      const fact = { kind: 'address-given', ...coinsOf(deposit), address, tag } as const
      await tell(tx, `address ${depositId} ${at.toISOString()} ${address} ${tag ?? ''}`, fact)
      const detail = tag === null ? address : `${address}, tag ${tag}`
      await recordAudit({ actor: userId, action: 'deposit.address', subject: depositId, detail }, tx)
      if (deposit.returnGivenAt === null)
        afterCommit(tx, 'say that an address was given', () =>
          log.error(
            { alert: 'payment-person', attempt: deposit.attemptId, reason: 'address-given' },
            'a payment needs a person (npm run operator -- payments list)',
          ),
        )
      return ok(null)
    })
  })
  if (!done.ok) return done
  return ok(show(await db.deposit.findUniqueOrThrow({ where: { id: depositId } })))
}

const placeText = ({ address, tag }: Place): string => (tag === null ? address : `${address} (${tag})`)
/** Fails if the money was not sent to the address that the customer wants now; null if it was. */
const checkPlace = ({ returnAddress: address, returnTag: tag }: DepositRow, sent: Place): Failure | null => {
  if (address === null) return fail('A0409', { field: 'address', data: { context: 'no-address' } })
  return address === sent.address && tag === sent.tag
    ? null
    : fail('A0409', { field: 'address', data: { context: 'other-address', address: placeText({ address, tag }) } })
}

export type SentBack = {
  depositId: string
  address: string
  tag?: string | null
  hash: string
  /**
   * The money was sent to another address than the customer's current one, or nobody had been asked; the reason
   * explains it.
   */
  isOther?: boolean
}
/**
 * Records that a deposit was returned by hand: the address and the transaction hash. The address must be the customer's
 * current one, unless `isOther` says that it was another: the customer is told so. A0404; A0409 it already has a
 * result, or was sent elsewhere (data.context: other-address with the current one, no-address); OP10017 the address is
 * not one of its coin.
 */
export const returnDeposit = async (
  by: By,
  { depositId, address, tag = null, hash, isOther = false }: SentBack,
): Promise<Result<null>> => {
  const found = await findWithAttempt(depositId)
  if (found === null) return fail('A0404', { field: 'id' })
  const ref = refOf(found.attempt)
  const judged = found.coin === null ? null : validateAddress(found.coin, { address, tag })
  if (judged?.ok === false) return judged
  const sentTag = judged?.value.tag ?? null
  return transact(async (tx): Promise<Result<null>> => {
    const target = await lockTarget(tx, ref)
    const deposit = await tx.deposit.findUniqueOrThrow({ where: { id: depositId } })
    if (deposit.result !== 'person') return fail('A0409')
    const elsewhere = checkPlace(deposit, { address, tag: sentTag })
    if (elsewhere !== null && !isOther) return elsewhere
    const { returnAddress, returnTag } = deposit
    const given = returnAddress === null ? null : placeText({ address: returnAddress, tag: returnTag })
    const instead = elsewhere === null ? null : given
    await returnKept(tx, target, deposit, { address, tag: sentTag, hash, instead }, by.userId)
    const data = { returnAddress: address, returnTag: sentTag, returnHash: hash }
    await tx.deposit.update({ where: { id: depositId }, data })
    await noteDecided(tx, deposit.attemptId)
    const place = `to ${placeText({ address, tag: sentTag })} instead of ${given ?? 'an address that was asked for'}`
    const detail = elsewhere === null ? hash : `${hash} ${place}`
    await recordActBy(by, { action: 'deposit.return', subject: depositId, detail }, tx)
    return ok(null)
  })
}
