/**
 * A program that learns to read the text kind from pictures drawn by the portal's own code, with the positions of the
 * digits given: more than an attacker has, who must collect and label pictures. It moves a window over the picture and
 * takes the four positions, far enough apart, at which its network is most certain of a digit.
 */
import { createCanvas, loadImage } from 'canvas'
import { textLength, textSize } from '~/modules/captcha/captcha.schema'
import { makeDice, type Dice } from '~/modules/captcha/draw/dice'
import { drawPlacedText, type PlacedText } from '~/modules/captcha/draw/text.server'
import { drawApartText } from './captcha-apart'
import { classCount, inputSize, makeNetwork, noDigit, type Network } from './network'

export const drawings = { apart: drawApartText, portal: drawPlacedText } as const
export type Drawing = keyof typeof drawings
export type Lesson = {
  drawing: Drawing
  seed: string
  pictures: number
  examined: number
  learnsAtMostMs: number
  examAtMostMs: number
}
export type Report = { learnt: number; seconds: number; examined: number; wholeRight: number; digitsRight: number }

/** Reduces three pixels to one: a digit's stroke is then still two pixels wide. */
const scale = 3
const small = { width: textSize.width / scale, height: textSize.height / scale } as const
const batch = 16

/**
 * The difference of each place from its surroundings, regardless of sign: it does not matter on which side of a wave it
 * is.
 */
const readSmall = async (bytes: Uint8Array): Promise<Float64Array> => {
  const canvas = createCanvas(small.width, small.height)
  const ctx = canvas.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(await loadImage(bytes), 0, 0, small.width, small.height)
  const { data } = ctx.getImageData(0, 0, small.width, small.height)
  const light = Float64Array.from(
    { length: small.width * small.height },
    (_, i) => (0.299 * (data[i * 4] ?? 0) + 0.587 * (data[i * 4 + 1] ?? 0) + 0.114 * (data[i * 4 + 2] ?? 0)) / 255,
  )
  const around = 5
  const out = new Float64Array(light.length)
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      let [sum, count] = [0, 0]
      for (let ny = Math.max(0, y - around); ny <= Math.min(small.height - 1, y + around); ny++)
        for (let nx = Math.max(0, x - around); nx <= Math.min(small.width - 1, x + around); nx++) {
          sum += light[ny * small.width + nx] ?? 0
          count++
        }
      out[y * small.width + x] = 3 * Math.abs((light[y * small.width + x] ?? 0) - sum / count) - 0.5
    }
  return out
}
/** The part of the picture centred at `centre` (in small pixels). */
const cut = (picture: Float64Array, centre: number, into: Float64Array): Float64Array => {
  const left = Math.round(centre) - inputSize.width / 2
  for (let y = 0; y < inputSize.height; y++)
    for (let x = 0; x < inputSize.width; x++)
      into[y * inputSize.width + x] =
        left + x < 0 || left + x >= small.width ? -0.5 : (picture[y * small.width + left + x] ?? 0)
  return into
}
const makeHex = (dice: Dice): string => Array.from({ length: 32 }, () => dice.whole(0, 15).toString(16)).join('')
const makeDigits = (dice: Dice): string => Array.from({ length: textLength }, () => String(dice.whole(0, 9))).join('')

/** The likeliest four digits: the maximal sum of certainties over positions far enough apart. */
const readDigits = (network: Network, picture: Float64Array): string => {
  const [least, most] = [6, 26]
  const window = new Float64Array(inputSize.width * inputSize.height)
  const places = Array.from({ length: small.width - 8 }, (_, i) => {
    const chances = network.look(cut(picture, i + 4, window))
    let digit = 0
    for (let c = 1; c < classCount - 1; c++) if ((chances[c] ?? 0) > (chances[digit] ?? 0)) digit = c
    return { digit, gain: Math.log((chances[digit] ?? 0) + 1e-9) - Math.log((chances[noDigit] ?? 0) + 1e-9) }
  })
  let rows = places.map(({ digit, gain }) => ({ gain, text: String(digit) }))
  for (let n = 1; n < textLength; n++)
    rows = places.map(({ digit, gain }, i) => {
      let best = { gain: -Infinity, text: '' }
      for (let before = Math.max(0, i - most); before <= i - least; before++) {
        const row = rows[before]
        if (row !== undefined && row.gain > best.gain) best = row
      }
      return { gain: best.gain + gain, text: best.text + String(digit) }
    })
  return rows.reduce((best, row) => (row.gain > best.gain ? row : best)).text
}

/** Learns from so many pictures, or until the time is over, and is tested on others, as many as there is time for. */
export const learnToRead = async ({
  drawing,
  seed,
  pictures,
  examined,
  learnsAtMostMs,
  examAtMostMs,
}: Lesson): Promise<Report> => {
  const dice = makeDice(seed)
  const network = makeNetwork(seed)
  const draw: (seed: string, text: string) => Promise<PlacedText> = drawings[drawing]
  const begun = performance.now()
  const window = new Float64Array(inputSize.width * inputSize.height)
  let [gathered, learnt] = [0, 0]
  for (; learnt < pictures && performance.now() - begun < learnsAtMostMs; learnt++) {
    const text = makeDigits(dice)
    const { image, centres } = await draw(makeHex(dice), text)
    const picture = await readSmall(image)
    const show = (centre: number, right: number): void => {
      network.learn(cut(picture, centre, window), right)
      gathered++
      if (gathered % batch === 0) network.step(0.002 * 0.05 ** (learnt / pictures), batch)
    }
    for (const [i, centre] of centres.entries()) show(centre / scale + dice.between(-1.5, 1.5), Number(text[i]))
    for (let n = 0; n < 2; n++) {
      const elsewhere = dice.between(4, small.width - 4)
      if (centres.every((centre) => Math.abs(centre / scale - elsewhere) > 4)) show(elsewhere, noDigit)
    }
  }
  const learntMs = performance.now() - begun
  let [asked, wholeRight, digitsRight] = [0, 0, 0]
  for (; asked < examined && performance.now() - begun < learntMs + examAtMostMs; asked++) {
    const text = makeDigits(dice)
    const read = readDigits(network, await readSmall((await draw(makeHex(dice), text)).image))
    if (read === text) wholeRight++
    for (let i = 0; i < textLength; i++) if (read[i] === text[i]) digitsRight++
  }
  return { learnt, seconds: learntMs / 1000, examined: asked, wholeRight, digitsRight }
}
