/**
 * Draws the text kind: four digits that people can read, drawn against programs that learn. The digits touch and
 * overlap, and have no fixed positions and many shapes. Strokes of the same width and colours run behind and over them.
 * Where a wave crosses the picture, light and dark are swapped, so that no threshold isolates the digits.
 */
import type { SKRSContext2D } from 'canvas'
import { textSize } from '../captcha.schema'
import { makeDice, type Dice } from './dice'
import { waysOf, type Point, type Stroke } from './digit-strokes'
import { addGrain, blend, fillOval, hsl, makeSurface, toJpeg } from './surface.server'

const { width, height } = textSize
type Warp = (x: number, y: number) => Point
type Look = { dice: Dice; ctx: SKRSContext2D; warp: Warp; hue: number; night: boolean }

/** A field that bends the whole picture, so that equal digits never have equal outlines. */
const makeWarp = (dice: Dice): Warp => {
  const waves = Array.from({ length: 3 }, () => ({
    angle: dice.between(0, 6.3),
    length: dice.between(46, 110),
    phase: dice.between(0, 6.3),
    height: dice.between(1.8, 3.6),
  }))
  return (x, y) => {
    let [dx, dy] = [0, 0]
    for (const { angle, length, phase, height: swell } of waves) {
      const swing = swell * Math.sin(((x * Math.cos(angle) + y * Math.sin(angle)) / length) * 2 * Math.PI + phase)
      dx += -Math.sin(angle) * swing
      dy += Math.cos(angle) * swing
    }
    return [x + dx, y + dy]
  }
}

const trace = (ctx: SKRSContext2D, points: Stroke): void => {
  ctx.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
}
const inkOf = ({ dice, hue, night }: Look): string =>
  hsl(
    hue + 180 + dice.between(-80, 80),
    dice.between(40, 90),
    night ? dice.between(68, 86) : dice.between(20, 38),
    dice.between(0.88, 1),
  )

const paintGround = ({ dice, ctx, hue, night }: Look): void => {
  ctx.fillStyle = blend(
    ctx,
    [0, dice.between(0, height), width, dice.between(0, height)],
    ...Array.from({ length: 5 }, () =>
      hsl(hue + dice.between(-50, 50), dice.between(25, 60), night ? dice.between(12, 27) : dice.between(80, 93)),
    ),
  )
  ctx.fillRect(0, 0, width, height)
  // Blots with a brightness between ground and ink.
  for (let i = 0; i < 14; i++)
    fillOval(
      ctx,
      hsl(
        hue + dice.between(-60, 60),
        dice.between(20, 60),
        night ? dice.between(16, 38) : dice.between(68, 92),
        dice.between(0.25, 0.6),
      ),
      dice.between(0, width),
      dice.between(0, height),
      dice.between(8, 46),
      dice.between(6, 26),
      dice.between(0, 3),
    )
}

/**
 * Strokes that cross the picture from edge to edge: people see that they belong to no digit, but width and colour don't
 * show it.
 */
const sweep = (look: Look, count: number, widest: number): void => {
  const { dice, ctx, warp } = look
  for (let i = 0; i < count; i++) {
    const isDown = dice.chance(0.5)
    const from: Point = isDown ? [dice.between(0, width), -8] : [-8, dice.between(4, height - 4)]
    const to: Point = isDown ? [from[0] + dice.between(-90, 90), height + 8] : [width + 8, dice.between(4, height - 4)]
    const bend: Point = [(from[0] + to[0]) / 2 + dice.between(-60, 60), (from[1] + to[1]) / 2 + dice.between(-50, 50)]
    const points = Array.from({ length: 33 }, (_, k): Point => {
      const t = k / 32
      return warp(
        (1 - t) ** 2 * from[0] + 2 * t * (1 - t) * bend[0] + t * t * to[0],
        (1 - t) ** 2 * from[1] + 2 * t * (1 - t) * bend[1] + t * t * to[1],
      )
    })
    ctx.strokeStyle = inkOf(look)
    ctx.lineWidth = dice.between(widest * 0.62, widest)
    trace(ctx, points)
    ctx.stroke()
  }
}

/** Hooks at the upper and lower edge, curved like parts of digits, that reach up to the digits and touch them. */
const hook = (look: Look, count: number): void => {
  const { dice, ctx, warp } = look
  for (let i = 0; i < count; i++) {
    const [x, y] = [
      dice.between(4, width - 4),
      dice.chance(0.5) ? dice.between(-6, 7) : dice.between(height - 7, height + 6),
    ]
    const [rx, ry, begin] = [dice.between(8, 20), dice.between(6, 14), dice.between(0, 1)]
    ctx.strokeStyle = inkOf(look)
    ctx.lineWidth = dice.between(4.2, 6.6)
    trace(
      ctx,
      Array.from({ length: 13 }, (_, k) =>
        warp(x + rx * Math.cos((begin + k / 26) * 2 * Math.PI), y + ry * Math.sin((begin + k / 26) * 2 * Math.PI)),
      ),
    )
    ctx.stroke()
  }
}

/** The position, height and width of each digit: they lean on each other, and the row begins anywhere. */
const placeDigits = (dice: Dice, count: number): { x: number; y: number; size: number; wide: number }[] => {
  const shapes = Array.from({ length: count }, () => {
    const size = dice.between(44, 62)
    return { size, wide: size * dice.between(0.54, 0.76) }
  })
  let end = 0
  const row = shapes.map(({ size, wide }, i) => {
    const begin = i === 0 ? 0 : end + dice.between(-5, 2)
    end = begin + wide
    return { x: begin + wide / 2, y: height / 2 + dice.between(-12, 12), size, wide }
  })
  const free = width - 20 - end
  const start = 10 + free * dice.between(0.05, 0.95)
  return row.map((one) => ({ ...one, x: one.x + start }))
}

const paintDigit = (
  look: Look,
  digit: string,
  { x, y, size, wide }: { x: number; y: number; size: number; wide: number },
): void => {
  const { dice, ctx, warp } = look
  const turn = dice.between(-0.34, 0.34)
  const slant = dice.between(-0.28, 0.28)
  const weight = dice.between(5, 7.6)
  const corners = [x - wide / 2, y - size / 2, x + wide / 2, y + size / 2] as const
  ctx.strokeStyle = blend(ctx, corners, inkOf(look), inkOf(look))
  for (const stroke of dice.pick(waysOf(digit))) {
    const points = stroke.map(([u, v]) => {
      const [across, down] = [(u - 0.5) * wide + (0.5 - v) * size * slant, (v - 0.5) * size]
      return warp(
        x + across * Math.cos(turn) - down * Math.sin(turn),
        y + across * Math.sin(turn) + down * Math.cos(turn),
      )
    })
    // A stroke swells and thins like a pen's.
    for (let k = 0; k + 3 < points.length; k += 3) {
      ctx.lineWidth = weight * dice.between(0.8, 1.16)
      trace(ctx, points.slice(k, k + 5))
      ctx.stroke()
    }
  }
}

export const drawText = (seed: string, text: string): Promise<Buffer> => {
  const dice = makeDice(seed)
  const surface = makeSurface(width, height)
  const { ctx } = surface
  const look: Look = { dice, ctx, warp: makeWarp(dice), hue: dice.between(0, 360), night: dice.chance(0.5) }
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  paintGround(look)
  sweep(look, 2, 7)
  hook(look, 6)
  const places = placeDigits(dice, text.length)
  for (const [i, digit] of [...text].entries()) {
    const place = places[i]
    if (place !== undefined) paintDigit(look, digit, place)
  }
  sweep(look, 1, 5)
  addGrain(surface, dice, 1)
  return toJpeg(surface.canvas, 82)
}
