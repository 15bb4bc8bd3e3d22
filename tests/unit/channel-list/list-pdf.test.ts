/** A list as a PDF: glyphs from the embedded fonts, the reader's digits, and a sentence if there are no rows. */
import { describe, expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import { formatsOf } from '~/i18n/format'
import { directionOf, type Language } from '~/i18n/languages'
import { drawList, type ListWords } from '~/web/lists/list-pdf.server'
import { wordPrinted, type PrintedBy, type ReadPrinted as Read } from '~/web/lists/printed.server'
import { drawable } from '~/web/order/receipt-pdf.server'
import { shapesOf } from '../../support/pdf-reader'

const names = ['Dès Água – ’½° №1 · ²', 'Об’єднані ʼ Ёж', 'Żółć ş ğ İ']
const read = {
  rows: names.map((name, at) => ({
    ...{ id: at, number: 1234 + at, name, type: 'tv', favourites: 0, satellite: 0, sid: 12345, angle: 192 },
    ...{ frequencyKHz: 11_494_000, polarisation: 'H', symbolRate: 22_000 },
  })),
  groups: [{ id: 1, index: 0, name: 'Sport', channels: 0 }],
  satellites: [{ name: 'Astra', angle: 192 }],
  total: 3,
  rowsMax: 6000,
} as unknown as Read

const labels = { number: 'No.', name: 'Channel', type: 'Type', place: 'Transponder', sid: 'SID' }
const wordsIn = async (language: Language, by: PrintedBy = 'all', of: Read = read): Promise<ListWords> => {
  const format = formatsOf(language)
  const { none, sections } = await wordPrinted(of, by, instanceFor(language).getFixedT(language), format)
  const digits = Array.from({ length: 10 }, (_, digit) => format.number(digit)).join('')
  return { title: 'Salon', lead: '', labels, unnamed: '', digits, none, note: null, sections }
}
const drawnIn = async (language: Language, by?: PrintedBy, of?: Read) =>
  shapesOf(drawList(await wordsIn(language, by, of), directionOf(language)))
const textOf = (shapes: Awaited<ReturnType<typeof drawnIn>>): string =>
  shapes
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n')
    .normalize('NFC')

describe('the PDF of a list', () => {
  it.each(['en', 'ar', 'fa'] as const)(
    'has the degree sign and every character of the names in %s',
    async (language) => {
      const shapes = await drawnIn(language)
      const text = textOf(shapes)
      expect(text).toContain('°')
      expect(text).not.toContain('…')
      for (const sign of new Set(names.join('').replaceAll(' ', ''))) expect(text).toContain(sign)
      const missing = shapes.flat().filter((one) => one.shape === 0 || (!one.hasOutline && !/^\s$/u.test(one.text)))
      expect(missing).toEqual([])
    },
  )

  it('keeps every character that the fonts have, and replaces every one that they lack', () => {
    const signs = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿×÷–—‘’“”•…‹›€№™ʻʼˇ˘˙،؛؟ـ٠١۰۱٫٬`
    expect(drawable(signs)).toBe(signs)
    expect(drawable('客厅 📺 \u0000\u00ad')).toBe('… … …')
  })

  it('writes counts in the reader’s digits, and broadcast codes unchanged', async () => {
    const text = textOf(await drawnIn('fa'))
    // If both kinds of digits share a glyph, the font maps it to the other digit.
    expect(text.replaceAll('\n', '')).toMatch(/[۱١]٬[۲٢][۳٣][۴٤]/)
    expect(text).toContain('12345')
    expect(text).toContain('11494 H 22000')
    // Neither the row number nor the page number.
    expect(text).not.toMatch(/1234(?!5)|^1$/m)
    expect(textOf(await drawnIn('en'))).toContain('1,234')
  })

  it.each(['en', 'ru', 'fa'] as const)(
    'says that no channel is in a group, without column heads, in %s',
    async (language) => {
      const words = await wordsIn(language, 'group')
      expect(words.none).toBe(instanceFor(language).getFixedT(language)('merge:print.noGroup'))
      const text = textOf(await drawnIn(language, 'group'))
      expect(text).not.toContain(labels.place)
      if (directionOf(language) === 'ltr') expect(text.replaceAll(/\s/g, '')).toContain(words.none?.replaceAll(' ', ''))
      else expect(text.length).toBeGreaterThan(30)
      expect((await wordsIn(language, 'all')).none).toBeNull()
    },
  )

  it('says that a list without channels is empty', async () => {
    const empty = { ...read, rows: [], total: 0 }
    for (const by of ['all', 'group', 'satellite'] as const)
      expect((await wordsIn('en', by, empty)).none).toBe('This list has no channels.')
  })
})
