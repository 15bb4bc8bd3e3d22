/**
 * Pairing of a box: its token, the code that it shows, and the nonce that it proves its secret with. A token is trusted
 * when the box proved its secret or its owner confirmed the code; an untrusted token never sees an account's lists.
 */
import { minuteMs, now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { hmacSha256, makeCode, makeId, makeToken, sha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/seal.server'
import { findProvenNonce, findRegisteredBox } from '~/modules/registry/registry.server'
import { notifyDeviceChanged } from './change.server'
import { userCodeLength } from './device.schema'

export const pairingMs = 15 * minuteMs
const nonceMs = 5 * minuteMs
/** Wrong codes before the box must show a new one: a person mistypes twice, a program needs billions. */
const maxTries = 5
/** Nonces that wait for one box; a second call of the box may overtake the first. */
const maxNoncesPerBox = 10
export const deviceTokenPrefix = 'mpd_'

/** A code has 34 random bits, so its digest is keyed: a copy of the table alone tells no code. */
export const hashUserCode = (code: string): string => hmacSha256(deriveKey('user-code'), code)

/** A nonce for a box with a secret to prove it by. */
export const makeNonce = async (sn: string): Promise<{ nonce: string; expiresInSeconds: number }> => {
  const nonce = makeToken()
  const kept = await db.pairingNonce.findMany({ where: { sn }, orderBy: { expiresAt: 'desc' }, skip: maxNoncesPerBox - 1, select: { nonce: true } })
  await db.pairingNonce.deleteMany({ where: { OR: [{ nonce: { in: kept.map((row) => row.nonce) } }, { expiresAt: { lt: now() } }] } })
  await db.pairingNonce.create({ data: { nonce, sn, expiresAt: new Date(nowMs() + nonceMs) } })
  return { nonce, expiresInSeconds: nonceMs / 1000 }
}

/** True when the proof fits a living nonce of this box, which is used up by it. `nonce` narrows to the one the box names. */
export const takeProvenNonce = async (sn: string, proof: string, nonce: string | null): Promise<boolean> => {
  const living = await db.pairingNonce.findMany({ where: { sn, expiresAt: { gt: now() }, ...(nonce === null ? {} : { nonce }) }, orderBy: { expiresAt: 'desc' } })
  const proven = await findProvenNonce(sn, living.map((row) => row.nonce), proof)
  if (proven === null) return false
  return (await db.pairingNonce.deleteMany({ where: { nonce: proven } })).count === 1
}

export type StartedPairing = { token: string; userCode: string; expiresInSeconds: number }

/**
 * Gives a box a new token and a code to show. The old tokens end, but for one: where a bound box could not prove
 * itself, its trusted token stays until the owner confirms the new one, because anybody may know a serial number.
 */
export const startPairing = async (sn: string, trusted: boolean, facts: { modelName: string | null; softwareVersion: string | null }): Promise<StartedPairing> => {
  const token = makeToken(deviceTokenPrefix)
  const userCode = makeCode(userCodeLength)
  const at = now()
  await db.$transaction(async (tx) => {
    const told = { ...(facts.modelName === null ? {} : { modelName: facts.modelName }), ...(facts.softwareVersion === null ? {} : { softwareVersion: facts.softwareVersion }) }
    const device = await tx.device.upsert({ where: { sn }, create: { sn, createdAt: at, lastSeenAt: at, ...told }, update: trusted ? { lastSeenAt: at, ...told } : {} })
    const keepTrusted = device.userId !== null && !trusted
    await tx.deviceToken.updateMany({ where: { sn, revokedAt: null, ...(keepTrusted ? { trustedAt: null } : {}) }, data: { revokedAt: at } })
    await tx.deviceToken.create({ data: { id: makeId(), sn, tokenHash: sha256(token), createdAt: at, trustedAt: trusted ? at : null } })
    const pairing = { userCodeHash: hashUserCode(userCode), expiresAt: new Date(at.getTime() + pairingMs), triesLeft: maxTries, createdAt: at, lastPolledAt: null }
    await tx.pairing.upsert({ where: { sn }, create: { sn, ...pairing }, update: pairing })
  })
  notifyDeviceChanged(sn)
  return { token, userCode, expiresInSeconds: pairingMs / 1000 }
}

export type DeviceToken = {
  id: string
  sn: string
  /** The account whose lists this token opens: the box is bound, the token trusted, the account not disabled. */
  userId: string | null
  /** The box is bound to an account, but this token does not open its lists. */
  claimed: boolean
  vnoId: string | null
  revoked: boolean
}

/** The box of a device token's secret; null for a forged one. */
export const findDeviceToken = async (token: string): Promise<DeviceToken | null> => {
  const row = await db.deviceToken.findUnique({ where: { tokenHash: sha256(token) }, include: { device: { include: { user: { select: { disabledAt: true } } } } } })
  if (row === null) return null
  const { device } = row
  const open = device.userId !== null && row.trustedAt !== null && device.user?.disabledAt === null
  const registered = await findRegisteredBox(row.sn)
  return { id: row.id, sn: row.sn, userId: open ? device.userId : null, claimed: device.userId !== null && !open, vnoId: registered?.vnoId ?? null, revoked: row.revokedAt !== null }
}

/** The code that waits for this box's owner, if one is alive. Never the code itself. */
export const findPairing = async (sn: string): Promise<{ expiresInSeconds: number } | null> => {
  const row = await db.pairing.findUnique({ where: { sn } })
  if (row === null || row.triesLeft <= 0 || row.expiresAt <= now()) return null
  return { expiresInSeconds: Math.ceil((row.expiresAt.getTime() - nowMs()) / 1000) }
}
