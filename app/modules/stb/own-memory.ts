/**
 * A cache of what an account's boxes fetch: MyLink, audio entries and their pictures, ready to be sent. The app fills
 * one, and the gateway in front of it another.
 */
import { nowMs } from '~/platform/clock.server'
import type { FileBody } from '~/platform/http.server'

/** Bodies and their gzip: a thousand accounts with a few hundred links, or eight of the maximum. */
export const maxOwnBytes = 32 * 1024 * 1024
/** A clock set back by less than this is ignored: clocks are corrected all the time. */
export const clockToleranceMs = 1000

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
type Asking = { userId: string | null }

export type OwnMemory = {
  /** What the box's account has under this name, if still valid at this moment. */
  peekOwn(box: Asking, name: OwnName): ReadyOwn | undefined
  keepOwn(own: ReadyOwn): void
  /** Forgets all entries of an account: its links or pictures changed. */
  forgetOwn(userId: string): void
  /** Forgets all entries of the account that this box gives services to: its services or owner changed. */
  forgetOwnOfBox(sn: string): void
  /** Forgets everything: the catalogue changed. */
  forgetAllOwn(): void
}

/** A dealer's account has thousands of boxes. */
const sizeOf = ({ file, sns }: ReadyOwn): number =>
  file.bytes.length + (file.gzip?.length ?? 0) + 500 + sns.length * 100
const keyOf = (userId: string, name: OwnName): string => `${userId} ${name}`

export const makeOwnMemory = (): OwnMemory => {
  const held = new Map<string, ReadyOwn>()
  const namesOf = new Map<string, Set<OwnName>>()
  const ownerOf = new Map<string, string>()
  let heldBytes = 0

  const drop = (userId: string, name: OwnName): void => {
    const own = held.get(keyOf(userId, name))
    if (own === undefined) return
    held.delete(keyOf(userId, name))
    heldBytes -= sizeOf(own)
    const names = namesOf.get(userId)
    names?.delete(name)
    if (names?.size !== 0) return
    namesOf.delete(userId)
    for (const sn of own.sns) if (ownerOf.get(sn) === userId) ownerOf.delete(sn)
  }
  const forgetOwn = (userId: string): void => {
    for (const name of [...(namesOf.get(userId) ?? [])]) drop(userId, name)
  }
  return {
    peekOwn: ({ userId }, name) => {
      if (userId === null) return undefined
      const own = held.get(keyOf(userId, name))
      if (own === undefined) return undefined
      const atMs = nowMs()
      if (own.fromMs - clockToleranceMs > atMs || (own.untilMs !== null && atMs >= own.untilMs)) {
        drop(userId, name)
        return undefined
      }
      // The most recently used entry moves to the end; the map's first entry is dropped first.
      held.delete(keyOf(userId, name))
      held.set(keyOf(userId, name), own)
      return own
    },
    keepOwn: (own) => {
      const { userId, name, sns } = own
      drop(userId, name)
      // An entry that would displace many others is not cached.
      if (sizeOf(own) > maxOwnBytes / 2) return
      held.set(keyOf(userId, name), own)
      heldBytes += sizeOf(own)
      namesOf.set(userId, (namesOf.get(userId) ?? new Set()).add(name))
      for (const sn of sns) ownerOf.set(sn, userId)
      for (const oldest of held.values()) {
        if (heldBytes <= maxOwnBytes) break
        drop(oldest.userId, oldest.name)
      }
    },
    forgetOwn,
    forgetOwnOfBox: (sn) => {
      const userId = ownerOf.get(sn)
      if (userId !== undefined) forgetOwn(userId)
    },
    forgetAllOwn: () => {
      held.clear()
      namesOf.clear()
      ownerOf.clear()
      heldBytes = 0
    },
  }
}
