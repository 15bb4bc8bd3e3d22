/** Normalisation gives what the runtime gives for every text that means something, and stays linear for any other. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalForm } from '~/text/normal-form'
import { root } from '../../support/paths'
import { times } from '../../support/runs'

const forms = ['NFC', 'NFKC', 'NFKD'] as const

describe('normalising a text', () => {
  it('gives what the runtime gives', () => {
    const words = [
      'Ünïté',
      'U\u0308ni\u0308te\u0301',
      'بِسْمِ',
      'हिन्दी',
      '한국어'.normalize('NFD'),
      'ガギ',
      'Ｋüche',
      'ﬁn',
      'e\u0316\u0301\u0323',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })), { maxLength: 60 }),
        (parts) => {
          const text = parts.join('')
          for (const form of forms) expect(normalForm(text, form)).toBe(text.normalize(form))
        },
      ),
      { numRuns: times(300) },
    )
  })
  it('moves no mark further than thirty places, because sorting longer runs takes quadratic time', () => {
    for (const form of forms) {
      expect(normalForm(`a${'\u0301'.repeat(1000)}${'\u0316'.repeat(1000)}`, form).indexOf('\u0316')).toBeGreaterThan(
        900,
      )
      expect(
        normalForm(`a${'\u0301'.repeat(1000)}${'\uff9e'.repeat(1000)}`, form).search(/[\u3099\uff9e]/),
      ).toBeGreaterThan(900)
    }
  })
  it('knows every character that becomes a mark to be sorted', () => {
    const missed: string[] = []
    for (let point = 0; point < 0x110000; point++) {
      const letter = String.fromCodePoint(point)
      if (/[\p{M}\uff9e\uff9f]/u.test(letter)) continue
      // Nothing but a mark is sorted before this one.
      if (!`\u0345${letter}`.normalize('NFKD').startsWith('\u0345')) missed.push(point.toString(16))
    }
    expect(missed).toEqual([])
  })
  it('is the only way in which the program normalises', () => {
    const files = ['app', 'engine/host'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('generated'))
        .map((name) => path.join(folder, name)),
    )
    const others = files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes('.normalize('))
    expect(others).toEqual(['engine/host/normal-form.ts'])
  })
})
