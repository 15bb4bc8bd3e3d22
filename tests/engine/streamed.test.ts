/** A channel received only from an address: added without a transponder, and written if the format can store it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cells } from '../../engine/host/cells/index'
import { createEngine } from '../../engine/host/index'
import type { OpenList, Operation } from '~/engine/types'
import { makeChl } from '../support/fixtures/chl'
import { makeList } from '../support/fixtures/satcodx'

const engine = createEngine(readFileSync('engine/build/engine.wasm'))
engine.use(cells)
const open = (bytes: Uint8Array, state?: Uint8Array): OpenList => {
  const opened = engine.open(bytes, state === undefined ? {} : { state })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.list
}
const id = 2 ** 30 + 77
const url = 'https://stream.example/news.m3u8'
const add = (more: object = {}): Operation[] => [
  {
    op: 'add',
    target: 'channel',
    channels: [{ id, name: 'Stream', type: 'tv', transponder: null, url, ...more }],
    to: 2,
  },
]
const sources = {
  satcodx: makeList({ seed: 3, records: 9 }).bytes,
  chl: makeChl({ seed: 4, groups: 4 }).bytes,
} as const

describe.each(Object.entries(sources))('a streamed channel in a list of %s', (dialect, source) => {
  it('has its address and no transponder, even when reopened from the state, and goes with undo', () => {
    const list = open(source)
    const before = list.state()
    const parts = [list.transponders().length, list.satellites().length]
    expect(list.apply(add())).toMatchObject({ ok: true })
    const check = (one: OpenList) => {
      expect(one.channel(id)).toMatchObject({ name: 'Stream', url, transponder: -1, satellite: -1, position: 2 })
      expect([one.transponders().length, one.satellites().length]).toEqual(parts)
    }
    check(list)
    // The engine holds one list at a time.
    const again = open(source, list.state())
    check(again)
    again.load(before)
    expect(Buffer.from(again.write(dialect === 'chl' ? 'chl' : 'sdx').bytes).equals(Buffer.from(source))).toBe(true)
  })

  it('is reported lost by name if the file can’t store it, and every other record keeps its bytes', () => {
    const list = open(source)
    const own = dialect === 'chl' ? 'chl' : 'sdx'
    const { length } = list.columns()
    expect(list.apply(add())).toMatchObject({ ok: true })
    const state = list.state()
    const { bytes, losses } = list.write(own)
    const codes = losses.filter(({ ids }) => ids.includes(id)).map(({ code }) => code)
    expect(codes).toContain('url')
    // Writing it changes nothing.
    expect(Buffer.from(list.state()).equals(Buffer.from(state))).toBe(true)
    const again = open(bytes)
    if (dialect === 'satcodx') {
      expect(codes).toContain('left-out')
      expect(Buffer.from(bytes).equals(Buffer.from(source))).toBe(true)
    } else {
      expect(again.columns().length).toBe(length + 1)
      const places = Array.from(again.columns().transponder)
      expect(places.filter((place) => place < 0).length).toBe(1)
      expect(again.transponders().length).toBe(open(source).transponders().length)
    }
  })

  it('is left out of the other dialect’s file, where it would be a record without a frequency', () => {
    const list = open(source)
    const { length } = list.columns()
    expect(list.apply(add())).toMatchObject({ ok: true })
    const { bytes, losses } = list.write(dialect === 'chl' ? 'sdx' : 'chl')
    expect(losses.find(({ code }) => code === 'left-out')?.ids).toEqual([id])
    const again = open(bytes)
    expect(again.columns().length).toBe(length)
    expect(again.names()).not.toContain('Stream')
  })

  it('is refused without an address, and with an invalid one', () => {
    const list = open(source)
    expect(list.apply(add({ url: null }))).toMatchObject({ ok: false, code: 'value-invalid', field: 'url' })
    expect(list.apply(add({ url: 'gopher://stream.example' }))).toMatchObject({ ok: false, code: 'value-invalid' })
    expect(list.apply(add({ url: `https://${'a'.repeat(256)}` }))).toMatchObject({ ok: false, code: 'value-invalid' })
    expect(list.apply([...add(), ...add({ id: id + 1 })])).toMatchObject({ ok: false, code: 'channel-exists' })
  })
})
