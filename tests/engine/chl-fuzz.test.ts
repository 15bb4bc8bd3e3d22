/** No input makes the `.chl` reader or writer trap, hang, or change data that it was not asked to change. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine } from '../support/fixtures/engine'
import { times } from '../support/runs'

const engine = makeEngine()

/**
 * Opens any bytes; a list that opens must come back byte for byte, name every channel, and survive edits and both
 * writers.
 */
const exercise = (bytes: Uint8Array): void => {
  const opened = engine.open(bytes)
  if (!opened.ok) return
  const { list } = opened
  expect(Buffer.compare(list.write('chl').bytes, bytes)).toBe(0)
  const names = list.names()
  expect(names).toHaveLength(list.length())
  for (const problem of list.problems()) {
    expect(problem.offset).toBeGreaterThanOrEqual(0)
    expect(problem.offset).toBeLessThanOrEqual(bytes.length)
  }
  list.satellites()
  list.transponders()
  list.favouriteGroups()
  if (list.length() === 0) return
  const last = list.length() - 1
  list.channel(0)
  list.apply([
    { op: 'move', ids: [last], to: 1 },
    { op: 'rename', id: 0, name: 'Neü' },
    { op: 'lock', ids: [0], value: true },
  ])
  list.apply([
    { op: 'favourite', ids: [0, last].filter((id, i, all) => all.indexOf(id) === i), group: 0, value: true },
    { op: 'sort', mode: 'az' },
  ])
  const expected = list.names()
  const written = list.write('chl').bytes.slice()
  list.write('sdx')
  const again = engine.open(written)
  expect(again.ok).toBe(true)
  if (again.ok) expect(again.list.names()).toEqual(expected)
}

const files = [
  makeChl({ seed: 21, tv: 4, radio: 2 }).bytes,
  makeChl({ seed: 22, style: 'minified', favourites: 'pair', tv: 4, radio: 2, mixed: true }).bytes,
]
const tokens = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '\\u',
  ',',
  ':',
  '"Type"',
  '"ch"',
  '"Index"',
  '-1',
  '1e9',
  '99999999999',
  'null',
  'true',
  '\0',
  '\n',
  '\ufeff',
  '{"Type":"ch","Name":"N"}',
  '"\\',
  '{{{{',
  '[[[[',
]

describe('fuzzing .chl', () => {
  it('survives random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => exercise(Uint8Array.from([0x7b, ...bytes]))),
      { numRuns: times(2000) },
    )
  })

  it('survives any sequence of tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 60 }), (parts) =>
        exercise(new TextEncoder().encode(`{"Type":"ch"}${parts.join('')}`)),
      ),
      { numRuns: times(3000) },
    )
  })

  it('survives truncated good files, and changed, doubled or removed bytes', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 0.9999, noNaN: true }),
      kind: fc.constantFrom('set', 'cut', 'drop', 'double', 'token'),
      byte: fc.integer({ min: 0, max: 255 }),
      length: fc.integer({ min: 1, max: 40 }),
      token: fc.constantFrom(...tokens),
    })
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 8 }), (file, changes) => {
        let bytes = Buffer.from(file)
        for (const { at, kind, byte, length, token } of changes) {
          const place = Math.floor(at * bytes.length)
          if (kind === 'set') bytes[place] = byte
          else if (kind === 'cut') bytes = bytes.subarray(0, place)
          else if (kind === 'drop') bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + length)])
          else if (kind === 'double') bytes = Buffer.concat([bytes.subarray(0, place + length), bytes.subarray(place)])
          else bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(token), bytes.subarray(place)])
        }
        exercise(Uint8Array.from(bytes))
      }),
      { numRuns: times(2500) },
    )
  })

  it('reads deep nesting, one endless string and many empty objects in linear time', () => {
    const channel = '{"Type":"ch","Name":"N","Index":0}'
    const heads = [
      `${channel}{"Type":"x","a":${'['.repeat(2_000_000)}`,
      `${channel}{"Type":"ch","Name":"${'a'.repeat(4_000_000)}`,
      channel + '{}'.repeat(300_000),
      channel + '{"Type":"ch"'.repeat(50_000),
      channel + '{"Type":"ch","a":['.repeat(300_000),
      channel + '{"Type":"ch","a":["'.repeat(200_000),
      channel + '{"Type":"ch","Name":"x\\'.repeat(100_000),
    ]
    for (const text of heads) expect(engine.open(new TextEncoder().encode(text)).ok, text.slice(0, 60)).toBe(true)
  })

  it('refuses more channels than the engine allows', () => {
    const opened = engine.open(new TextEncoder().encode('{"Type":"ch"}'.repeat(100_001)))
    expect(opened).toMatchObject({ ok: false, refusal: 'too-many-records' })
  })
})
