/**
 * Riddles drawn ahead, so that who asks for one gets it at once. Each is given out to one challenge and never again;
 * until then its answer stands in this memory and nowhere else.
 */
import { randomBytes, randomInt } from '~/platform/random.server'
import type { RightAnswer } from './answer'
import { captchaKinds, textLength, type CaptchaKind } from './captcha.schema'
import type { Drawer } from './draw/drawer.server'
import type { Pictures } from './draw/pictures.server'
import { makeSlidePlace } from './draw/place'

export type Riddle = { seed: string; right: RightAnswer; pictures?: Pictures }
export type DrawnRiddle = Riddle & { pictures: Pictures }

/**
 * Of each kind. Another is drawn within 20 ms of one being taken, sooner than a client asks again; three outlast some
 * that ask at the same moment, and all nine take less than 0.3 MB. A burst of more waits for drawing.
 */
export const readyOfEachKind = 3

const rightAnswerFor = (kind: CaptchaKind): RightAnswer => {
  if (kind === 'text') return { kind, digits: Array.from({ length: textLength }, () => randomInt(10)).join('') }
  if (kind === 'slider') return { kind, ...makeSlidePlace(randomInt) }
  // An upright picture would be no question.
  return { kind, degrees: randomInt(25, 336) }
}

/** A riddle that nobody has seen, by the system's generator. */
export const makeRiddle = (kind: CaptchaKind): Riddle => ({
  seed: randomBytes(16).toString('hex'),
  right: rightAnswerFor(kind),
})

export type Stock = {
  /** A riddle with its pictures, or null when none is ready. Others are drawn in its place. */
  take(kind: CaptchaKind): DrawnRiddle | null
  /** Begins to draw what is missing. */
  fill(): void
  readyCount(kind: CaptchaKind): number
}

export const makeStock = (drawer: Pick<Drawer, 'drawAhead'>): Stock => {
  const ready: Record<CaptchaKind, DrawnRiddle[]> = { text: [], slider: [], rotate: [] }
  const begun: Record<CaptchaKind, number> = { text: 0, slider: 0, rotate: 0 }
  const prepare = async (kind: CaptchaKind): Promise<void> => {
    begun[kind] += 1
    const riddle = makeRiddle(kind)
    const pictures = await drawer.drawAhead({ ...riddle, turnDegrees: 0 })
    begun[kind] -= 1
    // Without a thread nothing is drawn ahead; the next who asks tries again.
    if (pictures !== null) ready[kind].push({ ...riddle, pictures })
  }
  const fill = (): void => {
    for (const kind of captchaKinds) while (ready[kind].length + begun[kind] < readyOfEachKind) void prepare(kind)
  }
  return {
    take: (kind) => {
      const riddle = ready[kind].shift() ?? null
      fill()
      return riddle
    },
    fill,
    readyCount: (kind) => ready[kind].length,
  }
}
