/**
 * Carries a list's values over to a file that comes back, one field at a time. No value is lost, a change of that very
 * field is taken, and an export names what the file lacks.
 */
import { describe, expect, it } from 'vitest'
import { carryOverEdits } from '~/modules/channel-list/merge/carry-over'
import { plainHost } from '~/modules/channel-list/engine/work'
import type { Stored } from '~/modules/channel-list/engine/stored'
import {
  byName,
  nameLanguages,
  satcodxNumbers,
  streamNumbers,
  type AudioTrack,
  type Format,
  type Loss,
  type OpenList,
  type Operation,
} from '~/engine/types'
import { cells } from '../../../engine/host/cells/index'
import { makeEngine } from '../../support/fixtures/engine'
import { fieldCases } from '../../support/fixtures/field-values'
import { chlFile, sdxFile } from './people'

const engine = makeEngine()
engine.use(cells)
const host = plainHost(engine)
let made = 0
/** A stored list made of the file, after edits. */
const store = (source: Uint8Array, ...operations: Operation[]): Stored => {
  const opened = host.engine.open(source)
  if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
  const applied = opened.list.apply(operations)
  if (!applied.ok) throw new Error(`refused: ${applied.code} ${JSON.stringify(operations[applied.index])}`)
  return { key: `list ${++made}`, source, state: opened.list.state() }
}
const write = (stored: Stored, format: Format): { bytes: Uint8Array; losses: Loss[] } => {
  const { bytes, losses } = host.open(stored).write(format)
  return { bytes: bytes.slice(), losses }
}

const fieldsOf = (list: OpenList, place: number) => {
  const details = list.channel(list.columns().id[place] ?? -1)
  if (details === null) throw new Error(`nothing at ${place}`)
  const { frequencyKHz, polarisation } = list.transponders()[details.transponder] ?? {}
  const { names, type, scrambled, encryption, videoType, sid, onid, tsid, provider, audioPid } = details
  const { audio, subtitles, url, category, lock } = details
  return {
    transponder: [frequencyKHz, polarisation],
    ...{ names, type, scrambled, encryption, videoType, sid, onid, tsid, provider, audioPid },
    ...byName(streamNumbers, (name) => details[name]),
    ...{ audio, subtitles, url, category, lock },
  }
}
type Fields = ReturnType<typeof fieldsOf>
const shown = (stored: Stored): Fields[] => {
  const list = host.open(stored)
  return Array.from({ length: list.length() }, (_, place) => fieldsOf(list, place))
}
/** What the list shows after the file was saved by the box. */
const cameBack = (before: Stored, format: Format, ...changes: Operation[]): Fields[] => {
  const after = store(write(before, format).bytes, ...changes)
  const sent = store(write(after, format).bytes)
  return shown({ ...sent, key: `${sent.key} carried`, state: carryOverEdits(host, { before, after: sent }) })
}
/** A `.chl` stores an audio PID only as part of a track. */
const plain = (was: readonly Fields[], now: readonly Fields[]): Fields[] =>
  now.map((row, at) => (was[at]?.audio.length === 0 && was[at].audioPid === row.audioPid ? { ...row, audio: [] } : row))

const set = (id: number, field: string, value: unknown): Operation =>
  ({ op: 'set', target: 'channel', ids: [id], field, value }) as Operation
/** What a box changes in a field that its format can store. */
const changes: Partial<Record<keyof Fields, unknown>> = {
  type: 'radio',
  scrambled: true,
  encryption: '99',
  videoType: 'H264',
  transponder: 3,
  sid: 1717,
  onid: 1718,
  tsid: 1719,
  provider: 'Box plc',
  ...byName(streamNumbers, (name) => 1740 + streamNumbers.indexOf(name)),
  audio: [{ pid: 1726, type: 'MPEG-2', language: 'deu', dolby: false }],
  subtitles: [{ pid: 1727, type: 'DVB', language: 'deu', compositionPage: 1, ancillaryPage: 1 }],
}
/** Fields that no seed record stores, so a box's change of them is in no file. */
const unplaced: Record<Format, ReadonlySet<string>> = {
  sdx: new Set(['provider', ...streamNumbers.filter((name) => !satcodxNumbers.includes(name)), 'subtitles']),
  chl: new Set(['onid', 'tsid']),
}
/** SatcoDX stores the changed value as the same word. */
const isOneWord = (format: Format, field: string, value: unknown): boolean =>
  format === 'sdx' && field === 'videoType' && (value === 'HEVC' || value === 'H264')
const rename: Operation = { op: 'rename', id: 5, name: 'Box says' }

const lossOf: Partial<Record<string, Loss['code']>> = {
  encryption: 'encryption',
  videoType: 'video-type',
  sid: 'sid-range',
  onid: 'network-ids',
  tsid: 'network-ids',
  provider: 'provider',
  audio: 'audio',
  subtitles: 'subtitles',
  url: 'url',
  category: 'category',
  ...Object.fromEntries(nameLanguages.map((language) => [`name.${language}`, 'other-names'])),
}
const isTwoColumns = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 1 &&
  /^$|^[a-z]{3}$/.test((value as AudioTrack[])[0]?.language ?? '') &&
  (value as AudioTrack[]).every(({ type, dolby }) => type === '' && !dolby)

for (const [dialect, file] of [
  ['SatcoDX', sdxFile(8)],
  ['.chl', chlFile(12)],
] as const)
  for (const format of ['sdx', 'chl'] as const)
    describe(`a ${dialect} list that comes back as ${format}`, () => {
      const kinds = shown(store(file)).map(({ type }) => type)
      const tv = kinds.indexOf('tv')
      const places = [tv, kinds.indexOf('radio')]
      it.each(fieldCases)('keeps $field $value', ({ field, value }) => {
        for (const place of places) {
          const before = store(file, set(place, field, value))
          const was = shown(before)
          expect(plain(was, cameBack(before, format, rename))).toEqual(was)
        }
      })

      it.each(fieldCases)('reports in the export’s losses that the file lacks $field $value', ({ field, value }) => {
        for (const place of places) {
          const before = store(file, set(place, field, value))
          const was = shown(before)[place]
          const { bytes, losses } = write(before, format)
          const is = shown(store(bytes))[place]
          const name = field.startsWith('name.') ? 'names' : (field as keyof Fields)
          // An unknown value can't be lost; a track with only a PID and a language fits two columns.
          const isPlain = field === 'audio' && isTwoColumns(value) && is?.audioPid === was?.audioPid
          if (value === null || isPlain || JSON.stringify(is?.[name]) === JSON.stringify(was?.[name])) continue
          const said = losses.filter(({ ids }) => ids.includes(place)).map(({ code }) => code)
          expect(said).toContain(lossOf[field] ?? 'pids')
        }
      })

      const changed = fieldCases.filter(
        ({ field, value }) => field in changes && !unplaced[format].has(field) && !isOneWord(format, field, value),
      )
      it.each(changed)('takes a box’s change of $field $value', ({ field, value }) => {
        const before = store(file, set(tv, field, value))
        const change = set(tv, field, changes[field as keyof Fields])
        const sent = store(write(store(write(before, format).bytes, change), format).bytes)
        const [was, box] = [shown(before), shown(sent)]
        const now = plain(was, cameBack(before, format, change))
        const name = field as keyof Fields
        // SatcoDX stores only the first track's PID and language, so a box changes only these.
        const [first, ...more] = format === 'sdx' && field === 'audio' ? (was[tv]?.audio ?? []) : []
        const patched = first && [{ ...first, pid: 1726, language: 'deu' }, ...more]
        expect(now[tv]?.[name]).toEqual(patched ?? box[tv]?.[name])
        if (field === 'audio') expect(now[tv]?.audioPid).toBe(1726)
        expect(now.filter((_, at) => at !== tv)).toEqual(was.filter((_, at) => at !== tv))
      })
    })

for (const [what, column, text] of [
  ['SID', 87, '44444'],
  ['frequency', 33, '012444000'],
  ['polarisation', 42, '1'],
  ['orbital position', 51, '0285'],
] as const)
  it(`a channel keeps what its format cannot store when its box changes only the ${what}`, () => {
    const file = sdxFile(8)
    const before = store(
      file,
      { op: 'lock', ids: [3], value: true },
      { op: 'skip', ids: [3], value: true },
      { op: 'favourite', ids: [2, 3, 5], group: 3, value: true },
      { op: 'group-order', group: 3, order: [5, 2, 3] },
      set(3, 'category', 3),
      set(3, 'provider', 'Prov'),
      set(3, 'pmtPid', 999),
      set(3, 'subtitles', [{ pid: 301, type: 'DVB', language: 'tur', compositionPage: 1, ancillaryPage: 1 }]),
      { op: 'numbers', numbers: [[3, 700]] },
      { op: 'names-in', language: 'fr', names: [[3, 'Trente']] },
    )
    const served = write(before, 'sdx').bytes
    const sent = served.slice()
    // The file's satellite and transponder may be new then: they match no other channel.
    sent.set(new TextEncoder().encode(text), 3 * (sent.length / 8) + column)
    expect(sent).not.toEqual(served)
    const after = store(sent)
    const now = host.open({ ...after, key: `${after.key} carried`, state: carryOverEdits(host, { before, after }) })
    const details = now.channel(now.columns().id[3] ?? -1)
    expect(details).toMatchObject({
      lock: true,
      skip: true,
      favourites: 8,
      category: 3,
      provider: 'Prov',
      pmtPid: 999,
      number: 700,
      names: { fr: 'Trente' },
      subtitles: [{ pid: 301 }],
    })
    expect(now.groupOrder(3)).toEqual([5, 2, 3])
  })

it('keeps what a format cannot store of satellites and transponders', () => {
  const before = store(
    sdxFile(8),
    { op: 'set', target: 'satellite', id: 0, values: { name: 'Ásia Säť of the East', band: 'C' } },
    { op: 'set', target: 'transponder', id: 0, values: { fec: '4/5', band: 'C', frequencyKHz: 11_876_500 } },
  )
  const partsOf = (stored: Stored) => {
    const list = host.open(stored)
    const one = list.transponders()[0]
    return [list.satellites()[0]?.name, list.satellites()[0]?.band, one?.fec, one?.band, one?.frequencyKHz]
  }
  for (const format of ['sdx', 'chl'] as const) {
    const sent = store(write(before, format).bytes)
    const back = { ...sent, key: `parts ${format}`, state: carryOverEdits(host, { before, after: sent }) }
    expect(partsOf(back)).toEqual(['Ásia Säť of the East', 'C', '4/5', 'C', 11_876_500])
  }
})

it('puts a channel received only by its address back in its place, without another channel’s values', () => {
  const id = 2 ** 30 + 9
  const streamed = { id, name: 'Stream', type: 'tv', transponder: null, url: 'http://mango.example/1' } as const
  const before = store(
    sdxFile(8),
    set(1, 'provider', 'Mango plc'),
    { op: 'add', target: 'channel', channels: [{ ...streamed, category: 2, 'name.fr': 'Flux' }], to: 3 },
    { op: 'favourite', group: 1, ids: [id], value: true },
    { op: 'lock', ids: [id], value: true },
    { op: 'numbers', numbers: [[id, 900]] },
  )
  const was = shown(before)
  for (const format of ['sdx', 'chl'] as const) {
    const sent = store(write(before, format).bytes, rename, { op: 'delete', ids: [7] })
    const file = store(write(sent, format).bytes)
    const back = { ...file, key: `streamed ${format}`, state: carryOverEdits(host, { before, after: file }) }
    expect(plain(was, shown(back))).toEqual(was.slice(0, -1))
    const list = host.open(back)
    expect(list.names()[2]).toBe('Stream')
    expect([list.numbers()[2], list.namesIn('fr')[2], list.favouriteGroups()[1]?.channels]).toEqual([900, 'Flux', 1])
  }
})
