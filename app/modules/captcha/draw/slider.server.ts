/**
 * Draws the slider kind: a landscape with several holes of the same outline, one of which fits the piece. What a hole
 * hides is removed, not darkened, and its rim fades into the picture: a person sees a shape, but there is no edge. The
 * piece has different light and colours. False holes and empty outlines are placed where the surroundings are most like
 * the piece.
 */
import type { Canvas, SKRSContext2D } from 'canvas'
import { canvas as size, pieceSize } from '../captcha.schema'
import { makeDice, type Dice } from './dice'
import { isFairPlace, widest, type Place } from './place'
import { drawScene } from './scene.server'
import { place, type ThingName } from './things.server'
import { addGrain, flatten, hsl, makeSurface, toJpeg, toPng } from './surface.server'

/** False holes besides the right one; more would leave too little of the picture. */
const falseHoles = 6
/** Outlines without a hole, which leave the landscape visible: strong edges that are not holes. */
const loopCount = 6
/** Minimum distance of outlines from the holes, so that none is crossed out, and from each other. */
const loopApartPx = 30
/** Minimum distance between holes, so that no piece fits two of them. */
const apartPx = pieceSize + 3

type Side = { turn: 1 | -1; at: number; reach: number }
type Outline = readonly [Side, Side, Side, Side]

const makeOutline = (dice: Dice): Outline => {
  const side = (): Side => ({
    turn: dice.chance(0.5) ? 1 : -1,
    at: dice.between(0.36, 0.64),
    reach: dice.between(0.8, 1),
  })
  return [side(), side(), side(), side()]
}

/** The points of the outline for one side, along it and outwards, before rotation. */
const sideCurves = (length: number, margin: number, { turn, at, reach }: Side) => {
  const [edge, middle, out] = [-length / 2, -length / 2 + length * at, -length / 2 - turn * margin * reach]
  return [
    [middle - 8, edge],
    [middle - 3, edge],
    [middle - 11, out],
    [middle, out],
    [middle + 11, out],
    [middle + 3, edge],
    [middle + 8, edge],
    [length / 2, edge],
  ] as const
}

/**
 * Traces the outline with its upper left corner at x,y: a jigsaw knob on each side, outwards or inwards; all within the
 * square.
 */
const traceOutline = (ctx: SKRSContext2D, outline: Outline, x: number, y: number): void => {
  const margin = 8
  const length = pieceSize - 2 * margin
  const centre = { x: x + pieceSize / 2, y: y + pieceSize / 2 }
  ctx.beginPath()
  ctx.moveTo(centre.x - length / 2, centre.y - length / 2)
  outline.forEach((side, i) => {
    const [cos, sin] = [[1, 0, -1, 0][i] ?? 1, [0, 1, 0, -1][i] ?? 0]
    const turned = ([u, v]: readonly [number, number]) =>
      [centre.x + u * cos - v * sin, centre.y + u * sin + v * cos] as const
    const [start, a, b, tip, c, d, back, end] = sideCurves(length, margin, side)
    ctx.lineTo(...turned(start))
    ctx.bezierCurveTo(...turned(a), ...turned(b), ...turned(tip))
    ctx.bezierCurveTo(...turned(c), ...turned(d), ...turned(back))
    ctx.lineTo(...turned(end))
  })
  ctx.closePath()
}

const landmarks: readonly ThingName[] = ['house', 'tree', 'dish', 'boat', 'house', 'tree']
/**
 * Places large things in the foreground. One overlaps the rim of the right place, so that a person sees what is missing
 * there; the others stand elsewhere, so that a large thing alone reveals nothing.
 */
const placeLandmarks = (ctx: SKRSContext2D, dice: Dice, right: Place): void => {
  const middles = [
    right,
    ...Array.from({ length: 4 }, () => ({ x: dice.between(0, widest.x), y: dice.between(0, widest.y) })),
  ]
    .map(({ x, y }) => ({
      x: x + pieceSize / 2 + dice.between(-11, 11),
      y: y + pieceSize / 2 + dice.between(-8, 8),
      height: dice.between(76, 100),
    }))
    .filter(({ x, y }, i, all) => i === 0 || Math.hypot(x - (all[0]?.x ?? 0), y - (all[0]?.y ?? 0)) > 55)
  for (const { x, y, height } of middles.sort((a, b) => a.y - b.y))
    place(ctx, dice, dice.pick(landmarks), {
      x,
      y: y + height * 0.45,
      size: height,
      light: dice.between(0.6, 1),
      lean: dice.between(-0.12, 0.12),
    })
}

/** Points around the centre of a piece's place, in pixels of a picture reduced to a quarter. */
const shrink = 4
const half = pieceSize / 2 / shrink
type Ring = { dx: Float32Array; dy: Float32Array }
const makeRing = (...radii: readonly number[]): Ring => {
  const points = radii.flatMap((radius) =>
    Array.from({ length: 24 }, (_, i) => {
      const angle = (i / 24) * 2 * Math.PI
      const square = radius / shrink / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)))
      return [square * Math.cos(angle), square * Math.sin(angle)] as const
    }),
  )
  return { dx: Float32Array.from(points, ([dx]) => dx), dy: Float32Array.from(points, ([, dy]) => dy) }
}
const innerRing = makeRing(14)
const outerRing = makeRing(25)
const insideRing = makeRing(14, 6)
/** The same points after quarter turns of the picture. */
const turnedRings: readonly Ring[] = [0, 1, 2, 3].map((turn) => {
  const { dx, dy } = insideRing
  const [cos, sin] = [[1, 0, -1, 0][turn] ?? 1, [0, 1, 0, -1][turn] ?? 0]
  return { dx: dx.map((u, i) => u * cos + (dy[i] ?? 0) * sin), dy: dy.map((v, i) => v * cos - (dx[i] ?? 0) * sin) }
})

type Small = { light: Float32Array; width: number; height: number }
/** The picture's brightness in a small copy, without grain and quick to examine. */
const shrinkPicture = (data: Uint8ClampedArray): Small => {
  const [width, height] = [size.width / shrink, size.height / shrink]
  const light = new Float32Array(width * height)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const at = (y * size.width + x) * 4
      const to = (y >> 2) * width + (x >> 2)
      light[to] = (light[to] ?? 0) + 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
    }
  return { light, width, height }
}
/** The brightness at a ring's points around a place. */
const lightAround = ({ light, width, height }: Small, { dx, dy }: Ring, { x, y }: Place): Float32Array => {
  const found = new Float32Array(dx.length)
  const [cx, cy] = [x / shrink + half, y / shrink + half]
  for (let i = 0; i < found.length; i++) {
    const px = Math.min(width - 1, Math.max(0, Math.round(cx + (dx[i] ?? 0))))
    const py = Math.min(height - 1, Math.max(0, Math.round(cy + (dy[i] ?? 0))))
    found[i] = light[py * width + px] ?? 0
  }
  return found
}

/** How similar two rims are regardless of brightness: 1 the same, 0 unrelated. */
const likeness = (a: Float32Array, b: Float32Array): number => {
  let [sumA, sumB] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    sumA += a[i] ?? 0
    sumB += b[i] ?? 0
  }
  const [meanA, meanB] = [sumA / a.length, sumB / b.length]
  let [product, squaresA, squaresB] = [0, 1, 1]
  for (let i = 0; i < a.length; i++) {
    const [u, v] = [(a[i] ?? 0) - meanA, (b[i] ?? 0) - meanB]
    product += u * v
    squaresA += u * u
    squaresB += v * v
  }
  return product / Math.sqrt(squaresA * squaresB)
}

/** How many places are considered for false holes. */
const candidateCount = 240

/** True if a place is far enough from all others, on at least one axis. */
const isApart = (spot: Place, others: readonly Place[], px: number): boolean =>
  others.every((other) => Math.max(Math.abs(other.x - spot.x), Math.abs(other.y - spot.y)) >= px)

/**
 * Chooses places for false holes and for empty outlines: those whose surroundings continue in the piece about as well
 * as the right one's.
 */
const chooseFalsePlaces = (dice: Dice, small: Small, right: Place): { holes: Place[]; loops: Place[] } => {
  const piece = lightAround(small, innerRing, right)
  const candidates: { spot: Place; like: number }[] = []
  for (let i = 0; i < candidateCount; i++) {
    const spot = { x: dice.whole(4, widest.x), y: dice.whole(4, widest.y) }
    if (isFairPlace(spot)) candidates.push({ spot, like: likeness(lightAround(small, outerRing, spot), piece) })
  }
  candidates.sort((a, b) => b.like - a.like)
  const holes: Place[] = []
  const loops: Place[] = []
  for (const { spot } of candidates)
    if (holes.length < falseHoles && isApart(spot, [right, ...holes], apartPx)) holes.push(spot)
  // The first are the most similar: usually an outline fits the piece better than the right hole does.
  for (const { spot } of candidates)
    if (loops.length < loopCount && isApart(spot, [right, ...holes], loopApartPx) && isApart(spot, loops, loopApartPx))
      loops.push(spot)
  return { holes, loops }
}

type Filling = Place & { turn: number }
/**
 * Chooses another part of the picture to show in a hole: of some random ones, the least similar to what belongs there.
 */
const chooseFilling = (dice: Dice, small: Small, right: Place): Filling => {
  const piece = lightAround(small, insideRing, right)
  let best: { from: Filling; like: number } | null = null
  for (let i = 0; i < 6; i++) {
    const from = {
      x: dice.whole(0, size.width - pieceSize),
      y: dice.whole(0, size.height - pieceSize),
      turn: dice.pick([1, 2, 3]),
    }
    const like = likeness(lightAround(small, turnedRings[from.turn] ?? insideRing, from), piece)
    if (best === null || like < best.like) best = { from, like }
  }
  return best?.from ?? { x: 0, y: 0, turn: 1 }
}

type Hole = Place & { filling: Filling }
/**
 * The filling of a hole extends this far over its outline and fades out: a person sees a shape, but there is no edge.
 */
const fadePx = 11
const layerSize = pieceSize + 2 * fadePx

/** A filled outline that fades out at its rim. */
const makeMask = (outline: Outline): Canvas => {
  const { canvas, ctx } = makeSurface(layerSize, layerSize)
  traceOutline(ctx, outline, fadePx, fadePx)
  ctx.fillStyle = ctx.strokeStyle = '#000'
  ctx.lineJoin = 'round'
  ctx.fill()
  for (const [width, alpha] of [
    [20, 0.16],
    [15, 0.2],
    [10, 0.25],
    [6, 0.3],
    [3, 0.4],
  ] as const) {
    ctx.globalAlpha = alpha
    ctx.lineWidth = width
    ctx.stroke()
  }
  return canvas
}

/** All holes are drawn the same way, including the right one. */
const drawHole = (
  ctx: SKRSContext2D,
  dice: Dice,
  outline: Outline,
  mask: Canvas,
  scene: Canvas,
  { x, y, filling }: Hole,
): void => {
  const layer = makeSurface(layerSize, layerSize)
  const { ctx: into } = layer
  into.translate(layerSize / 2, layerSize / 2)
  into.save()
  // Another part of the same landscape, rotated, shows through the shade.
  into.rotate((filling.turn * Math.PI) / 2)
  into.drawImage(
    scene,
    filling.x - fadePx,
    filling.y - fadePx,
    layerSize,
    layerSize,
    -layerSize / 2,
    -layerSize / 2,
    layerSize,
    layerSize,
  )
  into.restore()
  const shade = into.createLinearGradient(dice.between(-25, 25), -25, dice.between(-25, 25), 25)
  const dim = dice.chance(0.5)
  for (const stop of [0, 1])
    shade.addColorStop(
      stop,
      hsl(dice.between(200, 260), 30, dim ? dice.between(8, 30) : dice.between(70, 92), dice.between(0.55, 0.8)),
    )
  into.fillStyle = shade
  into.fillRect(-layerSize, -layerSize, 2 * layerSize, 2 * layerSize)
  into.resetTransform()
  into.globalCompositeOperation = 'destination-in'
  into.drawImage(mask, 0, 0)
  ctx.drawImage(layer.canvas, x - fadePx, y - fadePx)
  traceOutline(ctx, outline, x, y)
  ctx.strokeStyle = dice.chance(0.5)
    ? hsl(220, 30, 8, dice.between(0.25, 0.45))
    : hsl(45, 60, 94, dice.between(0.25, 0.45))
  ctx.lineWidth = dice.between(0.8, 1.4)
  ctx.stroke()
}

const drawPiece = (dice: Dice, outline: Outline, scene: Canvas, right: Place): Canvas => {
  const { canvas, ctx } = makeSurface(pieceSize, pieceSize)
  ctx.save()
  traceOutline(ctx, outline, 0, 0)
  ctx.clip()
  ctx.drawImage(scene, right.x, right.y, pieceSize, pieceSize, 0, 0, pieceSize, pieceSize)
  // Light different from the picture's.
  ctx.globalCompositeOperation = dice.pick(['soft-light', 'overlay'])
  ctx.fillStyle = hsl(
    dice.between(0, 360),
    50,
    dice.pick([dice.between(22, 38), dice.between(62, 78)]),
    dice.between(0.3, 0.5),
  )
  ctx.fillRect(0, 0, pieceSize, pieceSize)
  ctx.globalCompositeOperation = 'source-over'
  ctx.fillStyle = hsl(dice.between(0, 360), 40, dice.between(30, 70), dice.between(0.03, 0.09))
  ctx.fillRect(0, 0, pieceSize, pieceSize)
  for (const [width, alpha] of [
    [9, 0.14],
    [5, 0.24],
  ] as const) {
    traceOutline(ctx, outline, 0, 0)
    ctx.strokeStyle = hsl(dice.between(0, 360), 25, dice.between(20, 80), alpha)
    ctx.lineWidth = width
    ctx.stroke()
  }
  ctx.restore()
  traceOutline(ctx, outline, 0, 0)
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.9)'
  ctx.lineWidth = 1.4
  ctx.stroke()
  return canvas
}

/**
 * Draws a landscape for a single challenge: somebody who saw it with holes in different places would know what they
 * hide.
 */
export const drawSlider = async (seed: string, right: Place): Promise<{ image: Buffer; piece: Buffer }> => {
  const dice = makeDice(seed)
  const landscape = drawScene(dice, size.width, size.height)
  placeLandmarks(landscape.ctx, dice, right)
  const { canvas: scene, data } = flatten(landscape)
  const small = shrinkPicture(data)
  const outline = makeOutline(dice)
  const mask = makeMask(outline)
  const decoys = chooseFalsePlaces(dice, small, right)
  const holes: Hole[] = [right, ...decoys.holes].map((spot) => ({
    ...spot,
    filling: chooseFilling(dice, small, right),
  }))
  const piece = drawPiece(dice, outline, scene, right)
  const picture = makeSurface(size.width, size.height)
  const { ctx } = picture
  ctx.drawImage(scene, 0, 0)
  // In an order that reveals nothing.
  holes.sort((a, b) => a.x - b.x || a.y - b.y)
  for (const hole of holes) drawHole(ctx, dice, outline, mask, scene, hole)
  for (const { x, y } of decoys.loops) {
    traceOutline(ctx, outline, x, y)
    ctx.strokeStyle = dice.chance(0.5)
      ? hsl(220, 30, 8, dice.between(0.5, 0.8))
      : hsl(45, 60, 94, dice.between(0.5, 0.8))
    ctx.lineWidth = dice.between(0.9, 1.6)
    ctx.stroke()
  }
  addGrain(picture, dice, 0.9)
  const [image, pieceBytes] = await Promise.all([toJpeg(picture.canvas), toPng(piece)])
  return { image, piece: pieceBytes }
}
