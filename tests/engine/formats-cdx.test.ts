/** JSON “CDX”: reading it, and writing edits into it without changing anything else. */
import { afterAll, describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { findForeignDialect } from '../../engine/host/formats/detect'
import { writeCdx } from '../support/fixtures/cdx'
import { openFile, writeFrom } from '../support/fixtures/dialect'
import { makeEngine, makeFormats, openList } from '../support/fixtures/engine'
import { lamedbOf, typedServices } from '../support/fixtures/enigma'
import { addedIdMin, type Operation } from '../../engine/host/types'
import { endCount, growthOf } from '../support/work'

const text = (bytes: Uint8Array | undefined): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
/** The top-level objects of a file, as text. */
const objectsOf = (bytes: Uint8Array | undefined): string[] =>
  text(bytes)
    .split(/(?<=\})\s*(?=\{\s*"(?:satellite|transponder|program|box|fav|database|global)_)/)
    .map((one) => one.trim())
const bodyOf = (object: string): string => object.replace(/^\{\s*"\w+"\s*:\s*/, '')

const programs = (...pieces: string[]): string =>
  pieces.map((piece, at) => `{"program_tv_object_${at}":{${piece}}}`).join('')

describe('the amount of work', () => {
  afterAll(endCount)
  const named = (piece: string) => (length: number) =>
    programs(`"ServiceName":"${piece.repeat(length / piece.length)}"`)
  const shapes: [string, (length: number) => string][] = [
    ['letters of a name', named('a')],
    ['escaped marks', named('\\"')],
    ['escaped letters', named('\\u00e9')],
    ['bytes of no encoding', named('\xd8\xff')],
    ['keys', (length) => programs(`${'"a":1,'.repeat(length / 6)}"ServiceName":"x"`)],
    ['programmes', (length) => programs('"x":1').repeat(length / 32)],
    ['tracks', (length) => programs(`"AudioArray":[${'{"PID":1},'.repeat(length / 10)}{}]`)],
    [
      'lists of one group',
      (length) => programs('"x":1') + '{"fav_list_object_0":{"stProgNo":[1]}}'.repeat(length / 38),
    ],
    [
      'entries',
      (length) =>
        `${programs('"stProgNo":{"uiWord32":65537}')}{"fav_list_object_0":{"stProgNo":[${'65537,'.repeat(length / 6)}1]}}`,
    ],
    [
      'names of groups',
      (length) =>
        `${programs('"FavBit":1')}{"fav_list_info_in_box_object":{"aucFavReName":[${'"a",'.repeat(length / 4)}"b"]}}`,
    ],
    ['open lists', (length) => programs('"x":1') + '{"program_tv_object_0":{"a":['.repeat(length / 29)],
    ['open objects', (length) => programs('"x":1') + '{"box_object":'.repeat(length / 14)],
    ['open braces', (length) => programs('"x":1') + '{'.repeat(length)],
    ['an open text', (length) => `${programs('"x":1')}{"program_tv_object_1":{"ServiceName":"${'a'.repeat(length)}`],
  ]
  it.each(shapes)('is linear in the file’s size: %s', (_what, make) => {
    const growth = growthOf((length) => {
      const opened = openFile('cdx', Buffer.from(make(length), 'latin1'))
      opened.edit(
        { op: 'rename', id: 0, name: 'New' },
        { op: 'set', target: 'channel', ids: [0], field: 'sid', value: 7 },
      )
      opened.write()
    }, 4096)
    for (const times of growth) expect(times).toBeLessThan(2.5)
    const bytes = Buffer.from(make(4096), 'latin1')
    const same = Buffer.from(openFile('cdx', bytes).write().files[0]?.bytes ?? [])
    expect(Buffer.compare(same, bytes)).toBe(0)
  })
})

describe('a JSON database', () => {
  it('is recognised by its content, even after a byte-order mark and spaces', () => {
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
  ])('%s is unchanged byte for byte without edits', (_, options) => {
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
    // Duplicate keys survive, numbers have no gaps, and the size fields are right again.
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

  it('keeps a favourites entry whose programme does not exist', () => {
    const opened = openFile('cdx', writeCdx(6, { lists: [[0, null, 2]] }))
    opened.edit({ op: 'favourite', ids: [0], group: 0, value: false })
    expect(opened.write().text).toContain(
      '"stProgNo":[{"uiWord32":132074,"unShort":{"sLo16":1002,"sHi16":2}},{"uiWord32":5110272,"unShort":{"sLo16":64000,"sHi16":77}}]',
    )
  })

  it('cuts a name between characters to the length that fits', () => {
    const opened = openFile('cdx', writeCdx(3))
    opened.edit({ op: 'rename', id: 1, name: 'ж'.repeat(20) })
    const written = opened.write()
    expect(written.text).toContain(`"ServiceName":"${'ж'.repeat(13)}"`)
  })

  it('is read around an incomplete object, whose bytes stay', () => {
    const whole = text(writeCdx(8))
    const broken = whole.replace('"PCRPID":102,', '"PCRPID":"102,')
    const opened = openFile('cdx', Buffer.from(broken))
    expect(opened.channels).toBeGreaterThanOrEqual(2)
    expect(opened.write().text).toBe(broken)
  })

  it('can be made from a list of another dialect', () => {
    const opened = openFile('cdx', writeCdx(9, { lists: [[4, 2]], names: ['Mine'] }))
    const list = openList(makeEngine(), opened.list.write('chl').bytes.slice())
    const made = openFile('cdx', writeFrom(list, 'cdx'))
    expect(made.list.names()).toEqual(opened.list.names())
    expect(made.list.satellites()).toEqual(opened.list.satellites())
    expect(made.list.transponders()).toEqual(opened.list.transponders())
    expect([...made.list.columns().favourites]).toEqual([...opened.list.columns().favourites])
    expect(made.list.channel(3)).toMatchObject({ videoPid: 103, pcrPid: 103, pmtPid: 203, sid: 1003, scrambled: false })
  })

  it('gives a new satellite the oscillator of its band', () => {
    const opened = openFile('cdx', writeCdx(2))
    opened.edit(
      { op: 'add', target: 'satellite', id: addedIdMin, values: { name: 'Ku', angle: 130, band: 'KU' } },
      { op: 'add', target: 'satellite', id: addedIdMin + 1, values: { name: 'C', angle: 400, band: 'C' } },
    )
    const added = objectsOf(opened.write().files[0]?.bytes).filter((one) => /"SatName":\s*"(Ku|C)"/.test(one))
    expect(added.map((one) => /"LowLnbFreq":\s*(\d+)/.exec(one)?.[1])).toEqual(['9750', '5150'])
  })
})

const groupsIn = (list: OpenList): Record<string, string[]> =>
  Object.fromEntries(
    list
      .favouriteGroups()
      .filter(({ channels }) => channels > 0)
      .map(({ id, name }) => [name, list.groupOrder(id).map((one) => list.channel(one)?.name ?? '')]),
  )
const edited = (bytes: Uint8Array, ...batches: Operation[][]) => {
  const opened = openFile('cdx', bytes)
  for (const operations of batches) opened.edit(...operations)
  const out = opened.write().text
  return { out, list: openFile('cdx', Buffer.from(out)).list }
}

describe('groups of a JSON database', () => {
  const names = Array.from({ length: 9 }, (_, at) => `G${at}`)
  const nine = () => writeCdx(8, { lists: [[0, 1], [2], [], [], [], [], [], [], [3, 4]], names })
  const add = (name: string): Operation => ({ op: 'add', target: 'group', id: addedIdMin, values: { name } })
  const into = (...ids: number[]): Operation => ({ op: 'favourite', ids, group: 9, value: true })

  it('carry their names, favourite lists and bits along when reordered', () => {
    const order = [8, 0, 1, 2, 3, 4, 5, 6, 7]
    const { out, list } = edited(nine(), [{ op: 'arrange', target: 'group', order }])
    expect(list.favouriteGroups().map(({ name }) => name)).toEqual(order.map((at) => `G${at}`))
    expect(groupsIn(list)).toEqual({
      G8: ['Ünïté “3” عربي', 'Channel 4'],
      G0: ['Channel 0', 'Channel 1'],
      G1: ['Channel 2'],
    })
    expect(out).toContain('"aucFavReName":["G8","G0",')
  })

  it('that are removed and added never take over another group’s data', () => {
    const removed = edited(nine(), [{ op: 'remove', target: 'group', id: 8 }])
    expect(groupsIn(removed.list)).toEqual({ G0: ['Channel 0', 'Channel 1'], G1: ['Channel 2'] })
    expect(removed.out).toContain('"G7","FAV 9"]')
    const added = edited(nine(), [add('Mine')], [into(5, 6)])
    expect(groupsIn(added.list)).toEqual({
      ...{ G0: ['Channel 0', 'Channel 1'], G1: ['Channel 2'], G8: ['Ünïté “3” عربي', 'Channel 4'] },
      Mine: ['Channel 5', 'Channel 6'],
    })
    expect(added.out).toContain('"G8","Mine"]')
    const exchanged = edited(nine(), [{ op: 'remove', target: 'group', id: 8 }], [add('Mine')], [into(5)])
    expect(groupsIn(exchanged.list)).toEqual({ G0: ['Channel 0', 'Channel 1'], G1: ['Channel 2'], Mine: ['Channel 5'] })
    // Favourites are written as a list if the file has such lists, otherwise only as bits.
    expect(added.out).toContain('{"fav_list_object_9":')
    const marked = edited(writeCdx(3, { names: [] }), [{ op: 'favourite', ids: [2], group: 3, value: true }])
    expect(marked.out).not.toContain('fav_list_object')
    expect(groupsIn(marked.list)).toEqual({ 'FAV 4': ['Channel 2'] })
  })

  it('beyond 32 keep their bytes, and are reported', () => {
    const many = Array.from({ length: 40 }, (_, at) => `N${at}`)
    const bytes = writeCdx(50, { lists: many.map((_, at) => [at]), names: many })
    const opened = openFile('cdx', bytes)
    expect(opened.list.favouriteGroups()).toHaveLength(32)
    expect(opened.chl).toContain('"FavBeyond":8')
    opened.edit(
      { op: 'favourite', ids: [45], group: 31, value: true },
      { op: 'set', target: 'group', id: 31, values: { name: 'Last' } },
    )
    const [before, after] = [objectsOf(bytes), objectsOf(opened.write().files[0]?.bytes)]
    const changed = after.filter((object, at) => object !== before[at])
    expect(changed.map((object) => /"(\w+)"/.exec(object)?.[1])).toEqual([
      'program_radio_object_5',
      'fav_list_object_31',
      'fav_list_info_in_box_object',
      'database_header_object',
    ])
    expect(changed[2]).toBe(before.at(-3)?.replace('"N31"', '"Last"'))
    // Even without lower favourite lists, groups beyond the limit don't block its numbers.
    const beyond = `${programs('"ServiceName":"A","stProgNo":{"uiWord32":65537}')}{"fav_list_object_33":{"stProgNo":[65537]}}`
    expect(openFile('cdx', Buffer.from(beyond)).chl).toContain('"FavBeyond":1')
    expect(groupsIn(openFile('cdx', Buffer.from(beyond)).list)).toEqual({})
    const one = edited(Buffer.from(beyond), [{ op: 'favourite', ids: [0], group: 0, value: true }])
    expect(one.out).toContain('{"fav_list_object_33":{"stProgNo":[65537]}}')
  })

  it('get the new number of a renumbered service in every reference', () => {
    const text = `${programs('"ServiceName":"A","stProgNo":{"uiWord32":65537,"unShort":{"sLo16":1,"sHi16":1}}')}{"transponder_object_1":{"Freq":11000}}`
    const callers =
      '{"watching_prog_object":{"tv":{"stProgNo":{"uiWord32":"65537","unShort":{"sLo16":1,"sHi16":1}}}}}{"fav_list_object_0":{"stProgNo":[7, 65537]}}'
    const { out } = edited(Buffer.from(text + callers), [
      { op: 'set', target: 'channel', ids: [0], field: 'sid', value: 9 },
    ])
    expect(out).toBe((text + callers).replaceAll('65537', '65545').replaceAll('"sLo16":1', '"sLo16":9'))
  })
})

describe('a programme', () => {
  it('keeps its reference if the new number doesn’t fit into 16 bits', () => {
    const { out } = edited(writeCdx(3), [{ op: 'set', target: 'channel', ids: [0], field: 'sid', value: 65_536 }])
    expect(out).toBe(text(writeCdx(3)))
    const other = openFile('csv', Buffer.from('Name,SID,Angle,Frequency\nA,7,19.2E,11494\nB,8,19.2E,11494\n'))
    other.edit({ op: 'set', target: 'channel', ids: [0], field: 'sid', value: 65_536 })
    const { list } = openFile('cdx', Buffer.from(other.write('cdx').text))
    expect(list.channels(0, 2).map(({ sid, transponder }) => [sid, transponder])).toEqual([
      [0, 0],
      [8, 0],
    ])
  })

  it('that is deleted takes the space before it along', () => {
    const { out } = edited(writeCdx(4, { indented: true }), [{ op: 'delete', ids: [3] }])
    expect(out).not.toContain('\n\n')
    expect(out.match(/program_tv_object/g)).toHaveLength(3)
  })

  it('gets another key when it changes between radio and television', () => {
    const { out, list } = edited(writeCdx(5), [
      { op: 'set', target: 'channel', ids: [1], field: 'type', value: 'radio' },
    ])
    expect(list.names()).toEqual(['Channel 0', 'Channel 2', 'Ünïté “3” عربي', 'Channel 1', 'Channel 4'])
    expect(out.match(/program_\w+_\d/g)).toEqual(
      ['tv', 'tv', 'tv', 'radio', 'radio'].map((kind, at) => `program_${kind}_object_${at % 3}`),
    )
  })

  it('has a service type, which goes to and from other formats and changes with its kind', () => {
    const types = (text: string) => [...text.matchAll(/"SDTServiceType":(\d+)/g)].map(([, type]) => Number(type))
    const made = openFile('lamedb', Buffer.from(lamedbOf(4, typedServices))).write('cdx').text
    expect(types(made).sort((one, other) => one - other)).toEqual([1, 2, 10, 17, 22, 25, 31, 134])
    const opened = openFile('cdx', Buffer.from(made))
    for (const { type, name } of typedServices) expect(opened.write('lamedb').text).toContain(`:${type}:0\n${name}\n`)
    const programme = programs('"ServiceName":"A","SDTServiceType":25')
    const { out } = edited(Buffer.from(programme), [
      { op: 'set', target: 'channel', ids: [0], field: 'type', value: 'radio' },
    ])
    expect(out).toBe(programme.replace('_tv_', '_radio_').replace('25', '2'))
  })

  it('with T2-MI is known to say more than other formats hold', () => {
    const bytes = Buffer.from(programs('"ServiceName":"A","t2mi_pg":1', '"ServiceName":"B","t2mi_pg":0'))
    const read = makeFormats().read({ dialect: 'cdx', files: [{ name: '', bytes }] }, '')
    expect(read.ok && read.facts.channels.map(({ more }) => more)).toEqual([true, false])
  })

  it('gets its own number if the file has a field for it', () => {
    const text = programs('"ServiceName":"A","iLCN":7', '"ServiceName":"B","iLCN":"0"', '"ServiceName":"C"')
    const opened = openFile('cdx', Buffer.from(text))
    expect([...opened.list.numbers()].slice(0, 3)).toEqual([7, 2, 3])
    expect(
      edited(Buffer.from(text), [
        {
          op: 'numbers',
          numbers: [
            [0, 70],
            [1, 80],
            [2, 90],
          ],
        },
      ]).out,
    ).toBe(text.replace(':7', ':70').replace('"0"', '"80"'))
  })

  it('is read in a legacy encoding, with escapes, keys in any case, and around broken parts', () => {
    const latin =
      '{"broken":{"a":"b} {"PROGRAM_TV_OBJECT_0":{"servicename":"Şükrü","x":1}}{"program_tv_object_1":{"ServiceName":"Doğan"}}'
    const bytes = Buffer.from(
      latin.replace(/[Şğ]/g, (letter) => (letter === 'Ş' ? '\xde' : '\xf0')),
      'latin1',
    )
    const opened = openFile('cdx', bytes)
    expect(opened.list.names()).toEqual(['Şükrü', 'Doğan'])
    opened.edit({ op: 'rename', id: 1, name: 'Işık' })
    expect(Buffer.from(opened.write().files[0]?.bytes ?? []).toString('latin1')).toContain('"ServiceName":"I\xfe\xfdk"')
    const escaped = programs('"ServiceName":"\\u00dcn\\ud83d\\ude00 \\"x\\" \\\\ a\\/b"')
    expect(openFile('cdx', Buffer.from(programs('"ServiceName":"a\\\\","iLCN":7'))).list.names()).toEqual(['a\\'])
    expect(openFile('cdx', Buffer.from(escaped)).list.names()).toEqual(['Ün😀 "x" \\ a/b'])
  })
})

it('satellites.xml is read with entities, and attributes in any usual notation', () => {
  const text = `<satellites><sat position = '192' name="A &amp; B &#169; &#xe9; &lt;1&gt; &nope;" /><sat name='S "2"' position="-8"><transponder frequency="11494"/></sat><sat name="open`
  const opened = openFile('satellites', Buffer.from(text))
  expect(opened.list.satellites().map(({ name, angle }) => [name, angle])).toEqual([
    ['A & B © é <1> &nope;', 192],
    ['S "2"', 3592],
    ['open', null],
  ])
  expect(opened.write('satellites').text).toBe(text)
})
