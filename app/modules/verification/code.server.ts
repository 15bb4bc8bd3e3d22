/**
 * Creates, checks and spends codes. The six digits are not stored: they are the HOTP value of a secret derived from the
 * server's key and everything that the code is bound to.
 */
import { createHmac } from 'node:crypto'
import { generateSync, verifySync } from 'otplib'
import { dayMs, inMs, now, nowMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import { fail, ok, type Result } from '~/errors/table'
import { codeDigits, codeLifeMs, codeTries, refusalOfCode, stateOfCode } from './code.states'
import type { Purpose } from '~/modules/outbox/outbox.server'
import type { Channel } from './contact.schema'

type Bound = { id: string; purpose: string; targetKey: string; binding: string }
const secretOf = (row: Bound): Uint8Array =>
  createHmac('sha256', deriveKey('verification'))
    .update(JSON.stringify([row.id, row.purpose, row.targetKey, row.binding]))
    .digest()
const codeOf = (row: Bound): string =>
  generateSync({ strategy: 'hotp', secret: secretOf(row), counter: 0, digits: codeDigits })
const isCodeOf = (row: Bound, code: string): boolean =>
  verifySync({ strategy: 'hotp', secret: secretOf(row), counter: 0, digits: codeDigits, token: code }).valid

export type NewCode = {
  purpose: Purpose
  channel: Channel
  targetKey: string
  userId: string | null
  binding: string
  decoy: boolean
}
/** Makes a code and closes the visitor's older one for the same purpose and target. Returns its six digits. */
export const insertCode = async (tx: Transaction, made: NewCode): Promise<string> => {
  const id = makeId()
  await tx.verificationCode.updateMany({
    where: {
      purpose: made.purpose,
      targetKey: made.targetKey,
      binding: made.binding,
      usedAt: null,
      triesLeft: { gt: 0 },
    },
    data: { triesLeft: 0 },
  })
  await tx.verificationCode.create({
    data: { id, ...made, createdAt: now(), expiresAt: inMs(codeLifeMs), triesLeft: codeTries },
  })
  return codeOf({ id, ...made })
}

export type CodeQuery = { purpose: Purpose; targetKey: string; binding: string; code: string }
export type RightCode = { id: string; userId: string | null; channel: string }

/**
 * Uses one try of the visitor's newest code, and compares. The try is used before comparing, so that concurrent guesses
 * can't exceed the limit; a correct code gets it back.
 */
export const tryCode = async (
  query: CodeQuery,
  tx: Pick<Transaction, 'verificationCode'> = db,
): Promise<Result<RightCode>> => {
  const { purpose, targetKey, binding, code } = query
  const row = await tx.verificationCode.findFirst({
    where: { purpose, targetKey, binding },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  if (row === null) return fail('I1103', { field: 'code' })
  const at = now()
  const state = stateOfCode(row, at)
  if (state !== 'active') return fail(refusalOfCode[state], { field: 'code' })
  if (!/^\d{6}$/.test(code)) return fail('I1103', { field: 'code' })
  const taken = await tx.verificationCode.updateMany({
    where: { id: row.id, usedAt: null, triesLeft: { gt: 0 }, expiresAt: { gt: at } },
    data: { triesLeft: { decrement: 1 } },
  })
  if (taken.count === 0) return fail('I1103', { field: 'code' })
  const right = isCodeOf(row, code) && !row.decoy
  if (!right) return fail('I1104', { field: 'code', data: { triesLeft: Math.max(row.triesLeft - 1, 0) } })
  await tx.verificationCode.updateMany({ where: { id: row.id, usedAt: null }, data: { triesLeft: { increment: 1 } } })
  return ok({ id: row.id, userId: row.userId, channel: row.channel })
}

/** Spends a correct code. Of several concurrent uses only one wins; the others get I1103. */
export const markSpent = async (id: string, tx: Pick<Transaction, 'verificationCode'> = db): Promise<boolean> => {
  const at = now()
  return (
    (await tx.verificationCode.updateMany({ where: { id, usedAt: null, expiresAt: { gt: at } }, data: { usedAt: at } }))
      .count === 1
  )
}

const closing = ['sign-in', 'recover', 'change-password', 'payment-password']
/**
 * Closes the account's open codes for signing in and for changing the account, after its contact or password has
 * changed.
 */
export const closeCodes = async (tx: Pick<Transaction, 'verificationCode'>, userId: string): Promise<void> => {
  await tx.verificationCode.updateMany({
    where: { userId, purpose: { in: closing }, usedAt: null, triesLeft: { gt: 0 } },
    data: { triesLeft: 0 },
  })
}

/** How long a code's row is kept after its end. */
const keptMs = dayMs
/** Removes rows of codes that ended long ago; the server calls it periodically. */
export const clearOldCodes = async (): Promise<number> =>
  (await db.verificationCode.deleteMany({ where: { expiresAt: { lt: new Date(nowMs() - keptMs) } } })).count
