/**
 * Keeps captchas drawn in advance, so that a request gets one at once. Each is used for only one challenge; until then
 * its answer exists only in this process's memory.
 */
import { randomBytes, randomInt } from '~/platform/random.server'
import type { RightAnswer } from './answer'
import { captchaKinds, textLength, type CaptchaKind } from './captcha.schema'
import type { Drawer } from './draw/drawer.server'
import type { Pictures } from './draw/pictures.server'
import { makeSlidePlace } from './draw/place'

export type Puzzle = { seed: string; right: RightAnswer; pictures?: Pictures }
export type DrawnPuzzle = Puzzle & { pictures: Pictures }

/**
 * The number kept of each kind. A replacement is drawn within 20 ms, sooner than a client asks again; three cover some
 * simultaneous requests, and all nine take less than 0.3 MB. A larger burst waits for drawing.
 */
export const readyOfEachKind = 3

const rightAnswerFor = (kind: CaptchaKind): RightAnswer => {
  if (kind === 'text') return { kind, digits: Array.from({ length: textLength }, () => randomInt(10)).join('') }
  if (kind === 'slider') return { kind, ...makeSlidePlace(randomInt) }
  // An upright picture would be solved already.
  return { kind, degrees: randomInt(25, 336) }
}

/** A new puzzle from the system's random generator. */
export const makePuzzle = (kind: CaptchaKind): Puzzle => ({
  seed: randomBytes(16).toString('hex'),
  right: rightAnswerFor(kind),
})

export type Stock = {
  /** Takes a puzzle with its pictures, or null if none is ready. A replacement is then drawn. */
  take(kind: CaptchaKind): DrawnPuzzle | null
  /** Starts drawing missing puzzles. */
  fill(): void
  readyCount(kind: CaptchaKind): number
}

export const makeStock = (drawer: Pick<Drawer, 'drawAhead'>): Stock => {
  const ready: Record<CaptchaKind, DrawnPuzzle[]> = { text: [], slider: [], rotate: [] }
  const begun: Record<CaptchaKind, number> = { text: 0, slider: 0, rotate: 0 }
  const prepare = async (kind: CaptchaKind): Promise<void> => {
    begun[kind] += 1
    const puzzle = makePuzzle(kind)
    const pictures = await drawer.drawAhead({ ...puzzle, turnDegrees: 0 })
    begun[kind] -= 1
    // Without a thread nothing is drawn in advance; the next request tries again.
    if (pictures !== null) ready[kind].push({ ...puzzle, pictures })
  }
  const fill = (): void => {
    for (const kind of captchaKinds) while (ready[kind].length + begun[kind] < readyOfEachKind) void prepare(kind)
  }
  return {
    take: (kind) => {
      const puzzle = ready[kind].shift() ?? null
      fill()
      return puzzle
    },
    fill,
    readyCount: (kind) => ready[kind].length,
  }
}
