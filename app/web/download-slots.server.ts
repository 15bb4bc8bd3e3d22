/**
 * Limits concurrent streamed downloads, per account and overall. Each holds a connection and what is read ahead for as
 * long as its client takes. A client that takes nothing loses its slot, and when all slots are taken, the slowest
 * download makes room.
 */
import { nowMs, secondMs } from '~/platform/clock.server'
import type { Flow } from '~/platform/http.server'
import { log } from '~/platform/log.server'
import { later } from '~/platform/timer.server'
import { fail, tooMany, type Result } from '~/errors/table'

/** Limits, each with its reason. */
export const downloadLimits = {
  /** Per account: a person saves one file, and may start again before the first has ended. */
  ofOne: 2,
  /** Overall: without a limit, fifty files that nobody took held 280 MB. */
  ofAll: 24,
  /** A client that takes nothing for this long is gone, even if the connection does not know it. */
  stalledMs: 30 * secondMs,
  /** A download that is asked to make room has had this long, and was slower than a poor mobile line. */
  roomAfterMs: 15 * secondMs,
  fastBytesPerSecond: 65_536,
  retrySeconds: 10,
} as const

/** `waitedMs`: spent waiting for its client; `idleSinceMs`: null while a piece is made. */
type Place = { of: string; waitedMs: number; bytes: number; idleSinceMs: number | null; cut: () => void }
const taken = new Set<Place>()
export const downloadsUnderWay = (): number => taken.size

const waitedOf = ({ waitedMs, idleSinceMs }: Place): number =>
  waitedMs + (idleSinceMs === null ? 0 : nowMs() - idleSinceMs)
const bytesPerSecond = (place: Place): number => (place.bytes * secondMs) / Math.max(1, waitedOf(place))

const makeRoom = (): boolean => {
  const slow = [...taken]
    .filter(
      (one) => waitedOf(one) >= downloadLimits.roomAfterMs && bytesPerSecond(one) < downloadLimits.fastBytesPerSecond,
    )
    .sort((one, other) => bytesPerSecond(one) - bytesPerSecond(other))
  slow[0]?.cut()
  return slow.length > 0
}

let isWatched = false
/** Takes slots from clients that have taken nothing for too long, while any downloads run. */
const watch = (): void => {
  if (isWatched) return
  isWatched = true
  later(downloadLimits.stalledMs / 6, () => {
    isWatched = false
    cutStalledDownloads()
    if (taken.size > 0) watch()
  })
}
export const cutStalledDownloads = (): void => {
  for (const place of taken)
    if (place.idleSinceMs !== null && nowMs() - place.idleSinceMs >= downloadLimits.stalledMs) place.cut()
}

const placed = (flow: Flow, of: string): Flow => {
  const ending = new AbortController()
  const end = (): void => {
    if (taken.delete(place)) flow.end()
  }
  const place: Place = {
    of,
    waitedMs: 0,
    bytes: 0,
    idleSinceMs: nowMs(),
    cut: () => {
      log.info({ of, bytes: place.bytes }, 'a file whose client took too little was cut off')
      end()
      ending.abort()
    },
  }
  taken.add(place)
  watch()
  return {
    next: async () => {
      place.waitedMs = waitedOf(place)
      place.idleSinceMs = null
      const piece = await flow.next()
      place.bytes += piece?.byteLength ?? 0
      place.idleSinceMs = nowMs()
      return piece
    },
    end,
    signal: ending.signal,
  }
}

const begun = new Map<string, number>()
/**
 * Starts a streamed download for an account (its id) if a slot is free. I1009 if the account has too many, A0503 if all
 * slots are taken, both with the seconds to wait. If `begin` returns a failure, that is returned instead.
 */
export const beginDownload = async (of: string, begin: () => Promise<Result<Flow>>): Promise<Result<Flow>> => {
  const beginning = begun.get(of) ?? 0
  const own = [...taken].filter((one) => one.of === of).length + beginning
  if (own >= downloadLimits.ofOne) return tooMany({ retryAfterSeconds: downloadLimits.retrySeconds })
  const all = taken.size + [...begun.values()].reduce((sum, count) => sum + count, 0)
  if (all >= downloadLimits.ofAll && !makeRoom())
    return fail('A0503', { data: { context: 'files', retryAfterSeconds: downloadLimits.retrySeconds } })
  begun.set(of, beginning + 1)
  try {
    const flow = await begin()
    return flow.ok ? { ...flow, value: placed(flow.value, of) } : flow
  } finally {
    const left = (begun.get(of) ?? 1) - 1
    if (left === 0) begun.delete(of)
    else begun.set(of, left)
  }
}
