/** Text that people write is sanitized: nothing in it can steer a page, a terminal or the reading order. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginOf, isBlank, onOneLine, plainFileName, plainLine, plainText } from '~/text/plain-text'
import { times } from '../support/runs'

const odd = fc.constantFrom(
  '\u0000',
  '\u001b[2J',
  '\u202e',
  '\u2066',
  '\u2069',
  '\ufeff',
  '\ud83d',
  '\udc00',
  '\u0085',
  '\u2028',
  '\r\n',
  '\n',
  '\n\n\n\n',
  '\t',
  ' ',
  'e\u202a\u0301',
  '\u200d',
  '\u200c',
  '👨‍👩‍👧',
  'سلام',
  '<b>',
  '\uffff',
  '\u{1fffe}',
)
const texts = fc
  .array(fc.oneof(odd, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), { maxLength: 20 })
  .map((parts) => parts.join(''))
const runs = { numRuns: times(500) }

describe('a text of several lines', () => {
  it('loses everything that steers, and does not change when sanitized again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = plainText(text)
        expect(plain).not.toMatch(
          /(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u206f\ufeff\p{Noncharacter_Code_Point}]|\n{3}|[^\S\n]\n|^\s|\s$/u,
        )
        expect(plainText(plain)).toBe(plain)
        expect(plain.normalize('NFC')).toBe(plain)
        expect(plainLine(text)).not.toMatch(/\n| {2}/)
      }),
      runs,
    )
  })
  it('keeps what languages need', () => {
    for (const text of ['می‌روم', 'क्‍ष', '👨‍👩‍👧‍👦', '👍🏽', 'שלום\u200f!', 'a\n\nb\nc', '<script>', '100 % & "more"'])
      expect(plainText(text)).toBe(text)
  })
  it('is blank when it has nothing visible', () => {
    for (const text of ['', ' \n', '\u200b\u200d', '\u2800\u3164', '\u0301', '\ufe0f'])
      expect(isBlank(text), JSON.stringify(text)).toBe(true)
    for (const text of ['.', '한', '👍', 'ا']) expect(isBlank(text), text).toBe(false)
  })
})

it('cuts a text after a whole character', () => {
  expect(beginOf('ab👍', 3)).toBe('ab')
  expect(beginOf('ab👍', 4)).toBe('ab👍')
  expect(beginOf('ab', 10)).toBe('ab')
})

it('keeps joined lines apart', () => {
  expect(onOneLine('VIP, 1 month, for “Rooftop”\nPaid: 4.00 USD\n')).toBe(
    'VIP, 1 month, for “Rooftop” · Paid: 4.00 USD',
  )
  expect(onOneLine('It sorts faster.\n\nRead more:\r\nhere')).toBe('It sorts faster. Read more: here')
  expect(onOneLine('متى؟\nاليوم،\nأو غدًا')).toBe('متى؟ اليوم، أو غدًا')
})

describe('a file’s name', () => {
  it('has no folders, no control or invisible characters, and keeps its extension', () => {
    expect(plainFileName('C:\\fakepath\\my film.mp4', 200)).toBe('my film.mp4')
    expect(plainFileName('../../etc/pass\u0000wd.jpg', 200)).toBe('passwd.jpg')
    expect(plainFileName('photo\u202Egpj.exe\u2066.jpg', 200)).toBe('photogpj.exe.jpg')
    expect(plainFileName('a\u200bb\u2060c\u00add\ufeff.j\u200bpg', 200)).toBe('abcd.jpg')
    expect(plainFileName('one\u2028two\u2029three\n.png', 200)).toBe('one two three .png')
    expect(plainFileName('half \ud83d of a letter\udc00.png', 200)).toBe('half of a letter.png')
    const long = plainFileName(`${'𝄞'.repeat(400)}.jpeg`, 200)
    expect([...long]).toHaveLength(200)
    expect(long.endsWith('.jpeg')).toBe(true)
    expect(long).not.toMatch(/\p{Cs}/u)
  })
  it('keeps the joiners of Persian and of emoji', () => {
    for (const name of ['می‌روم.mp4', '👨‍👩‍👧‍👦.png', 'été 100 %.jpg']) expect(plainFileName(name, 200)).toBe(name)
  })
  it('gets a dash before a bare extension, and stays empty when empty', () => {
    expect([
      plainFileName('.jpg', 200),
      plainFileName('\u200b.jpg', 200),
      plainFileName('a/', 200),
      plainFileName('\u200b', 200),
    ]).toEqual(['_.jpg', '_.jpg', '', ''])
  })
  it('does not change when sanitized again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plain = plainFileName(text, 200)
        expect(plainFileName(plain, 200)).toBe(plain)
        expect(plain).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2060-\u206f\u200b/\\]/u)
      }),
      runs,
    )
  })
})
