/**
 * Edits two televisions' own exports: every byte outside the edits stays. The same on generated lists, which always
 * run.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasSamples, samplesDir } from '../support/paths'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList } from '../support/fixtures/satcodx'

const engine = makeEngine()
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** Moves, renames and deletes channels, and compares every record's bytes with the source. */
function expectBytesKept(bytes: Uint8Array, width: number, nameBytes: number, newName: string) {
  const list = openList(engine, bytes)
  const { encoding, records } = list
  const start = list.state()
  const result = list.apply([
    { op: 'move', ids: [5, 17, 3], to: 40 },
    { op: 'rename', id: 11, name: newName },
    { op: 'delete', ids: [20, records - 1] },
    { op: 'step', ids: [0], by: 1 },
    { op: 'lock', ids: [9], value: true },
  ])
  expect(result.ok).toBe(true)
  const written = list.write('sdx').bytes
  const order = [...list.columns().id]
  expect(order).toHaveLength(records - 2)
  order.forEach((id, place) => {
    const now = written.subarray(place * width, (place + 1) * width)
    const before = bytes.subarray(id * width, (id + 1) * width)
    if (id !== 11) return expect(same(now, before), `record ${id}`).toBe(true)
    for (let at = 0; at < width; at++)
      if (!(at >= 43 && at < 51) && !(at >= 115 && at < 107 + nameBytes)) expect(now[at], `byte ${at}`).toBe(before[at])
  })
  // The bytes after the last record are still there.
  expect(same(written.subarray(order.length * width), bytes.subarray(records * width))).toBe(true)
  const names = list.names()
  const again = openList(engine, written)
  expect(again.names()).toEqual(names)
  expect(again.encoding).toBe(encoding)
  expect(names[order.indexOf(11)]).toBe(newName)
  const undone = openList(engine, bytes)
  undone.load(start)
  expect(same(undone.write('sdx').bytes, bytes)).toBe(true)
}

describe('editing a television’s list', () => {
  it('keeps every byte outside the edits of a generated Silva list', () => {
    expectBytesKept(makeList({ seed: 77, records: 300, variant: '103' }).bytes, 128, 20, 'Österreich Süd')
  })

  it('keeps every byte outside the edits of a generated Vestel list', () => {
    expectBytesKept(
      makeList({ seed: 78, records: 300, variant: '103-vestel', encoding: 'turkish', trailer: '\0' }).bytes,
      129,
      21,
      'ŞİRİN ÇAĞRI IŞIK',
    )
  })

  it('keeps every byte outside the edits of a generated Telefunken list', () => {
    expectBytesKept(
      makeList({ seed: 79, records: 300, variant: '105', encoding: 'utf-8', trailer: `\0${' '.repeat(930)}` }).bytes,
      133,
      25,
      'Düsseldorf Łódź',
    )
  })

  // The samples are not part of the project; the tests above cover the same without them.
  if (hasSamples)
    it('keeps every byte outside the edits of the samples', () => {
      expectBytesKept(
        new Uint8Array(readFileSync(path.join(samplesDir, 'silva_schneider.sdx'))),
        128,
        20,
        'Österreich Süd',
      )
      expectBytesKept(
        new Uint8Array(readFileSync(path.join(samplesDir, 'turksat_vestel.sdx'))),
        129,
        21,
        'ŞİRİN ÇAĞRI IŞIK',
      )
    })
})
