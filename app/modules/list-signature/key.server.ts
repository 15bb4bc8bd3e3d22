/**
 * The keys that sign lists: the current one, at most one waiting, and all former ones. The next key is published long
 * before it signs, introduced by a signature of the current one; that leads a box from the key it trusts to all later
 * ones. Private keys are encrypted, and deleted when their key is retired.
 */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import { dayMs, now, nowMs } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeEvent } from '~/platform/event.server'
import { makeSigningKeys } from '~/platform/random.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import { transact } from '~/platform/transact.server'
import { fail, ok, type Result } from '~/errors/table'
import type { ListKey } from './key.schema'

export type SigningKey = { id: string; privateKey: KeyObject }

/** A box asks for the keys at least this often, so it knows the next key before that key signs anything. */
export const knownAheadMs = 7 * dayMs
/**
 * How many retired keys are listed: enough for monthly changes over eight years, so that even an old box finds its way.
 */
const maxPublished = 100

/** A key is replaced about once a year (docs/operations.md). */
const maxSigningMs = 400 * dayMs

/** Another key signs from now on, so cached signatures are made again. */
export const listKeyChanged = makeEvent<null>('list-key.changed', { awaited: true })

const purpose = 'list-key'
/** What precedes the 32 bytes in an Ed25519 public key's DER. */
const derPrefixBytes = 12

type Row = Awaited<ReturnType<typeof db.listKey.findFirstOrThrow>>
type Made = { id: string; publicKey: string; privateSealed: string }

const makePair = (): Made => {
  const { publicKey, privateKey } = makeSigningKeys()
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(derPrefixBytes)
  return {
    // The id is derived from the key, so a box notices at once if it has another key under the same id.
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    publicKey: raw.toString('base64'),
    privateSealed: encrypt(purpose, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  }
}

/** Throws if the key was encrypted with another server secret; the start checks refuse that already. */
const openKey = ({ id, privateSealed }: Pick<Row, 'id' | 'privateSealed'>): SigningKey => {
  const pem = privateSealed === null ? null : decrypt(purpose, privateSealed)
  if (pem === null) throw new Error(`the private half of list key ${id} can’t be opened`)
  return { id, privateKey: createPrivateKey(pem) }
}

const makeFirst = async (): Promise<Row> => {
  const made = makePair()
  const at = now()
  const row = { ...made, state: 'current', introducedBy: null, introduction: null, createdAt: at, currentAt: at }
  const stored = await transact(async (tx) => {
    // Another call may have made one while this one waited for its turn.
    const there = await tx.listKey.findFirst({ where: { state: 'current' } })
    if (there !== null) return ok(there)
    await recordAudit({ actor: 'system', action: 'list-key.first', subject: made.id }, tx)
    return ok(await tx.listKey.create({ data: row }))
  })
  if (!stored.ok) throw new Error('a list key was refused')
  return stored.value
}

let current: Promise<SigningKey> | null = null
/** Forgets the cached key. */
export const forgetSigningKey = (): void => {
  current = null
}
const findCurrent = async (): Promise<SigningKey> =>
  openKey((await db.listKey.findFirst({ where: { state: 'current' } })) ?? (await makeFirst()))
/** The key that signs now; the first one is made when it is first needed. */
export const signingKey = (): Promise<SigningKey> => {
  current ??= findCurrent().catch((error: unknown) => {
    forgetSigningKey()
    throw error
  })
  return current
}

const shown = ({ id, state, publicKey, introducedBy, introduction, currentAt, retiredAt, createdAt }: Row): ListKey => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') } as const
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
  return {
    ...{ id, status: state as ListKey['status'], publicKey, pem, jwk: { ...jwk, kid: id } },
    ...{ introducedBy, introduction, notBefore: currentAt, notAfter: retiredAt, createdAt },
  }
}

const places: Record<ListKey['status'], number> = { current: 0, next: 1, retired: 2 }
const find = async (where: Prisma.ListKeyWhereInput): Promise<ListKey[]> => {
  await signingKey()
  const rows = await db.listKey.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], take: maxPublished })
  return rows.map(shown).sort((a, b) => places[a.status] - places[b.status])
}
/** All keys: the current one, the next one, then the retired ones, newest first. */
export const listKeys = (): Promise<ListKey[]> => find({})

/**
 * Keys that a box may meet. A key that was dropped before it signed anything is left out: a box that never hears of it
 * won't believe whoever has stolen it.
 */
export const publishedKeys = (): Promise<ListKey[]> => find({ NOT: { state: 'retired', currentAt: null } })

/** The text with which a key introduces the next one; docs/stb.md describes it for box makers. */
const introductionOf = ({ id, publicKey }: Made, by: string): string =>
  `mango-list-key 1\nkey ${id}\npublic ${publicKey}\nby ${by}\n`

const noNextKey = fail('A0404', { data: { context: 'next-key' } })
const findNext = (tx: Transaction): Promise<Row | null> => tx.listKey.findFirst({ where: { state: 'next' } })

/** Makes the next key and publishes it; it signs nothing yet. A0409: one is already waiting. */
export const makeNextKey = async (by: By): Promise<Result<ListKey>> => {
  const signer = await signingKey()
  const made = makePair()
  const row = {
    ...made,
    state: 'next',
    introducedBy: signer.id,
    introduction: sign(null, Buffer.from(introductionOf(made, signer.id)), signer.privateKey).toString('base64'),
    createdAt: now(),
  }
  return transact(async (tx): Promise<Result<ListKey>> => {
    if ((await findNext(tx)) !== null) return fail('A0409', { data: { context: 'next-key' } })
    // Only the key that signs now may introduce another.
    if ((await tx.listKey.count({ where: { id: signer.id, state: 'current' } })) === 0) return fail('A0409')
    const stored = await tx.listKey.create({ data: row })
    await recordActBy(by, { action: 'list-key.next', subject: stored.id, detail: `introduced by ${signer.id}` }, tx)
    return ok(shown(stored))
  })
}

/**
 * From now on the next key signs, and the current one never again. A0404: none is waiting. A0409: it has been known for
 * less than `knownAheadMs` (data.from), unless the change is forced.
 */
export const switchKeys = async (by: By, { atOnce }: { atOnce: boolean }): Promise<Result<ListKey>> => {
  const switched = await transact(async (tx): Promise<Result<ListKey>> => {
    const next = await findNext(tx)
    if (next === null) return noNextKey
    const at = now()
    const from = new Date(next.createdAt.getTime() + knownAheadMs)
    if (!atOnce && from > at) return fail('A0409', { data: { context: 'next-key-new', from: from.toISOString() } })
    await tx.listKey.updateMany({
      where: { state: 'current' },
      data: { state: 'retired', privateSealed: null, retiredAt: at },
    })
    const stored = await tx.listKey.update({ where: { id: next.id }, data: { state: 'current', currentAt: at } })
    const detail = `in place of ${next.introducedBy ?? '-'}${atOnce ? ', at once' : ''}`
    await recordActBy(by, { action: 'list-key.switch', subject: next.id, detail }, tx)
    return ok(shown(stored))
  })
  if (switched.ok) {
    forgetSigningKey()
    await listKeyChanged.notify(null)
  }
  return switched
}

/** Drops the next key before it has signed anything. A0404: no key with this id is waiting. */
export const retireNextKey = (by: By, id: string): Promise<Result<ListKey>> =>
  transact(async (tx): Promise<Result<ListKey>> => {
    const next = await findNext(tx)
    if (next?.id !== id) return noNextKey
    const stored = await tx.listKey.update({
      where: { id },
      data: { state: 'retired', privateSealed: null, retiredAt: now() },
    })
    await recordActBy(by, { action: 'list-key.retire', subject: id }, tx)
    return ok(shown(stored))
  })

/** Alerts the provider if the key that signs is overdue. It goes on signing, because boxes must not be left behind. */
export const checkKeyAge = async (): Promise<void> => {
  const overdue = await db.listKey.findFirst({
    where: { state: 'current', currentAt: { lt: new Date(nowMs() - maxSigningMs) } },
    select: { id: true, currentAt: true },
  })
  if (overdue !== null)
    log.error({ alert: 'list-key-old', key: overdue.id, since: overdue.currentAt }, 'the key that signs lists is old')
}
