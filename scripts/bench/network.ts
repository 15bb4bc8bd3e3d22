/**
 * A small convolutional network in plain arrays: what somebody with a free evening would use against captchas. Three
 * layers of filters and one of weights, trained by Adam. Everything follows from its seed, so a measurement is
 * repeatable.
 */
import { makeDice } from '~/modules/captcha/draw/dice'

export const inputSize = { width: 24, height: 32 } as const
/** The ten digits, and "no digit is centred here". */
export const classCount = 11
export const noDigit = 10

type Weights = { values: Float64Array; slopes: Float64Array; first: Float64Array; second: Float64Array }
type Shape = { width: number; height: number; depth: number }
type Layer = {
  size: number
  stride: number
  from: Shape
  to: Shape
  weights: Weights
  bias: Weights
  patches: Float64Array
  out: Float64Array
  outSlopes: Float64Array
  patchSlopes: Float64Array
  inSlopes: Float64Array
}
type Pool = { from: Shape; to: Shape; out: Float64Array; outSlopes: Float64Array; winners: Int32Array }

const volume = ({ width, height, depth }: Shape): number => width * height * depth
const at = (values: Float64Array, i: number): number => values[i] ?? 0

/** out[row][column] = left[row] · right[column] + bias[column], four columns at a time. */
const multiply = (
  left: Float64Array,
  right: Float64Array,
  bias: Float64Array,
  out: Float64Array,
  rows: number,
  columns: number,
  inner: number,
): void => {
  for (let row = 0; row < rows; row++) {
    const l = row * inner
    for (let column = 0; column < columns; column += 4) {
      const [r0, r1, r2, r3] = [column * inner, (column + 1) * inner, (column + 2) * inner, (column + 3) * inner]
      let [a, b, c, d] = [at(bias, column), at(bias, column + 1), at(bias, column + 2), at(bias, column + 3)]
      for (let k = 0; k < inner; k++) {
        const value = at(left, l + k)
        a += value * at(right, r0 + k)
        b += value * at(right, r1 + k)
        c += value * at(right, r2 + k)
        d += value * at(right, r3 + k)
      }
      const o = row * columns + column
      out[o] = a
      out[o + 1] = b
      out[o + 2] = c
      out[o + 3] = d
    }
  }
}

const makeWeights = (count: number, spread: number, roll: () => number): Weights => ({
  values: Float64Array.from(
    { length: count },
    () => spread * Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll()),
  ),
  slopes: new Float64Array(count),
  first: new Float64Array(count),
  second: new Float64Array(count),
})

const makeLayer = (from: Shape, depth: number, size: number, stride: number, roll: () => number): Layer => {
  const to = { width: Math.ceil(from.width / stride), height: Math.ceil(from.height / stride), depth }
  const inner = size * size * from.depth
  const places = to.width * to.height
  return {
    size,
    stride,
    from,
    to,
    weights: makeWeights(inner * depth, Math.sqrt(2 / inner), roll),
    bias: makeWeights(depth, 0, roll),
    patches: new Float64Array(places * inner),
    out: new Float64Array(volume(to)),
    outSlopes: new Float64Array(volume(to)),
    patchSlopes: new Float64Array(places * inner),
    inSlopes: new Float64Array(volume(from)),
  }
}
const makePool = (from: Shape): Pool => {
  const to = { width: from.width >> 1, height: from.height >> 1, depth: from.depth }
  return {
    from,
    to,
    out: new Float64Array(volume(to)),
    outSlopes: new Float64Array(volume(to)),
    winners: new Int32Array(volume(to)),
  }
}

/** Calls back for each position of a patch: where it is in the patches, and in the picture (-1 outside). */
const eachPatch = ({ size, stride, from, to }: Layer, visit: (patchAt: number, inputAt: number) => void): void => {
  const pad = (size - 1) >> 1
  let patchAt = 0
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++)
      for (let ky = 0; ky < size; ky++)
        for (let kx = 0; kx < size; kx++) {
          const [iy, ix] = [y * stride + ky - pad, x * stride + kx - pad]
          visit(
            patchAt,
            iy < 0 || ix < 0 || iy >= from.height || ix >= from.width ? -1 : (iy * from.width + ix) * from.depth,
          )
          patchAt += from.depth
        }
}
/** The positions of a layer's patches, computed once. */
const patchMap = (layer: Layer): Int32Array => {
  const found: number[] = []
  eachPatch(layer, (_, inputAt) => found.push(inputAt))
  return Int32Array.from(found)
}

const forwardLayer = (layer: Layer, map: Int32Array, input: Float64Array): void => {
  const {
    from: { depth },
    to,
    patches,
    out,
  } = layer
  for (let i = 0; i < map.length; i++) {
    const inputAt = map[i] ?? -1
    for (let c = 0; c < depth; c++) patches[i * depth + c] = inputAt < 0 ? 0 : at(input, inputAt + c)
  }
  multiply(
    patches,
    layer.weights.values,
    layer.bias.values,
    out,
    to.width * to.height,
    to.depth,
    layer.size * layer.size * depth,
  )
  for (let i = 0; i < out.length; i++) if (at(out, i) < 0) out[i] = 0
}
/** Gradients of the weights, and of the input where the layer below needs them. */
const backwardLayer = (layer: Layer, map: Int32Array, wantsInput: boolean): void => {
  const {
    from: { depth },
    to,
    patches,
    patchSlopes,
    out,
    outSlopes,
    inSlopes,
  } = layer
  const inner = layer.size * layer.size * depth
  const { values, slopes } = layer.weights
  if (wantsInput) patchSlopes.fill(0)
  for (let place = 0; place < to.width * to.height; place++)
    for (let column = 0; column < to.depth; column++) {
      const slope = at(out, place * to.depth + column) > 0 ? at(outSlopes, place * to.depth + column) : 0
      if (slope === 0) continue
      layer.bias.slopes[column] = at(layer.bias.slopes, column) + slope
      const [p, w] = [place * inner, column * inner]
      for (let k = 0; k < inner; k++) slopes[w + k] = at(slopes, w + k) + slope * at(patches, p + k)
      if (wantsInput)
        for (let k = 0; k < inner; k++) patchSlopes[p + k] = at(patchSlopes, p + k) + slope * at(values, w + k)
    }
  if (!wantsInput) return
  inSlopes.fill(0)
  for (let i = 0; i < map.length; i++) {
    const inputAt = map[i] ?? -1
    if (inputAt >= 0)
      for (let c = 0; c < depth; c++) inSlopes[inputAt + c] = at(inSlopes, inputAt + c) + at(patchSlopes, i * depth + c)
  }
}

const forwardPool = ({ from, to, out, winners }: Pool, input: Float64Array): void => {
  for (let y = 0; y < to.height; y++)
    for (let x = 0; x < to.width; x++)
      for (let c = 0; c < to.depth; c++) {
        let best = (2 * y * from.width + 2 * x) * from.depth + c
        for (const other of [best + from.depth, best + from.width * from.depth, best + (from.width + 1) * from.depth])
          if (at(input, other) > at(input, best)) best = other
        const o = (y * to.width + x) * to.depth + c
        winners[o] = best
        out[o] = at(input, best)
      }
}
const backwardPool = ({ outSlopes, winners }: Pool, inSlopes: Float64Array): void => {
  inSlopes.fill(0)
  for (let i = 0; i < winners.length; i++) inSlopes[winners[i] ?? 0] = at(outSlopes, i)
}

export type Network = {
  /** The probability of each class. The array is reused by the next call. */
  look(window: Float64Array): Float64Array
  /** Evaluates, and accumulates the changes that make `right` likelier. */
  learn(window: Float64Array, right: number): void
  /** Changes the weights by what was accumulated over `count` windows. */
  step(rate: number, count: number): void
}

export const makeNetwork = (seed: string): Network => {
  const { roll } = makeDice(seed)
  const one = makeLayer({ ...inputSize, depth: 1 }, 12, 5, 2, roll)
  const two = makeLayer(one.to, 24, 3, 1, roll)
  const poolTwo = makePool(two.to)
  const three = makeLayer(poolTwo.to, 40, 3, 1, roll)
  const poolThree = makePool(three.to)
  const [mapOne, mapTwo, mapThree] = [patchMap(one), patchMap(two), patchMap(three)]
  const features = volume(poolThree.to)
  const last = makeWeights(features * classCount, Math.sqrt(1 / features), roll)
  const lastBias = makeWeights(classCount, 0, roll)
  const chances = new Float64Array(classCount)
  const all = [one.weights, one.bias, two.weights, two.bias, three.weights, three.bias, last, lastBias]
  let steps = 0
  const look = (window: Float64Array): Float64Array => {
    forwardLayer(one, mapOne, window)
    forwardLayer(two, mapTwo, one.out)
    forwardPool(poolTwo, two.out)
    forwardLayer(three, mapThree, poolTwo.out)
    forwardPool(poolThree, three.out)
    for (let c = 0; c < classCount; c++) {
      let sum = at(lastBias.values, c)
      for (let k = 0; k < features; k++) sum += at(last.values, c * features + k) * at(poolThree.out, k)
      chances[c] = sum
    }
    const most = Math.max(...chances)
    let total = 0
    for (let c = 0; c < classCount; c++) total += chances[c] = Math.exp(at(chances, c) - most)
    for (let c = 0; c < classCount; c++) chances[c] = at(chances, c) / total
    return chances
  }
  return {
    look,
    learn: (window, right) => {
      look(window)
      poolThree.outSlopes.fill(0)
      for (let c = 0; c < classCount; c++) {
        const slope = at(chances, c) - (c === right ? 1 : 0)
        lastBias.slopes[c] = at(lastBias.slopes, c) + slope
        for (let k = 0; k < features; k++) {
          last.slopes[c * features + k] = at(last.slopes, c * features + k) + slope * at(poolThree.out, k)
          poolThree.outSlopes[k] = at(poolThree.outSlopes, k) + slope * at(last.values, c * features + k)
        }
      }
      backwardPool(poolThree, three.outSlopes)
      backwardLayer(three, mapThree, true)
      poolTwo.outSlopes.set(three.inSlopes)
      backwardPool(poolTwo, two.outSlopes)
      backwardLayer(two, mapTwo, true)
      one.outSlopes.set(two.inSlopes)
      backwardLayer(one, mapOne, false)
    },
    step: (rate, count) => {
      steps++
      const [firstShare, secondShare] = [1 - 0.9 ** steps, 1 - 0.999 ** steps]
      for (const { values, slopes, first, second } of all) {
        for (let i = 0; i < values.length; i++) {
          const slope = at(slopes, i) / count
          const f = (first[i] = 0.9 * at(first, i) + 0.1 * slope)
          const s = (second[i] = 0.999 * at(second, i) + 0.001 * slope * slope)
          values[i] = at(values, i) - (rate * (f / firstShare)) / (Math.sqrt(s / secondShare) + 1e-8)
        }
        slopes.fill(0)
      }
    },
  }
}
