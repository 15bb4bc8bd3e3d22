/**
 * Edits checked against a simple reference: random batches of operations, undo by state, and the result of writing and
 * reading back.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { decodeState } from '../support/edit-state'
import { type Operation, limits, sortModes } from '../../engine/host/types'
import { makeEngine, openList } from '../support/fixtures/engine'
import {
  type MadeList,
  type Variant,
  joinParts,
  makeList,
  makeRecord,
  nameBytesOf,
  terminatorOf,
  variants,
} from '../support/fixtures/satcodx'
import { times } from '../support/runs'

const engine = makeEngine()
const runs = times(300)

/** A simple reference list: arrays and maps, without optimisation. */
class Reference {
  order: number[]
  names = new Map<number, string>()
  lock = new Set<number>()
  skip = new Set<number>()
  favourites = new Map<number, number>()
  constructor(readonly sourceNames: string[]) {
    this.order = sourceNames.map((_, id) => id)
  }

  copy(): Reference {
    const copy = new Reference(this.sourceNames)
    copy.order = [...this.order]
    copy.names = new Map(this.names)
    copy.lock = new Set(this.lock)
    copy.skip = new Set(this.skip)
    copy.favourites = new Map(this.favourites)
    return copy
  }

  nameOf(id: number): string {
    return this.names.get(id) ?? this.sourceNames[id] ?? ''
  }

  /** Returns null when done, else the refusal's code. Sorts have their own test: here they take the engine's order. */
  apply(operation: Operation): string | null {
    const chosen = 'ids' in operation && operation.ids ? new Set(operation.ids) : null
    if (operation.op === 'move' && (operation.to < 1 || operation.to > this.order.length)) return 'position-range'
    if (operation.op === 'favourite' && operation.group >= 8) return 'unknown-group'
    if (chosen) {
      if (chosen.size === 0) return 'nothing-selected'
      if ([...chosen].some((id) => !this.order.includes(id))) return 'unknown-channel'
    }
    switch (operation.op) {
      case 'move': {
        const block = this.order.filter((id) => chosen?.has(id))
        const rest = this.order.filter((id) => !chosen?.has(id))
        const at = Math.min(operation.to - 1, rest.length)
        this.order = [...rest.slice(0, at), ...block, ...rest.slice(at)]
        return null
      }
      case 'step': {
        const order = operation.by < 0 ? [...this.order] : [...this.order].reverse()
        let done = 0
        for (let place = 0; place < order.length; place++) {
          const id = order[place] ?? -1
          if (!chosen?.has(id)) continue
          if (place === done) {
            done++
            continue
          }
          order[place] = order[place - 1] ?? -1
          order[place - 1] = id
        }
        this.order = operation.by < 0 ? order : order.reverse()
        return null
      }
      case 'order':
        if (
          operation.order.length !== this.order.length ||
          [...operation.order].sort((a, b) => a - b).join() !== [...this.order].sort((a, b) => a - b).join()
        )
          return 'order-invalid'
        this.order = [...operation.order]
        return null
      case 'rename':
        if (!this.order.includes(operation.id)) return 'unknown-channel'
        if (operation.name === this.sourceNames[operation.id]) this.names.delete(operation.id)
        else this.names.set(operation.id, operation.name)
        return null
      case 'lock':
      case 'skip':
        for (const id of chosen ?? []) {
          if (operation.value) this[operation.op].add(id)
          else this[operation.op].delete(id)
        }
        return null
      case 'favourite':
        for (const id of chosen ?? []) {
          const groups = this.favourites.get(id) ?? 0
          const bit = 2 ** operation.group
          const next = (groups & bit ? groups - bit : groups) + (operation.value ? bit : 0)
          if (next) this.favourites.set(id, next)
          else this.favourites.delete(id)
        }
        return null
      case 'delete':
        this.order = this.order.filter((id) => !chosen?.has(id))
        for (const id of chosen ?? []) {
          this.names.delete(id)
          this.lock.delete(id)
          this.skip.delete(id)
          this.favourites.delete(id)
        }
        return null
      default:
        return null
    }
  }
}

function expectSame(list: OpenList, reference: Reference) {
  expect([...list.columns().id]).toEqual(reference.order)
  expect(list.names()).toEqual(reference.order.map((id) => reference.nameOf(id)))
  const channels = list.channels(0, list.length())
  expect(channels.filter((one) => one.lock).map((one) => one.id)).toEqual(
    reference.order.filter((id) => reference.lock.has(id)),
  )
  expect(channels.filter((one) => one.skip).map((one) => one.id)).toEqual(
    reference.order.filter((id) => reference.skip.has(id)),
  )
  expect(channels.map((one) => one.favourites)).toEqual(reference.order.map((id) => reference.favourites.get(id) ?? 0))
  expect(channels.map((one) => one.position)).toEqual(reference.order.map((_, place) => place + 1))
}

const size = 24
const ids = fc.uniqueArray(fc.nat(size), { maxLength: 8 })
const newName = fc.constantFrom(
  'New',
  'Zwei',
  'Renamed channel',
  'ABC 123',
  'Österreich',
  'x',
  ' leading',
  'One long name of channel',
)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constant('move' as const), ids, to: fc.integer({ min: 0, max: size + 1 }) }),
  fc.record({ op: fc.constant('step' as const), ids, by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({
    op: fc.constant('order' as const),
    order: fc.shuffledSubarray(
      Array.from({ length: size }, (_, id) => id),
      { minLength: size - 1 },
    ),
  }),
  fc.record({ op: fc.constant('rename' as const), id: fc.nat(size), name: newName }),
  fc.record({ op: fc.constantFrom('lock' as const, 'skip' as const), ids, value: fc.boolean() }),
  fc.record({ op: fc.constant('favourite' as const), ids, group: fc.nat(8), value: fc.boolean() }),
  fc.record({ op: fc.constant('delete' as const), ids: fc.uniqueArray(fc.nat(size), { maxLength: 2 }) }),
)

/** The records of a written file as bytes, with the terminator. */
function recordsOf(made: MadeList): Uint8Array[] {
  const bytes = made.bytes.length / made.channels.length
  return made.channels.map((_, id) => made.bytes.subarray(id * bytes, (id + 1) * bytes))
}

describe('editing a list', () => {
  it('matches a simple reference, in any sequence of batches', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(operation, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
        fc.constantFrom<Variant>('103', '103-vestel', '105'),
        (batches, variant) => {
          const made = makeList({ seed: 21, variant, records: size, encoding: 'latin1' })
          const list = openList(engine, made.bytes, { encoding: 'windows-1252' })
          let reference = new Reference(made.channels.map((channel) => channel.name))
          for (const batch of batches) {
            const before = list.state()
            const trial = reference.copy()
            const refusals = batch.map((one) => trial.apply(one))
            const failed = refusals.findIndex((code) => code !== null)
            const result = list.apply(batch)
            if (failed < 0) {
              expect(result).toMatchObject({ ok: true })
              reference = trial
            } else {
              expect(result).toMatchObject({ ok: false, index: failed, code: refusals[failed] })
              expect(list.state()).toEqual(before)
            }
            expectSame(list, reference)
          }
          // The state alone restores everything, and gives the same as the reference.
          const state = list.state()
          const decoded = decodeState(state)
          expect([...decoded.order]).toEqual(reference.order)
          expect([...decoded.names].sort((a, b) => a[0] - b[0])).toEqual(
            [...reference.names].sort((a, b) => a[0] - b[0]),
          )
          const again = openList(engine, made.bytes, { state })
          expectSame(again, reference)
          expect(again.state()).toEqual(state)
        },
      ),
      { numRuns: runs },
    )
  })

  it('keeps every byte of records that were not renamed, and reads back as edited', () => {
    fc.assert(
      fc.property(
        fc.array(operation, { minLength: 1, maxLength: 12 }),
        fc.constantFrom<Variant>(...variants.filter((one) => one !== '103-grid')),
        (operations, variant) => {
          const made = makeList({ seed: 33, variant, records: size })
          const records = recordsOf(made)
          const list = openList(engine, made.bytes, { encoding: 'windows-1252' })
          for (const one of operations) list.apply([one])
          const renamed = decodeState(list.state()).names
          const order = [...list.columns().id]
          const written = list.write('sdx').bytes
          const width = made.bytes.length / size
          expect(written.length).toBe(order.length * width)
          const nameBytes = nameBytesOf(variant)
          order.forEach((id, place) => {
            const record = written.subarray(place * width, (place + 1) * width)
            const source = records[id] ?? new Uint8Array(0)
            if (!renamed.has(id)) return expect(record).toEqual(source)
            const outside = (bytes: Uint8Array) =>
              [...bytes].filter((_, at) => !(at >= 43 && at < 51) && !(at >= 115 && at < 115 + nameBytes - 8))
            expect(outside(record)).toEqual(outside(source))
          })
          const names = list.names()
          if (order.length === 0) return
          const second = openList(engine, written, { encoding: 'windows-1252' })
          expect(second.names()).toEqual(names.map((name) => name.slice(0, nameBytes).trimEnd()))
          expect(second.problems()).toEqual([])
        },
      ),
      { numRuns: runs },
    )
  })

  it('is pristine until something differs, and again after it is undone', () => {
    const list = openList(engine, makeList({ records: 10 }).bytes)
    const start = list.state()
    expect(list.pristine()).toBe(true)
    const name = list.names()[3] ?? ''
    list.apply([{ op: 'rename', id: 3, name: 'Other' }])
    expect(list.pristine()).toBe(false)
    list.apply([{ op: 'rename', id: 3, name }])
    expect(list.pristine()).toBe(true)
    list.apply([{ op: 'move', ids: [0], to: 5 }])
    expect(list.pristine()).toBe(false)
    list.load(start)
    expect(list.pristine()).toBe(true)
    expect(list.state()).toEqual(start)
  })

  it('stores a sort as the resulting order', () => {
    const list = openList(engine, makeList({ seed: 4, records: 50 }).bytes)
    for (const mode of sortModes) {
      const result = list.apply([{ op: 'sort', mode }])
      expect(result).toMatchObject({ ok: true, stored: [{ op: 'order', order: [...list.columns().id] }] })
    }
  })

  it('refuses invalid operations, and changes nothing', () => {
    const list = openList(engine, makeList({ records: 5 }).bytes)
    const cases: [Operation, string][] = [
      [{ op: 'move', ids: [0], to: 0 }, 'position-range'],
      [{ op: 'move', ids: [0], to: 6 }, 'position-range'],
      [{ op: 'move', ids: [0], to: 1.5 }, 'bad-operation'],
      [{ op: 'delete', ids: [5] }, 'unknown-channel'],
      [{ op: 'delete', ids: [-1] }, 'unknown-channel'],
      [{ op: 'delete', ids: [0.5] }, 'bad-operation'],
      [{ op: 'delete', ids: [] }, 'nothing-selected'],
      [{ op: 'rename', id: 0, name: '' }, 'name-empty'],
      [{ op: 'rename', id: 0, name: '   ' }, 'name-empty'],
      [{ op: 'rename', id: 0, name: 'a\nb' }, 'name-control'],
      [{ op: 'rename', id: 0, name: 'a\ud800' }, 'name-control'],
      [{ op: 'rename', id: 0, name: 'n'.repeat(limits.nameCharacters + 1) }, 'name-too-long'],
      [{ op: 'rename', id: 9, name: 'x' }, 'unknown-channel'],
      [{ op: 'favourite', ids: [0], group: 8, value: true }, 'unknown-group'],
      [{ op: 'order', order: [0, 1, 2, 3] }, 'order-invalid'],
      [{ op: 'order', order: [0, 1, 2, 3, 3] }, 'order-invalid'],
      [{ op: 'order', order: [0, 1, 2, 3, 5] }, 'order-invalid'],
    ]
    const start = list.state()
    for (const [one, code] of cases) {
      expect(list.apply([one]), JSON.stringify(one)).toMatchObject({ ok: false, code, index: 0 })
      expect(list.state()).toEqual(start)
    }
    // Within a batch, valid operations before it are rolled back.
    expect(
      list.apply([
        { op: 'lock', ids: [1], value: true },
        { op: 'delete', ids: [7] },
      ]),
    ).toMatchObject({ ok: false, code: 'unknown-channel', index: 1, id: 7 })
    expect(list.state()).toEqual(start)
  })

  it('accepts a name of 50 characters, whatever its number of code units', () => {
    const list = openList(engine, makeList({ records: 2 }).bytes)
    for (const letter of ['n', 'ä', '👩‍👩‍👧‍👦', 'ش'])
      expect(list.apply([{ op: 'rename', id: 0, name: letter.repeat(50) }])).toMatchObject({ ok: true })
    expect(list.names()[0]).toBe('ش'.repeat(50))
  })

  it('reports at once what a name loses in the list’s own dialect', () => {
    const list = openList(engine, makeList({ records: 3 }).bytes, { encoding: 'windows-1252' })
    expect(list.apply([{ op: 'rename', id: 0, name: 'x'.repeat(20) }])).toMatchObject({ warnings: [] })
    expect(list.apply([{ op: 'rename', id: 0, name: 'x'.repeat(21) }])).toMatchObject({
      warnings: [{ code: 'name-cut', ids: [0] }],
    })
    expect(list.write('sdx').losses).toEqual([{ code: 'name-cut', ids: [0] }])
  })

  it('declares another character set for a name that needs it, and keeps every other byte', () => {
    const source = makeList({ records: 9, variant: '103' }).bytes
    const names: [name: string, head: number[]][] = [
      ['قناة الجزيرة مباشر', [0x02]],
      ['Москва 24', [0x01]],
      ['Ελλάδα', [0x03]],
      ['ערוץ', [0x04]],
      ['ไทย', [0x07]],
      ['Česká televize ě', [0x10, 0, 2]],
      ['شبکهٔ خبر', [0x15]],
      ['Ŵyth', [0x10, 0, 14]],
    ]
    const list = openList(engine, source, { encoding: 'iso-8859-9' })
    for (const [id, [name]] of names.entries())
      expect(list.apply([{ op: 'rename', id, name }]), name).toMatchObject({ ok: true, warnings: [] })
    const { bytes, losses } = list.write('sdx')
    expect(losses).toEqual([])
    expect(bytes.length).toBe(source.length)
    for (const [id, [name, head]] of names.entries())
      expect([...bytes.subarray(id * 128 + 43, id * 128 + 43 + head.length)], name).toEqual(head)
    // Only the name's two fields differ.
    for (let at = 0; at < source.length; at++) {
      const column = at % 128
      const inName =
        Math.floor(at / 128) < names.length && ((column >= 43 && column < 51) || (column >= 115 && column < 127))
      if (!inName) expect(bytes[at], `byte ${at}`).toBe(source[at])
    }
    const again = openList(engine, bytes)
    expect(again.names().slice(0, names.length)).toEqual(names.map(([name]) => name))
    expect(again.problems().filter((problem) => problem.severity === 'error')).toEqual([])
    // A declared name that is renamed in another script declares the new character set.
    again.apply([{ op: 'rename', id: 0, name: 'Вести' }])
    expect(openList(engine, again.write('sdx').bytes).names()[0]).toBe('Вести')
  })

  it('uses a name field up to its last byte, keeps the selector, and never cuts a character', () => {
    const cases: [Variant, number][] = [
      ['103', 20],
      ['103-vestel', 21],
      ['105', 25],
      ['110', 64],
    ]
    for (const [variant, width] of cases) {
      const list = openList(engine, joinParts(makeRecord({ name: 'One' }, variant), terminatorOf(variant)), {
        encoding: 'iso-8859-9',
      })
      const name = 'abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnop'.slice(0, Math.min(width, 50))
      list.apply([{ op: 'rename', id: 0, name }])
      expect(openList(engine, list.write('sdx').bytes).names()).toEqual([name])
    }
    const declared = openList(engine, joinParts(makeRecord({ name: 'ŞOV', selector: [5] }, '103', 'turkish'), '\n'))
    declared.apply([{ op: 'rename', id: 0, name: 'ĞĞĞĞĞĞĞĞĞĞĞĞĞĞĞĞĞĞĞĞ' }])
    const { bytes, losses } = declared.write('sdx')
    expect(bytes[43]).toBe(5)
    expect(losses).toEqual([{ code: 'name-cut', ids: [0] }])
    expect(openList(engine, bytes).names()).toEqual(['Ğ'.repeat(19)])
    const utf8 = openList(engine, joinParts(makeRecord({ name: 'Köln' }, '105', 'utf-8'), '\n'))
    utf8.apply([{ op: 'rename', id: 0, name: 'Ö'.repeat(13) }])
    expect(openList(engine, utf8.write('sdx').bytes).names()).toEqual(['Ö'.repeat(12)])
  })

  it('keeps widened records readable after a rename', () => {
    const wide = (name: string) =>
      makeRecord({ name }, '103', 'latin1').flatMap((byte) =>
        byte > 127 ? [...new TextEncoder().encode(String.fromCharCode(byte))] : [byte],
      )
    const list = openList(engine, joinParts(wide('Köln Süd HD'), '\n', wide('Äußerst ungewöhnlich'), '\n'))
    expect(list.names()).toEqual(['Köln Süd HD', 'Äußerst ungewöhnlich'])
    list.apply([
      { op: 'rename', id: 0, name: 'ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ' },
      { op: 'rename', id: 1, name: 'plain' },
    ])
    const again = openList(engine, list.write('sdx').bytes)
    expect(again.names()).toEqual(['ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ', 'plain'])
    expect(again.channel(0)).toMatchObject({ sid: 1, tsid: 1 })
  })

  it('gives a last record without a line end the file’s line end when it moves up', () => {
    for (const [end, usual] of [
      ['103', '\n'],
      ['103-crlf', '\r\n'],
      ['103-cr', '\r'],
    ] as const) {
      const record = (name: string) => makeRecord({ name }, end)
      const list = openList(engine, joinParts(record('One'), usual, record('Two'), usual, record('Three')))
      list.apply([{ op: 'move', ids: [2], to: 1 }])
      expect(list.write('sdx').bytes).toEqual(
        joinParts(record('Three'), usual, record('One'), usual, record('Two'), usual),
      )
    }
    const grid = (name: string) => makeRecord({ name }, '103-grid')
    const list = openList(engine, joinParts(grid('One'), grid('Two')))
    list.apply([{ op: 'move', ids: [1], to: 1 }])
    expect(list.write('sdx').bytes).toEqual(joinParts(grid('Two'), grid('One')))
  })

  it('keeps bytes between records with the record before them, even after its deletion', () => {
    const record = (name: string) => joinParts(makeRecord({ name }, '103'), '\n')
    const bytes = joinParts(
      '# head\n',
      record('One'),
      '# one\n',
      record('Two'),
      '\n',
      record('Three'),
      '# end\n',
      '\0tail',
    )
    const list = openList(engine, bytes)
    expect(list.write('sdx').bytes).toEqual(bytes)
    list.apply([{ op: 'move', ids: [0], to: 3 }])
    expect(list.write('sdx').bytes).toEqual(
      joinParts('# head\n', record('Two'), '\n', record('Three'), record('One'), '# one\n', '# end\n', '\0tail'),
    )
    list.apply([{ op: 'delete', ids: [0, 1] }])
    expect(list.write('sdx').bytes).toEqual(
      joinParts('# head\n', '# one\n', '\n', record('Three'), '# end\n', '\0tail'),
    )
  })

  it('re-reads undeclared names when the encoding is changed, and marks it as chosen', () => {
    const list = openList(engine, makeList({ seed: 8, records: 40, encoding: 'turkish' }).bytes)
    expect(list.encoding).toBe('iso-8859-9')
    const names = list.names()
    list.apply([{ op: 'encoding', encoding: 'windows-1252' }])
    expect(list).toMatchObject({ encoding: 'windows-1252', encodingSource: 'chosen' })
    expect(list.names()).not.toEqual(names)
    const state = list.state()
    expect(decodeState(state).encoding).toBe('windows-1252')
    list.apply([{ op: 'encoding', encoding: 'iso-8859-9' }])
    expect(list.names()).toEqual(names)
    list.load(state)
    expect(list.encoding).toBe('windows-1252')
  })

  it('refuses an edit state that is cut, damaged or of another file, and stays unchanged', () => {
    const made = makeList({ seed: 14, records: 30 })
    const list = openList(engine, made.bytes)
    list.apply([
      { op: 'rename', id: 4, name: 'Four' },
      { op: 'delete', ids: [9] },
      { op: 'lock', ids: [1], value: true },
      { op: 'favourite', ids: [2], group: 3, value: true },
    ])
    const state = list.state()
    for (let length = 0; length < state.length; length++) {
      expect(() => list.load(state.subarray(0, length))).toThrow(RangeError)
      expect(() => decodeState(state.subarray(0, length))).toThrow(RangeError)
    }
    expect(() => list.load(joinParts(state, [0]))).toThrow(RangeError)
    expect(list.state()).toEqual(state)
    const other = openList(engine, makeList({ seed: 15, records: 30 }).bytes)
    expect(() => other.load(state)).toThrow(RangeError)
  })

  it('stops answering once its engine has opened another list', () => {
    const first = openList(engine, makeList({ records: 3 }).bytes)
    openList(engine, makeList({ records: 4 }).bytes)
    expect(() => first.names()).toThrow()
    expect(() => first.apply([])).toThrow()
  })

  it('finds channels by part of the name without case and accents, by SID and by frequency', () => {
    const records = [
      { name: 'Österreich 1', sid: 12, frequencyKHz: 11_303_000 },
      { name: 'IŞIK TV', sid: 4512 },
      { name: 'Radio', sid: 99, type: 'R', crypto: 'LCKD', frequencyKHz: 12_012_000 },
    ]
    const list = openList(engine, joinParts(...records.flatMap((one) => [makeRecord(one, '103', 'turkish'), '\n'])), {
      encoding: 'iso-8859-9',
    })
    const found = (query: Parameters<OpenList['find']>[0]) => [...list.find(query)]
    expect(found({ search: 'OSTERR' })).toEqual([0])
    expect(found({ search: 'ışık' })).toEqual([1])
    expect(found({ search: 'isik' })).toEqual([1])
    expect(found({ search: '45' })).toEqual([1])
    expect(found({ search: '12012' })).toEqual([2])
    expect(found({ type: 'radio' })).toEqual([2])
    expect(found({ scrambled: false })).toEqual([0, 1])
    expect(found({ search: 'nothing like it' })).toEqual([])
    expect(found({})).toEqual([0, 1, 2])
  })
})
