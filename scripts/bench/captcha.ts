/**
 * Measures captchas: how long it takes until a challenge is drawn and sent, how often naive programs solve one, and how
 * well a program learns to read digits.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { exportJWK, generateKeyPair } from 'jose'
import { isRightAnswer, type RightAnswer } from '~/modules/captcha/answer'
import {
  captchaKinds,
  rotateToleranceDegrees,
  slideTolerancePx,
  type CaptchaKind,
} from '~/modules/captcha/captcha.schema'
import { drawPictures } from '~/modules/captcha/draw/pictures.server'
import { makeSlidePlace } from '~/modules/captcha/draw/place'
import type { Drawing, Lesson, Report } from './captcha-learner'
import { solveRotate, solveSlider, solveText } from './captcha-solvers'
import { median, type Table } from './table'

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? 0

const makeRight = (kind: CaptchaKind): RightAnswer => {
  if (kind === 'text') return { kind, digits: String(randomInt(10_000)).padStart(4, '0') }
  return kind === 'slider' ? { kind, ...makeSlidePlace(randomInt) } : { kind, degrees: randomInt(25, 336) }
}

/** The 95 % confidence interval of the true rate (Wilson's), in percent. */
const intervalOf = (rights: number, times: number): string => {
  const [rate, z] = [rights / times, 1.96]
  const middle = rate + (z * z) / (2 * times)
  const reach = z * Math.sqrt((rate * (1 - rate)) / times + (z * z) / (4 * times * times))
  return [middle - reach, middle + reach]
    .map((edge) => ((100 * Math.max(0, edge)) / (1 + (z * z) / times)).toFixed(1))
    .join('–')
}

/** How often each naive program is right, for `times` challenges of each kind. */
export const benchSolvers = async (times = 300): Promise<Table> => {
  const rights = new Map<string, number>()
  const count = (name: string, right: boolean): void => void rights.set(name, (rights.get(name) ?? 0) + (right ? 1 : 0))
  for (let i = 0; i < times; i++) {
    for (const kind of captchaKinds) {
      const right = makeRight(kind)
      const { image, piece } = await drawPictures({ seed: randomBytes(16).toString('hex'), right })
      if (kind === 'text') count('text: template matching', isRightAnswer(right, await solveText(image)))
      else if (kind === 'slider' && piece !== null)
        for (const [name, place] of Object.entries(await solveSlider(image, piece)))
          count(`slider: ${name}`, isRightAnswer(right, `${place.x}_${place.y}`))
      else
        for (const [name, degrees] of Object.entries(await solveRotate(image)))
          count(`rotate: ${name}`, isRightAnswer(right, String(degrees)))
    }
  }
  const chance: Record<CaptchaKind, number> = {
    text: 0.01,
    slider: ((2 * slideTolerancePx + 1) ** 2 / (240 * 140)) * 100,
    rotate: ((2 * rotateToleranceDegrees + 1) / 360) * 100,
  }
  return {
    title: `Naive solvers, ${times} challenges of each kind (percent right; to reach: slider and rotate at most 10)`,
    columns: ['solver', 'right %', '95 % interval', 'blind guess %'],
    rows: [...rights].map(([name, right]) => [
      name,
      (right / times) * 100,
      intervalOf(right, times),
      chance[captchaKinds.find((kind) => name.startsWith(kind)) ?? 'text'],
    ]),
  }
}

/**
 * The same lesson each time, three minutes at most. On busy processors it ends earlier and says after how many
 * pictures.
 */
const lesson = {
  seed: '6361707463686120736f6c7665722031',
  pictures: 6000,
  examined: 300,
  learnsAtMostMs: 130_000,
  examAtMostMs: 40_000,
} as const

/** The program of a learning thread: source, which must be compiled in the thread too. */
const learner = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(new URL('./captcha-learner-worker.ts', import.meta.url).href)}) })`

/**
 * How many of the digits a program reads after learning from pictures of the same kind: the portal's, and digits that
 * stand apart.
 */
export const benchLearner = async (): Promise<Table> => {
  const learn = (drawing: Drawing): Promise<Report> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(learner, {
        eval: true,
        execArgv: [],
        workerData: { ...lesson, drawing } satisfies Lesson,
      })
      thread
        .once('message', resolve)
        .once('error', reject)
        .once('exit', (code) => reject(new Error(`the learning thread ended with ${code} before it had learnt`)))
    })
  const [apart, portal] = await Promise.all([learn('apart'), learn('portal')])
  return {
    title: 'A network that learns to read digits, examined on pictures that it has not seen',
    columns: [
      'drawing',
      'learnt on',
      'seconds',
      'examined on',
      'whole answers right %',
      '95 % interval',
      'digits right %',
    ],
    rows: (
      [
        ['digits apart, thin strokes', apart],
        ['the portal’s', portal],
      ] as const
    ).map(([name, { learnt, seconds, examined, wholeRight, digitsRight }]) => [
      name,
      learnt,
      seconds,
      examined,
      (100 * wholeRight) / examined,
      intervalOf(wholeRight, examined),
      (25 * digitsRight) / examined,
    ]),
  }
}

/** Requests challenges from the running portal, one after the other, as the dialog does. */
export const benchCaptcha = async (origin: string, times = 120): Promise<Table[]> => {
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url')
  const ms: number[] = []
  let bytes = 0
  for (let i = -10; i < times; i++) {
    const at = performance.now()
    const answer = await fetch(`${origin}/api/authority/secondCaptcha?purpose=sign-in&publicKey=${key}`)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`secondCaptcha answered ${answer.status}: ${text.slice(0, 200)}`)
    if (i < 0) continue
    ms.push(performance.now() - at)
    bytes += text.length
  }
  const drawn: Table['rows'] = []
  for (const kind of captchaKinds) {
    const took: number[] = []
    for (let i = -5; i < 60; i++) {
      const right = makeRight(kind)
      const at = performance.now()
      await drawPictures({ seed: randomBytes(16).toString('hex'), right })
      if (i >= 0) took.push(performance.now() - at)
    }
    drawn.push([`drawing alone: ${kind}`, median(took), percentile(took, 0.95), Math.max(...took)])
  }
  return [
    {
      title: `A challenge drawn, encrypted and sent, ${Math.round(bytes / times / 1024)} KB (ms; to reach: p95 25)`,
      columns: ['way', 'median', 'p95', 'most'],
      rows: [['secondCaptcha, kinds at random', median(ms), percentile(ms, 0.95), Math.max(...ms)], ...drawn],
    },
    await benchSolvers(),
    await benchLearner(),
  ]
}
