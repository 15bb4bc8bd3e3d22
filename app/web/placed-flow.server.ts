/**
 * Places for files that are made as they are sent. Each holds a connection and what is read ahead, for as long as its
 * client takes: so there are so many for one account and for all, clients that take nothing lose theirs, and where all
 * are taken, the slowest one makes room.
 */
import { nowMs, secondMs } from '~/platform/clock.server'
import type { Flow } from '~/platform/http.server'
import { log } from '~/platform/log.server'
import { later } from '~/platform/timer.server'
import { fail, tooMany, type Result } from '~/errors/table'

/** Limits, each with its reason. */
export const flowLimits = {
  /** Files of one account at a time: a person saves one, and may begin anew before the first has ended. */
  ofOne: 2,
  /** Files of all: before there was a limit, fifty that nobody took held 280 MB. */
  ofAll: 24,
  /** Who takes nothing for so long has gone, though the connection may not know it. */
  stalledMs: 30 * secondMs,
  /** Whoever is asked to make room has had so long, and has been slower than a poor mobile line. */
  roomAfterMs: 15 * secondMs,
  fastBytesPerSecond: 65_536,
  retrySeconds: 10,
} as const

/** `waitedMs`: for its client; `idleSinceMs`: null while a piece is made. */
type Place = { of: string; waitedMs: number; bytes: number; idleSinceMs: number | null; cut: () => void }
const taken = new Set<Place>()
export const flowsUnderWay = (): number => taken.size

const waitedOf = ({ waitedMs, idleSinceMs }: Place): number =>
  waitedMs + (idleSinceMs === null ? 0 : nowMs() - idleSinceMs)
const bytesPerSecond = (place: Place): number => (place.bytes * secondMs) / Math.max(1, waitedOf(place))

const makeRoom = (): boolean => {
  const slow = [...taken]
    .filter((one) => waitedOf(one) >= flowLimits.roomAfterMs && bytesPerSecond(one) < flowLimits.fastBytesPerSecond)
    .sort((one, other) => bytesPerSecond(one) - bytesPerSecond(other))
  slow[0]?.cut()
  return slow.length > 0
}

let isWatched = false
/** Clients that have taken nothing for too long lose their places, as long as there are any. */
const watch = (): void => {
  if (isWatched) return
  isWatched = true
  later(flowLimits.stalledMs / 6, () => {
    isWatched = false
    cutStalledFlows()
    if (taken.size > 0) watch()
  })
}
export const cutStalledFlows = (): void => {
  for (const place of taken)
    if (place.idleSinceMs !== null && nowMs() - place.idleSinceMs >= flowLimits.stalledMs) place.cut()
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
 * Begins a file for an account (its id) if there is a place: I1009 where the account has too many, A0503 where all
 * have, both with the seconds to wait. What `begin` answers is answered otherwise.
 */
export const beginPlaced = async (of: string, begin: () => Promise<Result<Flow>>): Promise<Result<Flow>> => {
  const beginning = begun.get(of) ?? 0
  const own = [...taken].filter((one) => one.of === of).length + beginning
  if (own >= flowLimits.ofOne) return tooMany({ retryAfterSeconds: flowLimits.retrySeconds })
  const all = taken.size + [...begun.values()].reduce((sum, count) => sum + count, 0)
  if (all >= flowLimits.ofAll && !makeRoom())
    return fail('A0503', { data: { context: 'files', retryAfterSeconds: flowLimits.retrySeconds } })
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
