/**
 * The payment password: six digits that the owner types for each transfer. Six digits alone could be guessed, so they
 * are hashed slowly with the server's key, and attempts are counted in the wallet's row before they are compared: the
 * tenth wrong one in a row locks for a day, however many processes check at once.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, Prisma, unsynced, type Transaction } from '~/platform/db.server'
import { makeKeyedQueue } from '~/platform/keyed-queue.server'
import { consume, peek } from '~/platform/limits.server'
import { deriveKey } from '~/platform/encryption.server'
import { afterCommit, transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import {
  confirmPassword,
  findCodeContact,
  hashOrBusy,
  notify,
  sendOwnCode,
  verifyOrBusy,
} from '~/modules/account/account.server'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import { spendCode, type Channel, type SentCode } from '~/modules/verification/verification.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { isTrivial, readPaymentDigits } from './payment-digits'
import { requireWallet } from './state.server'
import { tellOfWallet } from './notify.server'

/** Maximum wrong entries in a row, and the lock time after that. */
export const maxWrongEntries = 10
export const lockedForMs = dayMs

const purpose = 'payment-password'
const key = (): Uint8Array => deriveKey(purpose)
/** Includes the wallet's id, so that a hash copied to another wallet is useless there. */
const textOf = (userId: string, digits: string): string => `${userId} ${digits}`

/** `left`: wrong entries still allowed in a row; 0 while locked. */
export type PaymentPasswordState = { isSet: boolean; setAt: Date | null; left: number; lockedUntil: Date | null }

/** Whether a payment password is set, and whether it can be tried. A wallet that was never opened has none. */
export const paymentPasswordState = async (
  userId: string,
  tx: Pick<Transaction, 'wallet'> = db,
): Promise<PaymentPasswordState> => {
  const found = await tx.wallet.findUnique({
    where: { userId },
    select: { passwordHash: true, passwordSetAt: true, wrongEntries: true, lockedUntil: true },
  })
  const isSet = found !== null && found.passwordHash !== null
  const ended = found?.lockedUntil ?? null
  const lockedUntil = ended !== null && ended > now() ? ended : null
  // Counting restarts after a lock.
  const wrong = ended === null ? (found?.wrongEntries ?? 0) : lockedUntil === null ? 0 : maxWrongEntries
  return { isSet, setAt: found?.passwordSetAt ?? null, left: maxWrongEntries - wrong, lockedUntil }
}

const locked = (until: Date, field: string): Failure => fail('MC1105', { field, data: { until: until.toISOString() } })
const notSixDigits = (field: string): Failure => fail('A0422', { field, data: { reason: 'six-digits' } })

/**
 * The count is written before the comparison and survives a crash of the process; like other counters, it doesn't wait
 * for the disk.
 */
const rawUnsynced = Prisma.raw(unsynced)
type Counted = { passwordHash: string; wrongEntries: number | bigint; lockedUntil: Date | string | null }
/** Counts an entry in advance; null if none is left or no password is set. */
const takeEntry = async (userId: string): Promise<Counted | null> => {
  const at = now()
  const [row] = await db.$queryRaw<Counted[]>`${rawUnsynced} UPDATE "Wallet" SET
      "wrongEntries" = CASE WHEN "lockedUntil" IS NULL THEN "wrongEntries" + 1 ELSE 1 END,
      "lockedUntil" = CASE WHEN "lockedUntil" IS NULL AND "wrongEntries" + 1 >= ${maxWrongEntries}
        THEN ${inMs(lockedForMs)} ELSE NULL END
    WHERE "userId" = ${userId} AND "passwordHash" IS NOT NULL AND ("lockedUntil" IS NULL OR "lockedUntil" <= ${at})
    RETURNING "passwordHash", "wrongEntries", "lockedUntil"`
  return row ?? null
}
/** Nothing was compared: returns the entry. Ends a lock that this entry caused, but not another's. */
const giveBackEntry = async (userId: string, taken: number): Promise<void> => {
  await db.$queryRaw`${rawUnsynced} UPDATE "Wallet" SET
      "lockedUntil" = CASE WHEN "wrongEntries" = ${taken} THEN NULL ELSE "lockedUntil" END,
      "wrongEntries" = "wrongEntries" - 1
    WHERE "userId" = ${userId} AND "wrongEntries" > 0`
}
/** A correct entry resets the count, unless the password was changed in the meantime. */
const forgetEntries = async (userId: string, hash: string): Promise<void> => {
  await db.$queryRaw`${rawUnsynced} UPDATE "Wallet" SET "wrongEntries" = 0, "lockedUntil" = NULL
    WHERE "userId" = ${userId} AND "passwordHash" = ${hash}`
}

/**
 * Entries of one wallet are compared one at a time, so that correct ones at the same moment don't count as ten wrong
 * ones.
 */
const inTurn = makeKeyedQueue()

type Refusal = (left: number) => Failure
const compare = async (userId: string, digits: string, field: string, refuse: Refusal): Promise<Result<null>> => {
  const taken = await takeEntry(userId)
  if (taken === null) {
    const { isSet, lockedUntil } = await paymentPasswordState(userId)
    if (!isSet) return fail('MC1104')
    // The lock ended between the two queries.
    return locked(lockedUntil ?? now(), field)
  }
  const { passwordHash } = taken
  const wrong = Number(taken.wrongEntries)
  let right: Result<boolean> | null = null
  try {
    right = await verifyOrBusy(passwordHash, textOf(userId, digits), { who: userId, key: key() })
  } finally {
    if (right === null || !right.ok) await giveBackEntry(userId, wrong)
  }
  if (!right.ok) return right
  if (right.value) {
    await forgetEntries(userId, passwordHash)
    return ok(null)
  }
  if (wrong < maxWrongEntries || taken.lockedUntil === null) return refuse(maxWrongEntries - wrong)
  const until = new Date(taken.lockedUntil)
  const fact = { kind: 'locked', until: until.toISOString() } as const
  await transact((tx) => tellOfWallet(tx, userId, `locked ${fact.until}`, fact))
  return locked(until, field)
}

const check = async (userId: string, typed: string, field: string, refuse: Refusal): Promise<Result<null>> => {
  const digits = readPaymentDigits(typed)
  if (digits !== null) return inTurn(userId, () => compare(userId, digits, field, refuse))
  // If no entry could be right anyway, report that instead of the wrong format.
  const { isSet, lockedUntil } = await paymentPasswordState(userId)
  if (!isSet) return fail('MC1104')
  return lockedUntil === null ? notSixDigits(field) : locked(lockedUntil, field)
}

/**
 * Checks the payment password that a wallet's owner typed. MC1104 none is set; MC1105 locked (`data.until`, ISO);
 * MC1106 wrong (`data.left` more are allowed); A0422 (`data.reason` six-digits) it is not six digits, which is not
 * counted; A0503 too many at once, which is not counted either. The field is `paymentPassword`.
 */
export const checkPaymentPassword = (userId: string, typed: string): Promise<Result<null>> =>
  check(userId, typed, 'paymentPassword', (left) => fail('MC1106', { field: 'paymentPassword', data: { left } }))

/** `repeatPassword`: optional for API clients. */
export type NewPaymentPassword = { newPassword: string; repeatPassword?: string | undefined }

/** A0422 (six-digits), I1107 the two differ, I1111 one that everybody would try first. */
const readNew = ({ newPassword, repeatPassword }: NewPaymentPassword): Result<string> => {
  const digits = readPaymentDigits(newPassword)
  if (digits === null) return notSixDigits('newPassword')
  if (repeatPassword !== undefined && readPaymentDigits(repeatPassword) !== digits)
    return fail('I1107', { field: 'repeatPassword' })
  return isTrivial(digits) ? fail('I1111', { field: 'newPassword' }) : ok(digits)
}

/**
 * All visible problems in the form of a new password (with `oldPassword` or the account's `password`), for every field:
 * A0422 (six-digits), I1107, I1309.
 */
export const paymentPasswordFaults = (
  input: NewPaymentPassword & { oldPassword?: string; password?: string },
): Failure[] => {
  const { oldPassword, newPassword, repeatPassword, password } = input
  const read = readNew({ newPassword })
  const digits = readPaymentDigits(newPassword)
  const differs = digits !== null && repeatPassword !== undefined && readPaymentDigits(repeatPassword) !== digits
  return [
    ...(oldPassword === '' ? [notSixDigits('oldPassword')] : []),
    ...(read.ok ? [] : [read]),
    ...(repeatPassword === ''
      ? [notSixDigits('repeatPassword')]
      : differs
        ? [fail('I1107', { field: 'repeatPassword' })]
        : []),
    ...(password === '' ? [fail('I1309', { field: 'password' })] : []),
  ]
}

/**
 * Every new password sends a mail or SMS, so somebody who has the old one must not be able to trigger them without
 * limit.
 */
const newOnes = 'payment-password-new'
const mayChoose = async (userId: string): Promise<Failure | null> => {
  const seen = await peek(newOnes, userId)
  return seen.ok ? null : tooMany(seen)
}

type How = 'set' | 'change' | 'recover'
/**
 * Stores the password, and resets wrong entries and lock; the owner is notified by mail, or by SMS if there is only a
 * phone.
 */
const store = async (tx: Transaction, userId: string, hash: string, how: How, visit: Visit): Promise<void> => {
  const at = now()
  const fresh = { passwordHash: hash, passwordSetAt: at, wrongEntries: 0, lockedUntil: null, updatedAt: at }
  await tx.wallet.update({ where: { userId }, data: fresh })
  await recordAudit({ actor: userId, action: `payment-password.${how}`, subject: userId }, tx)
  const owner = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  await notify(tx, owner, visit.language, 'payment-password-changed')
  afterCommit(tx, 'count a new payment password', () => consume(newOnes, userId))
}

const hashNew = (userId: string, digits: string): Promise<Result<string>> =>
  hashOrBusy(textOf(userId, digits), { who: userId, key: key() })

/**
 * Sets the first payment password of a wallet, confirmed by the account's own password. MC1000 and MC1013 of the
 * wallet; A0409 one is already set; A0422, I1107, I1111 for the new one; I1302, I1309 and I1009 for the account's
 * password (`password`).
 */
export const setPaymentPassword = async (
  userId: string,
  input: NewPaymentPassword & { password: string },
  visit: Visit,
): Promise<Result<null>> => {
  const read = readNew(input)
  if (!read.ok) return read
  const allowed = await requireWallet(db, userId, 'in')
  if (!allowed.ok) return allowed
  if ((await paymentPasswordState(userId)).isSet) return fail('A0409', { data: { context: 'password-set' } })
  const over = await mayChoose(userId)
  if (over !== null) return over
  const proven = await confirmPassword(userId, input.password)
  if (!proven.ok) return proven
  const hashed = await hashNew(userId, read.value)
  if (!hashed.ok) return hashed
  return transact(async (tx): Promise<Result<null>> => {
    // Another tab may have been faster.
    const taken = await tx.wallet.updateMany({ where: { userId, passwordHash: null }, data: { updatedAt: now() } })
    if (taken.count === 0) return fail('A0409', { data: { context: 'password-set' } })
    const still = await requireWallet(tx, userId, 'in')
    if (!still.ok) return still
    await store(tx, userId, hashed.value, 'set', visit)
    return ok(null)
  })
}

/**
 * Changes the payment password with the old one. MC1005 the old one is wrong (`data.left`), which counts as a wrong
 * entry; MC1105 it is locked; MC1104 none is set; A0422 (six-digits, or same as the old one), I1107, I1111 for the new
 * one, which cost no entry; I1009 too many in a day.
 */
export const changePaymentPassword = async (
  userId: string,
  input: NewPaymentPassword & { oldPassword: string },
  visit: Visit,
): Promise<Result<null>> => {
  const read = readNew(input)
  if (!read.ok) return read
  const allowed = await requireWallet(db, userId, 'in')
  if (!allowed.ok) return allowed
  if (readPaymentDigits(input.oldPassword) === read.value)
    return fail('A0422', { field: 'newPassword', data: { reason: 'same', context: 'same' } })
  const over = await mayChoose(userId)
  if (over !== null) return over
  const proven = await check(userId, input.oldPassword, 'oldPassword', (left) =>
    fail('MC1005', { field: 'oldPassword', data: { left } }),
  )
  if (!proven.ok) return proven
  // With parallel requests, the earlier ones are counted by now.
  const more = await mayChoose(userId)
  if (more !== null) return more
  const old = await db.wallet.findUniqueOrThrow({ where: { userId }, select: { passwordHash: true } })
  const hashed = await hashNew(userId, read.value)
  if (!hashed.ok) return hashed
  return transact(async (tx): Promise<Result<null>> => {
    // The old password must not have changed since it was checked.
    const same = { userId, passwordHash: old.passwordHash }
    const taken = await tx.wallet.updateMany({ where: same, data: { updatedAt: now() } })
    if (taken.count === 0) return fail('A0409')
    const still = await requireWallet(tx, userId, 'in')
    if (!still.ok) return still
    await store(tx, userId, hashed.value, 'change', visit)
    return ok(null)
  })
}

/** Sends the code for a new payment password to the account's own e-mail or phone. MC1000, MC1013; I1210 none bound. */
export const sendPaymentPasswordCode = async (
  userId: string,
  channel: Channel,
  visit: Visit,
): Promise<Result<SentCode>> => {
  const allowed = await requireWallet(db, userId, 'in')
  return allowed.ok ? sendOwnCode(userId, purpose, channel, visit) : allowed
}

/**
 * Sets a new payment password with a code sent to the account's own e-mail or phone; this also ends a lock. I1102,
 * I1103, I1104 for the code; I1210, MC1000, MC1013; A0422, I1107, I1111 for the new one, which cost no try; I1009 too
 * many in a day.
 */
export const recoverPaymentPassword = async (
  userId: string,
  input: NewPaymentPassword & { code: string },
  visit: Visit,
): Promise<Result<null>> => {
  const read = readNew(input)
  if (!read.ok) return read
  const allowed = await requireWallet(db, userId, 'in')
  if (!allowed.ok) return allowed
  const over = await mayChoose(userId)
  if (over !== null) return over
  const owner = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const found = await findCodeContact(owner, purpose, input.code, visit)
  if (!found.ok) return found
  // With parallel requests, the earlier ones are counted by now.
  const more = await mayChoose(userId)
  if (more !== null) return more
  const hashed = await hashNew(userId, read.value)
  if (!hashed.ok) return hashed
  return transact(async (tx): Promise<Result<null>> => {
    await tx.wallet.updateMany({ where: { userId }, data: { updatedAt: now() } })
    const still = await requireWallet(tx, userId, 'in')
    if (!still.ok) return still
    const spent = await spendCode({ purpose, contact: found.value, visit, code: input.code }, tx)
    if (!spent.ok) return spent
    await store(tx, userId, hashed.value, 'recover', visit)
    return ok(null)
  })
}

/**
 * Ends a wallet's lock by an operator's action; the payment password stays. A0404 (wallet) no such wallet; A0409 it is
 * not locked.
 */
export const unlockWallet = (by: By, userId: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const at = now()
    const open = { wrongEntries: 0, lockedUntil: null, updatedAt: at }
    const ended = await tx.wallet.updateMany({ where: { userId, lockedUntil: { gt: at } }, data: open })
    if (ended.count === 0)
      return (await tx.wallet.count({ where: { userId } })) === 0
        ? fail('A0404', { data: { context: 'wallet' } })
        : fail('A0409', { data: { context: 'not-locked' } })
    await recordActBy(by, { action: 'wallet.unlock', subject: userId }, tx)
    return ok(null)
  })
