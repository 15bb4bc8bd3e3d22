/** Renames many channels by one rule: what it finds, and what it writes in its place. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMarker, cleanName, qualityOf, removeMarkers, renameAll, type NameRule } from '../../engine/host/tools'
import { byPattern, byText, slowNames, slowPatterns } from '../support/fixtures/name-rules'

const rename = (names: string[], rule: NameRule): string[] => {
  const after = [...names]
  for (const change of renameAll(names, rule)) after[change.at] = change.after
  return after
}

describe('names that are too long', () => {
  const endless = '\u{1f600}a'.repeat(400_000)

  it('are refused as soon as that is known, and only their beginning is built', () => {
    for (const rule of [byText('a', 'b'), byText('a', 'x'.repeat(100)), byPattern('?', '{1}{1}{1}'), byText('a', '')]) {
      const [change] = renameAll([endless], rule)
      expect(change?.refusal).toBe('name-too-long')
      expect(change?.after.length).toBeLessThan(6000)
    }
  })

  it('are shortened by a star that matches the rest and is not written back', () => {
    expect(rename([endless], byPattern('*', 'Smile {n}'))).toEqual(['Smile 1'])
    expect(rename([endless], byPattern('a*', ''))).toEqual(['\u{1f600}'])
    expect(renameAll([endless], byPattern('*', '{1}'))).toMatchObject([{ refusal: 'name-too-long' }])
    expect(renameAll([endless], byPattern('a\\*', ''))).toEqual([])
  })

  it('lose no letters to a rule that searches for nothing', () => {
    expect(rename([`${endless}  `], { clean: true })).toEqual([endless])
  })
})

describe('plain text', () => {
  it.each([
    ['every occurrence, whatever its case', byText('news', 'Info'), 'News of NEWS', 'Info of Info'],
    ['only as it is written', byText('news', 'Info', { case: true }), 'News of news', 'News of Info'],
    ['whole words only', byText('one', '1', { word: true }), 'One on Phone', '1 on Phone'],
    ['whole words of other scripts', byText('один', '1', { word: true }), 'Один одиннадцать', '1 одиннадцать'],
    ['signs that mean something in patterns are themselves', byText('*?#', '!'), 'A*?# b', 'A! b'],
    ['signs that mean something in regular expressions are themselves', byText('(.+)', 'x'), 'TV (.+)', 'TV x'],
    ['nothing in its place', byText(' (test)', ''), 'One (Test)', 'One'],
    ['letters beyond the first plane', byText('🎬', 'Film'), 'My 🎬 TV', 'My Film TV'],
    ['letters whose small form is longer', byText('i', '1'), 'İi', 'İ1'],
    ['what was found, put again', byText('bbc', '<{0}>'), 'BBC One', '<BBC> One'],
    ['braces that mean nothing', byText('a', '{x}{'), 'a', '{x}{'],
  ])('%s', (_, rule, before, after) => {
    expect(rename([before], rule)).toEqual([after])
  })

  it('numbers only the names in which it was found', () => {
    expect(rename(['Sport', 'News', 'Sport HD', 'Sport'], byText('sport', 'Match {nn}', { start: 9 }))).toEqual([
      'Match 09',
      'News',
      'Match 10 HD',
      'Match 11',
    ])
  })
})

describe('patterns', () => {
  it.each([
    ['a star is as little as it can be', byPattern('(*)', ''), 'One (a) two (b)', 'One  two'],
    ['a star at the end is the rest', byPattern(' - *', ''), 'One - two - three', 'One'],
    ['a star at the beginning begins with the name', byPattern('*: ', ''), 'DE: FR: One', 'One'],
    ['a star alone is the name', byPattern('*', 'TV {n}: {1}'), 'One', 'TV 1: One'],
    ['a name that is none is numbered too', byPattern('*', 'TV {n}'), '', 'TV 1'],
    ['one letter', byPattern('T?', '{1}'), 'TV Ta', 'V a'],
    ['a whole number', byPattern('#', '<{1}>'), 'TV5 Monde 24', 'TV<5> Monde <24>'],
    ['digits of other scripts', byPattern('#', '<{1}>'), 'قناة ١٢', 'قناة <١٢>'],
    ['parts in another order', byPattern('* (*)', '{2} {1}'), 'One (de)', 'de One'],
    ['a sign that is meant', byPattern('\\*', '!'), 'One*', 'One!'],
    ['a backslash at the end is one', byPattern('e\\', 'a'), 'On e\\', 'On a'],
    ['several parts that must all stand', byPattern('a*b*c', 'x'), 'a1b2 a3b', 'a1b2 a3b'],
    ['whole words at both ends', byPattern('tv*hd', 'x', { word: true }), 'TV one HDR HD', 'x'],
  ])('%s', (_, rule, before, after) => {
    expect(rename([before], rule)).toEqual([after])
  })

  it('split the names that they match, and put them together again', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(name, (before) => {
        // An unchanged name is not a change, so the test adds a character that ends no name.
        expect(renameAll([before], byPattern('*', '{1}|{0}|')).map(({ after }) => after)).toEqual([
          `${before}|${before}|`.normalize('NFC'),
        ])
      }),
    )
  })

  it('match the same as plain text if they have no wildcard', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', 'é', '🎬'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), letters, letters, fc.boolean(), (names, find, by, word) => {
        expect(renameAll(names, byPattern(find, by, { word }))).toEqual(renameAll(names, byText(find, by, { word })))
      }),
    )
  })

  it('end quickly and find nothing if they are made to be slow', () => {
    for (const find of slowPatterns) expect(renameAll(slowNames, byPattern(find, 'x')), find).toEqual([])
  })
})

describe('quality markers', () => {
  it.each([
    ['BBC One HD', 'BBC One', 4],
    ['BBC One (UHD)', 'BBC One', 6],
    ['[4K] Nature', 'Nature', 6],
    ['HD Sport fhd', 'Sport', 5],
    ['HD+ Wissen', 'HD+ Wissen', 2],
    ['SHD HDTV', 'SHD HDTV', 2],
    ['HD', 'HD', 4],
    ['Arte SD', 'Arte', 1],
    ['قناة HD', 'قناة', 4],
  ])('%s without is %s', (name, without, quality) => {
    expect([removeMarkers(name), qualityOf(name)]).toEqual([without, quality])
  })
  it('are added if no equally good one is present', () => {
    expect(['One', 'One HD', 'One 4K', 'One SD', ''].map((name) => addMarker(name, 'HD'))).toEqual([
      'One HD',
      'One HD',
      'One 4K',
      'One SD HD',
      '',
    ])
  })
})

describe('letters and spaces', () => {
  it('are set in title case, except abbreviations', () => {
    expect(rename(['BBC NEWS HD', 'das erste', "canal d'or 2B", 'НТВ ПЛЮС'], { letters: 'title' })).toEqual([
      'BBC News HD',
      'Das Erste',
      "Canal D'or 2B",
      'НТВ Плюс',
    ])
    expect(rename(['Élan'], { letters: 'upper' })).toEqual(['ÉLAN'])
    expect(rename(['ÉLAN'], { letters: 'lower' })).toEqual(['élan'])
  })
  it('are cleaned of invisible characters', () => {
    expect(cleanName(' \u0086One\u0087\u200b \t  Two\ufeff ')).toBe('One Two')
    // The joiners of Persian and of emoji are part of the writing.
    expect(cleanName('می\u200cخواهم')).toBe('می\u200cخواهم')
  })
  it('are cleaned once: the second time nothing changes', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ' ', '\t', '\u0086', '\u200b', '\u00a0', '\u200c', 'é', '\ufeff'),
          maxLength: 30,
        }),
        (name) => {
          expect(cleanName(cleanName(name))).toBe(cleanName(name))
        },
      ),
    )
  })
})

describe('an invalid name', () => {
  it('is reported with its reason and uses up no number', () => {
    const changes = renameAll(['a', 'b', 'c'], byPattern('?', '', {}))
    expect(changes.map(({ refusal }) => refusal)).toEqual(['name-empty', 'name-empty', 'name-empty'])
    expect(renameAll(['ab'], byText('a', 'x'.repeat(60)))).toMatchObject([{ refusal: 'name-too-long' }])
    expect(renameAll(['ab'], byText('a', '\u0007'))).toMatchObject([{ refusal: 'name-control' }])
    // Fifty as people count them.
    expect(renameAll(['ab'], byText('ab', 'e\u0301'.repeat(50)))).toMatchObject([{ refusal: null }])
  })
})
