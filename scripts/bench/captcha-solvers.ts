/**
 * Naive programs that try to solve captchas from the bytes that a client receives: edge matching for the slider;
 * directions of edges, mirror axes and brightness for the rotation; template matching for the digits. Their success
 * rates measure the drawings.
 */
import { createCanvas, loadImage, type Canvas } from 'canvas'
import { canvas as size, pieceSize, rotateSize, textLength, textSize } from '~/modules/captcha/captcha.schema'

type Pixels = { width: number; height: number; light: Float32Array; alpha: Uint8Array }

const readPixels = async (bytes: Uint8Array): Promise<Pixels> => {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const ctx = canvas.getContext('2d')
  ctx.drawImage(image, 0, 0)
  return pixelsOf(canvas)
}
const pixelsOf = (canvas: Canvas): Pixels => {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const light = new Float32Array(width * height)
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < light.length; i++) {
    light[i] = 0.299 * (data[i * 4] ?? 0) + 0.587 * (data[i * 4 + 1] ?? 0) + 0.114 * (data[i * 4 + 2] ?? 0)
    alpha[i] = data[i * 4 + 3] ?? 0
  }
  return { width, height, light, alpha }
}
const at = (values: Float32Array, i: number): number => values[i] ?? 0

/** A slight blur against grain. */
const blur = ({ width, height, light }: Pixels): Float32Array => {
  const out = new Float32Array(light.length)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let sum = 0
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += at(light, (y + dy) * width + x + dx)
      out[y * width + x] = sum / 9
    }
  return out
}
const gradients = (
  values: Float32Array,
  width: number,
  height: number,
): { strength: Float32Array; angle: Float32Array } => {
  const strength = new Float32Array(values.length)
  const angle = new Float32Array(values.length)
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      const gx =
        at(values, i + 1) -
        at(values, i - 1) +
        0.5 *
          (at(values, i + 1 - width) -
            at(values, i - 1 - width) +
            at(values, i + 1 + width) -
            at(values, i - 1 + width))
      const gy =
        at(values, i + width) -
        at(values, i - width) +
        0.5 *
          (at(values, i + width - 1) -
            at(values, i - width - 1) +
            at(values, i + width + 1) -
            at(values, i - width + 1))
      strength[i] = Math.hypot(gx, gy)
      angle[i] = Math.atan2(gy, gx)
    }
  return { strength, angle }
}

export type Slide = { x: number; y: number }
type Scored = Slide & { score: number }
/** The best positions, each more than 12 px from better ones. */
const peaks = (scores: Float32Array, columns: number, count: number): Scored[] => {
  const order = [...scores.keys()].sort((a, b) => at(scores, b) - at(scores, a))
  const found: Scored[] = []
  for (const i of order) {
    const place = { x: i % columns, y: Math.floor(i / columns), score: at(scores, i) }
    if (found.every((other) => Math.abs(other.x - place.x) > 12 || Math.abs(other.y - place.y) > 12)) found.push(place)
    if (found.length === count) break
  }
  return found
}
const columns = size.width - pieceSize + 1
const rows = size.height - pieceSize + 1

/** Normalised correlation of a template, given as weighted points, with the picture's edges, at all positions. */
const correlate = (
  picture: Float32Array,
  points: readonly { dx: number; dy: number; weight: number }[],
): Float32Array => {
  const mean = points.reduce((sum, point) => sum + point.weight, 0) / points.length
  const scores = new Float32Array(columns * rows)
  // Every second position: a piece may be some pixels off.
  for (let y = 0; y < rows; y += 2)
    for (let x = 0; x < columns; x += 2) {
      let [product, sum, squares] = [0, 0, 0]
      for (const { dx, dy, weight } of points) {
        const value = at(picture, (y + dy) * size.width + x + dx)
        product += (weight - mean) * value
        sum += value
        squares += value * value
      }
      const spread = squares - (sum * sum) / points.length
      scores[y * columns + x] = spread > 0 ? product / Math.sqrt(spread) : 0
    }
  return scores
}

export type SliderGuesses = { edges: Slide; outline: Slide; colours: Slide; seam: Slide }
/**
 * Four guesses. `edges`: the piece's edges matched with the picture's, as common programs do. `outline`: the position
 * with the strongest edges along the outline. `colours`: the piece's own brightness matched with the picture. `seam`:
 * of the twelve best outlines the one whose surroundings continue best in the piece; it is the strongest of them.
 */
export const solveSlider = async (image: Uint8Array, piece: Uint8Array): Promise<SliderGuesses> => {
  const picture = await readPixels(image)
  const part = await readPixels(piece)
  const soft = blur(picture)
  const edges = gradients(soft, picture.width, picture.height).strength
  // The piece on mid grey, so that its outline is an edge too.
  const onGrey = part.light.map((value, i) => ((part.alpha[i] ?? 0) > 127 ? value : 128))
  const pieceEdges = gradients(blur({ ...part, light: onGrey }), part.width, part.height).strength
  const inside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < part.width && y < part.height && (part.alpha[y * part.width + x] ?? 0) > 127
  const body: { dx: number; dy: number; weight: number }[] = []
  const light: { dx: number; dy: number; weight: number }[] = []
  const rim: { dx: number; dy: number }[] = []
  for (let dy = 0; dy < part.height; dy++)
    for (let dx = 0; dx < part.width; dx++) {
      const i = dy * part.width + dx
      const near = [-2, 0, 2].some((oy) => [-2, 0, 2].some((ox) => inside(dx + ox, dy + oy)))
      if (near && (dx + dy) % 2 === 0) body.push({ dx, dy, weight: at(pieceEdges, i) })
      if (inside(dx, dy) && (dx + dy) % 2 === 0) light.push({ dx, dy, weight: at(part.light, i) })
      if (inside(dx, dy) && !(inside(dx - 1, dy) && inside(dx + 1, dy) && inside(dx, dy - 1) && inside(dx, dy + 1)))
        rim.push({ dx, dy })
    }
  const edgeScores = correlate(edges, body)
  const lightScores = correlate(soft, light)
  const outlineScores = new Float32Array(columns * rows)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      outlineScores[y * columns + x] = rim.reduce(
        (sum, { dx, dy }) => sum + Math.min(60, at(edges, (y + dy) * size.width + x + dx)),
        0,
      )
  const outlines = peaks(outlineScores, columns, 12)
  const middle = (pieceSize - 1) / 2
  const step = (from: { dx: number; dy: number }, px: number): { dx: number; dy: number } => {
    const length = Math.hypot(from.dx - middle, from.dy - middle)
    return {
      dx: Math.round(from.dx + ((from.dx - middle) / length) * px),
      dy: Math.round(from.dy + ((from.dy - middle) / length) * px),
    }
  }
  const pieceSoft = blur({ ...part, light: onGrey })
  const seam = outlines.map((place) => {
    const pairs: [number, number][] = []
    for (const point of rim) {
      const [inner, outer] = [step(point, -6), step(point, 7)]
      const [x, y] = [place.x + outer.dx, place.y + outer.dy]
      if (
        !inside(inner.dx, inner.dy) ||
        inside(outer.dx, outer.dy) ||
        x < 1 ||
        y < 1 ||
        x >= size.width - 1 ||
        y >= size.height - 1
      )
        continue
      pairs.push([at(pieceSoft, inner.dy * part.width + inner.dx), at(soft, y * size.width + x)])
    }
    const means = [0, 1].map(
      (k) => pairs.reduce((sum, pair) => sum + (pair[k as 0 | 1] ?? 0), 0) / Math.max(1, pairs.length),
    )
    let [product, a, b] = [0, 0, 0]
    for (const [p, q] of pairs) {
      product += (p - (means[0] ?? 0)) * (q - (means[1] ?? 0))
      a += (p - (means[0] ?? 0)) ** 2
      b += (q - (means[1] ?? 0)) ** 2
    }
    return { ...place, score: a > 0 && b > 0 ? product / Math.sqrt(a * b) : -1 }
  })
  const best = (places: readonly Scored[]): Slide =>
    places.reduce((top, one) => (one.score > top.score ? one : top), { x: 0, y: 0, score: Number.NEGATIVE_INFINITY })
  return {
    edges: best(peaks(edgeScores, columns, 1)),
    outline: best(outlines),
    colours: best(peaks(lightScores, columns, 1)),
    seam: best(seam),
  }
}

export type RotateGuesses = { directions: number; mirror: number; lightness: number; horizon: number }
/** Four guesses of how far a picture was turned clockwise, in degrees. */
export const solveRotate = async (image: Uint8Array): Promise<RotateGuesses> => {
  const picture = await readPixels(image)
  const soft = blur(picture)
  const { strength, angle } = gradients(soft, picture.width, picture.height)
  const middle = rotateSize / 2
  const within = (x: number, y: number): boolean => Math.hypot(x - middle, y - middle) < middle - 8
  const histogram = new Float32Array(360)
  let [lightX, lightY] = [0, 0]
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      if (!within(x, y)) continue
      const i = y * picture.width + x
      const degrees = Math.round((at(angle, i) * 180) / Math.PI + 720) % 360
      histogram[degrees] = at(histogram, degrees) + Math.min(80, at(strength, i))
      lightX += at(soft, i) * (x - middle)
      lightY += at(soft, i) * (y - middle)
    }
  const smooth = (fold: number): { degrees: number; score: number }[] => {
    const folded = new Float32Array(fold)
    for (let d = 0; d < 360; d++) folded[d % fold] = at(folded, d % fold) + at(histogram, d)
    return [...folded.keys()].map((degrees) => ({
      degrees,
      score: [-2, -1, 0, 1, 2].reduce((sum, k) => sum + at(folded, (degrees + k + fold) % fold), 0),
    }))
  }
  const top = (scores: { degrees: number; score: number }[]): number =>
    scores.reduce((a, b) => (b.score > a.score ? b : a)).degrees
  // The sky is bright: up is where the light is.
  const up = ((Math.atan2(lightY, lightX) * 180) / Math.PI + 90 + 360) % 360
  const nearest = (base: number, step: number): number => {
    const options = Array.from({ length: 360 / step }, (_, k) => (base + k * step) % 360)
    const away = (a: number): number => Math.min(Math.abs(a - up), 360 - Math.abs(a - up))
    return options.reduce((a, b) => (away(b) < away(a) ? b : a))
  }
  let mirror = { degrees: 0, score: Number.NEGATIVE_INFINITY }
  for (let degrees = 0; degrees < 360; degrees += 3) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    let score = 0
    for (let v = -100; v <= 100; v += 4)
      for (let u = 4; u <= 100; u += 4) {
        if (u * u + v * v > 100 * 100) continue
        const value = (k: number): number =>
          at(soft, Math.round(middle + k * sin + v * cos) * picture.width + Math.round(middle + k * cos - v * sin))
        score -= Math.abs(value(u) - value(-u))
      }
    // The upper half is the emptier one.
    if (score > mirror.score) mirror = { degrees, score }
  }
  return {
    directions: nearest(top(smooth(90)), 90),
    mirror: nearest(mirror.degrees % 180, 180),
    lightness: up,
    horizon: nearest((top(smooth(180)) + 90) % 180, 180),
  }
}

/** Clean pictures of the digits, as a program would render them from a font with round strokes. */
const makeTemplates = (): Pixels[] =>
  Array.from({ length: 10 }, (_, digit) => {
    const canvas = createCanvas(24, 32)
    const ctx = canvas.getContext('2d')
    ctx.fillStyle = '#000'
    ctx.fillRect(0, 0, 24, 32)
    ctx.strokeStyle = '#fff'
    ctx.lineWidth = 4
    ctx.lineCap = 'round'
    ctx.lineJoin = 'round'
    const arc = (cx: number, cy: number, rx: number, ry: number, from: number, to: number): void =>
      ctx.ellipse(cx, cy, rx, ry, 0, from * 2 * Math.PI, to * 2 * Math.PI)
    const path = (...points: [number, number][]): void =>
      points.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)))
    ctx.beginPath()
    if (digit === 0) arc(12, 16, 8, 13, 0, 1)
    if (digit === 1) path([7, 8], [13, 3], [13, 29])
    if (digit === 2) {
      arc(12, 10, 8, 7, 0.5, 1.08)
      path([18, 14], [4, 29], [21, 29])
    }
    if (digit === 3) {
      arc(11, 9.5, 8, 6.5, 0.6, 1.25)
      ctx.moveTo(12, 16)
      arc(11, 22, 9, 7, 0.75, 1.4)
    }
    if (digit === 4) path([15, 29], [15, 3], [3, 21], [21, 21])
    if (digit === 5) {
      path([20, 3], [6, 3], [5, 14])
      arc(11, 20.5, 9, 8.5, 0.68, 1.4)
    }
    if (digit === 6) {
      path([17, 3], [6, 15])
      arc(12, 21, 8.5, 8, 0, 1)
    }
    if (digit === 7) path([3, 3], [20, 3], [9, 29])
    if (digit === 8) {
      arc(12, 9.5, 7, 6.5, 0, 1)
      ctx.moveTo(20, 22.5)
      arc(12, 22.5, 8, 6.5, 0, 1)
    }
    if (digit === 9) {
      arc(12, 11, 8.5, 8, 0, 1)
      path([20, 12], [16, 29])
    }
    ctx.stroke()
    return pixelsOf(canvas)
  })
let templates: Pixels[] | null = null

/** Reads the digits by template matching: in each quarter the template, position and size that correlate best. */
export const solveText = async (image: Uint8Array): Promise<string> => {
  templates ??= makeTemplates()
  const picture = await readPixels(image)
  const soft = blur(picture)
  // Ink is what differs from the mean, dark or light.
  const mean = soft.reduce((sum, value) => sum + value, 0) / soft.length
  const ink = soft.map((value) => Math.abs(value - mean))
  const cell = textSize.width / textLength
  let text = ''
  for (let n = 0; n < textLength; n++) {
    let best = { digit: 0, score: -1 }
    for (const [digit, template] of templates.entries())
      for (const scale of [1.4, 1.6, 1.8])
        for (let y = 0; y + 32 * scale <= textSize.height; y += 4)
          for (let x = Math.floor(n * cell - 4); x + 24 * scale <= (n + 1) * cell + 10; x += 4) {
            let [product, a, b, sumA, sumB, count] = [0, 0, 0, 0, 0, 0]
            for (let ty = 0; ty < 32; ty += 2)
              for (let tx = 0; tx < 24; tx += 2) {
                const p = at(template.light, ty * 24 + tx)
                const [px, py] = [Math.round(x + tx * scale), Math.round(y + ty * scale)]
                const q = px >= 0 && px < textSize.width ? at(ink, py * textSize.width + px) : 0
                product += p * q
                a += p * p
                b += q * q
                sumA += p
                sumB += q
                count++
              }
            const score =
              (product - (sumA * sumB) / count) /
              Math.sqrt(Math.max(1e-9, (a - (sumA * sumA) / count) * (b - (sumB * sumB) / count)))
            if (score > best.score) best = { digit, score }
          }
    text += String(best.digit)
  }
  return text
}
