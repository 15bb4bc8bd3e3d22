/** Canvases, grain and encoding, shared by all kinds of pictures. */
import { createCanvas, type Canvas, type CanvasGradient, type SKRSContext2D } from 'canvas'
import { makeDice, type Dice } from './dice'

export type Surface = { canvas: Canvas; ctx: SKRSContext2D }

export const makeSurface = (width: number, height: number): Surface => {
  const canvas = createCanvas(width, height)
  return { canvas, ctx: canvas.getContext('2d') }
}

/** Renders the surface to pixels, so that repeated copies of it need not redraw its strokes. */
export const flatten = ({ canvas, ctx }: Surface): { canvas: Canvas; data: Uint8ClampedArray } => {
  const flat = makeSurface(canvas.width, canvas.height)
  const pixels = ctx.getImageData(0, 0, canvas.width, canvas.height)
  flat.ctx.putImageData(pixels, 0, 0)
  return { canvas: flat.canvas, data: pixels.data }
}

const grainSize = 512
let grain: Canvas | null = null
/** Grey specks, drawn once per process: placing them at a random offset costs one copy. */
const grainTile = (): Canvas => {
  if (grain !== null) return grain
  const { canvas, ctx } = makeSurface(grainSize, grainSize)
  const dice = makeDice('6d616e676f706f7274616c677261696e')
  const pixels = ctx.createImageData(grainSize, grainSize)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const light = dice.roll() < 0.5 ? 0 : 255
    pixels.data[at] = light
    pixels.data[at + 1] = Math.min(255, Math.max(0, light + dice.whole(-60, 60)))
    pixels.data[at + 2] = Math.min(255, Math.max(0, light + dice.whole(-60, 60)))
    pixels.data[at + 3] = Math.floor(40 * dice.roll() ** 2)
  }
  ctx.putImageData(pixels, 0, 0)
  grain = canvas
  return canvas
}

/** Adds grain to the whole surface, scaled by `strength` (1: like a photograph at night). */
export const addGrain = ({ canvas, ctx }: Surface, dice: Dice, strength = 1): void => {
  ctx.save()
  ctx.globalAlpha = Math.min(1, strength)
  ctx.drawImage(
    grainTile(),
    dice.whole(0, grainSize - canvas.width),
    dice.whole(0, grainSize - canvas.height),
    canvas.width,
    canvas.height,
    0,
    0,
    canvas.width,
    canvas.height,
  )
  ctx.restore()
}

/** Removes what the encoder adds to a JPEG (a colour profile, comments): only pixels are sent. */
const withoutExtras = (jpeg: Buffer): Buffer => {
  const kept: Buffer[] = [jpeg.subarray(0, 2)]
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda) {
    const marker = jpeg[at + 1] ?? 0
    const next = at + 2 + jpeg.readUInt16BE(at + 2)
    const isExtra = marker === 0xfe || (marker > 0xe0 && marker <= 0xef)
    if (!isExtra) kept.push(jpeg.subarray(at, next))
    at = next
  }
  kept.push(jpeg.subarray(at))
  return Buffer.concat(kept)
}

/** Encodes a JPEG outside the event loop. */
export const toJpeg = async (canvas: Canvas, quality = 84): Promise<Buffer> =>
  withoutExtras(await canvas.encode('jpeg', quality))
export const toPng = (canvas: Canvas): Promise<Buffer> => canvas.encode('png')

/** `hsl()` with an optional alpha, hue in degrees, the rest in percent. */
export const hsl = (hue: number, saturation: number, light: number, alpha = 1): string =>
  `hsla(${Math.round(((hue % 360) + 360) % 360)}, ${Math.round(saturation)}%, ${Math.round(light)}%, ${alpha})`

/** Fills an ellipse around x,y. */
export const fillOval = (
  ctx: SKRSContext2D,
  fill: string | CanvasGradient,
  x: number,
  y: number,
  rx: number,
  ry = rx,
  turn = 0,
): void => {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.ellipse(x, y, rx, ry, turn, 0, 7)
  ctx.fill()
}
/** A gradient from one point to another, with the colours at equal distances. */
export const blend = (
  ctx: SKRSContext2D,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  ...colours: readonly string[]
): CanvasGradient => {
  const gradient = ctx.createLinearGradient(x0, y0, x1, y1)
  colours.forEach((colour, i) => gradient.addColorStop(i / (colours.length - 1), colour))
  return gradient
}
