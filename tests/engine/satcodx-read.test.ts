/**
 * Reads SatcoDX: every variant and defect of the fixtures, column by column, and the sample files if they are present.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { problemCodes } from '../../engine/host/problem-codes'
import { samplesDir } from '../support/paths'
import { makeEngine, openList } from '../support/fixtures/engine'
import {
  type Fields,
  type Variant,
  joinParts,
  makeDefects,
  makeList,
  makeRecord,
  terminatorOf,
  variants,
} from '../support/fixtures/satcodx'
import { times } from '../support/runs'

const engine = makeEngine()

/** The values that the reader must report for a record made from `fields`. */
function expectFields(list: OpenList, id: number, fields: Fields) {
  const channel = list.channel(id)
  const satellite = list.satellites()[channel?.satellite ?? -1]
  const transponder = list.transponders()[channel?.transponder ?? -1]
  expect(channel).toMatchObject({
    name: fields.name,
    type: fields.type === 'R' ? 'radio' : 'tv',
    sid: fields.sid,
    onid: fields.onid,
    tsid: fields.tsid,
    scrambled: fields.crypto === 'LCKD',
    system: fields.system,
    videoPid: fields.videoPid,
    audioPid: fields.audioPid,
    pcrPid: fields.pcrPid,
    pmtPid: fields.pmtPid,
    country: fields.country === '__' ? null : fields.country,
  })
  expect(satellite).toMatchObject({ name: fields.satellite, angle: fields.angle })
  expect(transponder).toMatchObject({
    satellite: channel?.satellite,
    frequencyKHz: fields.frequencyKHz,
    polarisation: fields.polarisation,
    symbolRate: fields.symbolRate,
    fec: fields.fec,
  })
}

describe('reading SatcoDX', () => {
  for (const variant of variants) {
    it(`reads every column of a ${variant} list`, () => {
      const made = makeList({ seed: 11, variant, records: 60, encoding: variant === '105' ? 'utf-8' : 'latin1' })
      const list = openList(engine, made.bytes)
      expect(list.records).toBe(60)
      expect(list.version).toBe(variant.slice(0, 3))
      for (const [id, fields] of made.channels.entries()) expectFields(list, id, fields)
      expect(list.problems()).toEqual([])
    })
  }

  it('takes the fast path for every record in the form that televisions write', () => {
    for (const variant of ['103', '103-cr', '103-crlf', '103-vestel', '104', '105', '105-crlf', '105-short'] as const) {
      const made = makeList({
        seed: 3,
        variant,
        records: 500,
        encoding: 'turkish',
        trailer: variant === '103-vestel' ? '\0' : '',
      })
      openList(engine, made.bytes)
      expect(engine.slowRecords(), variant).toBe(0)
    }
  })

  it('gives the same list on the fast and on the careful path', () => {
    for (const variant of ['103', '103-cr', '103-crlf', '103-vestel', '104', '105'] as const) {
      const made = makeList({ seed: 5, variant, records: 300, encoding: 'utf-8', satellites: 6 })
      const fast = facts(openList(engine, made.bytes))
      // Lower-case letters in the magic select the careful path; nothing else in it changes.
      const careful = made.bytes.slice()
      const size = careful.length / 300
      for (let i = 0; i < 300; i++)
        for (let letter = 0; letter < 7; letter++) careful[i * size + letter] = (careful[i * size + letter] ?? 0) | 0x20
      const slow = openList(engine, careful)
      expect(engine.slowRecords()).toBe(300)
      expect(facts(slow)).toEqual(fast)
    }
  })

  it('counts a satellite and a transponder once, however often they occur', () => {
    const list = openList(engine, makeList({ seed: 9, records: 400, satellites: 3, transponders: 30 }).bytes)
    expect(list.satellites()).toHaveLength(3)
    expect(list.transponders()).toHaveLength(30)
    expect(list.satellites().reduce((sum, one) => sum + one.channels, 0)).toBe(400)
    expect(list.satellites().reduce((sum, one) => sum + one.transponders, 0)).toBe(30)
    expect(list.transponders().reduce((sum, one) => sum + one.channels, 0)).toBe(400)
  })

  for (const defect of makeDefects()) {
    it(`gives the right result for: ${defect.name}`, () => {
      const opened = engine.open(defect.bytes)
      if (defect.refusal) {
        expect(opened).toMatchObject({ ok: false, refusal: defect.refusal })
        if (defect.refusal === 'truncated') expect(opened).toMatchObject({ record: 1, offset: 0 })
        return
      }
      if (!opened.ok) throw new Error(opened.refusal)
      const { list } = opened
      expect(list.records).toBe(defect.records)
      if (defect.problems)
        expect(list.problems().map((problem) => [problem.code, problem.record])).toEqual(defect.problems)
      if (defect.names) expect(list.names()).toEqual(defect.names)
      expect(list.write('sdx').bytes).toEqual(defect.bytes)
    })
  }

  it('reports the first byte of an unreadable column, and the record of a truncated one', () => {
    const good = joinParts(makeRecord({ name: 'One' }, '103'), '\n')
    const bad = good.slice()
    bad.set([0x58], 35)
    const list = openList(engine, joinParts(good, bad, good.slice(0, 60), '\n'))
    expect(list.problems()).toEqual([
      { severity: 'error', code: 'frequency-invalid', record: 2, offset: 128 + 33, value: '01X303000' },
      { severity: 'error', code: 'record-cut', record: 3, offset: 256 },
    ])
    expect(list.channel(2)).toMatchObject({ name: 'One', sid: null, onid: null, scrambled: null, transponder: 2 })
    expect(list.transponders()[2]).toMatchObject({ frequencyKHz: 11_303_000, symbolRate: null, fec: null })
    expect(list.satellites()).toHaveLength(1)
  })

  it('warns of every value just outside its limit but not just inside', () => {
    const cases: [fields: Partial<Fields>, code: string | null][] = [
      [{ frequencyKHz: 1_000_000 }, null],
      [{ frequencyKHz: 999_999 }, 'frequency-range'],
      [{ frequencyKHz: 13_000_000 }, null],
      [{ frequencyKHz: 13_000_001 }, 'frequency-range'],
      [{ frequencyKHz: 0 }, 'frequency-invalid'],
      [{ frequencyKHz: 999_999_999 }, 'frequency-range'],
      [{ symbolRate: 1000 }, null],
      [{ symbolRate: 999 }, 'symbol-rate-range'],
      [{ symbolRate: 60_000 }, null],
      [{ symbolRate: 60_001 }, 'symbol-rate-range'],
      [{ angle: 3599 }, null],
      [{ angle: 3600 }, 'angle-invalid'],
      [{ sid: 0 }, null],
      [{ sid: 65_535 }, null],
      [{ sid: 65_536 }, 'sid-invalid'],
      [{ onid: 65_535 }, null],
      [{ onid: 65_536 }, 'onid-invalid'],
      [{ tsid: 65_535 }, null],
      [{ tsid: 99_999 }, 'tsid-invalid'],
      [{ videoPid: 8191 }, null],
      [{ videoPid: 8192 }, 'video-pid-invalid'],
      [{ audioPid: 8192 }, 'audio-pid-invalid'],
      [{ pcrPid: 8192 }, 'pcr-pid-invalid'],
      [{ polarisation: null }, 'polarisation-absent'],
      [{ frequencyKHz: null }, 'frequency-absent'],
      [{ symbolRate: null }, 'symbol-rate-absent'],
    ]
    for (const [fields, code] of cases) {
      const list = openList(engine, joinParts(makeRecord(fields, '103'), '\n'))
      expect(
        list.problems().map((problem) => problem.code),
        JSON.stringify(fields),
      ).toEqual(code ? [code] : [])
    }
    expect(
      openList(engine, joinParts(makeRecord({ pmtPid: 9000 }, '104'), '\n'))
        .problems()
        .map((one) => one.code),
    ).toEqual(['pmt-pid-invalid'])
  })

  it('finds the next records of a file without terminators after one that is too short', () => {
    const record = (name: string) => makeRecord({ name }, '103')
    const list = openList(engine, joinParts(record('One'), record('Two').slice(0, 99), record('Three'), record('Four')))
    expect(list.names()).toEqual(['One', 'Two', 'Three', 'Four'])
    expect(list.problems().map((problem) => [problem.code, problem.record])).toEqual([['record-cut', 2]])
  })

  it('ends a record at a line end hidden after a NUL in its name', () => {
    const record = makeRecord({ name: 'A' }, '103')
    const broken = [...record.slice(0, 45), 0, 10, ...record.slice(47)]
    const list = openList(engine, joinParts(record, '\n', broken, '\n', record, '\n'))
    expect(list.records).toBe(3)
    expect(list.problems().map((problem) => problem.code)).toEqual(['record-cut', 'garbage-line'])
  })

  it('does not treat a record of a variant’s own length as widened, whatever letters its name has', () => {
    const name = 'Radio aböäüÖÄ Sender'
    const record = makeRecord({ name }, '105', 'utf-8')
    const odd = [...record.slice(0, 33), 0x58, ...record.slice(34)]
    for (const bytes of [joinParts(record, '\n'), joinParts(odd, '\n')]) {
      const list = openList(engine, bytes)
      expect(list.names()).toEqual([name])
      expect(list.problems().map((problem) => problem.code)).not.toContain('columns-shifted')
    }
  })

  it('stops at a NUL and keeps all bytes after it as a trailer', () => {
    const made = makeList({ seed: 2, variant: '105', records: 4, trailer: `\0${' '.repeat(930)}` })
    const list = openList(engine, made.bytes)
    expect(list.records).toBe(4)
    expect(list.problems()).toEqual([])
    list.apply([{ op: 'move', ids: [0], to: 4 }])
    const { bytes } = list.write('sdx')
    expect(bytes.length).toBe(made.bytes.length)
    expect(bytes.subarray(4 * 133)).toEqual(made.bytes.subarray(4 * 133))
  })

  it('has each code only once in the problem table', () => {
    const codes = problemCodes.map((line) => line.code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('reads any mixture of variants like the separate parts', () => {
    const record = fc.record({
      variant: fc.constantFrom<Variant>('103', '103-cr', '103-crlf', '103-vestel', '104', '105', '105-crlf', '110'),
      name: fc.constantFrom('One', 'Zwei Ö', 'A longer name, cut'),
      sid: fc.nat(65_535),
    })
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (parts) => {
        const bytes = joinParts(
          ...parts.flatMap((part) => [makeRecord(part, part.variant), terminatorOf(part.variant)]),
        )
        const list = openList(engine, bytes)
        expect(list.channels(0, 20).map((channel) => [channel.name, channel.sid])).toEqual(
          parts.map((part) => [part.name, part.sid]),
        )
        expect(list.write('sdx').bytes).toEqual(bytes)
      }),
      { numRuns: times(200) },
    )
  })
})

/** All data of the list, without problems. */
function facts(list: OpenList) {
  return {
    channels: list.channels(0, list.length()),
    satellites: list.satellites(),
    transponders: list.transponders(),
    encoding: list.encoding,
  }
}

// The samples are not part of the project, so these tests run only if they are present; those above always run.
if (existsSync(samplesDir)) {
  describe('reading the sample files', () => {
    const read = (name: string) => new Uint8Array(readFileSync(path.join(samplesDir, name)))
    const expected: Record<string, { records?: number; refusal?: string; problems?: string[] }> = {
      '01': { records: 20 },
      '02': { records: 20 },
      '03': { records: 20 },
      '04': { records: 20 },
      '05': { records: 20 },
      '06': { records: 20 },
      '07': { records: 20 },
      '08': { records: 10 },
      '09': { records: 10 },
      '10': { records: 10, problems: ['blank-line'] },
      '11': { records: 5 },
      '12': { records: 5, problems: ['bom'] },
      '13': { records: 1 },
      '14': { records: 1, problems: ['angle-absent'] },
      '15': { records: 1 },
      '16': { records: 2 },
      '17': { records: 4, problems: ['type-unknown'] },
      '18': { records: 1 },
      '19': { records: 1 },
      '20': { records: 3, problems: ['record-cut'] },
      '21': { records: 2, problems: ['garbage-line'] },
      '22': { records: 1, problems: ['magic-case'] },
      '23': { refusal: 'empty' },
      '24': { refusal: 'empty' },
      '25': { records: 1, problems: ['sid-absent'] },
      '26': { records: 26, problems: ['columns-shifted'] },
      '27': { records: 5 },
      '28': { records: 33 },
      '29': { records: 38 },
      '30': { refusal: 'json-cdx' },
      '31': { refusal: 'encrypted' },
    }
    for (const file of existsSync(samplesDir) ? readdirSync(path.join(samplesDir, 'synthetic')).sort() : []) {
      it(`gives the right result for ${file}`, () => {
        const bytes = read(`synthetic/${file}`)
        const wanted = expected[file.slice(0, 2)]
        const opened = engine.open(bytes)
        if (!opened.ok) return expect(opened.refusal).toBe(wanted?.refusal)
        expect(opened.list.records).toBe(wanted?.records)
        expect([...new Set(opened.list.problems().map((problem) => problem.code))]).toEqual(wanted?.problems ?? [])
        expect(opened.list.write('sdx').bytes).toEqual(bytes)
      })
    }

    it('reads both televisions’ own exports on the fast path without problems, and writes them back unchanged', () => {
      for (const [file, records, tv, transponders] of [
        ['silva_schneider.sdx', 1108, 948, 91],
        ['turksat_vestel.sdx', 534, 368, 63],
      ] as const) {
        const bytes = read(file)
        const list = openList(engine, bytes)
        expect(list.records).toBe(records)
        expect(engine.slowRecords()).toBe(0)
        expect(list.problems()).toEqual([])
        expect(list.find({ type: 'tv' })).toHaveLength(tv)
        expect(list.transponders()).toHaveLength(transponders)
        expect(list.write('sdx').bytes).toEqual(bytes)
      }
    })
  })
}
