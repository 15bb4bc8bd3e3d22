/**
 * Pairing of a box: its token, the code that it shows, and the nonce with which it proves its secret. A token is
 * trusted when the box proved its secret or its owner confirmed the code. An untrusted token never sees an account's
 * lists, and creating one changes nothing that exists, because anybody may know a serial number.
 */
import { dayMs, minuteMs, now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { hmacSha256, makeCode, makeId, makeToken, sha256 } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { findProvenNonce, findRegisteredBox } from '~/modules/registry/registry.server'
import { deviceChanged } from './change.server'
import { userCodeLength } from './device.schema'
import { ownerlessSettings, settingsOf, type ChosenList, type TokenBox } from './setting'

export const pairingMs = 15 * minuteMs
const nonceMs = 5 * minuteMs
/** How many nonces of one box may wait; a box's second call may overtake the first. */
const maxNoncesPerBox = 10
export const deviceTokenPrefix = 'mpd_'

/** A code has 34 random bits, so its digest is keyed: a copy of the table alone reveals no code. */
export const hashUserCode = (code: string): string => hmacSha256(deriveKey('user-code'), code)

/** A nonce with which a box proves that it knows its secret. */
export const makeNonce = async (sn: string): Promise<{ nonce: string; expiresInSeconds: number }> => {
  const nonce = makeToken()
  const kept = await db.pairingNonce.findMany({
    where: { sn },
    orderBy: { expiresAt: 'desc' },
    skip: maxNoncesPerBox - 1,
    select: { nonce: true },
  })
  await db.pairingNonce.deleteMany({
    where: { OR: [{ nonce: { in: kept.map((row) => row.nonce) } }, { expiresAt: { lt: now() } }] },
  })
  await db.pairingNonce.create({ data: { nonce, sn, expiresAt: new Date(nowMs() + nonceMs) } })
  return { nonce, expiresInSeconds: nonceMs / 1000 }
}

/**
 * True if the proof matches a valid nonce of this box, which this call uses up. `nonce` restricts the check to the
 * nonce that the box names.
 */
export const takeProvenNonce = async (sn: string, proof: string, nonce: string | null): Promise<boolean> => {
  const living = await db.pairingNonce.findMany({
    where: { sn, expiresAt: { gt: now() }, ...(nonce === null ? {} : { nonce }) },
    orderBy: { expiresAt: 'desc' },
  })
  const proven = await findProvenNonce(
    sn,
    living.map((row) => row.nonce),
    proof,
  )
  if (proven === null) return false
  return (await db.pairingNonce.deleteMany({ where: { nonce: proven } })).count === 1
}

export type StartedPairing = { token: string; userCode: string; expiresInSeconds: number }

export type PairingFacts = { modelName: string | null; softwareVersion: string | null; address: string }

/**
 * Gives a box a new token and a code to show. Earlier ones end only if the box proved its secret; otherwise tokens and
 * codes stay valid until the owner confirms one of them.
 */
export const startPairing = async (sn: string, trusted: boolean, facts: PairingFacts): Promise<StartedPairing> => {
  const token = makeToken(deviceTokenPrefix)
  const userCode = makeCode(userCodeLength)
  const at = now()
  const { address, ...said } = facts
  await transact(async (tx) => {
    const told = {
      ...(said.modelName === null ? {} : { modelName: said.modelName }),
      ...(said.softwareVersion === null ? {} : { softwareVersion: said.softwareVersion }),
    }
    await tx.device.upsert({
      where: { sn },
      create: { sn, createdAt: at, lastSeenAt: at, provenAt: trusted ? at : null, ...told },
      update: trusted ? { lastSeenAt: at, provenAt: at, ...told } : {},
    })
    await tx.boxPairing.deleteMany({ where: { sn, ...(trusted ? {} : { expiresAt: { lte: at } }) } })
    if (trusted) await tx.deviceToken.updateMany({ where: { sn, revokedAt: null }, data: { revokedAt: at } })
    const { id: tokenId } = await tx.deviceToken.create({
      data: { id: makeId(), sn, tokenHash: sha256(token), createdAt: at, trustedAt: trusted ? at : null },
    })
    await tx.boxPairing.create({
      data: {
        id: makeId(),
        sn,
        tokenId,
        userCodeHash: hashUserCode(userCode),
        address,
        ...said,
        createdAt: at,
        expiresAt: new Date(at.getTime() + pairingMs),
      },
    })
    if (trusted) deviceChanged.notifyAfter(tx, { sn })
    return ok(null)
  })
  return { token, userCode, expiresInSeconds: pairingMs / 1000 }
}

/** How long a revoked token is kept, and an unconfirmed one that a newer one has replaced. */
const unconfirmedMs = 90 * dayMs
const revokedMs = 30 * dayMs
/** How many tokens are examined at a time. */
const maxCleared = 1000
/** Removes expired codes, revoked tokens, and tokens that nobody confirmed and that newer ones have replaced. */
export const clearOldPairings = async (): Promise<void> => {
  const at = nowMs()
  await db.boxPairing.deleteMany({ where: { expiresAt: { lt: now() } } })
  await db.deviceToken.deleteMany({ where: { revokedAt: { lt: new Date(at - revokedMs) } } })
  const old = await db.deviceToken.findMany({
    where: { trustedAt: null, revokedAt: null, createdAt: { lt: new Date(at - unconfirmedMs) } },
    select: { id: true, sn: true },
    orderBy: { id: 'asc' },
    take: maxCleared,
  })
  for (const { id, sn } of old) {
    if (
      (await db.deviceToken.findFirst({ where: { sn, revokedAt: null, id: { gt: id } }, select: { id: true } })) ===
      null
    )
      continue
    await db.deviceToken.updateMany({ where: { id, trustedAt: null }, data: { revokedAt: now() } })
    await deviceChanged.notify({ sn })
  }
}

/** `chosen`: the list that its owner chose for the box. Without `userId`, the settings are those of no owner. */
export type DeviceToken = Omit<TokenBox, 'names' | 'settingsText' | 'closed'> & {
  id: string
  revoked: boolean
  chosen: ChosenList | null
}

/** The box that a device token belongs to; null for a forged token. */
export const findDeviceToken = async (token: string): Promise<DeviceToken | null> => {
  const row = await db.deviceToken.findUnique({
    where: { tokenHash: sha256(token) },
    include: {
      device: {
        include: { user: { select: { disabledAt: true } }, activeList: { select: { id: true, kind: true } } },
      },
    },
  })
  if (row === null) return null
  const { device } = row
  const { activeList } = device
  const open = device.userId !== null && row.trustedAt !== null && device.user?.disabledAt === null
  const registered = await findRegisteredBox(row.sn)
  return {
    id: row.id,
    sn: row.sn,
    userId: open ? device.userId : null,
    claimed: device.userId !== null && !open,
    vnoId: registered?.vnoId ?? null,
    proven: row.trustedAt !== null,
    model: registered?.model ?? '',
    software: device.softwareVersion,
    revoked: row.revokedAt !== null,
    settings: open ? settingsOf(device) : ownerlessSettings,
    settingsVersion: device.settingsVersion,
    chosen: !open || activeList === null ? null : { id: activeList.id, isReadyMade: activeList.kind !== 'user' },
  }
}

/**
 * How long the code issued with this token still waits for the owner; null when it has expired. Never the code itself.
 */
export const findPairing = async (tokenId: string): Promise<{ expiresInSeconds: number } | null> => {
  const row = await db.boxPairing.findUnique({ where: { tokenId } })
  if (row === null || row.expiresAt <= now()) return null
  return { expiresInSeconds: Math.ceil((row.expiresAt.getTime() - nowMs()) / 1000) }
}
