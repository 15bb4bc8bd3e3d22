/** Measures other dialects: a file of 6 000 services until the engine has it open, and written back into itself. */
import type { Engine } from '../../engine/host/contract'
import { createFormats } from '../../engine/host/formats/index'
import { linesOf } from '../../engine/host/formats/lines'
import { writeCdx } from '../../tests/support/fixtures/cdx'
import { measure, median, type Table } from './table'

const services = 6_000

/** To reach: a JSON database of 6 000 services, about 4 MB in its indented form, imported in 250 ms. */
export function benchFormats(engine: Engine): Table {
  const formats = createFormats(engine)
  const files = [writeCdx(services), writeCdx(services, { indented: true })]
  const importOne = (bytes: Uint8Array): Uint8Array => {
    const read = formats.read({ dialect: 'cdx', files: [{ name: '', bytes }] }, '')
    if (!read.ok) throw new Error(`refused: ${read.refusal}`)
    const opened = engine.open(read.chl)
    if (!opened.ok || opened.list.length() !== services) throw new Error('the list is not whole')
    return read.chl
  }
  const writeBack = (bytes: Uint8Array): void => {
    const opened = engine.open(importOne(bytes))
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    const before = linesOf(opened.list)
    opened.list.apply([{ op: 'rename', id: 5, name: 'Other' }])
    const original = { dialect: 'cdx', files: [{ name: '', bytes }] } as const
    formats.write({ dialect: 'cdx', original, before, now: linesOf(opened.list) })
  }
  return {
    title: `A JSON database of ${services} services, ms (to reach: 250 ms to import)`,
    columns: ['work', ...files.map((bytes) => `${(bytes.length / 1e6).toFixed(1)} MB`)],
    rows: [
      ['import', ...files.map((bytes) => median(measure(7, () => importOne(bytes))))],
      ['write back, one edit', ...files.map((bytes) => median(measure(3, () => writeBack(bytes))))],
    ],
  }
}
