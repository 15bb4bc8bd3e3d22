/**
 * Landscapes drawn ahead, while nothing else is to do, so that a challenge need not wait for one. Each is given out once:
 * who saw one landscape with holes in several places would know what they hide.
 */
import type { Canvas } from 'canvas'
import { canvas as size } from '../captcha.schema'
import { randomBytes } from '~/platform/random.server'
import { makeDice } from './dice'
import { drawScene } from './scene.server'
import { flatten } from './surface.server'

/** More than a burst of people asks for at once; a landscape takes 240 KB. */
const aheadCount = 24
/** Pictures without scripts are fetched one by one: what was given out stays for a while. */
const keptCount = 60
const restMs = 60

const kept = new Map<string, Canvas>()
const ahead: string[] = []
let timer: ReturnType<typeof setTimeout> | null = null

const draw = (seed: string): Canvas => {
  const scene = flatten(drawScene(makeDice(seed), size.width, size.height)).canvas
  kept.set(seed, scene)
  // The oldest that nobody waits for goes first.
  for (const known of kept.keys()) {
    if (kept.size <= keptCount) break
    if (!ahead.includes(known)) kept.delete(known)
  }
  return scene
}

const refillLater = (): void => {
  if (timer !== null || ahead.length >= aheadCount) return
  timer = setTimeout(() => {
    timer = null
    const seed = randomBytes(16).toString('hex')
    ahead.push(seed)
    draw(seed)
    refillLater()
  }, restMs)
  timer.unref()
}

/** The seed of a landscape that nobody has seen, drawn already where there is time for it. */
export const takeSceneSeed = (): string => {
  const seed = ahead.shift() ?? randomBytes(16).toString('hex')
  refillLater()
  return seed
}

/** The landscape of a seed. */
export const sceneOf = (seed: string): Canvas => kept.get(seed) ?? draw(seed)
