/**
 * No input makes the readers and writers of other dialects crash, hang, or change what was not edited. A failure prints
 * its seed; inputs that once failed are kept in corpus-formats, each named after its dialect.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toModel } from '../../engine/host/formats/to-model'
import { foreignDialects, type ForeignDialect, type NamedFile } from '../../engine/host/formats/types'
import { writeCdx } from '../support/fixtures/cdx'
import { endlessFiles } from '../support/fixtures/endless-files'
import { makeEngine, makeFormats } from '../support/fixtures/engine'
import {
  bouquet,
  lamedb4,
  lamedb5,
  neutralList,
  playlist,
  satellitesXml,
  settings,
  table,
  vdrList,
} from '../support/fixtures/other-dialects'
import { root } from '../support/paths'
import { times } from '../support/runs'

const corpus = path.join(root, 'tests/engine/corpus-formats')
const formats = makeFormats()
const engine = makeEngine()

/** A readable file comes back byte for byte, its unedited names stay, and every writer can write it. */
const exercise = (dialect: ForeignDialect, files: readonly NamedFile[], everywhere = false): void => {
  const original = { dialect, files }
  const read = formats.read(original, 'f'.repeat(64))
  if (!read.ok || (read.channels === 0 && dialect !== 'satellites')) return
  // The same file gives the same text.
  const again = formats.read(original, 'f'.repeat(64))
  expect(again.ok && Buffer.compare(again.chl, read.chl)).toBe(0)
  const opened = engine.open(read.chl)
  if (!opened.ok && read.channels === 0) return
  if (!opened.ok) throw new Error(`the text that was made is refused: ${opened.refusal}`)
  const { list } = opened
  expect(list.length()).toBe(read.channels)
  const before = toModel(list)
  const write = (to: ForeignDialect) => formats.write({ dialect: to, original, before, now: toModel(list) })
  const same = write(dialect)
  expect(same).toHaveLength(files.length)
  for (const [at, file] of files.entries())
    if (Buffer.compare(same[at]?.bytes ?? Buffer.alloc(0), file.bytes) !== 0)
      expect(Buffer.from(same[at]?.bytes ?? []).toString('latin1')).toBe(Buffer.from(file.bytes).toString('latin1'))
  const last = list.length() - 1
  list.apply([
    { op: 'rename', id: last, name: 'Neü' },
    { op: 'favourite', ids: [last], group: 0, value: true },
    { op: 'move', ids: [last], to: 1 },
  ])
  if (last > 0) list.apply([{ op: 'delete', ids: [0] }])
  for (const to of everywhere ? foreignDialects : [dialect]) expect(write(to).length).toBeGreaterThan(0)
}

const one = (bytes: Uint8Array): NamedFile[] => [{ name: '', bytes }]
const good: [ForeignDialect, Uint8Array][] = [
  ['cdx', writeCdx(6, { lists: [[0, null, 2], [5]], names: ['A', 'B'] })],
  ['cdx', writeCdx(4, { indented: true, bom: true })],
  ['lamedb', lamedb4()],
  ['lamedb5', lamedb5()],
  ['enigma2', bouquet()],
  ['m3u', playlist()],
  ['vdr', vdrList()],
  ['csv', table()],
  ['csv', Uint8Array.from(Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(table()), 'utf16le'))],
  ['reference', neutralList()],
  ['satellites', satellitesXml()],
]
const tokens = [
  '"',
  ',',
  ':',
  ';',
  '\n',
  '\r\n',
  '\0',
  '{',
  '}',
  '[',
  '#SERVICE 1:0:1:1:1:1:1:0:0:0:\n',
  '#NAME x\n',
  '#EXTINF:',
  'end\n',
  'services\n',
  's:',
  ',"',
  '-1',
  '99999999999',
  ':@9 x\n',
  "'=",
  '<sat ',
  '"FavBit":4294967295,',
  '\ud800',
  '\u0086',
  'ü',
  '\xff',
  '{"program_tv_object_0":{',
]

const change = fc.record({
  at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  to: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  kind: fc.constantFrom('set', 'cut', 'drop', 'double', 'token', 'swap'),
  byte: fc.integer({ min: 0, max: 255 }),
  length: fc.integer({ min: 1, max: 60 }),
  token: fc.constantFrom(...tokens),
})
const changed = (
  file: Uint8Array,
  changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
): Uint8Array => {
  let bytes = Buffer.from(file)
  for (const { at, to, kind, byte, length, token } of changes) {
    const place = Math.floor(at * bytes.length)
    const front = bytes.subarray(0, place)
    if (kind === 'set') bytes[place] = byte
    else if (kind === 'cut') bytes = front
    else if (kind === 'drop') bytes = Buffer.concat([front, bytes.subarray(place + length)])
    else if (kind === 'double') bytes = Buffer.concat([bytes.subarray(0, place + length), bytes.subarray(place)])
    else if (kind === 'token') bytes = Buffer.concat([front, Buffer.from(token), bytes.subarray(place)])
    else {
      // Moves a piece to another position.
      const piece = Buffer.from(bytes.subarray(place, place + length))
      const rest = Buffer.concat([front, bytes.subarray(place + length)])
      const there = Math.floor(to * rest.length)
      bytes = Buffer.concat([rest.subarray(0, there), piece, rest.subarray(there)])
    }
  }
  return Uint8Array.from(bytes)
}

describe('fuzzing other dialects', () => {
  it.each(good)('survives cuts, swaps and changes in a good file of %s', (dialect, file) => {
    exercise(dialect, one(file), true)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) =>
        exercise(dialect, one(changed(file, changes))),
      ),
      { numRuns: times(120) },
    )
  })

  it('survives a folder with changed, missing or duplicate files', () => {
    const folder = settings()
    exercise('enigma2', folder, true)
    const touched = fc.record({
      file: fc.integer({ min: 0, max: folder.length - 1 }),
      changes: fc.array(change, { maxLength: 4 }),
      lost: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(touched, { minLength: 1, maxLength: 3 }), (all) => {
        let files = folder.map(({ name, bytes }) => ({ name, bytes }))
        for (const { file, changes, lost } of all) {
          const there = files[file]
          if (there === undefined) continue
          if (lost) files = files.filter((_, at) => at !== file)
          else there.bytes = changed(there.bytes, changes)
        }
        if (files.length > 0) exercise('enigma2', files)
      }),
      { numRuns: times(120) },
    )
  })

  it('survives random bytes after each valid beginning', () => {
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.uint8Array({ maxLength: 200 }), ([dialect, file], bytes) =>
        exercise(dialect, one(Uint8Array.from([...file.subarray(0, 40), ...bytes]))),
      ),
      { numRuns: times(300) },
    )
  })

  it.each(readdirSync(corpus))('meets all requirements for %s', (file) => {
    const dialect = foreignDialects.find((name) => file.startsWith(`${name}-`))
    if (dialect === undefined) throw new Error(`${file} begins with no dialect's name`)
    exercise(dialect, one(new Uint8Array(readFileSync(path.join(corpus, file)))), true)
  })

  it.each(endlessFiles)('reads unclosed constructs: %s, %s', (dialect, _what, text) => {
    formats.read({ dialect, files: one(Buffer.from(text)) }, '')
  })
})
