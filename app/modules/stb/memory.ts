/**
 * A cache of what boxes ask for repeatedly: tokens, a list's file with its gzip, and a box's services. The app fills
 * one, and the gateway in front of it answers from its own copy.
 */
import { LRUCache } from 'lru-cache'
import { nowMs } from '~/platform/clock.server'
import { makeEtag, type FileBody } from '~/platform/http.server'
import { boxMaySee } from '~/modules/channel-list/rights'
import { isGivenStage, type ListStage } from '~/modules/channel-list/publication/stage.schema'
import type { Audience } from '~/modules/channel-list/types'
import { tellSettings, type BoxClosure, type SentSettings, type TokenBox } from '~/modules/device/setting'
import { fileFormatNames, nameLanguages, type FileFormat, type NameLanguage } from '~/engine/types'
import { holdsNow, makeOwnMemory } from './own-memory'

export type { OwnName, ReadyOwn } from './own-memory'

/** Tokens of boxes (about 300 bytes each), and services of as many (a few hundred, two kilobytes at most). */
export const maxTokens = 50_000
/** Bodies and their gzip; 200 lists of the usual 260 KB. */
export const maxListBytes = 64 * 1024 * 1024

/** `id`: the token's row. The facts are valid until just before `untilMs`, when a service of the box begins or ends. */
export type BoxFacts = TokenBox & { id: string; untilMs?: number }
export type ListFormat = FileFormat
/** A list's file, ready to be sent. */
export type ReadyFile = FileBody & { fileName: string }
/** `language` of the channel names; null: the channels' own names. */
export type ReadyList = {
  listId: string
  revision: number
  audience: Audience
  language: NameLanguage | null
  /** For a ready-made list: its stage, and whether this file is the staged version. */
  stage: ListStage | null
  isStaged: boolean
  file: ReadyFile
  /** When its signature must be renewed; absent: it is valid as long as the list. */
  untilMs?: number
}
const hexOf = (digest: string | undefined): string => Buffer.from(digest ?? '', 'base64').toString('hex')
/** The URL of the content of a list's file. */
export const contentAddress = (listId: string, format: ListFormat | null, digest: string): string =>
  `/api/stb/lists/${listId}/${hexOf(digest)}${format === null ? '' : `?format=${format}`}`
/**
 * A list's file as that URL answers it: always the same, and therefore without what changes, the signature and the
 * settings. Null if the content is another one.
 */
export const contentOf = (file: ReadyFile, sha256: string): ReadyFile | null =>
  hexOf(file.digest) === sha256 ? { ...file, headers: {}, cacheControl: 'private, max-age=31536000, immutable' } : null
/**
 * A box's services as JSON, ready to be sent. Valid from `fromMs` until just before `untilMs`, when something begins or
 * ends; null if nothing does. Without a serial number: the services that every box has.
 */
export type ReadyServices = { sn: string; fromMs: number; untilMs: number | null; etag: string; json: string }

/**
 * The CHMax settings of a box, why CHMax is off if it is, and a weak ETag, because the answer also contains a sentence.
 */
export const toBoxView = (
  box: Pick<BoxFacts, 'sn' | 'settings' | 'settingsVersion' | 'closed'>,
): { told: SentSettings & { closed: BoxClosure | null }; json: string; etag: string } => {
  const told = { ...tellSettings(box.sn, box.settings, box.settingsVersion), closed: box.closed ?? null }
  const json = JSON.stringify(told)
  return { told, json, etag: `W/${makeEtag(Buffer.from(json))}` }
}

/** Whose services a box is told: its own, or those of any box until its serial number is proven. */
export const servicesOwner = (box: Pick<BoxFacts, 'sn' | 'proven'>): string => (box.proven ? box.sn : '')

/** The changes of a memory. A copy of it (the gateway's) receives each of them, in order. */
export type BoxMirror = Omit<BoxMemory, 'peekBox' | 'peekList' | 'peekServices' | 'peekOwn'>
/** One of these calls, as a message between processes. */
export type MemoryChange = { [K in keyof BoxMirror]: { call: K; args: Parameters<BoxMirror[K]> } }[keyof BoxMirror]
export const applyChange = (memory: BoxMirror, { call, args }: MemoryChange): void =>
  (memory[call] as (...args: unknown[]) => void)(...args)
/** A mirror that reports each change. */
export const makeMirror = (tell: (change: MemoryChange) => void): BoxMirror =>
  Object.fromEntries(
    Object.keys(makeBoxMemory())
      .filter((call) => !call.startsWith('peek'))
      .map((call) => [call, (...args: unknown[]) => tell({ call, args } as MemoryChange)]),
  ) as BoxMirror

/**
 * The language of a list's channel names for a box: the box's choice wins over the list's; null: the channels' own
 * names.
 */
export const languageFor = ({ names }: BoxFacts, listId: string): NameLanguage | null => {
  if (names === undefined) return null
  return names.box === 'original' ? null : (names.box ?? names.lists[listId] ?? null)
}

/** The keys of one list: its own dialect and each requested format, in each language of names, staged or not. */
const keyOf = (listId: string, format: ListFormat | null, language: NameLanguage | null, isStaged: boolean): string =>
  `${format ?? 'own'} ${language ?? ''} ${listId}${isStaged ? ' staged' : ''}`
const formatsOfKey = [null, ...fileFormatNames] as const
const languagesOfKey = [null, ...nameLanguages] as const
const sizeOf = (list: ReadyList): number => list.file.bytes.length + (list.file.gzip?.length ?? 0)

/** True for a list that is never cached, because it would displace many others. */
export const isTooLong = (list: ReadyList): boolean => sizeOf(list) > maxListBytes / 4

export const makeBoxMemory = () => {
  const tokensOfBox = new Map<string, Set<string>>()
  const tokens = new LRUCache<string, BoxFacts>({
    max: maxTokens,
    dispose: ({ sn }, token) => {
      const own = tokensOfBox.get(sn)
      own?.delete(token)
      if (own?.size === 0) tokensOfBox.delete(sn)
    },
  })
  const lists = new LRUCache<string, ReadyList>({
    ...{ maxSize: maxListBytes, maxEntrySize: maxListBytes / 4, sizeCalculation: sizeOf },
  })
  const services = new LRUCache<string, ReadyServices>({ max: maxTokens })

  return {
    ...makeOwnMemory(),
    peekBox: (token: string): BoxFacts | undefined => {
      const box = tokens.get(token)
      if (box?.untilMs === undefined || nowMs() < box.untilMs) return box
      tokens.delete(token)
      return undefined
    },
    keepBox: (token: string, box: BoxFacts): void => {
      tokens.set(token, box)
      tokensOfBox.set(box.sn, (tokensOfBox.get(box.sn) ?? new Set()).add(token))
    },
    /** Forgets a box's tokens: it was bound, unbound, paired again or changed its brand. */
    forgetBox: (sn: string): void => {
      for (const token of [...(tokensOfBox.get(sn) ?? [])]) tokens.delete(token)
    },
    /** Forgets all tokens: an account was disabled or enabled. */
    forgetAllBoxes: (): void => tokens.clear(),
    /** A list's file that this box may have. `has`: whether it already has the version of a paused stage. */
    peekList: (box: BoxFacts, listId: string, format: ListFormat | null, has?: boolean): ReadyList | undefined => {
      if (box.closed !== undefined) return undefined
      const language = languageFor(box, listId)
      const keys = { out: keyOf(listId, format, language, false), staged: keyOf(listId, format, language, true) }
      // All files of a list in memory have the same stage: any change of the stage drops them.
      const { stage = null } = lists.peek(keys.out) ?? lists.peek(keys.staged) ?? {}
      const given = isGivenStage(box, stage, has)
      if (given === null) return undefined
      const key = given ? keys.staged : keys.out
      const list = lists.peek(key)
      if (list === undefined || !boxMaySee(box, list.audience)) return undefined
      if (list.untilMs === undefined || nowMs() < list.untilMs) return lists.get(key)
      lists.delete(key)
      return undefined
    },
    keepList: (list: ReadyList, format: ListFormat | null): void =>
      void lists.set(keyOf(list.listId, format, list.language, list.isStaged), list),
    /** Forgets a list's files: it has changed or is gone. */
    forgetList: (listId: string): void => {
      for (const format of formatsOfKey)
        for (const language of languagesOfKey)
          for (const isStaged of [false, true]) lists.delete(keyOf(listId, format, language, isStaged))
    },
    forgetAllLists: (): void => lists.clear(),
    /** The services of this box, if they are still valid at this moment. */
    peekServices: (box: BoxFacts): ReadyServices | undefined => {
      const sn = servicesOwner(box)
      const known = services.get(sn)
      if (known === undefined || holdsNow(known)) return known
      services.delete(sn)
      return undefined
    },
    keepServices: (ready: ReadyServices): void => void services.set(ready.sn, ready),
    /** Forgets a box's services: its periods, switches or owner changed. */
    forgetServices: (sn: string): void => void services.delete(sn),
    /** Forgets the services of all boxes: the catalogue changed. */
    forgetAllServices: (): void => services.clear(),
  }
}
export type BoxMemory = ReturnType<typeof makeBoxMemory>
