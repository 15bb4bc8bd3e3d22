/**
 * Signs lists for boxes: an Ed25519 signature over a list's digest and all by which a box tells that it is the one that
 * it asked for, of its own owner, and no older one (decision 0492). The one public file of the module.
 */
import { createHash, sign } from 'node:crypto'
import { dayMs, hourMs, nowMs, secondMs } from '~/platform/clock.server'
import { signingKey } from './key.server'
import { listText, signatureHeader, type ListFacts } from './text'

export {
  keyStates,
  listKeyChanged,
  listKeys,
  makeNextKey,
  retireNextKey,
  switchKeys,
  toldKeys,
  type PublicListKey,
} from './key.server'

/**
 * Makes the first key where there is none yet: while there is room for it, not when the first box asks on a full disk.
 */
export const prepareSigning = async (): Promise<void> => void (await signingKey())

/** Whose list it is; only what boxes are told of it stands in a signature. */
export type Owner = { kind: 'system' | 'vno' | 'user'; ownerId: string; vnoId: string | null }

/** Ids are nobody's business: a digest of one tells two apart as well. */
const tagOf = (kind: string, id: string): string =>
  `${kind}-${createHash('sha256').update(`list-owner ${kind} ${id}`).digest('hex').slice(0, 16)}`
const accountTag = (userId: string): string => tagOf('account', userId)
const vnoTag = (vnoId: string): string => tagOf('vno', vnoId)

/** The owner of a list as its signature names it. */
export const ownerTag = ({ kind, ownerId, vnoId }: Owner): string =>
  kind === 'system' ? 'system' : kind === 'vno' ? vnoTag(vnoId ?? '') : accountTag(ownerId)
/** The owners whose lists a box may be given. */
export const ownerTagsFor = (box: { userId: string | null; vnoId: string | null }): string[] => [
  'system',
  ...(box.vnoId === null ? [] : [vnoTag(box.vnoId)]),
  ...(box.userId === null ? [] : [accountTag(box.userId)]),
]

/** The digests of files by their bytes: a file is signed anew every hour, and read through once. */
const digests = new WeakMap<ArrayBufferLike, Buffer>()
const digestOf = (bytes: Uint8Array): Buffer => {
  // Only a buffer that contains nothing but this file identifies it.
  const isWhole = bytes.length === bytes.buffer.byteLength
  const known = isWhole ? digests.get(bytes.buffer) : undefined
  if (known !== undefined) return known
  const digest = createHash('sha256').update(bytes).digest()
  if (isWhole) digests.set(bytes.buffer, digest)
  return digest
}

/**
 * `headers` go with every whole or partial answer and with 304; `digest`: the file's SHA-256 in base64. Both hold until
 * `untilMs`, at which the file is signed anew.
 */
export type Signed = { headers: Readonly<Record<string, string>>; digest: string; untilMs: number }

/** A box asks once a day at least: whoever is answered by what is older is kept from news. */
const goodForMs = 2 * dayMs

/** Signs a list's file, `bytes` being what it is without compression. */
export const signList = async (
  bytes: Uint8Array,
  list: Omit<ListFacts, 'keyId' | 'signedAt' | 'expiresAt' | 'length' | 'sha256' | 'owner'> & { owner: Owner },
): Promise<Signed> => {
  const key = await signingKey()
  const digest = digestOf(bytes)
  // What is given out within one hour has one moment, so that no two answers of it contradict one another.
  const hourBeganMs = Math.floor(nowMs() / hourMs) * hourMs
  const facts: ListFacts = {
    ...list,
    owner: ownerTag(list.owner),
    keyId: key.id,
    signedAt: hourBeganMs / secondMs,
    expiresAt: (hourBeganMs + goodForMs) / secondMs,
    length: bytes.length,
    sha256: digest.toString('hex'),
  }
  const signature = sign(null, Buffer.from(listText(facts)), key.privateKey)
  return {
    headers: { 'chmax-signature': signatureHeader(facts, signature) },
    digest: digest.toString('base64'),
    untilMs: hourBeganMs + hourMs,
  }
}
