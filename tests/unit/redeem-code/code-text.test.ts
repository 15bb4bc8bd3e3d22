/** How redeem codes are written and read, whatever hand, eye and ear make of them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hintOf, lettersOf, randomLetters, readCode, showCode } from '~/modules/redeem-code/code-text'
import { times } from '../../support/runs'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const random = fc.uint8Array({ minLength: randomLetters, maxLength: randomLetters })

describe('a code', () => {
  it('has MG and three groups of five, and reads back as written', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const letters = lettersOf(bytes)
        expect(showCode(letters)).toMatch(/^MG(?:-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
        expect(readCode(showCode(letters))).toEqual({ ok: true, letters })
        expect(hintOf(letters)).toBe(`MG-••••-${letters.slice(-2)}`)
      }),
      { numRuns: times(300) },
    )
  })
  const letters = lettersOf(Uint8Array.from({ length: randomLetters }, (_, index) => index * 7 + 1))
  const shown = showCode(letters)
  it.each([
    ['small letters', shown.toLowerCase()],
    ['no dashes', letters],
    ['MG without dashes', `mg${letters.toLowerCase()}`],
    ['spaces', `  ${shown.replaceAll('-', ' ')}\n`],
    ['long dashes', shown.replaceAll('-', '–')],
    ['a text from right to left', `\u2067${shown}\u2069`],
    ['wide letters', shown.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
    ['O and I and l for digits', shown.replaceAll('0', 'O').replaceAll('1', 'l')],
    ['a Persian keyboard', shown.replaceAll(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))],
    ['an Arabic keyboard', shown.replaceAll(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))],
    [
      'a Russian keyboard',
      shown.replaceAll(/[ABCEHKMPTX]/g, (letter) => 'АВСЕНКМРТХ'.charAt('ABCEHKMPTX'.indexOf(letter))),
    ],
  ])('is understood with %s', (_, typed) => {
    expect(readCode(typed)).toEqual({ ok: true, letters })
  })
  it('in digits of another script is still one code', () => {
    const digits = lettersOf(new Uint8Array(randomLetters).fill(9))
    expect(readCode(digits.replaceAll(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit))))).toMatchObject({
      ok: true,
    })
  })
  it('with one wrong letter, or two swapped ones, is never another code', () => {
    fc.assert(
      fc.property(random, fc.nat(14), fc.nat(14), fc.nat(31), (bytes, at, other, letter) => {
        const signs = [...lettersOf(bytes)]
        const wrong = [...signs]
        wrong[at] = alphabet.charAt(letter)
        const swapped = [...signs]
        ;[swapped[at], swapped[other]] = [signs[other] ?? '', signs[at] ?? '']
        for (const typed of [wrong, swapped].map((one) => one.join('')))
          expect(readCode(typed)).toEqual(
            typed === signs.join('') ? { ok: true, letters: typed } : { ok: false, problem: 'check' },
          )
      }),
      { numRuns: times(300) },
    )
  })
  it.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['MG', 'shape'],
    [letters.slice(1), 'shape'],
    [`${letters}0`, 'shape'],
    [`U${letters.slice(1)}`, 'shape'],
    ['=cmd|calc', 'shape'],
    ['0'.repeat(101), 'shape'],
  ])('is invalid as %j: %s', (typed, problem) => {
    expect(readCode(typed)).toEqual({ ok: false, problem })
  })
  it('can be read from any typed text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(readCode(typed)).toHaveProperty('ok')
      }),
    )
  })
})

it('keeps the page’s example invalid, so that it gives nobody’s code away', () => {
  expect(readCode('MG-7Q2KD-4XW9P-N3M8T')).toEqual({ ok: false, problem: 'check' })
})
