/**
 * What boxes ask for again and again, kept in memory: who holds a token, and a list's file with its gzip. An entry is
 * dropped the moment its source changes, and a read that began before that moment is never stored after it.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { boxMaySee, exportForBox } from '~/modules/channel-list/channel-list.server'
import { findDeviceToken, type DeviceToken } from '~/modules/device/device.server'
import { fail, ok, type Result } from '~/errors/table'

const compress = promisify(gzip)

/** A box's tokens: about 300 bytes each. */
const maxTokens = 50_000
/** Bodies and their gzip; 200 lists of the usual 260 KB. */
const maxListBytes = 64 * 1024 * 1024
/** Below this gzip saves no packet. */
const leastCompressedBytes = 1400

export type BoxFacts = Omit<DeviceToken, 'revoked'>
export type ListFormat = 'sdx' | 'chl'
/** A list's file, ready to be sent. */
export type ReadyFile = { bytes: Uint8Array; gzip?: Uint8Array; type: string; fileName: string; etag: string; lastModified: Date }
type Exported = Extract<Awaited<ReturnType<typeof exportForBox>>, { ok: true }>['value']
export type ReadyList = { listId: string; revision: number; audience: Exported['audience']; file: ReadyFile }

const tokens = new Map<string, BoxFacts>()
const tokensOfBox = new Map<string, Set<string>>()
let tokenEpoch = 0

const dropToken = (token: string): void => {
  const box = tokens.get(token)
  if (box === undefined) return
  tokens.delete(token)
  const own = tokensOfBox.get(box.sn)
  own?.delete(token)
  if (own?.size === 0) tokensOfBox.delete(box.sn)
}

/** Forgets a box's tokens: it was bound, unbound, paired anew or changed its brand. */
export const forgetBox = (sn: string): void => {
  tokenEpoch++
  for (const token of [...(tokensOfBox.get(sn) ?? [])]) dropToken(token)
}

/** Forgets all tokens: an account was disabled or enabled. */
export const forgetAllBoxes = (): void => {
  tokenEpoch++
  tokens.clear()
  tokensOfBox.clear()
}

/** The box of a token, from memory alone. */
export const peekBox = (token: string): BoxFacts | undefined => tokens.get(token)

/** The box of a token. I1304 forged, I1305 revoked. */
export const readBox = async (token: string): Promise<Result<BoxFacts>> => {
  const known = tokens.get(token)
  if (known !== undefined) return ok(known)
  const epoch = tokenEpoch
  const found = await findDeviceToken(token)
  if (found === null) return fail('I1304')
  if (found.revoked) return fail('I1305')
  const { revoked: _, ...box } = found
  if (epoch === tokenEpoch) {
    tokens.set(token, box)
    const own = tokensOfBox.get(box.sn)
    if (own === undefined) tokensOfBox.set(box.sn, new Set([token]))
    else own.add(token)
    const oldest = tokens.size > maxTokens ? tokens.keys().next().value : undefined
    if (oldest !== undefined) dropToken(oldest)
  }
  return ok(box)
}

const lists = new Map<string, ReadyList>()
/** The keys of one list: its own dialect and each format that was asked for. */
const keyOf = (listId: string, format: ListFormat | null): string => `${format ?? 'own'} ${listId}`
const formatsOfKey = [null, 'sdx', 'chl'] as const
let listEpoch = 0
let heldBytes = 0
const sizeOf = (list: ReadyList): number => list.file.bytes.length + (list.file.gzip?.length ?? 0)

const dropKey = (key: string): void => {
  const list = lists.get(key)
  if (list === undefined) return
  lists.delete(key)
  heldBytes -= sizeOf(list)
}

/** Forgets a list's files: it changed or is gone. */
export const forgetList = (listId: string): void => {
  listEpoch++
  for (const format of formatsOfKey) dropKey(keyOf(listId, format))
}

/** A list's file that this box may have, from memory alone. */
export const peekList = (box: BoxFacts, listId: string, format: ListFormat | null): ReadyList | undefined => {
  const key = keyOf(listId, format)
  const list = lists.get(key)
  if (list === undefined || !boxMaySee(box, list.audience)) return undefined
  // The one that was asked for last goes to the end: the first of the map is the one to give up.
  lists.delete(key)
  lists.set(key, list)
  return list
}

/** A list's file for a box. C1101 when there is none that it may see, C1107 when the list can't be written so. */
export const readList = async (box: BoxFacts, listId: string, format: ListFormat | null): Promise<Result<ReadyList>> => {
  const known = peekList(box, listId, format)
  if (known !== undefined) return ok(known)
  const epoch = listEpoch
  const exported = await exportForBox(listId, format)
  if (!exported.ok) return exported
  const { bytes, type, fileName, etag, lastModified, revision, audience } = exported.value
  if (!boxMaySee(box, audience)) return fail('C1101')
  const zipped = bytes.length >= leastCompressedBytes ? await compress(bytes, { level: 6 }) : undefined
  const file: ReadyFile = { bytes, type, fileName, etag, lastModified, ...(zipped !== undefined && zipped.length < bytes.length ? { gzip: zipped } : {}) }
  const list: ReadyList = { listId, revision, audience, file }
  if (epoch === listEpoch && sizeOf(list) <= maxListBytes / 4) {
    const key = keyOf(listId, format)
    dropKey(key)
    lists.set(key, list)
    heldBytes += sizeOf(list)
    for (const oldest of lists.keys()) {
      if (heldBytes <= maxListBytes) break
      dropKey(oldest)
    }
  }
  return ok(list)
}
