/** JSON “CDX”: read into the model, written back into itself without touching what nobody edited. */
import { describe, expect, it } from 'vitest'
import { findForeignDialect } from '../../engine/host/formats/detect'
import { writeCdx } from '../support/fixtures/cdx'
import { openFile, writeFrom } from '../support/fixtures/dialect'
import { makeEngine, openList } from '../support/fixtures/engine'

const text = (bytes: Uint8Array | undefined): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
/** The top-level objects of a file, as text. */
const objectsOf = (bytes: Uint8Array | undefined): string[] =>
  text(bytes)
    .split(/(?<=\})\s*(?=\{\s*"(?:satellite|transponder|program|box|fav|database|global)_)/)
    .map((one) => one.trim())
const bodyOf = (object: string): string => object.replace(/^\{\s*"\w+"\s*:\s*/, '')

describe('a JSON database', () => {
  it('is known by its content, with a mark and spaces in front too', () => {
    expect(findForeignDialect(writeCdx(3))).toBe('cdx')
    expect(findForeignDialect(writeCdx(3, { indented: true, bom: true }))).toBe('cdx')
    expect(findForeignDialect(Buffer.from('{"Type":"index","Ver":1}{"Type":"ch"}'))).toBeNull()
    expect(findForeignDialect(Buffer.from('SATCODX103'))).toBeNull()
  })

  it('is read with satellites, transponders, channels, marks and favourites', () => {
    const { list, channels } = openFile(
      'cdx',
      writeCdx(10, {
        lists: [
          [2, 0],
          [9, null, 3],
        ],
        names: ['Mine', 'Alsó'],
      }),
    )
    expect(channels).toBe(10)
    expect(list.problems()).toEqual([])
    expect(list.satellites()).toMatchObject([
      { name: 'Astra 19.2E', angle: 192, channels: 7, transponders: 2 },
      { name: 'Hispasat', angle: 3300, channels: 3 },
    ])
    expect(list.transponders()).toMatchObject([
      { frequencyKHz: 11_493_000, polarisation: 'H', symbolRate: 22_000 },
      { frequencyKHz: 10_744_000, polarisation: 'V' },
      { frequencyKHz: 12_631_000, polarisation: 'L', symbolRate: 30_000 },
    ])
    expect(list.channel(1)).toMatchObject({
      name: 'Channel 1',
      sid: 1001,
      onid: 1,
      tsid: 1019,
      type: 'tv',
      scrambled: true,
      videoPid: 101,
      audioPid: 301,
      pmtPid: 201,
      videoType: 'H264',
    })
    expect(list.channel(3)?.name).toBe('Ünïté “3” عربي')
    expect(list.channel(9)).toMatchObject({ type: 'radio', lock: true, favourites: 2 })
    expect(list.favouriteGroups().slice(0, 2)).toMatchObject([
      { name: 'Mine', channels: 2 },
      { name: 'Alsó', channels: 2 },
    ])
  })

  it.each([
    ['minified', {}],
    ['indented, with a mark', { indented: true, bom: true }],
    ['with favourites and sizes that are wrong', { lists: [[1, null, 0]], names: ['A'], wrongSizes: true }],
  ])('%s comes back byte for byte when nothing is edited', (_, options) => {
    const bytes = writeCdx(25, options)
    expect(Buffer.compare(openFile('cdx', bytes).write().files[0]?.bytes ?? bytes.slice(1), bytes)).toBe(0)
  })

  it('keeps the bytes of every record that was not edited', () => {
    const bytes = writeCdx(20, { lists: [[0, 1, 2], [3]], names: ['A', 'B'] })
    const opened = openFile('cdx', bytes)
    opened.edit(
      { op: 'rename', id: 4, name: 'Näme "new"' },
      { op: 'lock', ids: [5], value: true },
      { op: 'skip', ids: [6], value: true },
      { op: 'favourite', ids: [7], group: 0, value: true },
      { op: 'delete', ids: [1] },
      { op: 'move', ids: [10], to: 1 },
    )
    const before = objectsOf(bytes)
    const after = objectsOf(opened.write().files[0]?.bytes)
    expect(after.length).toBe(before.length - 1)
    const bodies = new Set(after.map(bodyOf))
    const changed = before.filter((object) => !bodies.has(bodyOf(object)))
    // The four edited programmes, the deleted one, the first list of favourites, the header.
    expect(changed.map((object) => /"(\w+)"/.exec(object)?.[1])).toEqual([
      'program_tv_object_1',
      'program_tv_object_4',
      'program_tv_object_5',
      'program_tv_object_6',
      'program_tv_object_7',
      'fav_list_object_0',
      'database_header_object',
    ])
    // Equal keys survive, numbers run without gaps, the sizes hold again.
    const out = text(opened.write().files[0]?.bytes)
    expect(out.match(/"t2mi_pg":0,"t2mi_pg":1/g)).toHaveLength(19)
    expect(after.map((one) => /^\{"(program_tv_object_\d+)"/.exec(one)?.[1]).filter(Boolean)).toEqual(
      Array.from({ length: 15 }, (_, at) => `program_tv_object_${at}`),
    )
    expect(after[5]).toContain('"ServiceName":"Ünïté “10” عربي"')
    expect(out).toContain('"ServiceName":"Näme \\"new\\""')
    expect(out).toContain(`"ucNameLen":${Buffer.byteLength('Näme "new"')}`)
    const front = Buffer.byteLength(out.slice(0, out.indexOf('{"database_header_object"')))
    expect(out).toContain(`"uiOriginalSize":${front}`)
    expect(out).toContain('"sTVNumber":15,"sRadioNumber":4')
    const again = openFile('cdx', Buffer.from(out))
    expect(again.list.names()).toEqual(opened.list.names())
    expect(again.list.columns().favourites).toEqual(opened.list.columns().favourites)
    expect([...again.list.columns().flags.slice(0, 19)].map((flags) => flags & 12)).toEqual(
      [...opened.list.columns().flags.slice(0, 19)].map((flags) => flags & 12),
    )
  })

  it('keeps an entry of favourites whose programme is not there', () => {
    const opened = openFile('cdx', writeCdx(6, { lists: [[0, null, 2]] }))
    opened.edit({ op: 'favourite', ids: [0], group: 0, value: false })
    expect(opened.write().text).toContain(
      '"stProgNo":[{"uiWord32":132074,"unShort":{"sLo16":1002,"sHi16":2}},{"uiWord32":5110272,"unShort":{"sLo16":64000,"sHi16":77}}]',
    )
  })

  it('cuts a name between letters to the length that the file has room for', () => {
    const opened = openFile('cdx', writeCdx(3))
    opened.edit({ op: 'rename', id: 1, name: 'ж'.repeat(20) })
    const written = opened.write()
    expect(written.text).toContain(`"ServiceName":"${'ж'.repeat(13)}"`)
  })

  it('is read around an object that breaks off, whose bytes stay', () => {
    const whole = text(writeCdx(8))
    const broken = whole.replace('"PCRPID":102,', '"PCRPID":"102,')
    const opened = openFile('cdx', Buffer.from(broken))
    expect(opened.channels).toBeGreaterThanOrEqual(2)
    expect(opened.write().text).toBe(broken)
  })

  it('can be made of a list of another dialect', () => {
    const opened = openFile('cdx', writeCdx(9, { lists: [[4, 2]], names: ['Mine'] }))
    const list = openList(makeEngine(), opened.list.write('chl').bytes.slice())
    const made = openFile('cdx', writeFrom(list, 'cdx'))
    expect(made.list.names()).toEqual(opened.list.names())
    expect(made.list.satellites()).toEqual(opened.list.satellites())
    expect(made.list.transponders()).toEqual(opened.list.transponders())
    expect([...made.list.columns().favourites]).toEqual([...opened.list.columns().favourites])
    expect(made.list.channel(3)).toMatchObject({ videoPid: 103, pcrPid: 103, pmtPid: 203, sid: 1003, scrambled: false })
  })
})
