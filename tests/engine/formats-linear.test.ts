/**
 * What a reader or a writer in the module takes grows with the file and no faster, whatever a single cell, field or
 * address of it holds: the module frees nothing, so a text that is made longer piece by piece would fill its memory.
 * Enigma2, playlists and tables aren't read there
 * (formats-enigma.test.ts, formats-m3u.test.ts, formats-table.test.ts).
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { foreignDialects, type ForeignDialect } from '../../engine/host/formats/types'
import { openFile } from '../support/fixtures/dialect'
import { root } from '../support/paths'

type Exports = {
  memory: WebAssembly.Memory
  openFile(nameBytes: number, bytes: number): number
  closeFile(at: number, nameBytes: number, bytes: number): void
  read(dialect: number): number
  emitChl(): void
}
const module = new WebAssembly.Module(readFileSync(path.join(root, 'engine/build/formats.wasm')))

/** Reads a file as the host does, and returns how much memory that took, in bytes a byte of the file. */
const memoryPerByte = (dialect: ForeignDialect, text: string): number => {
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  const before = exports.memory.buffer.byteLength
  const add = (bytes: Uint8Array): void => {
    const at = exports.openFile(0, bytes.length)
    new Uint8Array(exports.memory.buffer).set(bytes, at)
    exports.closeFile(at, 0, bytes.length)
  }
  add(Buffer.from(text))
  expect(exports.read(foreignDialects.indexOf(dialect))).toBeGreaterThanOrEqual(0)
  add(Buffer.from(`${dialect} source`))
  exports.emitChl()
  return (exports.memory.buffer.byteLength - before) / text.length
}

const million = 1_000_000
/** A file of about this length whose one long part is this piece again and again. */
const filled = (head: string, piece: string, tail: string) => (length: number) =>
  head + piece.repeat(Math.ceil(length / piece.length)) + tail
const vdr = (at: number, piece: string): ((length: number) => string) => {
  const line = 'A;B:11000:H:S19.2E:22000:1:1:0:0:1:1:1:0'.split(':')
  return filled([...line.slice(0, at), ''].join(':'), piece, `:${line.slice(at + 1).join(':')}\n`)
}
const cases: [string, ForeignDialect, (length: number) => string][] = [
  ['signs of XML', 'satellites', filled('<satellites><sat name="', '&amp;', '" position="192"></sat></satellites>')],
  ['systems of encryption', 'vdr', vdr(8, '1833,')],
  ['colons of a name', 'vdr', vdr(0, '|')],
  ['letters of parameters', 'vdr', vdr(2, 'H')],
  ['error correction without a number', 'vdr', vdr(2, 'C')],
  ['sound tracks', 'vdr', vdr(6, '2,')],
  ['subtitles', 'vdr', vdr(7, '0;2,')],
]

describe('one million bytes', () => {
  it.each(cases)('of %s (%s) are read in memory that grows with them', (_what, dialect, make) => {
    const long = memoryPerByte(dialect, make(million))
    expect(long).toBeLessThan(64)
    // Ten times the file takes ten times the memory, as it grows by doubling.
    expect(long).toBeLessThanOrEqual(4 * Math.max(1, memoryPerByte(dialect, make(million / 10))))
  })
})

it('what is long is written as it was read', () => {
  const quoted = openFile('csv', Buffer.from(`Name,SID\n"${'a""'.repeat(10_000)}",5\n`))
  expect(quoted.list.channels(0, 1)[0]?.name).toHaveLength(20_000)
  expect(quoted.write('csv').text).toContain(`"${'a""'.repeat(10_000)}"`)
  const amp = openFile(
    'satellites',
    Buffer.from(`<satellites><sat name="${'&amp;'.repeat(10_000)}" position="192"></sat></satellites>`),
  )
  expect(amp.list.satellites()[0]?.name).toBe('&'.repeat(10_000))
  expect(amp.write('satellites').text).toContain(`name="${'&amp;'.repeat(250)}"`)
  const piped = openFile('vdr', Buffer.from(vdr(0, '|')(10_000)))
  expect(piped.write('vdr').text).toBe(vdr(0, '|')(10_000))
})

it('the groups of a channel stand in their order, between semicolons', () => {
  const text =
    '#EXTM3U\n#EXTINF:-1 group-title="Zwei;Eins",A\nhttp://x/1\n#EXTINF:-1,B\nhttp://x/2\n#EXTINF:-1 group-title="Eins",C\nhttp://x/3\n'
  const opened = openFile('m3u', Buffer.from(text))
  expect(
    opened
      .write('csv')
      .text.split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(',')[20]),
  ).toEqual(['"Zwei;Eins"', '', 'Eins'])
})

it('what many channels share is not written in full for each of them', () => {
  const satellite = `{"satellite_object_0":{"SatName":"${'Ab'.repeat(100_000)}","SatAngle":192}}`
  const transponder = '{"transponder_object_0":{"Freq":11000,"SR":22000,"stFlag":{"POL":1,"SatIndex":0,"TPIndex":0}}}'
  const programs = Array.from(
    { length: 1000 },
    (_, at) =>
      `{"program_tv_object_${at}":{"ServiceName":"A","stProgNo":{"unShort":{"sLo16":${at + 1},"sHi16":0}},"FavBit":1}}`,
  )
  const names = `{"fav_list_info_in_box_object":{"aucFavReName":["${'Cd'.repeat(100_000)}"]}}`
  const opened = openFile('cdx', Buffer.from([satellite, transponder, ...programs, names].join('')))
  expect(opened.channels).toBe(1000)
  for (const dialect of ['csv', 'm3u'] as const) expect(opened.write(dialect).text.length).toBeLessThan(1_000_000)
  opened.edit({ op: 'rename', id: 1, name: 'B' })
  expect(opened.write('cdx').text).toContain('Ab'.repeat(100_000))
})
