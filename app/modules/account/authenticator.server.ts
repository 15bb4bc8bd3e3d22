/**
 * The second sign-in step: an authenticator app (TOTP, 30 seconds, one step of tolerance to each side) and ten recovery
 * codes. Each code works once, even if it is sent twice at the same moment.
 */
import { generateSecret, generateURI, verifySync } from 'otplib'
import { minuteMs, now, nowMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { consume, forgive } from '~/platform/limits.server'
import { codeAlphabet, hmacSha256, makeCode, makeId } from '~/platform/random.server'
import { deriveKey, encrypt, decrypt } from '~/platform/encryption.server'
import { transact } from '~/platform/transact.server'
import { recordAudit } from '~/modules/audit/audit.server'
import { plainDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { provePassword } from './own-password.server'
import { normalForm } from '~/text/normal-form'

const periodSeconds = 30
const toleranceSeconds = 30
export const recoveryCodeCount = 10
/** 43 random bits in two groups of letters that are hard to confuse when read aloud. */
const groupLength = 5
const purpose = 'totp'
/** Setup takes a few minutes; after this time an unfinished setup needs the password again. */
const setUpMs = 15 * minuteMs

type Holder = { id: string; totpSecretSealed: string | null; totpConfirmedAt: Date | null; lastTotpStep: number | null }
export const isAuthenticatorOn = (row: Pick<Holder, 'totpConfirmedAt' | 'totpSecretSealed'>): boolean =>
  row.totpConfirmedAt !== null && row.totpSecretSealed !== null

/** The secret, and when its setup began; null if it has no time. */
const openSecret = (sealed: string): { secret: string; begunMs: number | null } | null => {
  const text = decrypt(purpose, sealed)
  if (text === null) return null
  const [secret = '', begun] = text.split(' ')
  return { secret, begunMs: begun === undefined ? null : Number(begun) }
}
const encryptSecret = (secret: string): string => encrypt(purpose, `${secret} ${nowMs()}`)
/** The secret of an unfinished setup; null if there is none or it began too long ago. */
const secretInSetUp = (row: Pick<Holder, 'totpConfirmedAt' | 'totpSecretSealed'>): string | null => {
  const opened = row.totpConfirmedAt !== null || row.totpSecretSealed === null ? null : openSecret(row.totpSecretSealed)
  return opened === null || opened.begunMs === null || nowMs() - opened.begunMs > setUpMs ? null : opened.secret
}

/** The time step that a code belongs to, within the tolerance; null for a wrong code. */
const stepOf = (row: Holder, code: string): number | null => {
  const secret = row.totpSecretSealed === null ? null : (openSecret(row.totpSecretSealed)?.secret ?? null)
  if (secret === null || !/^\d{6}$/.test(code)) return null
  const found = verifySync({
    secret,
    token: code,
    period: periodSeconds,
    epoch: Math.floor(nowMs() / 1000),
    epochTolerance: toleranceSeconds,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}

const plainRecoveryCode = (text: string): string =>
  normalForm(dropUnseen(text), 'NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-‐‑–]/gu, '')
/** 43 bits are too few for a plain digest: it is keyed, so that a copy of the table alone reveals no code. */
const hashRecoveryCode = (userId: string, code: string): string =>
  hmacSha256(deriveKey('recovery-code'), `${userId} ${code}`)

const makeRecoveryCodes = async (tx: Transaction, userId: string): Promise<string[]> => {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(makeCode(2 * groupLength, codeAlphabet))
  const at = now()
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({
    data: [...codes].map((code) => ({ id: makeId(), userId, codeHash: hashRecoveryCode(userId, code), createdAt: at })),
  })
  return [...codes].map((code) => `${code.slice(0, groupLength)}-${code.slice(groupLength)}`)
}

export type SecondVia = 'authenticator' | 'recovery-code'
/**
 * Spends an authenticator code or a recovery code. I1206 if it is neither or was used; I1009 after ten tries in 15
 * minutes.
 */
export const spendSecondCode = async (row: Holder, typed: string): Promise<Result<SecondVia>> => {
  const allowed = await consume('second-step', row.id)
  if (!allowed.ok) return tooMany(allowed, 'code')
  const digits = typed.length > 100 ? null : plainDigits(typed)
  if (digits !== null) {
    const step = stepOf(row, digits)
    if (step === null) return fail('I1206', { field: 'code' })
    // A used step, and every earlier one, is invalid; of two concurrent uses only one wins.
    const won = await db.user.updateMany({
      where: {
        id: row.id,
        totpSecretSealed: row.totpSecretSealed,
        OR: [{ lastTotpStep: null }, { lastTotpStep: { lt: step } }],
      },
      data: { lastTotpStep: step },
    })
    if (won.count === 0) return fail('I1206', { field: 'code' })
    await forgive('second-step', row.id)
    return ok('authenticator')
  }
  if (typed.length > 100) return fail('I1206', { field: 'code' })
  const won = await db.recoveryCode.updateMany({
    where: { userId: row.id, codeHash: hashRecoveryCode(row.id, plainRecoveryCode(typed)), usedAt: null },
    data: { usedAt: now() },
  })
  if (won.count === 0) return fail('I1206', { field: 'code' })
  await forgive('second-step', row.id)
  return ok('recovery-code')
}

/**
 * Starts setting up an authenticator. It needs the password, so that somebody at an unattended browser can't lock the
 * owner out. Sign-in needs no code until it is confirmed; starting again makes a new secret. I1302, I1211 if one is on.
 */
export const startAuthenticator = async (
  userId: string,
  input: { password: string },
  issuer = 'Mango Portal',
): Promise<Result<{ secret: string; uri: string }>> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  if (row === null) return fail('I1310')
  if (isAuthenticatorOn(row)) return fail('I1211')
  const proven = await provePassword(row, input.password, 'password')
  if (!proven.ok) return proven
  const secret = generateSecret()
  const begun = await db.user.updateMany({
    where: { id: userId, totpConfirmedAt: null },
    data: { totpSecretSealed: encryptSecret(secret), lastTotpStep: null },
  })
  if (begun.count === 0) return fail('I1211')
  return ok({ secret, uri: generateURI({ issuer, label: row.userName, secret }) })
}

/** The unconfirmed setup started within the last 15 minutes, to show it again; null if there is none. */
export const findStartedAuthenticator = async (
  userId: string,
  issuer = 'Mango Portal',
): Promise<{ secret: string; uri: string } | null> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  const secret = row === null ? null : secretInSetUp(row)
  return row === null || secret === null ? null : { secret, uri: generateURI({ issuer, label: row.userName, secret }) }
}

/**
 * Turns the authenticator on with its first code; returns ten recovery codes, shown only this once. I1206 wrong, I1211
 * nothing started (or too long ago) or already on.
 */
export const confirmAuthenticator = async (
  userId: string,
  input: { code: string },
): Promise<Result<{ recoveryCodes: string[] }>> => {
  const row = await db.user.findUnique({ where: { id: userId } })
  if (row === null) return fail('I1310')
  if (secretInSetUp(row) === null) return fail('I1211')
  const allowed = await consume('second-step', userId)
  if (!allowed.ok) return tooMany(allowed, 'code')
  const step = stepOf(row, plainDigits(input.code) ?? '')
  if (step === null) return fail('I1206', { field: 'code' })
  const recoveryCodes = await transact(async (tx): Promise<Result<string[]>> => {
    const on = await tx.user.updateMany({
      where: { id: userId, totpConfirmedAt: null, totpSecretSealed: row.totpSecretSealed },
      data: { totpConfirmedAt: now(), lastTotpStep: step },
    })
    if (on.count === 0) return fail('I1211')
    await recordAudit({ actor: userId, action: 'authenticator.confirm', subject: userId }, tx)
    return ok(await makeRecoveryCodes(tx, userId))
  })
  if (!recoveryCodes.ok) return recoveryCodes
  await forgive('second-step', userId)
  return ok({ recoveryCodes: recoveryCodes.value })
}

/** Makes ten new recovery codes; the old ones become invalid. The caller has checked the password and a code. */
export const replaceRecoveryCodes = (userId: string): Promise<Result<{ recoveryCodes: string[] }>> =>
  transact(async (tx) => {
    await recordAudit({ actor: userId, action: 'authenticator.codes', subject: userId }, tx)
    return ok({ recoveryCodes: await makeRecoveryCodes(tx, userId) })
  })

/** Turns the authenticator off and removes its recovery codes and unfinished sign-ins. True if it was on. */
export const clearAuthenticator = async (tx: Transaction, userId: string): Promise<boolean> => {
  const off = await tx.user.updateMany({
    where: { id: userId, totpConfirmedAt: { not: null } },
    data: { totpSecretSealed: null, totpConfirmedAt: null, lastTotpStep: null },
  })
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.pendingSignIn.deleteMany({ where: { userId } })
  return off.count === 1
}
