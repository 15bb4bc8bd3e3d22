/** Long texts are read in linear time: a pattern that restarts at each letter would take minutes here. */
import { expect, it } from 'vitest'
import { streamedBytesOf } from '~/api/dispatch.server'
import { isSecretField } from '~/platform/log.server'
import { plainText } from '~/text/plain-text'
import { plainSatelliteName } from '~/ui/sky-arc/angle'

const many = 400_000

it('trims a text of spaces that ends in a letter, and one of blank lines', () => {
  expect(plainText(`a${' '.repeat(many)}b  \n  \nc`)).toBe(`a${' '.repeat(many)}b\n\nc`)
})

it('reads a satellite name of spaces and underscores, with and without its position', () => {
  const long = `A${'_ '.repeat(many / 2)}`
  expect(plainSatelliteName(`${long}B`)).toBe(`${long}B`)
  expect(plainSatelliteName(`${long}(19.2E) _`)).toBe('A')
  expect(plainSatelliteName('Turksat 42.0E')).toBe('Turksat')
  expect(plainSatelliteName('13.0 °E')).toBe('13.0 °E')
  expect(plainSatelliteName('Sat 12345E')).toBe('Sat 12345E')
})

it('reads a field name of brackets, which is kept from the log, and an address of slashes', () => {
  expect(isSecretField(`a${'['.repeat(many)}x`)).toBe(true)
  expect(isSecretField('code[0]')).toBe(true)
  expect(isSecretField('name[0]')).toBe(false)
  expect(streamedBytesOf('GET', `/api${'/'.repeat(many)}x`)).toBeNull()
})
