/**
 * Nonces for encrypted bodies: created by the server, signed instead of stored, and usable once. Only the server's
 * clock decides whether one is still valid, so a client whose clock is a day off works too.
 */
import { createHmac } from 'node:crypto'
import { minuteMs, now, nowMs } from '~/platform/clock.server'
import { db, isUniqueViolation } from '~/platform/db.server'
import { randomBytes, sameSecret } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'

/** A form that stays open longer requests another nonce before it is sent. */
export const nonceLivesMs = 5 * minuteMs

const signatureOf = (body: string): string =>
  createHmac('sha256', deriveKey('body-nonce')).update(body).digest('base64url').slice(0, 22)

/** A nonce for one encrypted body. */
export const issueNonce = (): string => {
  const body = `${(nowMs() + nonceLivesMs).toString(36)}.${randomBytes(16).toString('base64url')}`
  return `${body}.${signatureOf(body)}`
}

/** When the nonce expires by the server's clock; null if this server never created it. */
export const findNonceEndMs = (nonce: string): number | null => {
  const parts = /^([0-9a-z]{8,10}\.[\w-]{22})\.([\w-]{22})$/.exec(nonce)
  if (parts?.[1] === undefined || parts[2] === undefined || !sameSecret(parts[2], signatureOf(parts[1]))) return null
  return Number.parseInt(parts[1].slice(0, parts[1].indexOf('.')), 36)
}

/** Marks a nonce as used; false if it was used before. Of concurrent calls only one returns true. */
export const spendNonce = async (nonce: string, endsAtMs: number): Promise<boolean> => {
  try {
    await db.usedNonce.create({ data: { nonce, expiresAt: new Date(endsAtMs) } })
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Removes used nonces that have expired. */
export const clearOldNonces = async (): Promise<number> =>
  (await db.usedNonce.deleteMany({ where: { expiresAt: { lt: now() } } })).count
