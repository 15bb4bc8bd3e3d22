/** Files with unclosed constructs are read in linear time. */
import { expect, it } from 'vitest'
import { endlessFiles } from '../support/fixtures/endless-files'
import { makeFormats } from '../support/fixtures/engine'

it.each(endlessFiles)('%s, %s', (dialect, _what, text) => {
  const formats = makeFormats()
  const began = process.cpuUsage()
  formats.read({ dialect, files: [{ name: '', bytes: Buffer.from(text) }] }, '')
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(8000)
})
