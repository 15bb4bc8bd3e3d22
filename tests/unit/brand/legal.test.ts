/** The shipped legal texts: complete in every language, alike in content, and marked as samples. */
import { describe, expect, it } from 'vitest'
import { brands } from '~/brand/brand'
import { getLegalText, sampleTexts } from '~/brand/legal.server'
import { legalKinds, type LegalText } from '~/brand/legal-text'
import { languages } from '~/i18n/languages'

const [brand] = brands
if (brand === undefined) throw new Error('there is no brand')

const wordsOf = (text: LegalText): string[] => [
  text.title,
  text.lead,
  ...text.sections.flatMap((section) => [
    section.title,
    ...section.blocks.flatMap((block) =>
      typeof block === 'string'
        ? [block]
        : 'facts' in block
          ? block.facts.flatMap(({ name, text }) => [name, text])
          : block,
    ),
  ]),
]
/** The structure of a text without its words: sections, kinds of blocks, and numbers of items. */
const shapeOf = (text: LegalText) =>
  text.sections.map((section) =>
    section.blocks.map((block) =>
      typeof block === 'string' ? 'text' : 'facts' in block ? `facts ${block.facts.length}` : `list ${block.length}`,
    ),
  )
const valuesOf = (text: LegalText): string =>
  (
    wordsOf(text)
      .join(' ')
      .match(/\{\w+\}/g) ?? []
  )
    .sort()
    .join(' ')
/** The number one is a word in some languages and a figure in others. */
const numbersOf = (text: string): string => {
  const latin = text.replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
  return (latin.match(/\d+/g) ?? [])
    .filter((number) => number !== '1')
    .sort()
    .join(' ')
}

describe.each(legalKinds)('the text of %s', (kind) => {
  const english = getLegalText(brand, kind, 'en')
  it.each(languages.map(({ tag }) => tag))(
    'has in %s the sections, values and figures of the English one',
    (language) => {
      const text = getLegalText(brand, kind, language)
      expect(text.language).toBe(language)
      expect(shapeOf(text)).toEqual(shapeOf(english))
      expect(valuesOf(text)).toBe(valuesOf(english))
      for (const [index, words] of wordsOf(text).entries()) {
        expect(words.trim(), `words ${index}`).not.toBe('')
        expect(numbersOf(words), words).toBe(numbersOf(wordsOf(english)[index] ?? ''))
        if (language !== 'en' && words.length > 30) expect(words).not.toBe(wordsOf(english)[index])
      }
    },
  )
  it('falls back to English for a missing language', () => {
    expect(getLegalText(brand, kind, 'de')).toMatchObject({ language: 'en', title: english.title })
  })
})

it('marks the shipped texts as samples, and names them at a start in production', () => {
  const all = languages.map(({ tag }) => tag).join(', ')
  expect(sampleTexts()).toEqual(legalKinds.map((kind) => `mango: ${kind} (${all})`))
})
