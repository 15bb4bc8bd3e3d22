/** The things in landscapes, each drawn upright with its foot at 0,0 and a height of about 1 unit × `size`. */
import type { SKRSContext2D } from 'canvas'
import type { Dice } from './dice'
import { blend, fillOval, hsl } from './surface.server'

/** Draws one thing standing at x,y. `light`: 0 night, 1 day. */
type Thing = (ctx: SKRSContext2D, dice: Dice, size: number, light: number) => void

const polygon = (ctx: SKRSContext2D, ...points: readonly (readonly [number, number])[]): void => {
  ctx.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
  ctx.closePath()
}
/** A colour at the picture's time of day. */
const lit = (hue: number, saturation: number, lightness: number, light: number): string =>
  hsl(hue, saturation * (0.7 + 0.3 * light), lightness * (0.5 + 0.5 * light))

const house: Thing = (ctx, dice, size, light) => {
  const w = size * dice.between(0.75, 1.1)
  const wall = size * dice.between(0.5, 0.62)
  const roof = size * dice.between(0.3, 0.45)
  const hue = dice.between(0, 360)
  ctx.fillStyle = lit(hue, 35, 78, light)
  ctx.fillRect(-w / 2, -wall, w, wall)
  ctx.fillStyle = lit(hue, 35, 62, light)
  ctx.fillRect(dice.between(-0.1, 0.2) * w, -wall, w * 0.3, wall)
  const chimney = dice.between(-0.3, 0.2) * w
  ctx.fillStyle = lit(10, 40, 45, light)
  ctx.fillRect(chimney, -wall - roof * 0.95, w * 0.11, roof * 0.8)
  ctx.fillStyle = lit(hue + dice.between(140, 220), 55, 42, light)
  polygon(
    ctx,
    [-w * 0.58, -wall + size * 0.02],
    [dice.between(-0.12, 0.12) * w, -wall - roof],
    [w * 0.58, -wall + size * 0.02],
  )
  ctx.fill()
  ctx.strokeStyle = lit(hue + 180, 40, 26, light)
  ctx.lineWidth = Math.max(0.8, size * 0.018)
  ctx.stroke()
  ctx.fillStyle = lit(24, 45, 30, light)
  const door = dice.between(-0.36, 0.16) * w
  ctx.fillRect(door, -wall * 0.58, w * 0.19, wall * 0.58)
  for (const at of [-0.38, -0.06, 0.2]) {
    if (Math.abs(at * w - door) < w * 0.2) continue
    ctx.fillStyle = dice.chance(0.6) ? hsl(46, 95, 66) : lit(210, 40, 40, light)
    ctx.fillRect(at * w, -wall * 0.82, w * 0.17, wall * 0.32)
    ctx.strokeRect(at * w, -wall * 0.82, w * 0.17, wall * 0.32)
    polygon(ctx, [at * w, -wall * 0.66], [at * w + w * 0.17, -wall * 0.66])
    ctx.stroke()
  }
}

const tree: Thing = (ctx, dice, size, light) => {
  const trunk = size * 0.42
  ctx.strokeStyle = lit(26, 40, 28, light)
  ctx.lineCap = 'round'
  ctx.lineWidth = size * 0.09
  const lean = dice.between(-0.06, 0.06) * size
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.quadraticCurveTo(lean, -trunk * 0.5, lean * 0.5, -trunk * 1.3)
  ctx.stroke()
  ctx.lineWidth = size * 0.045
  for (const side of [-1, 1]) {
    ctx.beginPath()
    ctx.moveTo(lean * 0.6, -trunk * 0.75)
    ctx.lineTo(side * size * 0.2, -trunk * 1.4)
    ctx.stroke()
  }
  const hue = dice.between(85, 150)
  for (let i = 0; i < 17; i++) {
    const angle = dice.between(0, 6.3)
    const out = size * 0.27 * Math.sqrt(dice.roll())
    fillOval(
      ctx,
      lit(hue + dice.between(-14, 14), 45, 24 + 18 * dice.roll() + (Math.sin(angle) < 0 ? 9 : 0), light),
      lean * 0.5 + Math.cos(angle) * out * 1.3,
      -size * 0.68 + Math.sin(angle) * out,
      size * dice.between(0.1, 0.17),
    )
  }
  for (let i = 0; i < 5; i++) {
    const [x, y] = [dice.between(-0.32, 0.32) * size, -size * dice.between(0.48, 0.82)]
    const ripe = blend(ctx, [x, y - size * 0.05, x, y + size * 0.06], hsl(20, 85, 46), hsl(40, 95, 58))
    fillOval(ctx, ripe, x, y, size * 0.04, size * 0.058)
  }
}

const dish: Thing = (ctx, dice, size, light) => {
  const side = dice.pick([-1, 1])
  ctx.strokeStyle = lit(215, 12, 48, light)
  ctx.lineCap = 'round'
  ctx.lineWidth = size * 0.06
  polygon(ctx, [0, 0], [0, -size * 0.55])
  ctx.stroke()
  ctx.lineWidth = size * 0.035
  for (const x of [-0.2, 0.2]) {
    polygon(ctx, [x * size, 0], [0, -size * 0.26])
    ctx.stroke()
  }
  const turn = -side * dice.between(0.5, 0.8)
  ctx.save()
  ctx.translate(0, -size * 0.66)
  ctx.rotate(turn)
  const [rx, ry] = [size * 0.15, size * 0.36]
  fillOval(ctx, blend(ctx, [-rx, -ry, rx, ry], lit(215, 15, 92, light), lit(215, 18, 56, light)), 0, 0, rx, ry)
  ctx.strokeStyle = lit(215, 20, 34, light)
  ctx.lineWidth = size * 0.022
  ctx.stroke()
  ctx.beginPath()
  ctx.ellipse(0, 0, rx * 0.6, ry * 0.62, 0, 0, 7)
  ctx.stroke()
  ctx.lineWidth = size * 0.028
  polygon(ctx, [0, ry * 0.85], [side * size * 0.3, 0], [0, -ry * 0.2])
  ctx.stroke()
  fillOval(ctx, hsl(34, 92, 55), side * size * 0.3, 0, size * 0.05)
  ctx.restore()
}

const mast: Thing = (ctx, dice, size, light) => {
  ctx.strokeStyle = dice.chance(0.5) ? lit(4, 70, 48, light) : lit(215, 14, 58, light)
  ctx.lineWidth = Math.max(1, size * 0.026)
  const [foot, head, rungs] = [size * 0.16, size * 0.04, dice.whole(5, 7)]
  polygon(ctx, [-foot, 0], [-head, -size], [head, -size], [foot, 0])
  ctx.stroke()
  for (let i = 0; i < rungs; i++) {
    const [low, high] = [i / rungs, (i + 1) / rungs]
    const [a, b] = [foot + (head - foot) * low, foot + (head - foot) * high]
    ctx.beginPath()
    ctx.moveTo(-a, -size * low)
    ctx.lineTo(b, -size * high)
    ctx.lineTo(-b, -size * high)
    ctx.lineTo(a, -size * low)
    ctx.stroke()
  }
  fillOval(ctx, hsl(4, 90, 60), 0, -size * 1.04, size * 0.045)
}

const boat: Thing = (ctx, dice, size, light) => {
  const hue = dice.between(0, 360)
  ctx.fillStyle = lit(hue, 60, 40, light)
  polygon(ctx, [-size * 0.5, -size * 0.24], [size * 0.54, -size * 0.24], [size * 0.34, 0], [-size * 0.36, 0])
  ctx.fill()
  ctx.fillStyle = lit(hue, 30, 82, light)
  ctx.fillRect(-size * 0.5, -size * 0.27, size * 1.03, size * 0.06)
  ctx.strokeStyle = lit(26, 35, 30, light)
  ctx.lineWidth = size * 0.045
  polygon(ctx, [0, -size * 0.24], [0, -size * 1.05])
  ctx.stroke()
  ctx.fillStyle = lit(hue + 60, 30, 92, light)
  polygon(ctx, [size * 0.04, -size * 1.02], [size * 0.46, -size * 0.36], [size * 0.04, -size * 0.32])
  ctx.fill()
  ctx.fillStyle = lit(38, 90, 56, light)
  polygon(ctx, [-size * 0.04, -size * 0.92], [-size * 0.36, -size * 0.36], [-size * 0.04, -size * 0.32])
  ctx.fill()
}

const lamp: Thing = (ctx, dice, size, light) => {
  const side = dice.pick([-1, 1])
  ctx.strokeStyle = lit(220, 15, 30, light)
  ctx.lineCap = 'round'
  ctx.lineWidth = size * 0.05
  ctx.beginPath()
  ctx.moveTo(0, 0)
  ctx.lineTo(0, -size * 0.82)
  ctx.quadraticCurveTo(0, -size, side * size * 0.22, -size * 0.96)
  ctx.stroke()
  ctx.fillStyle = lit(220, 15, 30, light)
  ctx.fillRect(-size * 0.08, -size * 0.06, size * 0.16, size * 0.06)
  const [x, y, r] = [side * size * 0.24, -size * 0.86, size * 0.3]
  const glow = ctx.createRadialGradient(x, y, 0, x, y, r)
  glow.addColorStop(0, hsl(48, 100, 80, 0.95))
  glow.addColorStop(1, hsl(48, 100, 70, 0))
  fillOval(ctx, glow, x, y, r)
}

/** All things that can stand in a picture. */
export const things = { house, tree, dish, mast, boat, lamp } as const
export type ThingName = keyof typeof things

export const place = (
  ctx: SKRSContext2D,
  dice: Dice,
  name: ThingName,
  at: { x: number; y: number; size: number; light: number; lean?: number; skew?: number },
): void => {
  ctx.save()
  ctx.translate(at.x, at.y)
  ctx.rotate(at.lean ?? 0)
  ctx.transform(1, at.skew ?? 0, 0, 1, 0, 0)
  things[name](ctx, dice, at.size, at.light)
  ctx.restore()
}
