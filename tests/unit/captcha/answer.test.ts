/** Checks captcha answers, and that pictures contain nothing but pixels. */
import { describe, expect, it } from 'vitest'
import { isRightAnswer } from '~/modules/captcha/answer'
import { captchaKinds, isCaptchaPurpose, rotateAnswer, slideAnswer } from '~/modules/captcha/captcha.schema'
import { isFairPlace, makeSlidePlace } from '~/modules/captcha/draw/place'
import { drawPictures } from '~/modules/captcha/draw/pictures.server'

const seed = '0123456789abcdef0123456789abcdef'
const rights = {
  text: { kind: 'text', digits: '0417' },
  slider: { kind: 'slider', x: 140, y: 60 },
  rotate: { kind: 'rotate', degrees: 283 },
} as const

describe('an answer', () => {
  it('in digits may use any script’s digits and blanks around them, and nothing else', () => {
    for (const given of ['0417', ' 0417 ', '۰۴۱۷', '٠٤١٧']) expect(isRightAnswer(rights.text, given), given).toBe(true)
    for (const given of ['417', '0418', '04170', '', '0417_', '0 417', '0x1A1'])
      expect(isRightAnswer(rights.text, given), given).toBe(false)
  })
  it('to a slider is right within 8 pixels on both axes', () => {
    for (const given of ['140_60', '132_52', '148_68']) expect(isRightAnswer(rights.slider, given), given).toBe(true)
    for (const given of [
      '131_60',
      '149_60',
      '140_51',
      '140_69',
      '140',
      '140_60_1',
      '140.0_60',
      '_',
      '1e2_60',
      '140,60',
      'NaN_NaN',
    ])
      expect(isRightAnswer(rights.slider, given), given).toBe(false)
  })
  it('to a rotation is right within 9 degrees, also across a full turn', () => {
    for (const given of ['283', '274', '292', '283.5']) expect(isRightAnswer(rights.rotate, given), given).toBe(true)
    for (const given of ['273', '293', '-77', '77', '', 'Infinity', '1e9', '283deg'])
      expect(isRightAnswer(rights.rotate, given), given).toBe(false)
    expect([
      isRightAnswer({ kind: 'rotate', degrees: 356 }, '2'),
      isRightAnswer({ kind: 'rotate', degrees: 3 }, '355'),
    ]).toEqual([true, true])
  })
  it('is parsed as programs send it', () => {
    expect([rotateAnswer(77), rotateAnswer(-283), rotateAnswer(0), slideAnswer(12.4, 99.6)]).toEqual([
      283,
      283,
      0,
      '12_100',
    ])
  })
  it('names a known purpose', () => {
    expect([isCaptchaPurpose('recover'), isCaptchaPurpose('fly'), isCaptchaPurpose(null)]).toEqual([true, false, false])
  })
})

describe('the target of the puzzle piece', () => {
  it('is inside the canvas and away from the start', () => {
    let at = 0
    const numbers = (low: number, high: number): number => low + ((at += 7919) % (high - low))
    for (let i = 0; i < 500; i++) expect(isFairPlace(makeSlidePlace(numbers))).toBe(true)
    expect([isFairPlace({ x: 0, y: 150 }), isFairPlace({ x: 20, y: 140 }), isFairPlace({ x: 251, y: 60 })]).toEqual([
      false,
      false,
      false,
    ])
  })
})

/** The marker segments of a JPEG, the chunk names of a PNG. */
const markersOf = (bytes: Buffer): string[] => {
  const found: string[] = []
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') {
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
      found.push(bytes.subarray(at + 4, at + 8).toString('latin1'))
    return found
  }
  for (let at = 2; at < bytes.length && bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2))
    found.push((bytes[at + 1] ?? 0).toString(16))
  return found
}

describe('captcha pictures', () => {
  it('carry no comment, metadata or text', async () => {
    for (const kind of captchaKinds) {
      const { image, piece } = await drawPictures({ seed, right: rights[kind] })
      // e0 is JFIF's own header; comments would be fe, EXIF and colour profiles e1 and e2.
      expect(
        markersOf(image).filter((marker) => !['e0', 'db', 'c0', 'c2', 'c4', 'dd'].includes(marker)),
        kind,
      ).toEqual([])
      if (piece !== null)
        expect(markersOf(piece).filter((name) => !['IHDR', 'sRGB', 'sBIT', 'IDAT', 'IEND'].includes(name))).toEqual([])
      expect(piece !== null).toBe(kind === 'slider')
    }
  })
  it('are the same for the same seed and answer, and differ for another seed', async () => {
    for (const kind of captchaKinds) {
      const [a, b, c] = await Promise.all(
        [seed, seed, seed.replaceAll('0', 'f')].map((one) => drawPictures({ seed: one, right: rights[kind] })),
      )
      expect(a?.image.equals(b?.image ?? Buffer.alloc(0)), kind).toBe(true)
      expect(a?.image.equals(c?.image ?? Buffer.alloc(0)), kind).toBe(false)
    }
  })
  it('of a piece always have the same size, wherever it belongs', async () => {
    for (const place of [
      { x: 90, y: 4 },
      { x: 240, y: 146 },
      { x: 150, y: 70 },
    ]) {
      const { piece } = await drawPictures({ seed, right: { kind: 'slider', ...place } })
      expect([piece?.readUInt32BE(16), piece?.readUInt32BE(20)]).toEqual([50, 50])
    }
  })
})
