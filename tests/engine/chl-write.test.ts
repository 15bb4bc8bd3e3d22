/**
 * Writes CHMax `.chl`: unedited lists byte for byte, edits only where they apply, and conversions from and to SatcoDX.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import type { Operation } from '../../engine/host/types'
import { type ChlStyle, makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList } from '../support/fixtures/satcodx'
import { samplesDir } from '../support/paths'
import { times } from '../support/runs'

const engine = makeEngine()
const sample = path.join(samplesDir, 'chmax_excerpt.chl')

const edit = (bytes: Uint8Array, operations: Operation[]): string => {
  const list = openList(engine, bytes)
  const applied = list.apply(operations)
  if (!applied.ok) throw new Error(applied.code)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(list.write('chl').bytes)
}

/** The text of each object of a file made by `makeChl` or in its style; it can't handle strings with braces. */
const objectsOf = (text: string): string[] => {
  const objects: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++
    if (text[at] === '{' && depth++ === 0) from = at
    if (text[at] === '}' && --depth === 0) objects.push(text.slice(from, at + 1))
  }
  return objects
}

/** What a box reads: channels in order with all their values, and favourites by name. */
const meaningOf = (list: OpenList) => ({
  satellites: list.satellites(),
  transponders: list.transponders(),
  channels: list.channels(0, list.length()).map(({ id: _id, ...rest }) => rest),
  groups: list.favouriteGroups(),
})

const files: [name: string, bytes: () => Uint8Array][] = [
  ['a pretty fixture', () => makeChl({ seed: 1 }).bytes],
  [
    'a minified fixture with favourites as texts',
    () => makeChl({ seed: 2, style: 'minified', favourites: 'pair', mixed: true }).bytes,
  ],
  ['a fixture with a byte order mark and no groups', () => makeChl({ seed: 3, bom: true, groups: 0 }).bytes],
]
if (existsSync(sample)) files.push(['the sample of a box', () => readFileSync(sample)])

describe('writing .chl', () => {
  for (const [name, bytes] of files) {
    it(`returns ${name} byte for byte if nothing was edited`, () => {
      expect(Buffer.compare(openList(engine, bytes()).write('chl').bytes, bytes())).toBe(0)
    })

    it(`returns ${name} byte for byte if an edit was undone`, () => {
      const list = openList(engine, bytes())
      const before = list.state()
      list.apply([
        { op: 'move', ids: [3], to: 1 },
        { op: 'rename', id: 2, name: 'X' },
        { op: 'delete', ids: [1] },
      ])
      list.load(before)
      expect(Buffer.compare(list.write('chl').bytes, bytes())).toBe(0)
    })

    it(`changes only the name in ${name} when a channel is renamed`, () => {
      const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes())
      const old = openList(engine, bytes()).names()[4] ?? ''
      const at = objectsOf(before).filter((object) => /"Type" ?: ?"ch"/.test(object))[4] ?? ''
      const expected = before.replace(at, at.replace(JSON.stringify(old), '"Ç \\"quoted\\" \\\\ 😀"'))
      expect(edit(bytes(), [{ op: 'rename', id: 4, name: 'Ç "quoted" \\ 😀' }])).toBe(expected)
    })

    it(`changes only Lock and Skip in ${name} when they are set`, () => {
      const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes())
      const channels = objectsOf(before).filter((object) => /"Type" ?: ?"ch"/.test(object))
      const list = openList(engine, bytes())
      const { lock, skip } = list.channel(2) ?? { lock: false, skip: false }
      const expected = before.replace(
        channels[2] ?? '',
        (channels[2] ?? '')
          .replace(/("Lock" ?: ?)\d/, `$1${lock ? 0 : 1}`)
          .replace(/("Skip" ?: ?)\d/, `$1${skip ? 0 : 1}`),
      )
      expect(
        edit(bytes(), [
          { op: 'lock', ids: [2], value: !lock },
          { op: 'skip', ids: [2], value: !skip },
        ]),
      ).toBe(expected)
    })

    it(`gives every channel of ${name} the Index of its new place and changes nothing else`, () => {
      const after = edit(bytes(), [{ op: 'move', ids: [5, 6], to: 1 }])
      const plain = (text: string): string[] =>
        objectsOf(text)
          .filter((object) => /"Type" ?: ?"ch"/.test(object))
          .map((object) => object.replace(/"Index" ?: ?\d+/, ''))
      const before = plain(new TextDecoder().decode(bytes()))
      const order = [5, 6, 0, 1, 2, 3, 4, ...before.keys()].filter((id, i, all) => all.indexOf(id) === i)
      expect(plain(after)).toEqual(order.map((id) => before[id]))
      for (const type of ['TV', 'Radio']) {
        const indexes = objectsOf(after)
          .filter((object) => object.includes(`"${type}"`))
          .map((object) => Number(/"Index" ?: ?(\d+)/.exec(object)?.[1]))
        expect(indexes).toEqual(indexes.map((_, i) => i))
      }
    })

    it(`reads ${name} back as the written list, after any edits`, () => {
      const count = openList(engine, bytes()).length()
      const id = fc.integer({ min: 0, max: count - 1 })
      const operation: fc.Arbitrary<Operation> = fc.oneof(
        fc.record({
          op: fc.constant('move' as const),
          ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
          to: fc.integer({ min: 1, max: 5 }),
        }),
        fc.record({
          op: fc.constant('step' as const),
          ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
          by: fc.constantFrom(-1 as const, 1 as const),
        }),
        fc.record({
          op: fc.constant('rename' as const),
          id,
          name: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
        }),
        fc.record({
          op: fc.constantFrom('lock' as const, 'skip' as const),
          ids: fc.uniqueArray(id, { minLength: 1 }),
          value: fc.boolean(),
        }),
        fc.record({
          op: fc.constant('favourite' as const),
          ids: fc.uniqueArray(id, { minLength: 1 }),
          group: fc.integer({ min: 0, max: 7 }),
          value: fc.boolean(),
        }),
        fc.record({ op: fc.constant('delete' as const), ids: fc.uniqueArray(id, { minLength: 1, maxLength: 2 }) }),
        fc.constant({ op: 'sort' as const, mode: 'za' as const }),
      )
      fc.assert(
        fc.property(fc.array(operation, { minLength: 1, maxLength: 6 }), (operations) => {
          const list = openList(engine, bytes())
          for (const one of operations) list.apply([one])
          fc.pre(list.length() > 0)
          const expected = meaningOf(list)
          const written = list.write('chl').bytes.slice()
          const again = openList(engine, written)
          expect(meaningOf(again)).toEqual(expected)
          expect(again.problems().filter((problem) => problem.code !== 'satellite-name-too-long')).toEqual([])
          expect(Buffer.compare(again.write('chl').bytes, written)).toBe(0)
        }),
        { numRuns: times(120) },
      )
    })
  }

  for (const style of ['pretty', 'minified'] satisfies ChlStyle[]) {
    it(`keeps counts, groups and the style when channels are deleted (${style})`, () => {
      const made = makeChl({ seed: 9, style, tv: 6, radio: 3 })
      const after = edit(made.bytes, [
        { op: 'delete', ids: [0, 7] },
        { op: 'favourite', ids: [1, 2], group: 4, value: true },
      ])
      const space = style === 'pretty' ? ' ' : ''
      expect(after).toContain(`"ChTV"${space}:${space}5`)
      expect(after).toContain(`"ChRadio"`.replace('ChRadio', 'CHRadio') + `${space}:${space}2`)
      expect(after.endsWith(style === 'pretty' ? '}\n' : '}')).toBe(true)
      expect(after).not.toContain('\n\n')
      const education = objectsOf(after).find((object) => object.includes('"Education"')) ?? ''
      expect(education).toContain(style === 'pretty' ? '"TVChs" : [ 0, 1 ]' : '"TVChs":[0,1]')
    })
  }

  it('keeps the form and order of favourites, and entries that it does not understand', () => {
    const text =
      '{"Type":"fav","Index":0,"Name":"News","TVChs":["0-3","0-1","7-7"],"RadioChs":[]}{"Type":"fav","Index":1,"Name":"Mine","TVChs":[2,0,99],"RadioChs":[]}' +
      '{"Type":"sat","Index":0,"Name":"S","Angle":1,"Band":"KU"}{"Type":"tp","Index":0,"SatIndex":0,"Freq":11000,"SR":27500,"Pol":"H","FEC":""}' +
      [1, 2, 3]
        .map((sid, i) => `{"Type":"ch","TVType":"TV","Index":${i},"TPIndex":0,"SID":${sid},"Name":"C${sid}","CA":0}`)
        .join('')
    const bytes = new TextEncoder().encode(text)
    // C3 moves to the front: Index 0 1 2 become 1 2 0
    const after = edit(bytes, [{ op: 'move', ids: [2], to: 1 }])
    expect(after).toContain('"TVChs":["0-3","0-1","7-7"]')
    expect(after).toContain('"TVChs":[0,1,99]')
    expect(edit(bytes, [{ op: 'favourite', ids: [1], group: 0, value: true }])).toContain(
      '"TVChs":["0-3","0-1","7-7","0-2"]',
    )
    expect(edit(bytes, [{ op: 'delete', ids: [0] }])).toContain('"TVChs":["0-3","7-7"]')
    // a missing key is added to the object
    expect(edit(bytes, [{ op: 'lock', ids: [0], value: true }])).toContain('"Name":"C1","CA":0,"Lock":1}')
  })

  it('adds the default groups if a file has none and one is used', () => {
    const made = makeChl({ seed: 4, groups: 0, tv: 3, radio: 1 })
    const list = openList(
      engine,
      new TextEncoder().encode(edit(made.bytes, [{ op: 'favourite', ids: [1, 3], group: 2, value: true }])),
    )
    expect(list.favouriteGroups().map((group) => [group.name, group.channels])).toEqual([
      ['News', 0],
      ['Movies', 0],
      ['Music', 2],
      ['Sports', 0],
      ['Education', 0],
      ['Weather', 0],
      ['Children', 0],
      ['Culture', 0],
    ])
    expect(list.problems().filter((problem) => problem.code === 'count-wrong')).toEqual([])
  })

  it('writes escapes if the file uses only escapes', () => {
    const text = makeChl({ seed: 6, tv: 3, radio: 0 }).text.replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const after = edit(new TextEncoder().encode(`${text}{"Type":"x","Name":"\\u00fc"}`), [
      { op: 'rename', id: 0, name: 'Ğ😀' },
    ])
    expect(after).toContain('"\\u011e\\ud83d\\ude00"')
  })

  it('converts SatcoDX to a .chl that reads as the same list, and reports its losses', () => {
    const made = makeList({ seed: 8, variant: '103', records: 200, encoding: 'latin1' })
    const from = openList(engine, made.bytes)
    const expected = from.channels(0, 200).map((one) => ({
      name: one.name,
      type: one.type === 'radio' ? 'radio' : 'tv',
      sid: one.sid,
      scrambled: one.scrambled,
    }))
    const frequencies = from.transponders().map((one) => Math.round((one.frequencyKHz ?? 0) / 1000) * 1000)
    const satellites = from.satellites().map(({ name, angle }) => ({ name, angle }))
    const { bytes, losses } = from.write('chl')
    const list = openList(engine, bytes)
    expect(list.channels(0, 200)).toMatchObject(expected)
    expect(list.transponders().map((one) => one.frequencyKHz)).toEqual(frequencies)
    expect(list.satellites()).toMatchObject(satellites)
    expect(list.favouriteGroups().map((group) => group.name)).toEqual([
      'News',
      'Movies',
      'Music',
      'Sports',
      'Education',
      'Weather',
      'Children',
      'Culture',
    ])
    expect(list.problems().filter((problem) => problem.severity === 'error')).toEqual([])
    expect(losses.find((loss) => loss.code === 'network-ids')?.ids.length).toBeGreaterThan(0)
  })

  describe('keeps the columns of a SatcoDX record at any position', () => {
    /** A record of version 103 or 110 with PIDs and languages, its name in eight ASCII columns. */
    const record = (name: string, { version = '03', language = 'ger' } = {}): string =>
      `SATCODX1${version}${'Astra 1'.padEnd(18)}TMPG2${'011739000'}1${name}${'0192'}${'EUROPE  '}______${'27500'}3${'010001010102'}${'28106'}${'00001'}${'01101'}${language}_${'de'}${'ger'}____` +
      (version === '03'
        ? 'Second part '.padEnd(13)
        : `${'Second part'.padEnd(56)}${'PACKAGE'.padEnd(32)}${'Network'.padEnd(32)}`.padEnd(213))
    const told = (text: string | Uint8Array) => {
      const from = openList(engine, typeof text === 'string' ? new TextEncoder().encode(`${text}\n`) : text)
      const before = from.channel(0)
      const { bytes, losses } = from.write('chl')
      const list = openList(engine, bytes)
      expect(
        JSON.parse(`[${objectsOf(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).join(',')}]`),
      ).toBeInstanceOf(Array)
      const after = list.channel(0)
      if (before === null || after === null) throw new Error('the first channel is gone')
      expect(after).toMatchObject({
        videoPid: before.videoPid,
        audioPid: before.audioPid,
        pcrPid: before.pcrPid,
        name: before.name,
        sid: before.sid,
      })
      return {
        videoPid: after.videoPid,
        audioPid: after.audioPid,
        pcrPid: after.pcrPid,
        videoType: after.videoType,
        language: after.audio[0]?.language ?? null,
        losses: losses.map((loss) => loss.code).sort(),
      }
    }
    const kept = { videoPid: 100, audioPid: 101, pcrPid: 102, videoType: 'MPEG-2', language: 'ger' }

    it.each([
      ['103 in plain letters', record('Kanal ab')],
      ['103 whose name was widened to UTF-8', record('Kanäl é ')],
      ['110 in plain letters', record('Kanal ab', { version: '10' })],
      ['110 in UTF-8', record('Kanäl é ', { version: '10' })],
      [
        '103 behind a satellite of three letters more',
        record('Kanal ab').replace('Astra 1           ', 'Astra 1              '),
      ],
    ])('%s', (_, text) => {
      const losses = ['language', 'network-ids', 'text-fields']
      expect(told(text)).toEqual({ ...kept, losses })
    })

    it.each(['"  ', '\\__', '\u0001__', '\u0080__', 'é__', '\u00ff\u00fe_'])(
      'an invalid language (%j) is left out and reported',
      (language) => {
        const bytes = Uint8Array.from(Buffer.from(`${record('Kanal ab', { language })}\n`, 'latin1'))
        expect(told(bytes)).toEqual({ ...kept, language: '', losses: ['language', 'network-ids', 'text-fields'] })
      },
    )
  })
})
