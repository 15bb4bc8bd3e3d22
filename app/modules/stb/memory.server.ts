/**
 * The app's cache of answers to boxes. An entry is invalidated the moment its source changes, and a read that began
 * before that is never stored after it. A mirror (the gateway in front) receives every entry and every invalidation, in
 * order.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  boxMaySee,
  exportForBox,
  findBoxNameChoices,
  findHolder,
  stagedBox,
} from '~/modules/channel-list/channel-list.server'
import { findDeviceToken, settingsHeader, type BoxClosure } from '~/modules/device/device.server'
import { earliestChange, findServiceState, runningServices } from '~/modules/entitlement/entitlement.server'
import { signList } from '~/modules/list-signature/list-signature.server'
import { now } from '~/platform/clock.server'
import { matchesEtag } from '~/platform/http.server'
import { sha256 } from '~/platform/random.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { revisionOfTag } from './loaded'
import {
  applyChange,
  contentAddress,
  isTooLong,
  languageFor,
  makeBoxMemory,
  servicesOwner,
  type BoxFacts,
  type BoxMirror,
  type ListFormat,
  type MemoryChange,
  type ReadyFile,
  type ReadyList,
  type ReadyServices,
} from './memory'

export type { BoxFacts, ListFormat, ReadyFile, ReadyList, ReadyServices } from './memory'

const compress = promisify(gzip)
/** Below this size, gzip saves no packet. */
const minCompressedBytes = 1400

export const memory = makeBoxMemory()
let mirror: BoxMirror | null = null
/** Called once at start, before the first entry. */
export const provideBoxMirror = (one: BoxMirror): void => {
  mirror = one
}

type Call = keyof BoxMirror
type Args<C extends Call> = Parameters<BoxMirror[C]>
/** Gives the mirror an entry again that it may have dropped, or lost in a restart. */
export const keepInMirror = <C extends Call>(call: C, ...args: Args<C>): void => {
  if (mirror !== null) applyChange(mirror, { call, args } as MemoryChange)
}
const inBoth = <C extends Call>(call: C, args: Args<C>): void => {
  applyChange(memory, { call, args } as MemoryChange)
  keepInMirror(call, ...args)
}

/** How often something of each kind was forgotten. */
const epochs = { box: 0, list: 0, services: 0, own: 0 }
type Kind = keyof typeof epochs
/** Makes a function that forgets entries, here and in the mirror. */
export const forgetting =
  <C extends Call>(kind: Kind, call: C) =>
  (...args: Args<C>): void => {
    epochs[kind]++
    inBoth(call, args)
  }
/** The same for all entries of a kind; a listener's event is no argument of the call. */
export const forgettingAll = (kind: Kind, call: Extract<Call, `forgetAll${string}`>) => (): void =>
  forgetting(kind, call)()
/** Begins to read an entry: the returned function keeps it, unless something of its kind was forgotten since. */
export const beginRead = (kind: Kind) => {
  const before = epochs[kind]
  return <C extends Call>(call: C, ...args: Args<C>): void => {
    if (before === epochs[kind]) inBoth(call, args)
  }
}

/** Forgets a box's tokens: it was bound, unbound, paired again or changed its brand. */
export const forgetBox = forgetting('box', 'forgetBox')
/** Forgets all tokens: an account was disabled or enabled. */
export const forgetAllBoxes = forgettingAll('box', 'forgetAllBoxes')
/** Forgets a list's files: it has changed or was deleted. */
export const forgetList = forgetting('list', 'forgetList')
/** Forgets the files of all lists: another key signs them from now on. */
export const forgetAllLists = forgettingAll('list', 'forgetAllLists')
/** Forgets a box's services: its periods, its switches or its owner changed. */
export const forgetServices = forgetting('services', 'forgetServices')
/** Forgets the services of all boxes: the catalogue changed. */
export const forgetAllServices = forgettingAll('services', 'forgetAllServices')

/** The box of a token, from the cache only. */
export const { peekBox, peekList, peekServices } = memory

/**
 * Whether CHMax is off for a box, and until when that is known. An unproven token reveals nothing of the box's own
 * services.
 */
const findClosure = async (
  box: Pick<BoxFacts, 'sn' | 'proven' | 'settings'>,
): Promise<Pick<BoxFacts, 'closed' | 'untilMs'>> => {
  if (!box.settings.enabled) return { closed: 'setting' }
  const { state, isGiven, until } = await findServiceState(servicesOwner(box), 'chmax', now())
  const untilMs = until === null ? {} : { untilMs: until.getTime() }
  return isGiven ? untilMs : { closed: state === 'switched-off' ? 'switched-off' : 'not-given', ...untilMs }
}

/** Why a box gets no list and can't save: C1109, whose `reason` says what has to be changed. */
export const closedFailure = ({ sn }: Pick<BoxFacts, 'sn'>, closed: BoxClosure): Failure =>
  fail('C1109', {
    data: {
      service: 'chmax',
      reason: closed,
      page: closed === 'not-given' ? '/service' : `/terminal/${sn}`,
      ...(closed === 'not-given' ? {} : { context: 'box-off' }),
    },
  })

/** The box of a token. I1304 forged, I1305 revoked. */
export const readBox = async (token: string): Promise<Result<BoxFacts>> => {
  const known = memory.peekBox(token)
  if (known !== undefined) {
    keepInMirror('keepBox', token, known)
    return ok(known)
  }
  const keep = beginRead('box')
  const found = await findDeviceToken(token)
  if (found === null) return fail('I1304')
  if (found.revoked) return fail('I1305')
  const { revoked: _, chosen, ...told } = found
  const { userId, sn } = told
  const facts = {
    ...told,
    ...(await findClosure(told)),
    settingsText: settingsHeader(sn, told.settings, told.settingsVersion, chosen),
  }
  const box: BoxFacts = userId === null ? facts : { ...facts, names: await findBoxNameChoices(userId, sn) }
  keep('keepBox', token, box)
  return ok(box)
}

/**
 * The gzip of files by their buffers, made once for all readers while those are in memory; null if it saves nothing.
 */
const zipped = new WeakMap<ArrayBufferLike, Promise<Uint8Array | null>>()
export const zip = (bytes: Uint8Array): Promise<Uint8Array | null> => {
  if (bytes.length < minCompressedBytes) return Promise.resolve(null)
  // Only a buffer that contains nothing but this file identifies it.
  const known = bytes.length === bytes.buffer.byteLength ? zipped.get(bytes.buffer) : undefined
  if (known !== undefined) return known
  const made = compress(bytes, { level: 6 }).then((packed) => (packed.length < bytes.length ? packed : null))
  if (bytes.length === bytes.buffer.byteLength) {
    zipped.set(bytes.buffer, made)
    made.catch(() => zipped.delete(bytes.buffer))
  }
  return made
}

/**
 * A list's file for a box. `tag`: the file that the box says it has. C1109 if CHMax is off for it, C1101 if there is no
 * such list that it may see.
 */
export const readList = async (
  box: BoxFacts,
  listId: string,
  format: ListFormat | null,
  tag?: string | null,
): Promise<Result<ReadyList>> => {
  if (box.closed !== undefined) return closedFailure(box, box.closed)
  const known = memory.peekList(box, listId, format)
  if (known !== undefined) {
    keepInMirror('keepList', known, format)
    return ok(known)
  }
  const keep = beginRead('list')
  const make = async (has: boolean | undefined, asHolder = false): Promise<Result<ReadyList>> => {
    const same = has === undefined ? undefined : memory.peekList(box, listId, format, has)
    if (same !== undefined) return ok(same)
    const language = languageFor(box, listId)
    const exported = await exportForBox(listId, format, language, stagedBox(box), asHolder)
    if (!exported.ok) return exported
    const { bytes, type, fileName, etag, lastModified, revision, audience, format: given, names } = exported.value
    const { stage, isStaged, count } = exported.value
    if (!boxMaySee(box, audience)) return fail('C1101')
    const gzip = await zip(bytes)
    const { headers, digest, untilMs } = await signList(bytes, {
      ...{ list: listId, owner: audience, revision, counter: count, names, format: given },
    })
    const file: ReadyFile = {
      ...{ bytes, type, fileName, etag, lastModified, digest },
      headers: { ...headers, 'content-location': contentAddress(listId, format, digest) },
      ...(gzip === null ? {} : { gzip }),
    }
    const list: ReadyList = { listId, revision, audience, language, stage, isStaged, file, untilMs }
    if (!isTooLong(list)) keep('keepList', list, format)
    return ok(list)
  }
  // The mirror can't tell who has the version of a paused stage.
  const has = stagedBox(box) === null ? undefined : await findHolder(box.sn, listId)
  if (has === false && revisionOfTag(tag) !== null) {
    // The last loads may be lost with a killed process. A box that names exactly this file has it, and keeps it.
    const staged = await make(true, true)
    if (staged.ok && matchesEtag((tag ?? '').replaceAll('-gzip"', '"'), staged.value.file.etag, 'weak')) return staged
  }
  return make(has)
}

/**
 * A box's services: its own once its token is proven, whoever owns it; until then what every box has, because anybody
 * may know a serial number. What was read is kept until something of it changes by itself or is changed, and is never
 * used after that. Its tag is weak: the answer around it tells the time as well.
 */
export const readServices = async (box: BoxFacts): Promise<ReadyServices> => {
  const known = memory.peekServices(box)
  if (known !== undefined) {
    keepInMirror('keepServices', known)
    return known
  }
  const keep = beginRead('services')
  const [sn, at] = [servicesOwner(box), now()]
  const [services, change] = await Promise.all([runningServices(sn, at), earliestChange(sn, at)])
  const told = services.map(({ service, given, state, startsAt, endsAt }) => ({
    key: service,
    on: given,
    state,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
  const json = JSON.stringify(told)
  const ready = {
    sn,
    fromMs: at.getTime(),
    untilMs: change?.getTime() ?? null,
    etag: `W/"${sha256(`${sn} ${json}`).slice(0, 32)}"`,
    json,
  }
  keep('keepServices', ready)
  return ready
}
