/**
 * A cache of what an account's boxes fetch: MyLink, audio entries and their pictures, ready to be sent. The app fills
 * one, and the gateway in front of it another.
 */
import { LRUCache } from 'lru-cache'
import { nowMs } from '~/platform/clock.server'
import type { FileBody } from '~/platform/http.server'

/** Bodies and their gzip: a thousand accounts with a few hundred links, or eight of the maximum. */
export const maxOwnBytes = 32 * 1024 * 1024
/** A clock set back by less than this is ignored: clocks are corrected all the time. */
const clockToleranceMs = 1000
/** Whether something is valid at this moment. */
export const holdsNow = ({ fromMs, untilMs }: { fromMs: number; untilMs: number | null }): boolean => {
  const atMs = nowMs()
  return fromMs - clockToleranceMs <= atMs && (untilMs === null || atMs < untilMs)
}

/** `mylink`, `audio`, or `logo` and a picture's id. */
export type OwnName = 'mylink' | 'audio' | `logo ${string}`
/**
 * `sns`: the boxes that give the account its services. Valid from `fromMs` until just before `untilMs`, when a service
 * of one of them begins or ends; null if none does.
 */
export type ReadyOwn = {
  userId: string
  name: OwnName
  sns: readonly string[]
  fromMs: number
  untilMs: number | null
  file: FileBody & { fileName: string }
}

/** A dealer's account has thousands of boxes. */
const sizeOf = ({ file, sns }: ReadyOwn): number =>
  file.bytes.length + (file.gzip?.length ?? 0) + 500 + sns.length * 100
const keyOf = (userId: string, name: OwnName): string => `${userId} ${name}`

export const makeOwnMemory = () => {
  const keysOf = new Map<string, Set<string>>()
  const ownerOf = new Map<string, string>()
  const held = new LRUCache<string, ReadyOwn>({
    // An entry that would displace many others is not cached.
    ...{ maxSize: maxOwnBytes, maxEntrySize: maxOwnBytes / 2, sizeCalculation: sizeOf },
    dispose: ({ userId, sns }, key) => {
      const keys = keysOf.get(userId)
      keys?.delete(key)
      if (keys?.size !== 0) return
      keysOf.delete(userId)
      for (const sn of sns) if (ownerOf.get(sn) === userId) ownerOf.delete(sn)
    },
  })
  /** Forgets all entries of an account: its links or pictures changed. */
  const forgetOwn = (userId: string): void => {
    for (const key of [...(keysOf.get(userId) ?? [])]) held.delete(key)
  }
  return {
    /** What the box's account has under this name, if still valid at this moment. */
    peekOwn: ({ userId }: { userId: string | null }, name: OwnName): ReadyOwn | undefined => {
      if (userId === null) return undefined
      const key = keyOf(userId, name)
      const own = held.get(key)
      if (own === undefined || holdsNow(own)) return own
      held.delete(key)
      return undefined
    },
    keepOwn: (own: ReadyOwn): void => {
      const { userId, name, sns } = own
      const key = keyOf(userId, name)
      held.set(key, own)
      if (!held.has(key)) return
      keysOf.set(userId, (keysOf.get(userId) ?? new Set()).add(key))
      for (const sn of sns) ownerOf.set(sn, userId)
    },
    forgetOwn,
    /** Forgets all entries of the account that this box gives services to: its services or owner changed. */
    forgetOwnOfBox: (sn: string): void => {
      const userId = ownerOf.get(sn)
      if (userId !== undefined) forgetOwn(userId)
    },
    /** Forgets everything: the catalogue changed. */
    forgetAllOwn: (): void => held.clear(),
  }
}
