/**
 * Draws a landscape below a sky with satellites: ridges, water, things and fruit, full of edges and always different.
 */
import { addGrain, blend, fillOval, hsl, makeSurface, type Surface } from './surface.server'
import type { Dice } from './dice'
import { place, type ThingName } from './things.server'

const outside: readonly ThingName[] = ['house', 'tree', 'dish', 'mast', 'lamp', 'tree', 'house']

/** The state shared by all parts of a landscape. `light`: from 0 (night) to 1 (noon). */
type Scene = { ctx: Surface['ctx']; dice: Dice; width: number; height: number; light: number; hue: number }

/** The sky, from top to bottom. */
const drawSky = ({ ctx, dice, width, height, light, hue }: Scene): void => {
  ctx.fillStyle = blend(
    ctx,
    [dice.between(0, width), 0, dice.between(0, width), height],
    hsl(hue, 55, 14 + 44 * light),
    hsl(hue + dice.between(10, 50), 60, 26 + 44 * light),
    hsl(hue + dice.between(60, 140), 65, 42 + 36 * light),
  )
  ctx.fillRect(0, 0, width, height)
}

/** Bands of cloud and dust. */
const drawClouds = ({ ctx, dice, width, height, hue }: Scene): void => {
  for (let i = 0; i < 16; i++)
    fillOval(
      ctx,
      hsl(hue + dice.between(-40, 120), dice.between(20, 70), dice.between(30, 85), dice.between(0.06, 0.2)),
      dice.between(-20, width + 20),
      dice.between(0, height * 0.75),
      dice.between(18, 90),
      dice.between(5, 22),
      dice.between(-0.5, 0.5),
    )
}

/** Stars. */
const drawStars = ({ ctx, dice, width, height }: Scene): void => {
  for (let i = 0; i < 60; i++)
    fillOval(
      ctx,
      hsl(dice.between(30, 230), 60, 88, dice.between(0.2, 0.9)),
      dice.between(0, width),
      dice.between(0, height * 0.8),
      dice.between(0.4, 1.5),
    )
}

/** A moon or two with their shadows. */
const drawMoons = ({ ctx, dice, width, height }: Scene): void => {
  for (let i = dice.whole(1, 2); i > 0; i--) {
    const [x, y, r] = [dice.between(10, width - 10), dice.between(8, height * 0.5), dice.between(12, 30)]
    const moon = ctx.createRadialGradient(x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r)
    moon.addColorStop(0, hsl(dice.between(30, 60), 70, 92))
    moon.addColorStop(1, hsl(dice.between(10, 60), 60, 58))
    fillOval(ctx, moon, x, y, r)
    for (let k = 0; k < 5; k++) {
      const [angle, out] = [dice.between(0, 6.3), r * 0.62 * dice.roll()]
      const crater = hsl(35, 40, 50, 0.4)
      fillOval(ctx, crater, x + Math.cos(angle) * out, y + Math.sin(angle) * out, r * dice.between(0.08, 0.24))
    }
  }
}

/** Orbits with satellites: long lines that cross everything behind the hills. */
const drawOrbits = ({ ctx, dice, width, height }: Scene): void => {
  for (let i = 0; i < dice.whole(4, 6); i++) {
    const [cx, cy, rx, ry, turn] = [
      dice.between(0, width),
      dice.between(height * 0.3, height * 1.5),
      dice.between(60, 240),
      dice.between(30, 190),
      dice.between(-0.7, 0.7),
    ] as const
    ctx.strokeStyle = hsl(dice.between(20, 60), 90, dice.between(60, 86), dice.between(0.45, 0.9))
    ctx.lineWidth = dice.between(0.8, 2.6)
    if (dice.chance(0.35)) ctx.setLineDash([dice.between(4, 9), dice.between(3, 6)])
    ctx.beginPath()
    ctx.ellipse(cx, cy, rx, ry, turn, 0, 7)
    ctx.stroke()
    ctx.setLineDash([])
    for (let k = 0; k < 3; k++) {
      const angle = dice.between(Math.PI, 2 * Math.PI)
      const [ex, ey] = [rx * Math.cos(angle), ry * Math.sin(angle)]
      ctx.save()
      ctx.translate(cx + ex * Math.cos(turn) - ey * Math.sin(turn), cy + ex * Math.sin(turn) + ey * Math.cos(turn))
      ctx.rotate(dice.between(0, 3))
      ctx.fillStyle = hsl(215, 60, dice.between(40, 60))
      ctx.fillRect(-9, -2.5, 6, 5)
      ctx.fillRect(3, -2.5, 6, 5)
      ctx.fillStyle = hsl(40, 60, 82)
      ctx.fillRect(-3, -3, 6, 6)
      ctx.restore()
    }
  }
}

/** A ridge's outline (its height at each x) and its colour. */
type Ridge = { at: (x: number) => number; hue: number; tone: number }

/** Furrows along the slope of the ridge whose outline is the current path. */
const drawFurrows = ({ ctx, dice, width }: Scene, ridge: Ridge): void => {
  ctx.save()
  ctx.clip()
  for (let k = 0; k < 7; k++) {
    const down = dice.between(6, 15) * (k + 1)
    ctx.strokeStyle = hsl(ridge.hue + dice.between(-30, 30), 45, ridge.tone + dice.between(-16, 18), 0.55)
    ctx.lineWidth = dice.between(0.8, 3.2)
    const drift = dice.between(-0.35, 0.35)
    ctx.beginPath()
    for (let x = 0; x <= width; x += 6) {
      const y = ridge.at(x + down * 2) + down + drift * x
      if (x === 0) ctx.moveTo(x, y)
      else ctx.lineTo(x, y)
    }
    ctx.stroke()
  }
  ctx.restore()
}

/** Draws a ridge: `near` from 0 (the farthest) to 1. Returns its outline, which is the current path. */
const drawRidge = ({ ctx, dice, width, height, light }: Scene, near: number): Ridge => {
  const base = height * (0.36 + 0.62 * near) + dice.between(-8, 8)
  const waves = Array.from({ length: 4 }, (_, k) => ({
    length: dice.between(36, 220) / (k + 1),
    phase: dice.between(0, 6.3),
    height: dice.between(5, 19) / (k * 0.8 + 1),
  }))
  const at = (x: number): number =>
    base + waves.reduce((sum, wave) => sum + wave.height * Math.sin((x / wave.length) * 2 * Math.PI + wave.phase), 0)
  const ridgeHue = dice.between(70, 290)
  const tone = (0.25 + 0.75 * light) * dice.between(26, 58)
  ctx.fillStyle = blend(
    ctx,
    [dice.between(0, width), base - 20, dice.between(0, width), base + 60],
    hsl(ridgeHue, 38, tone + 12),
    hsl(ridgeHue + dice.between(-40, 40), 42, tone - 4),
  )
  ctx.beginPath()
  ctx.moveTo(0, height)
  for (let x = 0; x <= width; x += 3) ctx.lineTo(x, at(x))
  ctx.lineTo(width, height)
  ctx.closePath()
  ctx.fill()
  ctx.strokeStyle = hsl(ridgeHue, 45, tone + 26, 0.8)
  ctx.lineWidth = dice.between(0.8, 2.2)
  ctx.stroke()
  return { at, hue: ridgeHue, tone }
}

/** Ridges, the far ones first, with woods, fields and things on them. */
const drawRidges = (scene: Scene): void => {
  const { ctx, dice, width, light } = scene
  const ridges = dice.whole(4, 5)
  for (let i = 0; i < ridges; i++) {
    const ridge = drawRidge(scene, i / ridges)
    drawFurrows(scene, ridge)
    for (let k = dice.whole(2, 3); k > 0; k--) {
      const x = dice.between(0, width)
      place(ctx, dice, dice.pick(outside), {
        x,
        y: ridge.at(x) + 3,
        size: dice.between(20, 34) + i * dice.between(5, 10),
        light,
      })
    }
  }
}

/** Mangoes in the grass in front. */
const drawMangoes = ({ ctx, dice, width, height }: Scene): void => {
  for (let i = 0; i < dice.whole(3, 6); i++) {
    const [x, y, r, turn] = [
      dice.between(0, width),
      dice.between(height * 0.72, height),
      dice.between(8, 17),
      dice.between(-0.9, 0.9),
    ] as const
    ctx.save()
    ctx.translate(x, y)
    ctx.rotate(turn)
    ctx.fillStyle = blend(ctx, [-r, -r, r, r], hsl(12, 85, 48), hsl(36, 95, 55), hsl(70, 70, 48))
    ctx.beginPath()
    ctx.moveTo(-r, 0)
    ctx.bezierCurveTo(-r, -r * 1.1, r * 0.7, -r * 1.1, r, -r * 0.1)
    ctx.bezierCurveTo(r * 1.1, r * 0.8, -r * 0.7, r * 1.2, -r, 0)
    ctx.fill()
    ctx.strokeStyle = hsl(20, 70, 26, 0.8)
    ctx.lineWidth = 1
    ctx.stroke()
    fillOval(ctx, hsl(110, 50, 34), -r * 0.9, -r * 0.5, r * 0.5, r * 0.18, -0.6)
    ctx.restore()
  }
}

/** Draws a landscape on a new surface of this size. */
export const drawScene = (dice: Dice, width: number, height: number): Surface => {
  const surface = makeSurface(width, height)
  const light = dice.pick([0.15, 0.45, 0.85])
  const hue = light < 0.3 ? dice.between(215, 265) : light < 0.6 ? dice.between(255, 375) : dice.between(185, 235)
  const scene: Scene = { ctx: surface.ctx, dice, width, height, light, hue }
  drawSky(scene)
  drawClouds(scene)
  drawStars(scene)
  drawMoons(scene)
  drawOrbits(scene)
  drawRidges(scene)
  drawMangoes(scene)
  addGrain(surface, dice, 0.8)
  return surface
}
