/**
 * The slider kind: a landscape with several holes of one outline, of which one fits the piece. What a hole hides is taken
 * away, not darkened; its rim is veiled, the piece's light and colours are others, and the false holes stand where the
 * picture around them is most like the piece, so that outlines, edges and colours alone don't tell which one is right.
 */
import type { Canvas, SKRSContext2D } from 'canvas'
import { canvas as size, pieceSize } from '../captcha.schema'
import { makeDice, type Dice } from './dice'
import { isFairPlace, widest, type Place } from './place'
import { drawScene } from './scene.server'
import { addGrain, hsl, makeSurface, toJpeg, toPng } from './surface.server'

/** False holes beside the right one; more would leave too little of the picture. */
const falseHoles = 6
/** Outlines without a hole. */
const loops = 5
/** Holes keep apart, so that no piece lies right in two of them. */
const apartPx = pieceSize + 3

type Side = { turn: 1 | -1; at: number; reach: number }
type Outline = readonly [Side, Side, Side, Side]

const makeOutline = (dice: Dice): Outline => {
  const side = (): Side => ({ turn: dice.chance(0.5) ? 1 : -1, at: dice.between(0.36, 0.64), reach: dice.between(0.8, 1) })
  return [side(), side(), side(), side()]
}

/** Traces the outline with its upper left corner at x,y. A knob of a jigsaw's kind on each side, out or in; all within the square. */
const traceOutline = (ctx: SKRSContext2D, outline: Outline, x: number, y: number): void => {
  const margin = 7
  const length = pieceSize - 2 * margin
  ctx.save()
  ctx.translate(x + pieceSize / 2, y + pieceSize / 2)
  ctx.beginPath()
  ctx.moveTo(-length / 2, -length / 2)
  for (const { turn, at, reach } of outline) {
    const [middle, out] = [-length / 2 + length * at, -length / 2 - turn * margin * reach]
    ctx.lineTo(middle - 8, -length / 2)
    ctx.bezierCurveTo(middle - 4, -length / 2, middle - 10, out, middle, out)
    ctx.bezierCurveTo(middle + 10, out, middle + 4, -length / 2, middle + 8, -length / 2)
    ctx.lineTo(length / 2, -length / 2)
    ctx.rotate(Math.PI / 2)
  }
  ctx.closePath()
  ctx.restore()
}

/** Rings of sample points around the middle of a place, just inside and well outside of the outline. */
const ring = (radius: number): readonly (readonly [number, number])[] =>
  Array.from({ length: 24 }, (_, i) => {
    const angle = (i / 24) * 2 * Math.PI
    const square = radius / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)))
    return [Math.round(pieceSize / 2 + square * Math.cos(angle)), Math.round(pieceSize / 2 + square * Math.sin(angle))] as const
  })
const innerRing = ring(16)
const outerRing = ring(24)

type Pixels = { data: Uint8ClampedArray; width: number; height: number }
const lightAt = ({ data, width, height }: Pixels, x: number, y: number): number => {
  const at = (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 4
  return 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
}
/** How unlike the rim of the piece and of a place are, with the difference of their light taken out. */
const unlikeness = (pixels: Pixels, piece: readonly number[], { x, y }: Place): number => {
  const here = outerRing.map(([dx, dy]) => lightAt(pixels, x + dx, y + dy))
  const [meanHere, meanPiece] = [here, piece].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length) as [number, number]
  return here.reduce((sum, value, i) => sum + Math.abs(value - meanHere - ((piece[i] ?? 0) - meanPiece)), 0) + 0.5 * here.length * Math.abs(meanHere - meanPiece)
}

const chooseFalsePlaces = (dice: Dice, pixels: Pixels, right: Place): Place[] => {
  const piece = innerRing.map(([dx, dy]) => lightAt(pixels, right.x + dx, right.y + dy))
  const candidates: { place: Place; unlike: number }[] = []
  for (let i = 0; i < 260; i++) {
    const place = { x: dice.whole(4, widest.x), y: dice.whole(4, widest.y) }
    if (isFairPlace(place)) candidates.push({ place, unlike: unlikeness(pixels, piece, place) })
  }
  candidates.sort((a, b) => a.unlike - b.unlike)
  const chosen: Place[] = []
  for (const { place } of candidates) {
    if (chosen.length === falseHoles) break
    if ([right, ...chosen].every((other) => Math.max(Math.abs(other.x - place.x), Math.abs(other.y - place.y)) >= apartPx)) chosen.push(place)
  }
  return chosen
}

const drawHole = (ctx: SKRSContext2D, dice: Dice, outline: Outline, scene: Canvas, { x, y }: Place): void => {
  // A veil around the hole: what stands right at its rim can't be compared with the piece.
  for (const [width, alpha] of [[10, 0.16], [7, 0.22], [4, 0.34]] as const) {
    traceOutline(ctx, outline, x, y)
    ctx.strokeStyle = hsl(dice.between(0, 360), 25, dice.between(20, 80), alpha)
    ctx.lineWidth = width
    ctx.lineJoin = 'round'
    ctx.stroke()
  }
  ctx.save()
  traceOutline(ctx, outline, x, y)
  ctx.clip()
  // Another part of the same landscape, turned, shows through the shade.
  const [fromX, fromY] = [dice.whole(0, size.width - pieceSize), dice.whole(0, size.height - pieceSize)]
  ctx.translate(x + pieceSize / 2, y + pieceSize / 2)
  ctx.rotate(dice.pick([0.5, 1, 1.5]) * Math.PI)
  ctx.drawImage(scene, fromX, fromY, pieceSize, pieceSize, -pieceSize / 2, -pieceSize / 2, pieceSize, pieceSize)
  const shade = ctx.createLinearGradient(dice.between(-25, 25), -25, dice.between(-25, 25), 25)
  const dark = dice.chance(0.5)
  for (const stop of [0, 1]) shade.addColorStop(stop, hsl(dice.between(200, 260), 30, dark ? dice.between(8, 30) : dice.between(70, 92), dice.between(0.5, 0.78)))
  ctx.fillStyle = shade
  ctx.fillRect(-pieceSize, -pieceSize, 2 * pieceSize, 2 * pieceSize)
  ctx.restore()
  traceOutline(ctx, outline, x, y)
  ctx.strokeStyle = dice.chance(0.5) ? hsl(220, 30, 10, dice.between(0.3, 0.6)) : hsl(45, 60, 92, dice.between(0.3, 0.6))
  ctx.lineWidth = dice.between(0.8, 1.8)
  ctx.stroke()
}

const drawPiece = (dice: Dice, outline: Outline, scene: Canvas, right: Place): Canvas => {
  const { canvas, ctx } = makeSurface(pieceSize, pieceSize)
  ctx.save()
  traceOutline(ctx, outline, 0, 0)
  ctx.clip()
  ctx.drawImage(scene, right.x, right.y, pieceSize, pieceSize, 0, 0, pieceSize, pieceSize)
  // Another light than the picture's.
  ctx.globalCompositeOperation = dice.pick(['soft-light', 'overlay'])
  ctx.fillStyle = hsl(dice.between(0, 360), 50, dice.pick([dice.between(22, 38), dice.between(62, 78)]), dice.between(0.35, 0.6))
  ctx.fillRect(0, 0, pieceSize, pieceSize)
  ctx.globalCompositeOperation = 'source-over'
  ctx.fillStyle = hsl(dice.between(0, 360), 40, dice.between(30, 70), dice.between(0.05, 0.14))
  ctx.fillRect(0, 0, pieceSize, pieceSize)
  for (const [width, alpha] of [[9, 0.14], [5, 0.24]] as const) {
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

export const drawSlider = async (seed: string, right: Place): Promise<{ image: Buffer; piece: Buffer }> => {
  const dice = makeDice(seed)
  const scene = drawScene(dice, size.width, size.height)
  const pixels = scene.ctx.getImageData(0, 0, size.width, size.height)
  const outline = makeOutline(dice)
  const holes = [right, ...chooseFalsePlaces(dice, pixels, right)]
  const piece = drawPiece(dice, outline, scene.canvas, right)
  const picture = makeSurface(size.width, size.height)
  const { ctx } = picture
  ctx.drawImage(scene.canvas, 0, 0)
  for (let i = 0; i < loops; i++) {
    traceOutline(ctx, outline, dice.whole(-10, size.width - 40), dice.whole(-10, size.height - 40))
    ctx.strokeStyle = hsl(dice.between(0, 360), 40, dice.pick([12, 90]), dice.between(0.35, 0.6))
    ctx.lineWidth = dice.between(0.8, 1.8)
    ctx.stroke()
  }
  // In an order that says nothing.
  holes.sort((a, b) => a.x - b.x || a.y - b.y)
  for (const hole of holes) drawHole(ctx, dice, outline, scene.canvas, hole)
  addGrain(picture, dice, 0.9)
  const [image, pieceBytes] = await Promise.all([toJpeg(picture.canvas), toPng(piece)])
  return { image, piece: pieceBytes }
}
