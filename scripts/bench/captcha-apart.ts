/**
 * Digits as they would be drawn against naive programs only: apart, each in its own quarter, over thinner strokes. The
 * portal's drawings are compared with these.
 */
import type { SKRSContext2D } from 'canvas'
import { textSize } from '~/modules/captcha/captcha.schema'
import { makeDice, type Dice } from '~/modules/captcha/draw/dice'
import { line, round, type Point } from '~/modules/captcha/draw/digit-strokes'
import { addGrain, hsl, makeSurface, toJpeg } from '~/modules/captcha/draw/surface.server'
import type { PlacedText } from '~/modules/captcha/draw/text.server'

/** Each digit as strokes in a box of 1 × 1, some in two ways of writing. */
const digits: Record<string, readonly (readonly Point[])[][]> = {
  0: [[round(0.5, 0.5, 0.36, 0.5, 0, 1)], [round(0.5, 0.5, 0.42, 0.48, 0.2, 1.2)]],
  1: [[line([0.25, 0.25], [0.55, 0], [0.55, 1])], [line([0.28, 0.2], [0.52, 0], [0.52, 1]), line([0.25, 1], [0.8, 1])]],
  2: [[[...round(0.5, 0.28, 0.36, 0.28, 0.5, 1.08), ...line([0.78, 0.46], [0.14, 1], [0.88, 1])]]],
  3: [
    [[...round(0.46, 0.25, 0.34, 0.25, 0.6, 1.2), ...round(0.46, 0.72, 0.38, 0.28, 0.78, 1.42)]],
    [[...line([0.16, 0], [0.82, 0], [0.46, 0.4]), ...round(0.46, 0.7, 0.38, 0.3, 0.75, 1.4)]],
  ],
  4: [
    [line([0.62, 0], [0.1, 0.66], [0.92, 0.66]), line([0.68, 0.36], [0.68, 1])],
    [line([0.2, 0], [0.14, 0.55], [0.86, 0.55]), line([0.72, 0.05], [0.72, 1])],
  ],
  5: [[[...line([0.84, 0], [0.24, 0], [0.18, 0.44]), ...round(0.46, 0.68, 0.38, 0.32, 0.68, 1.4)]]],
  6: [[[...line([0.72, 0], [0.3, 0.36]), ...round(0.5, 0.69, 0.36, 0.31, 0.57, 1.57)]]],
  7: [
    [line([0.12, 0], [0.88, 0], [0.42, 1])],
    [line([0.12, 0.04], [0.88, 0.04], [0.46, 1]), line([0.36, 0.52], [0.82, 0.52])],
  ],
  8: [[round(0.5, 0.25, 0.3, 0.25, 0.25, 1.25), round(0.5, 0.75, 0.36, 0.25, 0.75, 1.75)]],
  9: [[[...round(0.5, 0.31, 0.36, 0.31, 0.02, 1.02), ...line([0.86, 0.34], [0.66, 1])]]],
}

/** A field that bends the whole picture, so that equal digits never have equal outlines. */
const makeWarp = (dice: Dice): ((x: number, y: number) => Point) => {
  const waves = Array.from({ length: 3 }, () => ({
    angle: dice.between(0, 6.3),
    length: dice.between(34, 90),
    phase: dice.between(0, 6.3),
    height: dice.between(1.2, 2.8),
  }))
  return (x, y) => {
    let [dx, dy] = [0, 0]
    for (const { angle, length, phase, height } of waves) {
      const swing = height * Math.sin(((x * Math.cos(angle) + y * Math.sin(angle)) / length) * 2 * Math.PI + phase)
      dx += -Math.sin(angle) * swing
      dy += Math.cos(angle) * swing
    }
    return [x + dx, y + dy]
  }
}

const trace = (ctx: SKRSContext2D, points: readonly Point[]): void => {
  ctx.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
}

export const drawApartText = async (seed: string, text: string): Promise<PlacedText> => {
  const dice = makeDice(seed)
  const surface = makeSurface(textSize.width, textSize.height)
  const { ctx } = surface
  const { width, height } = textSize
  const night = dice.chance(0.5)
  const hue = dice.between(0, 360)
  const ground = ctx.createLinearGradient(0, dice.between(0, height), width, dice.between(0, height))
  for (let stop = 0; stop <= 4; stop++)
    ground.addColorStop(
      stop / 4,
      hsl(hue + dice.between(-50, 50), dice.between(25, 60), night ? dice.between(12, 27) : dice.between(80, 93)),
    )
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, width, height)
  // Blots with a brightness between ground and ink: no threshold isolates the digits.
  for (let i = 0; i < 14; i++) {
    ctx.fillStyle = hsl(
      hue + dice.between(-60, 60),
      dice.between(20, 60),
      night ? dice.between(16, 40) : dice.between(66, 92),
      dice.between(0.25, 0.6),
    )
    ctx.beginPath()
    ctx.ellipse(
      dice.between(0, width),
      dice.between(0, height),
      dice.between(8, 46),
      dice.between(6, 26),
      dice.between(0, 3),
      0,
      7,
    )
    ctx.fill()
  }
  const warp = makeWarp(dice)
  const ink = (): string =>
    hsl(
      hue + 180 + dice.between(-70, 70),
      dice.between(40, 90),
      night ? dice.between(68, 86) : dice.between(22, 40),
      dice.between(0.86, 1),
    )
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  const scratch = (count: number, widest: number): void => {
    for (let i = 0; i < count; i++) {
      const from: Point = [dice.between(-10, width + 10), dice.between(-5, height + 5)]
      const bend: Point = [dice.between(0, width), dice.between(0, height)]
      const to: Point = [from[0] + dice.between(-95, 95), dice.between(-5, height + 5)]
      const points = Array.from({ length: 25 }, (_, k): Point => {
        const t = k / 24
        return warp(
          (1 - t) ** 2 * from[0] + 2 * t * (1 - t) * bend[0] + t * t * to[0],
          (1 - t) ** 2 * from[1] + 2 * t * (1 - t) * bend[1] + t * t * to[1],
        )
      })
      ctx.strokeStyle = ink()
      ctx.lineWidth = dice.between(1.2, widest)
      trace(ctx, points)
      ctx.stroke()
    }
  }
  scratch(4, 2.6)
  const cell = (width - 36) / text.length
  for (const [i, digit] of [...text].entries()) {
    const size = dice.between(44, 58)
    const wide = size * dice.between(0.56, 0.78)
    const centre: Point = [18 + cell * (i + 0.5) + dice.between(-7, 7), height / 2 + dice.between(-11, 11)]
    const turn = dice.between(-0.38, 0.38)
    const slant = dice.between(-0.3, 0.3)
    const strokes = dice.pick(digits[digit] ?? [])
    const weight = dice.between(4.6, 7)
    const placed = strokes.map((stroke) =>
      stroke.map(([x, y]) => {
        const [u, v] = [(x - 0.5) * wide + (0.5 - y) * size * slant, (y - 0.5) * size]
        return warp(
          centre[0] + u * Math.cos(turn) - v * Math.sin(turn),
          centre[1] + u * Math.sin(turn) + v * Math.cos(turn),
        )
      }),
    )
    const colours = [ink(), ink()] as const
    for (const points of placed) {
      const paint = ctx.createLinearGradient(
        centre[0] - wide / 2,
        centre[1] - size / 2,
        centre[0] + wide / 2,
        centre[1] + size / 2,
      )
      paint.addColorStop(0, colours[0])
      paint.addColorStop(1, colours[1])
      ctx.strokeStyle = paint
      // A stroke swells and thins like a pen's.
      for (let k = 0; k + 3 < points.length; k += 3) {
        ctx.lineWidth = weight * dice.between(0.78, 1.18)
        trace(ctx, points.slice(k, k + 5))
        ctx.stroke()
      }
    }
  }
  scratch(3, 2.2)
  // Thin lines in the ground's colours interrupt the strokes.
  for (let i = 0; i < 4; i++) {
    ctx.strokeStyle = hsl(hue + dice.between(-40, 40), 40, night ? dice.between(14, 26) : dice.between(82, 92))
    ctx.lineWidth = dice.between(1, 2)
    const y = dice.between(10, height - 10)
    trace(
      ctx,
      Array.from({ length: 30 }, (_, k) => warp((k / 29) * width, y + 14 * Math.sin(k / dice.between(4, 5) + i))),
    )
    ctx.stroke()
  }
  addGrain(surface, dice, 1)
  return { image: await toJpeg(surface.canvas, 82), centres: [...text].map((_, i) => 18 + cell * (i + 0.5)) }
}
