/**
 * Signs lists for boxes: a small JSON with the file's digest, and everything that a box needs to see that this is the
 * list it asked for, its owner's, and not an older version (decision 0492). The module's one public file.
 */
import { createHash, sign } from 'node:crypto'
import { dayMs, hourMs, nowMs, secondMs } from '~/platform/clock.server'
import { signingKey } from './key.server'

export {
  checkKeyAge,
  listKeyChanged,
  listKeys,
  makeNextKey,
  retireNextKey,
  signingKey,
  switchKeys,
  publishedKeys,
} from './key.server'

/** Whose list it is; a signature contains only what boxes are told about that. */
export type Owner = { kind: 'system' | 'vno' | 'user'; ownerId: string; vnoId: string | null }

/** Account ids are private; a digest tells two accounts apart just as well. */
const tagOf = (kind: string, id: string): string =>
  `${kind}-${createHash('sha256').update(`list-owner ${kind} ${id}`).digest('hex').slice(0, 16)}`

/** The list's owner as its signature names it. */
export const ownerTag = ({ kind, ownerId, vnoId }: Owner): string =>
  kind === 'system' ? 'system' : kind === 'vno' ? tagOf('vno', vnoId ?? '') : tagOf('account', ownerId)
/** The owners whose lists a box may get. */
export const ownerTagsFor = (box: { userId: string | null; vnoId: string | null }): string[] => [
  'system',
  ...(box.vnoId === null ? [] : [tagOf('vno', box.vnoId)]),
  ...(box.userId === null ? [] : [tagOf('account', box.userId)]),
]

/** The digests of files by their buffers: a file is signed again every hour, but hashed once. */
const digests = new WeakMap<ArrayBufferLike, Buffer>()
const digestOf = (bytes: Uint8Array): Buffer => {
  // Only a buffer that contains nothing but this file identifies it.
  const isWhole = bytes.length === bytes.buffer.byteLength
  const digest = (isWhole ? digests.get(bytes.buffer) : undefined) ?? createHash('sha256').update(bytes).digest()
  if (isWhole) digests.set(bytes.buffer, digest)
  return digest
}

/**
 * `headers` go with every whole or partial answer and with 304; `digest`: the file's SHA-256 in base64. Both are valid
 * until `untilMs`, when the file is signed again.
 */
export type Signed = { headers: Readonly<Record<string, string>>; digest: string; untilMs: number }

/** A box asks at least once a day, so an older answer means that somebody withholds the newer ones. */
const goodForMs = 2 * dayMs

/**
 * Signs a list's file; `bytes` is the uncompressed file. `counter` never decreases: it counts publications, or is a
 * User list's revision. `names`: the language of the channel names; null: the channels' own.
 */
export const signList = async (
  bytes: Uint8Array,
  of: { list: string; owner: Owner; revision: number; counter: number; names: string | null; format: string },
): Promise<Signed> => {
  const key = await signingKey()
  const digest = digestOf(bytes)
  // All answers within one hour carry the same moment, so that no two contradict each other.
  const hourBeganMs = Math.floor(nowMs() / hourMs) * hourMs
  const json = JSON.stringify({
    ...{ ...of, owner: ownerTag(of.owner), length: bytes.length, sha256: digest.toString('hex') },
    ...{ issued: hourBeganMs / secondMs, expires: (hourBeganMs + goodForMs) / secondMs },
  })
  const signature = sign(null, Buffer.from(json), key.privateKey).toString('base64')
  return {
    headers: { 'chmax-signature': `${key.id} ${signature} ${json}` },
    digest: digest.toString('base64'),
    untilMs: hourBeganMs + hourMs,
  }
}
