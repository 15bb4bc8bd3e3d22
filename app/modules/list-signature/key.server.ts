/**
 * The keys that lists are signed with: one that signs, one that may wait, and all that have signed. The next one is
 * made known long before it signs, introduced by a signature of the current one; what a box trusts so leads it to all
 * that come later. Private halves are sealed, and go when their key is retired.
 */
import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { recordActBy, recordAudit, type By } from '~/modules/audit/audit.server'
import { dayMs, now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { makeSigningKeys } from '~/platform/random.server'
import { seal, unseal } from '~/platform/seal.server'
import { transact } from '~/platform/transact.server'
import { fail, ok, type Result } from '~/errors/table'
import { keyText } from './text'

export const keyStates = ['next', 'current', 'retired'] as const
export type KeyState = (typeof keyStates)[number]

/**
 * A key as boxes see it. `publicKey`: its 32 bytes in base64. `introduction`: the signature of `introducedBy` over it;
 * null for the first. It may sign from `notBefore` to `notAfter`; null where nobody has said so yet.
 */
export type PublicListKey = {
  id: string
  status: KeyState
  publicKey: string
  introducedBy: string | null
  introduction: string | null
  notBefore: Date | null
  notAfter: Date | null
  createdAt: Date
}
export type SigningKey = { id: string; privateKey: KeyObject }

/** A box asks for the keys at least once in this time, and so knows the next key before anything is signed by it. */
export const knownAheadMs = 7 * dayMs
/** Retired keys that are told; one a month is many, and a box of eight years ago still finds its way. */
const mostTold = 100

/** Another key signs from now on: what is signed already is signed again. */
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
    // The id is the key's own: who has another key under it sees that at once.
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    publicKey: raw.toString('base64'),
    privateSealed: seal(purpose, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
  }
}

/** Throws where the key was sealed with another server secret: the start has refused that already. */
const openKey = ({ id, privateSealed }: Pick<Row, 'id' | 'privateSealed'>): SigningKey => {
  const pem = privateSealed === null ? null : unseal(purpose, privateSealed)
  if (pem === null) throw new Error(`the private half of list key ${id} can’t be opened`)
  return { id, privateKey: createPrivateKey(pem) }
}

let current: SigningKey | null = null
let finding: Promise<SigningKey> | null = null
let epoch = 0

const makeFirst = async (): Promise<Row> => {
  const made = makePair()
  const at = now()
  const row = { ...made, state: 'current', introducedBy: null, introduction: null, createdAt: at, currentAt: at }
  const stored = await transact(async (tx) => {
    // Another one may have been made while this one waited for its turn.
    const there = await tx.listKey.findFirst({ where: { state: 'current' } })
    if (there !== null) return ok(there)
    await recordAudit({ actor: 'system', action: 'list-key.first', subject: made.id }, tx)
    return ok(await tx.listKey.create({ data: row }))
  })
  if (!stored.ok) throw new Error('a list key was refused')
  return stored.value
}

const findCurrent = async (): Promise<SigningKey> => {
  const before = epoch
  const key = openKey((await db.listKey.findFirst({ where: { state: 'current' } })) ?? (await makeFirst()))
  if (before !== epoch) return findCurrent()
  current = key
  return key
}

/** The key that signs now; the first one is made when it is first needed. */
export const signingKey = async (): Promise<SigningKey> => {
  if (current !== null) return current
  finding ??= findCurrent().finally(() => {
    finding = null
  })
  return finding
}

/** Forgets the key in memory. */
export const forgetSigningKey = (): void => {
  epoch++
  current = null
}

const shown = (row: Row): PublicListKey => ({
  id: row.id,
  status: row.state as KeyState,
  publicKey: row.publicKey,
  introducedBy: row.introducedBy,
  introduction: row.introduction,
  notBefore: row.currentAt,
  notAfter: row.retiredAt,
  createdAt: row.createdAt,
})

const places: Record<KeyState, number> = { current: 0, next: 1, retired: 2 }
const find = async (where: Prisma.ListKeyWhereInput): Promise<PublicListKey[]> => {
  await signingKey()
  const rows = await db.listKey.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }], take: mostTold })
  return rows.map(shown).sort((a, b) => places[a.status] - places[b.status])
}
/** All keys: the one that signs, the next one, then those that are retired, newest first. */
export const listKeys = (): Promise<PublicListKey[]> => find({})

/**
 * Those that a box may meet. One that was given up before it signed anything is none of them: a box that never hears of
 * it does not believe whoever has stolen it.
 */
export const toldKeys = (): Promise<PublicListKey[]> => find({ NOT: { state: 'retired', currentAt: null } })

const findNext = (tx: Transaction): Promise<Row | null> => tx.listKey.findFirst({ where: { state: 'next' } })

/** Makes the next key and makes it known; it signs nothing yet. A0409 one waits already. */
export const makeNextKey = async (by: By): Promise<Result<PublicListKey>> => {
  const signer = await signingKey()
  const made = makePair()
  const text = keyText({ ...made, by: signer.id })
  const row = {
    ...made,
    state: 'next',
    introducedBy: signer.id,
    introduction: sign(null, Buffer.from(text), signer.privateKey).toString('base64'),
    createdAt: now(),
  }
  return transact(async (tx): Promise<Result<PublicListKey>> => {
    if ((await findNext(tx)) !== null) return fail('A0409', { data: { reason: 'there-is-a-next-key' } })
    // Only the key that signs now may introduce another one.
    if ((await tx.listKey.count({ where: { id: signer.id, state: 'current' } })) === 0) return fail('A0409')
    const stored = await tx.listKey.create({ data: row })
    await recordActBy(by, { action: 'list-key.next', subject: stored.id, detail: `introduced by ${signer.id}` }, tx)
    return ok(shown(stored))
  })
}

/**
 * The next key signs from now on, and the one before it never again. A0404 none waits, A0409 it has not been known for
 * `knownAheadMs` yet (data.from), unless it is to be done at once all the same.
 */
export const switchKeys = async (by: By, { atOnce }: { atOnce: boolean }): Promise<Result<PublicListKey>> => {
  const switched = await transact(async (tx): Promise<Result<PublicListKey>> => {
    const next = await findNext(tx)
    if (next === null) return fail('A0404')
    const at = now()
    const from = new Date(next.createdAt.getTime() + knownAheadMs)
    if (!atOnce && from > at)
      return fail('A0409', { data: { reason: 'not-known-long-enough', from: from.toISOString() } })
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

/** Gives the next key up before it has signed anything. A0404 there is none of this id that waits. */
export const retireNextKey = (by: By, id: string): Promise<Result<PublicListKey>> =>
  transact(async (tx): Promise<Result<PublicListKey>> => {
    const next = await findNext(tx)
    if (next?.id !== id) return fail('A0404')
    const stored = await tx.listKey.update({
      where: { id },
      data: { state: 'retired', privateSealed: null, retiredAt: now() },
    })
    await recordActBy(by, { action: 'list-key.retire', subject: id }, tx)
    return ok(shown(stored))
  })
