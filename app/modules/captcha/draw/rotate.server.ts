/**
 * Draws the rotate kind: a round picture of upright things, turned as a whole. Background, light and lines have random
 * directions, so that no horizon, gradient or mirror axis reveals the angle.
 */
import { rotateSize } from '../captcha.schema'
import { makeDice } from './dice'
import { addGrain, blend, fillOval, hsl, makeSurface, toJpeg, type Surface } from './surface.server'
import { place, type ThingName } from './things.server'

const middle = rotateSize / 2
const large: readonly ThingName[] = ['house', 'tree', 'dish', 'boat']
const small: readonly ThingName[] = ['house', 'tree', 'dish', 'boat', 'lamp', 'mast']

const drawUpright = (seed: string, degrees: number): Surface => {
  const dice = makeDice(seed)
  const surface = makeSurface(rotateSize, rotateSize)
  const { ctx } = surface
  const light = dice.pick([0.4, 0.7, 1])
  const hue = dice.between(0, 360)
  // Background and clutter are drawn in directions independent of the turn.
  const direction = dice.between(0, 2 * Math.PI)
  const [gx, gy] = [Math.cos(direction) * middle, Math.sin(direction) * middle]
  ctx.fillStyle = blend(
    ctx,
    [middle - gx, middle - gy, middle + gx, middle + gy],
    hsl(hue, 50, 20 + 30 * light),
    hsl(hue + dice.between(20, 80), 45, 34 + 30 * light),
    hsl(hue + dice.between(80, 160), 55, 22 + 40 * light),
  )
  ctx.fillRect(0, 0, rotateSize, rotateSize)
  for (let i = 0; i < 26; i++)
    fillOval(
      ctx,
      hsl(hue + dice.between(-60, 160), dice.between(20, 60), dice.between(25, 85), dice.between(0.1, 0.3)),
      dice.between(0, rotateSize),
      dice.between(0, rotateSize),
      dice.between(10, 60),
      dice.between(6, 26),
      dice.between(0, 3.2),
    )
  const lines = (count: number): void => {
    for (let i = 0; i < count; i++) {
      ctx.strokeStyle = hsl(hue + dice.between(0, 360), 50, dice.between(20, 90), dice.between(0.3, 0.75))
      ctx.lineWidth = dice.between(0.8, 3)
      ctx.beginPath()
      const [x, y] = [dice.between(0, rotateSize), dice.between(0, rotateSize)]
      const angle = dice.between(0, 2 * Math.PI)
      if (dice.chance(0.6)) {
        const reach = dice.between(40, 170)
        ctx.moveTo(x - Math.cos(angle) * reach, y - Math.sin(angle) * reach)
        ctx.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach)
      } else ctx.ellipse(x, y, dice.between(20, 150), dice.between(15, 120), angle, 0, 7)
      ctx.stroke()
    }
  }
  lines(16)
  // A grid of tiles in another direction, with more straight edges than the things have.
  ctx.save()
  ctx.translate(middle, middle)
  ctx.rotate(dice.between(0, Math.PI / 2))
  for (let i = 0; i < 18; i++) {
    ctx.strokeStyle = hsl(
      hue + dice.between(0, 360),
      45,
      dice.pick([dice.between(15, 30), dice.between(75, 95)]),
      dice.between(0.55, 0.95),
    )
    ctx.lineWidth = dice.between(1.4, 3)
    const [w, h] = [dice.between(20, 110), dice.between(20, 110)]
    ctx.strokeRect(dice.between(-middle, middle - w), dice.between(-middle, middle - h), w, h)
  }
  ctx.restore()
  ctx.save()
  ctx.translate(middle, middle)
  ctx.rotate((degrees * Math.PI) / 180)
  // The largest thing in the middle, others around it, nearer ones over farther ones.
  const count = dice.whole(4, 5)
  const others = Array.from({ length: count }, (_, i) => {
    const angle = ((i + dice.between(0.1, 0.9)) / count) * 2 * Math.PI
    const out = dice.between(62, 88)
    return {
      x: Math.cos(angle) * out,
      y: Math.sin(angle) * out + 24,
      size: dice.between(38, 58),
      name: dice.pick(small),
    }
  })
  const all = [
    ...others,
    {
      x: dice.pick([-1, 1]) * dice.between(14, 44),
      y: dice.between(30, 60),
      size: dice.between(84, 108),
      name: dice.pick(large),
    },
  ].sort((a, b) => a.y - b.y)
  for (const { name, x, y, size } of all) {
    // A shadow under each thing, in no common direction.
    const shadow = hsl(hue, 30, 12, 0.3)
    fillOval(ctx, shadow, x + dice.between(-4, 4), y, size * 0.5, size * 0.1, dice.between(-0.5, 0.5))
    // Nothing is quite upright, so that the edges have no common direction.
    place(ctx, dice, name, {
      x,
      y,
      size,
      light: Math.max(0.7, light),
      lean: dice.between(-0.11, 0.11),
      skew: dice.between(-0.16, 0.16),
    })
  }
  ctx.restore()
  lines(5)
  addGrain(surface, dice, 0.9)
  return surface
}

/**
 * Draws the picture turned by `degrees`, and by `more` if the server turns it: then from its pixels, so that sharpness
 * does not reveal the angle.
 */
export const drawRotate = (seed: string, degrees: number, more = 0): Promise<Buffer> => {
  const base = drawUpright(seed, degrees)
  const shown = makeSurface(rotateSize, rotateSize)
  const { ctx } = shown
  ctx.translate(middle, middle)
  ctx.rotate((more * Math.PI) / 180)
  ctx.drawImage(base.canvas, -middle, -middle)
  ctx.resetTransform()
  // Round, so that no corner reveals the rotation.
  ctx.globalCompositeOperation = 'destination-in'
  ctx.beginPath()
  ctx.arc(middle, middle, middle, 0, 7)
  ctx.fill()
  ctx.globalCompositeOperation = 'destination-over'
  ctx.fillStyle = '#16233f'
  ctx.fillRect(0, 0, rotateSize, rotateSize)
  return toJpeg(shown.canvas)
}
