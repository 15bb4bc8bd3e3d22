/**
 * Redeems a code: uses it up, credits its value to the wallet and notifies the owner in one transaction. If several
 * people try the same code at once, only one gets it.
 */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { consume, forgive, peek, type LimitName } from '~/platform/limits.server'
import type { Visit } from '~/platform/visit'
import { requirePass } from '~/modules/captcha/captcha.server'
import { codeRedeemed, post } from '~/modules/ledger/ledger.server'
import { requireWallet, tellWalletOwner } from '~/modules/wallet/wallet.server'
import { printAmount, scales } from '~/text/amount'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { hashCode } from './batch.server'
import { hintOf, readCode } from './code-text'

const mango = (amount: bigint): string => printAmount(amount, { scale: scales.MANGO })

/** `amount` in Mango, as decimal text; `number`: the wallet transaction's; `at` as ISO text. */
export type Redeemed = { amount: string; number: string; at: string }

/** Why a code could not be taken: an account that used it itself sees when and for how much. */
const findCodeRefusal = async (tx: Transaction, userId: string, codeHash: string): Promise<Failure> => {
  const field = 'code'
  const found = await tx.redeemCode.findUnique({ where: { codeHash }, include: { batch: true } })
  if (found === null) return fail('MC1301', { field })
  const { batch, redeemedAt } = found
  if (redeemedAt !== null && found.userId === userId) {
    const data = { context: 'own', amount: mango(batch.value), at: redeemedAt.toISOString() }
    return fail('MC1302', { field, data })
  }
  if (redeemedAt !== null) return fail('MC1302', { field })
  if (batch.withdrawnAt !== null) return fail('MC1300', { field, data: { context: 'withdrawn' } })
  return fail('MC1300', { field, data: { context: 'ended', at: batch.endsAt.toISOString() } })
}

const redeem = async (tx: Transaction, userId: string, letters: string): Promise<Result<Redeemed>> => {
  const codeHash = hashCode(letters)
  const at = now()
  // The first statement takes the code if it can be taken: whoever comes second finds it used.
  const [taken] = await tx.$queryRaw<{ batchId: string; place: number | bigint }[]>`
    UPDATE "RedeemCode" SET "userId" = ${userId}, "redeemedAt" = ${at},
      "transferId" = 'code/' || "batchId" || '/' || "place"
    WHERE "codeHash" = ${codeHash} AND "userId" IS NULL AND EXISTS (
      SELECT 1 FROM "RedeemBatch" b
      WHERE b."id" = "batchId" AND b."withdrawnAt" IS NULL AND b."endsAt" > ${at})
    RETURNING "batchId", "place"`
  const opened = await requireWallet(tx, userId, 'in')
  if (!opened.ok) return opened
  if (taken === undefined) return findCodeRefusal(tx, userId, codeHash)
  const { value } = await tx.redeemBatch.findUniqueOrThrow({ where: { id: taken.batchId } })
  const id = `code/${taken.batchId}/${taken.place}`
  const movement = codeRedeemed({ userId, mango: value, usd: value })
  const posted = await post(tx, { id, actor: userId, note: hintOf(letters), ...movement })
  if (!posted.ok || !posted.value.isNew) throw new Error(`${id}: a code that was free has been paid out`)
  const { number } = await tx.ledgerTransfer.findUniqueOrThrow({ where: { id }, select: { number: true } })
  const redeemed = { amount: mango(value), number: number ?? '', at: at.toISOString() }
  await tellWalletOwner(tx, userId, id, { kind: 'code', amount: redeemed.amount, number: redeemed.number })
  return ok(redeemed)
}

/** Limits for invalid codes: beyond them a captcha is required, so that others can't lock anybody out. */
const doubtsOf = (userId: string, visit: Visit): (readonly [LimitName, string])[] => [
  ['doubt-redeem-account', userId],
  ['doubt-redeem-address', visit.address],
  ['doubt-redeem-all', 'all'],
]
/** A code used by the same account, or a wallet that is not open, is not a guess. */
const isGuess = ({ code, data }: Failure): boolean =>
  code === 'MC1301' || code === 'MC1300' || (code === 'MC1302' && data?.['context'] !== 'own')

/** Counts against the limits of account and address, and requires a captcha after too many wrong codes. */
const allow = async (userId: string, visit: Visit): Promise<Result<null>> => {
  for (const [name, key] of [
    ['redeem-account', userId],
    ['redeem-address', visit.address],
  ] as const) {
    const allowed = await consume(name, key)
    if (!allowed.ok) return tooMany(allowed)
  }
  let risky = false
  for (const [name, key] of doubtsOf(userId, visit)) if (!(await peek(name, key)).ok) risky = true
  return requirePass({ visit, purpose: 'redeem', risky })
}

/**
 * Redeems a typed code, once per `batch`: repeating it returns the first answer. MC1300 it can't be a code, or is no
 * longer valid (`data.context`: empty, shape, check, ended, withdrawn); MC1301 no such code; MC1302 used, with
 * `data.at` and `data.amount` if this account used it; MC1000 and MC1013 by the wallet's state; I1009, B0005.
 */
export const redeemCode = async (
  userId: string,
  { code, batch }: { code: string; batch?: string | undefined },
  visit: Visit,
): Promise<Result<Redeemed & { isNew: boolean }>> => {
  const read = readCode(code)
  if (!read.ok) return fail('MC1300', { field: 'code', data: { context: read.problem } })
  const named = {
    owner: userId,
    purpose: 'code.redeem',
    key: batch,
    asked: { code: hashCode(read.letters) },
    livesMs: moneyKeyLivesMs,
  }
  const done = await once<Redeemed, Failure>(named, async (commit) => {
    const allowed = await allow(userId, visit)
    if (!allowed.ok) return allowed
    const redeemed = await commit((tx) => redeem(tx, userId, read.letters))
    if (!redeemed.ok && isGuess(redeemed)) for (const [name, key] of doubtsOf(userId, visit)) await consume(name, key)
    else await forgive('redeem-account', userId)
    return redeemed
  })
  return done.ok ? ok({ ...done.value, isNew: done.isNew }) : done
}

/** The codes that an account used most recently, newest first, for its page. */
export const lastRedeemed = async (userId: string, most: number): Promise<Redeemed[]> => {
  const rows = await db.redeemCode.findMany({
    where: { userId },
    include: { batch: { select: { value: true } } },
    orderBy: { redeemedAt: 'desc' },
    take: most,
  })
  const ids = rows.flatMap(({ transferId }) => (transferId === null ? [] : [transferId]))
  const transfers = await db.ledgerTransfer.findMany({
    where: { id: { in: ids } },
    select: { id: true, number: true },
  })
  const numbers = new Map(transfers.map(({ id, number }) => [id, number ?? '']))
  return rows.map(({ batch, transferId, redeemedAt }) => ({
    amount: mango(batch.value),
    number: numbers.get(transferId ?? '') ?? '',
    at: (redeemedAt ?? now()).toISOString(),
  }))
}
