/**
 * Tracks the memory of responses under way: bytes that are sent from memory and that clients have not taken yet. A
 * buffer counts once, however many responses read from it. No client may hold more than its share, and all clients
 * together no more than the server can spare.
 */

/** Limits, each with its reason. */
export const answerLimits = {
  /** Shorter answers are handed to the system at once and are not tracked. */
  countedBytes: 65_536,
  /** Answers of at least this length count as large. No page is that long, only files of long lists are. */
  largeBytes: 1_048_576,
  /**
   * Large answers of one account at a time: a person saves one file, and may start a second before the first has
   * arrived.
   */
  largeOfOne: 4,
  /** Memory that one account's large answers may hold: two of the longest exports. */
  largeBytesOfOne: 134_217_728,
  /** The same for everybody together: three accounts' shares, in addition to what else the server needs. */
  largeBytesOfAll: 402_653_184,
  /**
   * The number of large answers for everybody together. Their buffers may all be the same, but each answer holds a
   * connection and what the system reads ahead.
   */
  largeOfAll: 256,
  /** Memory that the other answers of one account or address may hold: a hundred of the longest pages. */
  bytesOfOne: 33_554_432,
  /**
   * The same for everybody together. A separate limit, so that pages are still served when files have used up theirs.
   */
  bytesOfAll: 134_217_728,
} as const

/** Buffers, with the number of answers that hold each. */
type Holding = { counts: Map<ArrayBufferLike, number>; bytes: number; answers: number }
const makeHolding = (): Holding => ({ counts: new Map(), bytes: 0, answers: 0 })

const addedBytes = ({ counts }: Holding, buffers: ReadonlySet<ArrayBufferLike>): number => {
  let bytes = 0
  for (const buffer of buffers) if (!counts.has(buffer)) bytes += buffer.byteLength
  return bytes
}
const add = (holding: Holding, buffers: ReadonlySet<ArrayBufferLike>): void => {
  holding.bytes += addedBytes(holding, buffers)
  holding.answers++
  for (const buffer of buffers) holding.counts.set(buffer, (holding.counts.get(buffer) ?? 0) + 1)
}
const remove = (holding: Holding, buffers: ReadonlySet<ArrayBufferLike>): void => {
  holding.answers--
  for (const buffer of buffers) {
    const left = (holding.counts.get(buffer) ?? 1) - 1
    if (left > 0) holding.counts.set(buffer, left)
    else if (holding.counts.delete(buffer)) holding.bytes -= buffer.byteLength
  }
}

type Pool = { all: Holding; ofOne: Map<string, Holding> }
const makePool = (): Pool => ({ all: makeHolding(), ofOne: new Map() })
const pools = { large: makePool(), other: makePool() }

/** Returns what answers hold right now. */
export const heldByAnswers = (): { answers: number; bytes: number } => ({
  answers: pools.large.all.answers + pools.other.all.answers,
  bytes: pools.large.all.bytes + pools.other.all.bytes,
})

export type AnswerPlace = { ok: true; release: () => void } | { ok: false; reason: 'own' | 'all' }
/**
 * Reserves room for an answer that holds these buffers, until `release`. `of` is the account or box, or the network of
 * an anonymous client. Refuses when its own share or everybody's is used up.
 */
export const reserveAnswer = (of: string, held: Iterable<ArrayBufferLike>): AnswerPlace => {
  const buffers = new Set(held)
  let whole = 0
  for (const buffer of buffers) whole += buffer.byteLength
  if (whole <= answerLimits.countedBytes) return { ok: true, release: () => undefined }
  const isLarge = whole > answerLimits.largeBytes
  const { all, ofOne } = isLarge ? pools.large : pools.other
  const mine = ofOne.get(of) ?? makeHolding()
  const most = isLarge
    ? { one: answerLimits.largeBytesOfOne, all: answerLimits.largeBytesOfAll }
    : { one: answerLimits.bytesOfOne, all: answerLimits.bytesOfAll }
  if ((isLarge && mine.answers >= answerLimits.largeOfOne) || mine.bytes + addedBytes(mine, buffers) > most.one)
    return { ok: false, reason: 'own' }
  if ((isLarge && all.answers >= answerLimits.largeOfAll) || all.bytes + addedBytes(all, buffers) > most.all)
    return { ok: false, reason: 'all' }
  add(mine, buffers)
  add(all, buffers)
  ofOne.set(of, mine)
  let isHeld = true
  return {
    ok: true,
    release: () => {
      if (!isHeld) return
      isHeld = false
      remove(mine, buffers)
      remove(all, buffers)
      if (mine.answers === 0) ofOne.delete(of)
    },
  }
}
