/**
 * The order of names: the engine's own table against the reference collator, and the expectations of readers in several
 * scripts.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collationFile, readCollation, reference } from '../../scripts/make-collation'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { root } from '../support/paths'
import { times } from '../support/runs'

/** Seeds that found a fault, with the number of runs at that time. */
const found = [{ seed: 543_477_658, numRuns: 400 }]

const engine = makeEngine()
const { classes, expansions } = readCollation()
// "l·" is one letter to the reference collator, which only Catalan texts need
const letters = [...classes.flat(2).join(''), ...expansions.keys()].filter(
  (letter) => letter !== '·' && letter !== '\u0387',
)

/** Names in the engine's A–Z order. */
const sorted = (names: string[]): string[] => {
  const text =
    makeChl({ seed: 1, tv: 0, radio: 0, groups: 0 }).text +
    names
      .map((name, i) => JSON.stringify({ Type: 'ch', TVType: 'TV', Index: i, TPIndex: 0, SID: i, Name: name }))
      .join('')
  const list = openList(engine, new TextEncoder().encode(text))
  list.apply([{ op: 'sort', mode: 'az' }])
  return list.names()
}

describe('collation', () => {
  it('has a table that agrees with the current reference collator', () => {
    expect(readFileSync(path.join(root, 'engine/assembly/text/collation-table.ts'), 'utf8') === collationFile()).toBe(
      true,
    )
  })

  it('sorts any names as the reference collator does', () => {
    const letter = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...'abceiosuABCEISTVdt 0192') },
      { weight: 3, arbitrary: fc.constantFrom(...letters) },
    )
    const name = fc.array(letter, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    // names that differ only in accent, case or one letter
    const near = name
      .chain((text) =>
        fc.tuple(fc.constant(text), fc.array(fc.tuple(fc.nat(text.length - 1), fc.nat(50)), { maxLength: 3 })),
      )
      .map(([text, changes]) => {
        const parts = [...text]
        const all = [parts.join('')]
        for (const [at, pick] of changes) {
          const alike =
            classes
              .find((group) =>
                group
                  .flat()
                  .join('')
                  .includes(parts[at] ?? '?'),
              )
              ?.flat()
              .join('') ?? 'a'
          parts[at] = alike.charAt(pick % alike.length)
          all.push(parts.join(''))
        }
        return all
      })
    const areSorted = fc.property(fc.array(near, { minLength: 2, maxLength: 30 }), (groups) => {
      // A name of only spaces counts as empty, and comes last.
      const names = groups.flat().filter((text) => !/[·\u0387]|^[ \u00a0\u2000-\u200b\u3000]*$/.test(text))
      expect(sorted(names)).toEqual([...names].sort(reference.compare))
    })
    for (const runs of [{ numRuns: times(400) }, ...found]) fc.assert(areSorted, runs)
  })

  it('puts digits by value, accents after plain letters, lower case before upper case', () => {
    expect(sorted(['TV 10', 'TV 9', 'TV 1', 'TV 02', 'TV 100'])).toEqual(['TV 1', 'TV 02', 'TV 9', 'TV 10', 'TV 100'])
    // A superscript digit is a symbol after all numbers, and fractions are spelled with them.
    expect(sorted(['¾', '¹ґ', 'a', '¼a', '999', '½', '²', '1¼', '1', '2', '¹'])).toEqual([
      '1',
      '1¼',
      '2',
      '999',
      '¹',
      '½',
      '¼a',
      '¹ґ',
      '²',
      '¾',
      'a',
    ])
    expect(sorted(['Zebra', 'éclair', 'Eclair', 'eclair', 'Éclair', 'ecz'])).toEqual([
      'eclair',
      'Eclair',
      'éclair',
      'Éclair',
      'ecz',
      'Zebra',
    ])
    expect(sorted(['Strasse', 'Straße', 'Strast'])).toEqual(['Strasse', 'Straße', 'Strast'])
    expect(sorted(['Яндекс', 'Ёлка', 'Еда', 'Звезда', 'Йога', 'Истра', 'Жук'])).toEqual([
      'Еда',
      'Ёлка',
      'Жук',
      'Звезда',
      'Истра',
      'Йога',
      'Яндекс',
    ])
    expect(sorted(['ورزش', 'پویا', 'بانو', 'تماشا', 'افق'])).toEqual(['افق', 'بانو', 'پویا', 'تماشا', 'ورزش'])
    expect(sorted(['שבע', 'אחת', 'קשת'])).toEqual(['אחת', 'קשת', 'שבע'])
    expect(sorted(['Βουλή', 'άλφα', 'Αθήνα'])).toEqual(['Αθήνα', 'άλφα', 'Βουλή'])
  })

  it('keeps the order of equal names, puts empty names last, and never makes the table trap', () => {
    expect(sorted(['b', 'a', 'B', 'a', '😀', '中文', '★ A', '', ' '])).toEqual([
      '★ A',
      '😀',
      'a',
      'a',
      'b',
      'B',
      '中文',
      '',
      ' ',
    ])
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 20 }), (names) => {
        expect([...sorted(names)].sort()).toEqual([...openNames(names)].sort())
      }),
      { numRuns: times(300) },
    )
  })
})

/** Names as the engine reads them, unsorted. */
function openNames(names: string[]): string[] {
  const text = names
    .map((name, i) => JSON.stringify({ Type: 'ch', TVType: 'TV', Index: i, SID: i, Name: name }))
    .join('')
  return names.length === 0 ? [] : openList(engine, new TextEncoder().encode(text)).names()
}
