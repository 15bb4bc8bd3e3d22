/** Shortens names of any length for a page. */
import { expect, it } from 'vitest'
import { shortened, shownCharacters } from '~/text/graphemes'

it('shows a name whole up to a number of characters, else its beginning with dots', () => {
  expect(shortened('A name')).toBe('A name')
  expect(shortened('x'.repeat(shownCharacters))).toBe('x'.repeat(shownCharacters))
  expect(shortened('x'.repeat(shownCharacters + 1))).toBe(`${'x'.repeat(shownCharacters)}…`)
})

it('counts characters as people do, and cuts none of them', () => {
  const family = '👨‍👩‍👧'
  expect(shortened('é'.repeat(shownCharacters))).toBe('é'.repeat(shownCharacters))
  expect(shortened('é'.repeat(5000))).toBe(`${'é'.repeat(shownCharacters)}…`)
  const shown = shortened(family.repeat(5000))
  expect(shown.slice(0, -1).replaceAll(family, '')).toBe('')
  expect(shown.length).toBeLessThan(1100)
})

it('shortens a character with endless marks', () => {
  expect(shortened(`a${'\u0301'.repeat(100_000)}`)).toBe(`a${'\u0301'.repeat(shownCharacters - 1)}…`)
  expect(shortened(`${'n'.repeat(50)}${'\u0301'.repeat(100_000)}`)).toBe(`${'n'.repeat(49)}…`)
})
