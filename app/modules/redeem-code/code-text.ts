/**
 * Writes and reads codes: MG- and three groups of five, the last letter a check letter. The alphabet is Crockford's
 * base 32, in which no two letters look alike; look-alikes that people type are accepted.
 */
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'
import { normalForm } from '~/text/normal-form'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefix = 'MG'
const groupLength = 5
/** 14 random letters are 70 bits: with a million valid codes, a blind guess finds one in 10^15 tries. */
export const randomLetters = 14
const letters = randomLetters + 1

/**
 * Multiplies by the generator of the field of 32 elements (x^5 + x^2 + 1). Each position of a code has a different
 * power of it, so that every single wrong letter and every swap of two letters is detected.
 */
const timesGenerator = (value: number): number => (value << 1 < 32 ? value << 1 : (value << 1) ^ 0b100101)
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => timesGenerator(sum) ^ value, 0)

/** Converts random bytes, of which the lowest five bits count, to a code's letters, plus the check letter. */
export const lettersOf = (random: Uint8Array): string => {
  if (random.length !== randomLetters) throw new Error(`a code has ${randomLetters} random letters`)
  const values = [...random].map((byte) => byte & 31)
  return [...values, timesGenerator(sumOf(values))].map((value) => alphabet.charAt(value)).join('')
}

/** The code as handed out: MG-0A1B2-C3D4E-5F6G7. */
export const showCode = (code: string): string =>
  [
    prefix,
    ...Array.from({ length: letters / groupLength }, (_, at) => code.substr(at * groupLength, groupLength)),
  ].join('-')
/** The code as statements show it: only its last two letters. */
export const hintOf = (code: string): string => `${prefix}-••••-${code.slice(-2)}`

/** Letters of other alphabets that look like code letters, and Latin letters that no code has. */
const alike: Readonly<Record<string, string>> = {
  O: '0',
  I: '1',
  L: '1',
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  О: '0',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  І: '1',
}
/** Separators between letters: spaces, joiners, dashes of all lengths, points. */
const between = /[\s.,:;_/\\|()\-\u200c\u200d\u2010-\u2015\u2212]/gu

/** More than anybody types for a code. */
const maxLength = 100

/** `shape`: wrong length, or characters that no code has; `check`: mistyped, by its check letter. */
export type CodeRead = { ok: true; letters: string } | { ok: false; problem: 'empty' | 'shape' | 'check' }

/** Reads a typed code: in either case, with or without MG and dashes, in any script's digits. */
export const readCode = (typed: string): CodeRead => {
  if (typed.length > maxLength) return { ok: false, problem: 'shape' }
  const plain = [
    ...latinDigits(normalForm(dropUnseen(typed), 'NFKC'))
      .replaceAll(between, '')
      .toUpperCase(),
  ]
    .map((letter) => alike[letter] ?? letter)
    .join('')
  if (plain === '') return { ok: false, problem: 'empty' }
  const code = plain.length === letters + prefix.length && plain.startsWith(prefix) ? plain.slice(prefix.length) : plain
  const values = [...code].map((letter) => alphabet.indexOf(letter))
  if (values.length !== letters || values.includes(-1)) return { ok: false, problem: 'shape' }
  return sumOf(values) === 0 ? { ok: true, letters: code } : { ok: false, problem: 'check' }
}
