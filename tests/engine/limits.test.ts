/** Every limit of the engine from both sides: the maximum, and one more. */
import { describe, expect, it } from 'vitest'
import { limits } from '../../engine/host/types'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList, makeRecord, repeatList } from '../support/fixtures/satcodx'

const engine = makeEngine()

describe('limits', () => {
  it('opens a file of 16 MiB and refuses one byte more', () => {
    const list = makeList({ records: 1000 })
    const bytes = new Uint8Array(limits.fileBytes)
    bytes.set(repeatList(list, 90_000))
    // Compared as buffers: a matcher would compare sixteen million numbers one by one.
    expect(Buffer.compare(openList(engine, bytes).write('sdx').bytes, bytes)).toBe(0)
    expect(engine.open(new Uint8Array(limits.fileBytes + 1))).toMatchObject({ ok: false, refusal: 'too-large' })
  })

  it('opens 100 000 records and refuses one more, naming it', () => {
    const list = makeList({ records: 1000 })
    const most = repeatList(list, limits.records)
    const opened = openList(engine, most)
    expect(opened.records).toBe(limits.records)
    expect(opened.channels(limits.records - 1, 1)[0]).toMatchObject({
      id: limits.records - 1,
      position: limits.records,
    })
    expect(engine.open(repeatList(list, limits.records + 1))).toEqual({
      ok: false,
      refusal: 'too-many-records',
      record: limits.records + 1,
      offset: limits.records * 128,
    })
    const cut = new TextEncoder().encode('SATCODX1\n'.repeat(limits.records + 1))
    expect(engine.open(cut)).toMatchObject({ ok: false, refusal: 'too-many-records' })
  })

  it('uses at most four times the file’s size in memory for 20 000 records and more', () => {
    for (const records of [20_000, 100_000]) {
      const own = makeEngine()
      const bytes = repeatList(makeList({ records: 1000 }), records)
      const list = openList(own, bytes)
      expect(own.memoryBytes()).toBeLessThanOrEqual(bytes.length * 4)
      list.apply([{ op: 'sort', mode: 'az' }])
      list.names()
      list.write('sdx')
      expect(own.memoryBytes()).toBeLessThanOrEqual(bytes.length * 4)
    }
  })

  it('lists a hundred thousand different satellites and transponders', () => {
    const record = new Uint8Array([...makeRecord({ name: 'One' }, '103'), 10])
    const bytes = new Uint8Array(limits.records * record.length)
    for (let i = 0; i < limits.records; i++) {
      bytes.set(record, i * record.length)
      const digits = String(i).padStart(6, '0')
      for (let digit = 0; digit < 6; digit++) {
        bytes[i * record.length + 12 + digit] = digits.charCodeAt(digit)
        bytes[i * record.length + 36 + digit] = digits.charCodeAt(digit)
      }
    }
    const list = openList(engine, bytes)
    expect(list.satellites().length).toBe(limits.records)
    expect(list.transponders().length).toBe(limits.records)
  })

  it('lists at most 100 000 problems and reports that there are more', () => {
    const record = new Uint8Array([...makeRecord({ sid: null, angle: null, symbolRate: null }, '103'), 10])
    const bytes = new Uint8Array(40_000 * record.length)
    for (let i = 0; i < 40_000; i++) bytes.set(record, i * record.length)
    const problems = openList(engine, bytes).problems()
    expect(problems.length).toBe(100_001)
    expect(problems.at(-1)).toMatchObject({ code: 'too-many-problems', record: null })
  })

  it('allows as many operations in a batch as the limit', () => {
    const list = openList(engine, makeList({ records: 5 }).bytes)
    const one = { op: 'lock', ids: [0], value: true } as const
    expect(list.apply(new Array(limits.operationsPerBatch).fill(one)).ok).toBe(true)
    expect(list.apply(new Array(limits.operationsPerBatch + 1).fill(one))).toMatchObject({
      ok: false,
      code: 'bad-operation',
    })
  })
})
