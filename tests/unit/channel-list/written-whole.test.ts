/**
 * Reads every export in another dialect again: whatever is missing there must be named as a loss. Covers every format,
 * and an edit of every field that the list shows.
 */
import { describe, expect, it } from 'vitest'
import {
  fileFormatNames,
  foreignFormats,
  limits,
  streamNumbers,
  type FileFormat,
  type FileLoss,
  type ForeignFormat,
  type Operation,
  type OpenList,
} from '~/engine/types'
import { findOriginal, writeIn, type StoredOriginal } from '~/modules/channel-list/files/dialects'
import { openStored } from '~/modules/channel-list/engine/opened'
import { cells } from '../../../engine/host/cells/index'
import { buildSeedList } from '../../../app/modules/channel-list/seed/data'
import { writeSatcodx } from '../../../app/modules/channel-list/seed/file'
import { writeZip } from '../../../app/platform/archive.server'
import { writeCdx } from '../../support/fixtures/cdx'
import { folderOf, lamedbOf, lineOf, subLine, typedServices } from '../../support/fixtures/enigma'
import { makeEngine, makeFormats } from '../../support/fixtures/engine'
import {
  lamedb4,
  lamedb5,
  neutralList,
  playlist,
  satellitesXml,
  settings,
  table,
  vdrList,
} from '../../support/fixtures/other-dialects'

const engine = makeEngine()
engine.use(cells)
const formats = makeFormats()
const host = { engine, formats }

type Uploaded = { source: Uint8Array; state: Uint8Array; original: StoredOriginal | null }
const upload = (bytes: Uint8Array): Uploaded => {
  const found = findOriginal(bytes)
  let source = bytes
  let original: StoredOriginal | null = null
  if (found !== null) {
    if (!('files' in found)) throw new Error(found.refusal)
    const read = formats.read(found, '0'.repeat(64))
    if (!read.ok) throw new Error(read.refusal)
    source = read.chl
    original = { dialect: found.dialect, bytes }
  }
  const opened = engine.open(source)
  if (!opened.ok) throw new Error(opened.refusal)
  return { source, state: opened.list.state(), original }
}
const open = ({ source, state }: Uploaded): OpenList => openStored(engine, source, state)
const edit = (list: Uploaded, ...operations: Operation[]): Uploaded | null => {
  const opened = open(list)
  return opened.apply(operations).ok ? { ...list, state: opened.state() } : null
}
const write = (list: Uploaded, format: FileFormat) => writeIn(host, () => open(list), list, format)
const idsOf = (losses: readonly FileLoss[], ...codes: FileLoss['code'][]): number[] =>
  losses.filter(({ code }) => codes.includes(code)).flatMap(({ ids }) => ids)
const namesIn = (bytes: Uint8Array): string[] => open(upload(bytes)).names()

const text = (...lines: string[]): Uint8Array => Buffer.from(lines.map((line) => `${line}\n`).join(''))

const uploads: [ForeignFormat, Uint8Array][] = [
  ['cdx', writeCdx(12, { lists: [[1, 2]], names: ['Mine', 'Other'] })],
  ['e2', writeZip(settings())],
  ['lamedb', lamedb4()],
  ['lamedb5', lamedb5()],
  ['m3u', playlist()],
  ['vdr', vdrList()],
  ['csv', table()],
  ['txt', neutralList()],
]

describe.each(uploads)('a list uploaded as %s', (own, bytes) => {
  it.each(fileFormatNames)(
    'is written as %s with every channel, complete with its name, unless it is named as left out',
    (format) => {
      const list = edit(upload(bytes), { op: 'rename', id: 1, name: ' #:a;b,c|d"e ' })
      if (list === null) throw new Error('not renamed')
      const written = write(list, format)
      const shown = open(list)
      const left = new Set(idsOf(written.losses, 'left-out'))
      if (format === 'xml') {
        expect([left.size, idsOf(written.losses, 'channels').length]).toEqual([0, shown.length()])
        return
      }
      const ids = [...shown.columns().id.slice(0, shown.length())]
      const kept = ids.filter((id) => !left.has(id))
      expect(written.empty).toBe(kept.length === 0)
      if (written.empty) return
      const changed = new Set(idsOf(written.losses, 'name-cut', 'name-letters'))
      const there = namesIn(written.bytes)
      expect(there).toHaveLength(kept.length)
      for (const id of kept) if (!changed.has(id)) expect(there).toContain(open(list).channel(id)?.name)
      // The list's own format holds every channel.
      if (format === own) expect(left.size).toBe(0)
    },
  )

  const track = { pid: 1000, type: 'AAC', language: 'deu', dolby: false }
  // Only this channel of a playlist is received by satellite.
  const edited = own === 'm3u' ? 2 : 1
  const edits: Record<string, (list: OpenList) => Operation[]> = {
    ...Object.fromEntries(
      Object.entries({
        sid: 4711,
        onid: 558,
        tsid: 559,
        videoPid: 1234,
        pcrPid: 556,
        pmtPid: 557,
        pvtPid: 560,
        teletextPid: 555,
        encryption: 'Irdeto',
        videoType: 'HEVC',
        provider: 'PROVX',
        url: 'http://new.example/x',
        category: 3,
        'name.fr': 'Première',
        audio: [track, { ...track, pid: 1001, type: 'AC3', language: 'eng', dolby: true }],
        subtitles: [{ pid: 77, type: 'DVB', language: 'deu', compositionPage: 1, ancillaryPage: 1 }],
      }).map(([field, value]) => [
        field,
        () => [{ op: 'set', target: 'channel', ids: [edited], field, value } as Operation],
      ]),
    ),
    type: (list) => [
      {
        op: 'set',
        target: 'channel',
        ids: [edited],
        field: 'type',
        value: list.channel(edited)?.type === 'radio' ? 'tv' : 'radio',
      },
    ],
    scrambled: (list) => [
      {
        op: 'set',
        target: 'channel',
        ids: [edited],
        field: 'scrambled',
        value: list.channel(edited)?.scrambled !== true,
      },
    ],
    transponder: (list) => [
      {
        op: 'set',
        target: 'channel',
        ids: [edited],
        field: 'transponder',
        value: list.transponders().findIndex(({ index }) => index !== list.channel(edited)?.transponder),
      },
    ],
    lock: () => [{ op: 'lock', ids: [edited], value: true }],
    skip: () => [{ op: 'skip', ids: [edited], value: true }],
    favourite: () => [{ op: 'favourite', ids: [edited], group: 0, value: true }],
    'favourite, taken out': (list) => [
      { op: 'favourite', ids: list.groupOrder(list.favouriteGroups()[0]?.id ?? 0).slice(0, 1), group: 0, value: false },
    ],
    number: () => [{ op: 'numbers', numbers: [[edited, 777]] }],
    ...Object.fromEntries(
      Object.entries({ name: 'NewSat', angle: 275, band: 'C' }).map(([key, value]) => [
        `satellite ${key}`,
        () => [{ op: 'set', target: 'satellite', id: 0, values: { [key]: value } }],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({ frequencyKHz: 11_111_000, polarisation: 'L', symbolRate: 29_999, fec: '7/8', band: 'C' }).map(
        ([key, value]) => [
          `transponder ${key}`,
          () => [{ op: 'set', target: 'transponder', id: 0, values: { [key]: value } }],
        ],
      ),
    ),
    'group name': () => [{ op: 'set', target: 'group', id: 0, values: { name: 'Gruppe X' } }],
    'group order': (list) => [{ op: 'group-order', group: 0, order: list.groupOrder(0).reverse() }],
    'satellite, added': () => [
      { op: 'add', target: 'satellite', id: 2 ** 30 + 7, values: { name: 'Far', angle: 1000, band: null } },
    ],
    'group, added': () => [{ op: 'add', target: 'group', id: 2 ** 30 + 7, values: { name: 'Empty one' } }],
  }

  /** Edits that the format can store: each is written without any reported loss. */
  const written: Record<string, string> = {
    cdx: 'sid onid tsid videoPid pcrPid pmtPid teletextPid scrambled transponder lock skip satellite~angle group~name',
    e2: 'sid onid tsid pcrPid teletextPid videoType provider scrambled transponder satellite~name satellite~angle',
    lamedb: 'sid onid tsid pcrPid teletextPid videoType provider scrambled transponder type satellite~angle',
    lamedb5: 'sid onid tsid pcrPid teletextPid videoType provider scrambled transponder type satellite~angle',
    m3u: 'sid type number favourite group~name',
    vdr: 'sid onid tsid videoPid pcrPid teletextPid videoType provider audio transponder satellite~angle group~name',
    csv: 'sid onid tsid provider scrambled transponder number favourite group~name satellite~name satellite~angle',
    txt: 'sid onid tsid number',
  }
  const tuned = 'transponder~frequencyKHz transponder~polarisation transponder~symbolRate'
  const more = { txt: '', csv: tuned, cdx: tuned }[own as string] ?? `${tuned} transponder~fec`
  it.each(`${written[own]} ${more}`.trim().split(' '))('writes an edit that the format can store: %s', (name) => {
    const first = upload(bytes)
    const list = edit(first, ...(edits[name.replace('~', ' ')]?.(open(first)) ?? []))
    if (list === null) throw new Error('refused')
    expect(write(list, own).losses).toEqual([])
  })

  it.each(Object.keys(edits))('never loses an edit without reporting it: %s', (field) => {
    const first = upload(bytes)
    const opened = open(first)
    const operations = edits[field]?.(opened) ?? []
    const before = JSON.stringify(showAll(opened))
    // Some lists have no satellite, transponder or group to edit.
    const list = edit(first, ...operations)
    if (list === null) return
    const after = showAll(open(list))
    if (JSON.stringify(after) === before && !/^(?:category|name\.|number)|added/.test(field)) return
    const written = write(list, own)
    if (written.losses.length > 0) return
    // No loss is reported, so the file must read back as the list shows.
    expect(showAll(open(upload(written.bytes)))).toEqual(after)
    expect(Buffer.compare(written.bytes, Buffer.from(bytes))).not.toBe(0)
  })
})

/** Everything that a list shows of its channels, as plain data. */
function showAll(list: OpenList) {
  const satellites = list.satellites()
  const transponders = list.transponders()
  return {
    channels: list
      .channels(0, list.length())
      .map(({ id, name, type, sid, onid, tsid, lock, skip, transponder, satellite }) => {
        const details = list.channel(id)
        const { frequencyKHz, polarisation, symbolRate, fec, band } = transponders[transponder] ?? {}
        return {
          ...{ name, type, sid, onid, tsid, lock, skip, band },
          ...{ frequencyKHz, polarisation, symbolRate, fec: fec || 'auto' },
          // A file that doesn't name its satellites gets their positions as names.
          satellite: [
            satellites[satellite]?.name.replace(/^\d+\.\d[EW]$/, ''),
            satellites[satellite]?.angle,
            satellites[satellite]?.band,
          ],
          scrambled: details?.scrambled ?? false,
          encryption: details?.encryption === '1' ? null : (details?.encryption ?? null),
          pids: streamNumbers.map((name) => details?.[name] || null),
          media: [
            details?.videoType || null,
            details?.audio,
            details?.subtitles,
            details?.provider || null,
            // A tuning address repeats the transponder's values.
            transponder >= 0 ? null : details?.url || null,
          ],
        }
      }),
    groups: list
      .favouriteGroups()
      .map(({ id, name }) => {
        const members = list.groupOrder(id).map((member) => list.channel(member))
        // A .chl keeps television and radio apart.
        return [
          name,
          ...['tv', 'radio'].map((type) => members.flatMap((one) => (one?.type === type ? one.position : []))),
        ]
      })
      .filter(([, tv, radio]) => [tv, radio].flat().length > 0),
  }
}

describe('losses and limits of each format', () => {
  it('VDR keeps channels without a name, names that look like comments, and names with commas', () => {
    const list = upload(
      text(
        'Number,Name,Angle,Frequency,Polarisation,Symbol rate,SID',
        '1,,19.2E,11494,H,22000,10301',
        '2,#0 HD,19.2E,11494,H,22000,10302',
        '3,"ΣΤΟ ΚΟΚΚΙΝΟ 105,5",19.2E,11494,H,22000,10303',
        '4,:Time: now,19.2E,11494,H,22000,10304',
        '5,one;two,19.2E,11494,H,22000,10305',
        '6,one|two,19.2E,11494,H,22000,10306',
      ),
    )
    const written = write(list, 'vdr')
    expect(namesIn(written.bytes)).toEqual(['', '#0 HD', 'ΣΤΟ ΚΟΚΚΙΝΟ 105,5', ':Time: now', 'one two', 'one:two'])
    expect(idsOf(written.losses, 'left-out')).toEqual([])
    expect(idsOf(written.losses, 'name-letters')).toEqual([4, 5])
  })

  it('channels without the required values are reported, and nothing is written in their place', () => {
    const ground = write(upload(vdrList()), 'm3u')
    expect(idsOf(ground.losses, 'left-out')).toEqual([3])
    for (const format of ['lamedb', 'lamedb5', 'vdr'] as const) {
      const streams = write(upload(playlist()), format)
      expect([format, idsOf(streams.losses, 'left-out'), streams.empty]).toEqual([format, [0, 1, 2, 3], true])
    }
    // One of its channels is received by SAT>IP.
    const record = write(upload(playlist()), 'sdx')
    expect([record.bytes.length, idsOf(record.losses, 'left-out'), record.empty]).toEqual([128, [0, 1, 3], false])
    expect(write(upload(neutralList()), 'sdx')).toMatchObject({ empty: true })
    const folder = upload(writeZip(settings()))
    for (const format of ['lamedb', 'lamedb5'] as const)
      expect([format, idsOf(write(folder, format).losses, 'left-out')]).toEqual([format, [4]])
    const reference = upload(neutralList())
    for (const format of ['vdr', 'm3u'] as const) {
      const written = write(reference, format)
      expect([idsOf(written.losses, 'left-out'), new TextDecoder().decode(written.bytes)]).toEqual([
        [0, 1, 2],
        format === 'm3u' ? '#EXTM3U\n' : '',
      ])
    }
    expect(new TextDecoder().decode(write(reference, 'lamedb').bytes)).not.toContain('\ts ')
  })

  it('multistream and systems are reported for transponders without channels, too', () => {
    const transponder = '<transponder frequency="10716000" symbol_rate="24500000" polarization="0" system="1"'
    const xml = `<satellites><sat name="Thor" position="-8">${transponder} is_id="8"/>${transponder}/></sat></satellites>`
    const codesOf = (bytes: Uint8Array, format: FileFormat) =>
      write(upload(bytes), format).losses.map(({ code }) => code)
    expect(codesOf(text(xml), 'chl')).toEqual(['system', 'multistream'])
    expect(codesOf(text(xml), 'cdx')).toEqual(['system', 'multistream'])
    const tuning = 's 12729000:32284000:1:4:80:2:0:1:5:0:1:8:121212:1'
    const lamedb = `eDVB services /4/\ntransponders\n00500000:0005:0005\n\t${tuning}\n/\nend\nservices
0003:00500000:0005:0005:1:0\nM\np:\nend`
    expect(codesOf(text(lamedb), 'xml')).toEqual(['channels', 'multistream'])
    // DVB-S2X: VDR has no number for it.
    const apsk = lamedb.replace('5:0:1:8:121212:1', '6:0:1')
    expect(codesOf(text(apsk), 'vdr')).toContain('system')
    expect(codesOf(text(apsk), 'lamedb5')).toEqual([])
    const line = (parameters: string, sid: number) =>
      `A${sid}:12564:${parameters}:S5.0W:35300:1=27:2=ita@3:0:0:${sid}:1:1:0`
    const vdr = write(upload(text(line('VC23M5S1P11', 1), line('VC23M5S1', 2))), 'lamedb')
    expect(idsOf(vdr.losses, 'multistream')).toContain(0)
    const satip = '#EXTM3U\n#EXTINF:-1,A\nrtsp://h/?src=1&freq=12341&pol=v&msys=dvbs2&sr=31400&isi=36&pids=0,1'
    expect(idsOf(write(upload(text(satip)), 'csv').losses, 'multistream')).toEqual([0])
  })

  it('what only a record or a bouquet says is reported, although the file says something else there', () => {
    const folder = folderOf({
      lamedb: lamedbOf(4, [{ sid: 1, type: 1, name: 'A', facts: 'p:,f:2' }]),
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.a.tv')],
      'userbouquet.a.tv': ['#NAME A', lineOf({ sid: 1, type: 1, name: 'A' }), '#DESCRIPTION Mine'],
    })
    expect(idsOf(write(upload(writeZip(folder)), 'lamedb').losses, 'attributes')).toEqual([0])
    const tracks = (audio: string, sid: number) => `A:12564:VC23M5S1:S5.0W:35300:1=27:${audio}:0:${sid}:1:1:0`
    const vdr = upload(text(tracks('2=ita+eng@3:0', 1), tracks('2=ita@3:0;4=ita+eng', 2), tracks('2=ita@3:0;4=ita', 3)))
    for (const format of ['csv', 'lamedb', 'm3u'] as const)
      expect([format, idsOf(write(vdr, format).losses, 'attributes')]).toEqual([format, [0, 1]])
    // Reception by aerial or cable, which no list shows.
    const ground = upload(text('T2;X:578000:B8S1P1T32:T:27500:2=36:3:0:0:1:8468:514:0', tracks('2=ita@3:0', 2)))
    for (const format of ['csv', 'lamedb', 'chl'] as const)
      expect([format, idsOf(write(ground, format).losses, 'attributes')]).toEqual([format, [0]])
    const cable = 'eDVB services /4/\ntransponders\nffff0000:0007:0001\n\tc 346000:6900000:2:5:0:0\n/\nend\nservices'
    const own = upload(text(`${cable}\n0001:ffff0000:0007:0001:1:0\nA\np:\nend`))
    expect(idsOf(write(own, 'csv').losses, 'attributes')).toEqual([0])
    expect(write(own, 'lamedb5').losses).toEqual([])
    // Another player, and the service of a guide.
    const heads = ['4097:0:19:283D:0:0:0:0:0:0', '5001:0:1:0:0:0:0:0:0:0', '4097:0:1:1:3FB:1:C00000:0:0:0']
    const streams = heads.map((head, at) => `#SERVICE ${head}:http%3a//s/${at}:N${at}`)
    expect(idsOf(write(upload(text('#NAME A', ...streams)), 'm3u').losses, 'attributes')).toEqual([1, 2])
    // A recording on the box, which no list shows, marks the stream before it.
    const entries = ['#EXTM3U url-tvg="http://g/"', '#EXTINF:-1,A', 'http://s/1', '#EXTINF:-1,B', 'movies/b.ts']
    expect(idsOf(write(upload(text(...entries)), 'e2').losses, 'attributes')).toEqual([0])
  })

  it('service types are reported if they were unknown, and only then', () => {
    const typesOf = (list: Uploaded, format: FileFormat) => idsOf(write(list, format).losses, 'service-type')
    const typed = upload(Buffer.from(lamedbOf(4, typedServices)))
    for (const format of ['lamedb', 'lamedb5', 'e2', 'cdx', 'csv', 'vdr'] as const)
      expect([format, typesOf(typed, format)]).toEqual([format, []])
    expect(typesOf(upload(table()), 'cdx')).toEqual([0, 1, 2])
    for (const format of ['lamedb', 'lamedb5', 'e2'] as const) {
      expect([format, typesOf(upload(table()), format)]).toEqual([format, [0, 1, 2]])
      // Its radio programme has a type of television.
      expect([format, typesOf(upload(writeCdx(5)), format)]).toEqual([format, [4]])
    }
    const added = 2 ** 30 + 1
    const channel = { id: added, name: 'Added', type: 'tv', transponder: 0, sid: 77 } as const
    const edited = edit(
      typed,
      { op: 'set', target: 'channel', ids: [0], field: 'type', value: 'radio' },
      { op: 'add', target: 'channel', channels: [channel] },
    )
    if (edited === null) throw new Error('refused')
    for (const format of ['lamedb', 'lamedb5'] as const)
      expect([format, typesOf(edited, format)]).toEqual([format, [added]])
  })

  it('a settings archive is read with bouquets of any file extension', () => {
    const [first] = typedServices
    if (first === undefined) throw new Error('no service')
    const folder = folderOf({
      lamedb: lamedbOf(4, typedServices),
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.a.iptv'), subLine('streams.iptv')],
      'userbouquet.a.iptv': ['#NAME First', lineOf(first)],
      'streams.iptv': ['#NAME Second', '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//example.org/one:Stream'],
      'bouquets.xml': ['<zapit/>'],
    })
    const list = open(upload(writeZip(folder)))
    expect(list.favouriteGroups().map(({ name, channels }) => [name, channels])).toEqual([
      ['First', 1],
      ['Second', 1],
    ])
    expect(findOriginal(writeZip(folderOf({ 'bouquets.xml': ['<zapit/>'] })))).toMatchObject({ refusal: 'zip' })
  })

  it('groups beyond 32 stay in the upload, and every other format reports them as lost', () => {
    const names = Array.from({ length: 34 }, (_, at) => `userbouquet.b${at}.tv`)
    const folder = folderOf({
      lamedb: lamedbOf(4, typedServices),
      'bouquets.tv': ['#NAME Bouquets', ...names.map(subLine)],
      ...Object.fromEntries(
        names.map((name, at) => [name, [`#NAME Group ${at}`, ...typedServices.slice(at % 2).map(lineOf)]]),
      ),
    })
    const list = edit(upload(writeZip(folder)), { op: 'rename', id: 0, name: 'Renamed' })
    if (list === null) throw new Error('refused')
    for (const format of ['chl', 'csv', 'm3u', 'lamedb', 'sdx'] as const)
      expect([format, write(list, format).losses.some(({ code }) => code === 'groups-beyond')]).toEqual([format, true])
    // The import reports it as well, and an edit removes none of them.
    const told = { severity: 'warning', code: 'groups-beyond', record: null, offset: 0, value: '2' }
    for (const one of [upload(writeZip(folder)), list]) expect(open(one).problems()).toContainEqual(told)
    const own = write(list, 'e2')
    expect(own.losses).toEqual([])
    const written = findOriginal(own.bytes)
    if (written === null || !('files' in written)) throw new Error('no folder')
    for (const name of names) {
      const [was, is] = [folder, written.files].map((files) => files.find((file) => file.name.endsWith(`/${name}`)))
      expect(Buffer.from(is?.bytes ?? []).toString()).toBe(Buffer.from(was?.bytes ?? []).toString())
    }
    expect(new TextDecoder().decode(write(list, 'chl').bytes)).not.toContain('FavBeyond')
  })

  it('satellites without channels are a loss, and no file is offered if nothing is left', () => {
    const list = upload(satellitesXml())
    for (const format of ['sdx', 'vdr', 'txt', 'm3u', 'lamedb'] as const) {
      const written = write(list, format)
      expect([format, written.losses, written.empty]).toEqual([format, [{ code: 'satellite-data', ids: [] }], true])
    }
    expect(write(list, 'cdx')).toMatchObject({ empty: false })
    expect(write(list, 'xml')).toMatchObject({ losses: [], empty: false })
  })

  it('a reference list with semicolons and quotes in its names is read back correctly', () => {
    const written = write(upload(table()), 'txt')
    expect(new TextDecoder().decode(written.bytes).split('\n')[0]).toBe('1;"One; ""first""";1-1019-10301')
    expect(namesIn(written.bytes)).toEqual(['One; "first"', '=1+1', 'Ünïté'])
  })

  it('a table stores edits of satellites and transponders in its columns', () => {
    const list = edit(
      upload(table()),
      { op: 'set', target: 'satellite', id: 0, values: { name: 'NewSat', angle: 275 } },
      {
        op: 'set',
        target: 'transponder',
        id: 0,
        values: { frequencyKHz: 11_111_000, polarisation: 'L', symbolRate: 29_999 },
      },
    )
    if (list === null) throw new Error('refused')
    const { bytes, losses } = write(list, 'csv')
    expect(new TextDecoder().decode(bytes)).toContain('"One; ""first""";NewSat;27.5E;11111;L;29999;10301;1;1019;ARD;0;')
    expect(losses).toEqual([])
  })

  it('a VDR line stores edits of its fields, and keeps the bytes of the others', () => {
    const set = (field: string, value: unknown): Operation =>
      ({ op: 'set', target: 'channel', ids: [0], field, value }) as Operation
    const list = edit(upload(vdrList()), set('sid', 4711), set('teletextPid', 555), set('provider', 'New'), {
      op: 'set',
      target: 'transponder',
      id: 1,
      values: { frequencyKHz: 10_800_000 },
    })
    if (list === null) throw new Error('refused')
    const { bytes, losses } = write(list, 'vdr')
    const lines = new TextDecoder().decode(bytes).split('\n')
    expect(lines[1]).toBe(
      'Das Erste HD,Erste;New:11493:HC23M5O35S1:S19.2E:22000:5101=27:5102=deu@3,5103=mis@3;5106=deu@106:555;5105=deu:0:4711:1:1019:0',
    )
    expect(lines[3]).toBe('Time| now;Maker:10800:VC56M2S0:S30.0W:22000:101+100=2:102=eng@3:0:1830,9C4:17:2:1:0')
    expect(losses).toEqual([])
  })

  const vdrLine = (name: string, sid: number, type = '201=27:301'): string =>
    `${name}:11494:HC23M5O35S1:S19.2E:22000:${type}:0:0:${sid}:1:1019:0`
  const sections = text(':Main', vdrLine('Eins', 1), vdrLine('Zwei', 2), ':@201 Sport', vdrLine('Ball', 3))
  const after = (bytes: Uint8Array, ...operations: Operation[]): Uploaded => {
    const list = edit(upload(bytes), ...operations)
    if (list === null) throw new Error('refused')
    return list
  }

  it('VDR reports group order, channels that left their section, and numbers that it can’t express', () => {
    const losses = (...operations: Operation[]) => write(after(sections, ...operations), 'vdr').losses
    expect(losses({ op: 'arrange', target: 'group', order: [1, 0] })).toMatchObject([{ code: 'group-order' }])
    expect(losses({ op: 'move', ids: [0], to: 3 })).toEqual([
      { code: 'number', ids: [0] },
      { code: 'favourites', ids: [0] },
    ])
    expect(losses({ op: 'numbers', numbers: [[0, 777]] })).toEqual([{ code: 'number', ids: [0] }])
    expect(losses({ op: 'numbers', numbers: [[1, 100]] })).toEqual([])
    expect(losses({ op: 'delete', ids: [0, 1] })).toEqual([])
  })

  it('numbers that the file has but the list does not show are reported', () => {
    const { source, original } = upload(sections)
    const old = Buffer.from(new TextDecoder().decode(source).replace(/,"Number":\d+/g, ''))
    const opened = engine.open(old)
    if (!opened.ok) throw new Error(opened.refusal)
    const list = edit({ source: old, state: opened.list.state(), original }, { op: 'rename', id: 0, name: 'New' })
    if (list === null) throw new Error('refused')
    expect(write(list, 'vdr').losses).toEqual([{ code: 'number', ids: [2] }])
  })

  it('VDR stores a list’s numbers and groups as far as it can', () => {
    const list = upload(sections)
    for (const format of ['csv', 'chl'] as const) {
      const again = write(upload(write(list, format).bytes), 'vdr')
      expect([format, idsOf(again.losses, 'number', 'favourites', 'group-order')]).toEqual([format, []])
      expect(new TextDecoder().decode(again.bytes).match(/^:.*$/gm)).toEqual([':Main', ':@201 Sport'])
    }
    // A section lasts to the end of the file: no channel outside a group can follow it.
    const favourites = text(
      'Name,SID,Angle,Frequency,Polarisation,Symbol rate,Groups',
      'A,1,19.2E,11494,H,22000,Mine',
      'B,2,19.2E,11494,H,22000,',
    )
    const written = write(upload(favourites), 'vdr')
    expect(idsOf(written.losses, 'favourites')).toEqual([0])
    expect(new TextDecoder().decode(written.bytes)).not.toMatch(/^:/m)
  })

  it('a JSON database leaves out and reports streams, and no file is made from streams only', () => {
    const streams = upload(
      text(
        '#EXTM3U',
        '#EXTINF:0 group-title="News",One',
        'https://s.example/1.m3u8',
        '#EXTINF:0,Two',
        'https://s.example/2.m3u8',
      ),
    )
    expect(write(streams, 'cdx')).toMatchObject({ losses: [{ code: 'left-out', ids: [0, 1] }], empty: true })
    const mixed = write(upload(playlist()), 'cdx')
    expect([idsOf(mixed.losses, 'left-out'), mixed.empty, namesIn(mixed.bytes)]).toEqual([[0, 1, 3], false, ['Ünïté']])
    const own = after(writeCdx(3), {
      op: 'add',
      target: 'channel',
      channels: [{ id: 2 ** 30 + 1, name: 'Stream', type: 'tv', transponder: null, url: 'https://s.example/1.m3u8' }],
    })
    expect(write(own, 'cdx').losses).toEqual([{ code: 'left-out', ids: [2 ** 30 + 1] }])
  })

  it('the losses of a JSON database are its actual differences and nothing else', () => {
    const sid = after(writeCdx(3), { op: 'set', target: 'channel', ids: [1], field: 'sid', value: 65_536 })
    expect(write(sid, 'cdx').losses).toEqual([{ code: 'value', ids: [1], fields: ['sid'] }])
    const audio = [301, 302].map((pid) => ({ pid, type: '', language: '', dolby: false }))
    const from = after(table(), { op: 'set', target: 'channel', ids: [0], field: 'audio', value: audio })
    expect(idsOf(write(from, 'cdx').losses, 'audio')).toEqual([])
    // Radio has no picture in such a file.
    const radio = after(writeCdx(4), { op: 'set', target: 'channel', ids: [1], field: 'type', value: 'radio' })
    expect(idsOf(write(radio, 'cdx').losses, 'type')).toEqual([])
    expect(write(radio, 'cdx').losses.find(({ code }) => code === 'value')?.fields).toEqual(['videoType', 'videoPid'])
    for (const operation of [
      { op: 'arrange', target: 'group', order: [1, 0, 2, 3, 4, 5, 6, 7] },
      { op: 'set', target: 'group', id: 5, values: { name: 'Sixth' } },
    ] as Operation[]) {
      const list = after(writeCdx(4, { lists: [[1, 2], [3]], names: ['Mine', 'Other'] }), operation)
      expect([operation, write(list, 'cdx').losses.filter(({ code }) => code !== 'order')]).toEqual([operation, []])
    }
  })

  it('television without PIDs stays television in VDR, and everything that its line can’t store is reported', () => {
    const list = upload(
      text(
        'Name,Type,SID,Angle,Frequency,Polarisation,Symbol rate,Audio PID',
        'A,TV,1,19.2E,11494,H,22000,',
        'B,Radio,2,19.2E,11494,H,22000,',
        'C,TV,3,19.2E,11494,H,22000,77',
        'D,Data,4,19.2E,11494,H,22000,',
      ),
    )
    const written = write(list, 'vdr')
    expect(
      open(upload(written.bytes))
        .channels(0, 4)
        .map(({ type }) => type),
    ).toEqual(['tv', 'radio', 'tv', 'tv'])
    const told = written.losses.filter(({ code }) => !['system', 'number'].includes(code))
    expect(told).toEqual([
      { code: 'pids', ids: [2] },
      { code: 'audio', ids: [2] },
      { code: 'type', ids: [3] },
    ])
  })

  it('transponders with the same ids stay apart in a lamedb, and a track of each kind is written once', () => {
    const list = upload(
      text(
        'Name,Angle,Frequency,Polarisation,Symbol rate,SID,ONID,TSID',
        'One,19.2E,11494,H,22000,1,1,1',
        'Two,19.2E,11000,V,27500,2,1,1',
      ),
    )
    for (const format of ['lamedb', 'lamedb5', 'e2'] as const) {
      const again = open(upload(write(list, format).bytes))
      const transponders = again.transponders()
      expect([format, again.channels(0, 2).map(({ transponder }) => transponders[transponder]?.frequencyKHz)]).toEqual([
        format,
        [11_494_000, 11_000_000],
      ])
    }
    const tracks = write(upload(vdrList()), 'lamedb')
    expect(new TextDecoder().decode(tracks.bytes)).toContain(',c:0113ee,c:0413f2,')
    expect(idsOf(tracks.losses, 'audio')).toEqual([0])
  })

  it('a JSON database reports radio moved among television as an order loss, and stores scrambling', () => {
    const made = upload(writeCdx(12))
    const radio = [...open(made).columns().id].find((id) => open(made).channel(id)?.type === 'radio') ?? 0
    const list = edit(made, { op: 'move', ids: [radio], to: 1 })
    if (list === null) throw new Error('refused')
    expect(idsOf(write(list, 'cdx').losses, 'order')).toEqual([radio])
    const scrambled = edit(made, { op: 'set', target: 'channel', ids: [0], field: 'scrambled', value: true })
    if (scrambled === null) throw new Error('refused')
    expect(open(upload(write(scrambled, 'cdx').bytes)).channel(0)?.scrambled).toBe(true)
  })

  it('every writable format can be uploaded again', () => {
    for (const [, bytes] of uploads)
      for (const format of Object.keys(foreignFormats) as ForeignFormat[]) {
        const written = write(upload(bytes), format)
        if (!written.empty) expect(findOriginal(written.bytes)).toMatchObject({ dialect: foreignFormats[format] })
      }
  })

  /** The lines of a file that an edit changed, after the edit. */
  const changedBy = (bytes: Uint8Array, format: FileFormat, ...operations: Operation[]): string[] => {
    const list = edit(upload(bytes), ...operations)
    if (list === null) throw new Error('refused')
    const written = write(list, format)
    expect(written.losses).toEqual([])
    const before = new Set(new TextDecoder().decode(bytes).split(/\r?\n/))
    return new TextDecoder()
      .decode(written.bytes)
      .split(/\r?\n/)
      .filter((line) => !before.has(line))
  }
  const set = (id: number, field: string, value: unknown): Operation =>
    ({ op: 'set', target: 'channel', ids: [id], field, value }) as Operation
  const tune = (id: number, values: object): Operation => ({ op: 'set', target: 'transponder', id, values })

  it('a lamedb stores values of services in their lines, and nothing else changes', () => {
    const service = [
      set(0, 'sid', 4711),
      set(0, 'provider', 'Größe'),
      set(0, 'videoPid', 300),
      set(0, 'pcrPid', null),
      set(0, 'audio', [{ pid: 77, type: 'AC3', language: '', dolby: true }]),
    ]
    expect(changedBy(lamedb4(), 'lamedb', ...service)).toEqual([
      '1267:00c00000:03fb:0001:25:0',
      'p:Größe,c:00012c,c:04004d,c:050001',
    ])
    expect(changedBy(lamedb5(), 'lamedb5', ...service)).toEqual([
      's:1267:00c00000:03fb:0001:25:0:0,"Das Erste, HD",p:Größe,c:00012c,c:04004d',
    ])
    expect(changedBy(lamedb4(), 'lamedb', set(1, 'scrambled', true), set(2, 'scrambled', false))).toEqual([
      'f:40,p:ARD,C:0000',
      'p:',
    ])
  })

  it('a lamedb stores values of transponders, and their keys wherever a service refers to them', () => {
    const tuned = tune(1, { frequencyKHz: 10_800_500, polarisation: 'L', symbolRate: 29_999, fec: '7/8' })
    expect(changedBy(lamedb4(), 'lamedb', tuned)).toEqual(['\ts 10800500:29999000:2:5:-500:2:0'])
    const moved = { op: 'set', target: 'satellite', id: 0, values: { angle: 275 } } as Operation
    expect(changedBy(lamedb5(), 'lamedb5', moved)).toEqual([
      't:01130000:03fb:0001,s:11493750:22000000:0:2:275:2:0:1:2:0:2',
      's:283d:01130000:03fb:0001:25:0:0,"Das Erste, HD",p:ARD,c:0013ed',
      's:283e:01130000:03fb:0001:2:0:0,"Say "hi"",f:40,p:ARD',
    ])
    // One of two services gets other ids, and so its own transponder.
    expect(changedBy(lamedb4(), 'lamedb', set(0, 'tsid', 99))).toEqual([
      '00c00000:0063:0001',
      '283d:00c00000:0063:0001:25:0',
    ])
    expect(changedBy(lamedb4(), 'lamedb', set(0, 'transponder', 1), set(0, 'tsid', 1), set(0, 'onid', 2))).toEqual([
      '283d:0c4e0000:0001:0002:25:0',
    ])
  })

  it('bouquets still refer to a service after its number or transponder changed; satellites.xml has its new position', () => {
    const list = edit(
      upload(writeZip(settings())),
      set(0, 'sid', 4711),
      { op: 'set', target: 'satellite', id: 0, values: { name: 'A & B', angle: 275 } },
      set(4, 'url', 'https://example.org:8080/two.m3u8'),
    )
    if (list === null) throw new Error('refused')
    const { bytes, losses } = write(list, 'e2')
    expect(losses).toEqual([])
    const again = open(upload(bytes))
    expect(again.groupOrder(0).map((id) => again.channel(id)?.name)).toEqual([
      'Das Erste HD',
      'Stream one',
      'Radio: “Eins”',
    ])
    expect(again.channel(4)?.url).toBe('https://example.org:8080/two.m3u8')
    expect(again.satellites()[0]).toMatchObject({ name: 'A & B', angle: 275 })
  })

  it('a SAT>IP address stores its transponder and PIDs, and the name line its attributes', () => {
    expect(
      changedBy(
        playlist(),
        'm3u',
        set(2, 'sid', 17),
        set(2, 'type', 'tv'),
        tune(0, { frequencyKHz: 10_800_500, polarisation: 'V', symbolRate: 30_000, fec: '5/6' }),
        { op: 'numbers', numbers: [[2, 99]] },
      ),
    ).toEqual([
      '#EXTINF:-1 radio="false" tvg-chno="99",Ünïté',
      'rtsp://192.168.1.2/?src=1&freq=10800.5&pol=v&msys=dvbs2&mtype=8psk&sr=30000&fec=56&pids=0,16,101&sid=17',
    ])
    const list = edit(upload(playlist()), set(2, 'videoPid', 300))
    if (list === null) throw new Error('refused')
    const { bytes, losses } = write(list, 'm3u')
    expect(new TextDecoder().decode(bytes)).toContain('&pids=0,16,101,300\r\n')
    // The address has the PID, but not its kind.
    expect(losses).toEqual([{ code: 'pid-kinds', ids: [2] }])
  })

  it('exports of a SatcoDX list report exactly each format’s losses of scrambling and PIDs', () => {
    const list = upload(writeSatcodx(buildSeedList({ seed: 3, channels: 60 }), { version: '103' }))
    const channels = open(list)
      .channels(0, 60)
      .map(({ id }) => id)
    const scrambled = channels.filter((id) => open(list).channel(id)?.scrambled)
    expect(scrambled.length).toBeGreaterThan(0)
    const told = (format: FileFormat) => {
      const { losses } = write(list, format)
      return {
        scrambled: idsOf(losses, 'scrambled').sort((a, b) => a - b),
        // The list names no encryption system, so none is lost.
        encryption: idsOf(losses, 'encryption'),
        pids: idsOf(losses, 'pids').length,
        kinds: idsOf(losses, 'pid-kinds').length,
      }
    }
    const nothing = { scrambled: [], encryption: [], pids: 0, kinds: 0 }
    for (const format of ['cdx', 'e2', 'lamedb', 'lamedb5', 'csv'] as const)
      expect([format, told(format)]).toEqual([format, nothing])
    expect(told('vdr')).toEqual({ ...nothing, scrambled })
    expect(told('txt')).toEqual({ ...nothing, scrambled, pids: 60 })
    // Its addresses have all PIDs, without their kinds.
    expect(told('m3u')).toEqual({ ...nothing, scrambled, kinds: 60 })
    const named = edit(list, set(scrambled[0] ?? 0, 'encryption', 'Irdeto'))
    if (named === null) throw new Error('refused')
    expect(idsOf(write(named, 'csv').losses, 'encryption')).toEqual(scrambled.slice(0, 1))
    const inM3u = write(named, 'm3u').losses
    expect([idsOf(inM3u, 'encryption'), idsOf(inM3u, 'scrambled').length]).toEqual([[], scrambled.length])
    const teletext = edit(list, set(0, 'teletextPid', 555))
    if (teletext === null) throw new Error('refused')
    expect(idsOf(write(teletext, 'm3u').losses, 'pids')).toEqual([0])
  })

  it('a channel with a cut name and no SID is matched with itself, next to one that is left out', () => {
    const list = upload(
      text(
        'Name,Angle,Frequency,Polarisation,Symbol rate,URL',
        '"""A"" name of more than twenty-seven letters",19.2E,11494,H,22000,',
        'Stream,,,,,http://example.org/1',
      ),
    )
    for (const format of ['cdx', 'lamedb5'] as const)
      expect([format, idsOf(write(list, format).losses, 'left-out')]).toEqual([format, [1]])
    expect(idsOf(write(list, 'cdx').losses, 'name-cut')).toEqual([0])
  })

  it('a channel that is left out is matched with itself, next to another of the same name', () => {
    const list = upload(
      text('Name,Angle,Frequency,Polarisation,Symbol rate,SID,ONID', 'Data,,,,,1,1', 'Data,19.2E,11494,H,22000,2,1'),
    )
    const { losses } = write(list, 'm3u')
    expect([idsOf(losses, 'left-out'), idsOf(losses, 'value', 'order')]).toEqual([[0], []])
  })

  it('the system of transponders is a loss if the upload gave it or the format can store it', () => {
    const systemsOf = (bytes: Uint8Array, format: FileFormat) => idsOf(write(upload(bytes), format).losses, 'system')
    for (const format of ['csv', 'cdx', 'chl', 'sdx'] as const) {
      expect([format, systemsOf(lamedb4(), format)]).toEqual([format, [0, 1, 2]])
      expect([format, systemsOf(table(), format)]).toEqual([format, []])
    }
    for (const format of ['e2', 'vdr', 'm3u'] as const)
      expect([format, systemsOf(table(), format)]).toEqual([format, [0, 1, 2]])
    // A short line of a lamedb means DVB-S.
    for (const format of ['vdr', 'lamedb5'] as const)
      expect([format, systemsOf(lamedb4(), format)]).toEqual([format, []])
  })

  it('an unknown SAT>IP server is reported only for channels that are written', () => {
    const list = upload(
      text('Name,Angle,Frequency,Polarisation,Symbol rate,SID,ONID', 'A,19.2E,11494,H,22000,1,1', 'B,,,,,2,1'),
    )
    const { losses } = write(list, 'm3u')
    expect([idsOf(losses, 'satip'), idsOf(losses, 'left-out')]).toEqual([[0], [1]])
  })

  it('SatcoDX and .chl are compared with the list that they were written from', () => {
    const record = upload(writeSatcodx(buildSeedList({ seed: 3, channels: 60 }), { version: '103' }))
    // Scrambled channels without a named system lose none.
    expect(idsOf(write(record, 'chl').losses, 'encryption')).toEqual([])
    const typed = edit(
      upload(write(record, 'chl').bytes.slice()),
      set(0, 'audio', [{ pid: 300, type: 'AAC', language: 'x', dolby: false }]),
      set(1, 'teletextPid', 8191),
    )
    if (typed === null) throw new Error('refused')
    const { losses } = write(typed, 'sdx')
    expect(losses.find(({ code }) => code === 'value')).toMatchObject({ ids: [0], fields: ['audio'] })
    expect([idsOf(losses, 'language'), idsOf(losses, 'pids')]).toEqual([[0], []])
  })

  it('the writer’s own losses are reported for a .chl longer than an upload may be', () => {
    const hundred = writeSatcodx(buildSeedList({ seed: 3, channels: 100 }), { version: '103' })
    const record = Buffer.concat(Array.from({ length: 600 }, () => hundred))
    const { bytes, losses, empty } = write(upload(record), 'chl')
    expect([bytes.length > limits.fileBytes, idsOf(losses, 'left-out'), empty]).toEqual([true, [], false])
  })

  it.each(['lamedb', 'lamedb5', 'e2'] as const)('no kind of audio is reported if the list has none: %s', (format) => {
    const rows = ['A,1,19.2E,11494,H,22000,101,102', 'B,2,19.2E,11494,H,22000,201,202']
    const list = upload(text('Name,SID,Angle,Frequency,Polarisation,Symbol rate,Video PID,Audio PID', ...rows))
    const dolby = [{ pid: 303, type: '', language: '', dolby: true }]
    const audio = [{ pid: 202, type: 'MPEG-2', language: '', dolby: false }]
    const { losses } = write(edit(list, set(0, 'audio', dolby), set(1, 'audio', audio)) ?? expect.fail(), format)
    expect(losses.find(({ code }) => code === 'value')).toMatchObject({ ids: [1], fields: ['audio'] })
    expect(write(list, format).losses.find(({ code }) => code === 'value')).toBeUndefined()
  })

  it('a file too long to be read again is reported as such, not as empty', () => {
    const list = upload(text('Name,SID,Angle,Frequency,Polarisation', 'A,1,19.2E,11494,H'))
    const other = { ...list, original: null }
    const tooMany: typeof formats = { ...formats, read: () => ({ ok: false, refusal: 'too-many-records' }) }
    expect(writeIn({ engine, formats: tooMany }, () => open(other), other, 'csv')).toMatchObject({
      ...{ tooLong: true, empty: false },
    })
    expect(write(other, 'csv')).toMatchObject({ tooLong: false, empty: false })
    expect(write(other, 'm3u')).toMatchObject({ tooLong: false, empty: false })
  })

  it('the PCR PID implied by a VDR line is reported', () => {
    const list = upload(
      text('Name,SID,Angle,Frequency,Polarisation,Symbol rate,Video PID', 'A,1,19.2E,11494,H,22000,101'),
    )
    expect(write(list, 'vdr').losses.find(({ code }) => code === 'value')?.fields).toEqual(['pcrPid'])
  })

  it('a channel moved to a satellite takes its name along, even with unreadable characters', () => {
    const lines = ['A,Plain,19.2E,11494,H,22000,1', 'B,Other,13E,11000,V,22000,2']
    const made = write(upload(text('Name,Satellite,Angle,Frequency,Polarisation,Symbol rate,SID', ...lines)), 'sdx')
    const record = Buffer.from(Buffer.from(made.bytes).toString('latin1').replace('Other', 'T\u00fcrks'), 'latin1')
    const list = after(record, { op: 'encoding', encoding: 'iso-8859-6' }, set(0, 'transponder', 1))
    expect(open(list).satellites()[1]?.name).toBe('T\ufffdrks')
    const there = Buffer.from(write(list, 'sdx').bytes).toString('latin1')
    expect(there.match(/T.rk/g)).toEqual(['T\u00fcrk', 'T\u00fcrk'])
  })

  it('values that differ in the file are reported, and no other loss', () => {
    for (const [, bytes] of uploads)
      for (const format of fileFormatNames)
        for (const { code, fields } of write(upload(bytes), format).losses)
          expect([format, code, (fields?.length ?? 0) > 0]).toEqual([format, code, code === 'value'])
    const list = upload(writeSatcodx(buildSeedList({ seed: 3, channels: 60 }), { version: '103' }))
    expect(write(list, 'txt').losses.find(({ code }) => code === 'value')?.fields).toEqual(['type'])
    const edited = edit(upload(lamedb4()), set(0, 'pvtPid', 77), set(1, 'encryption', 'Irdeto'))
    if (edited === null) throw new Error('refused')
    expect(write(edited, 'lamedb').losses).toEqual([{ code: 'value', ids: [0, 1], fields: ['pvtPid', 'encryption'] }])
  })

  it('a VDR line stores polarisation, FEC and tracks, or the whole transponder that it moved to', () => {
    const track = { pid: 77, type: 'AAC', language: 'deu', dolby: false }
    expect(
      changedBy(
        vdrList(),
        'vdr',
        tune(0, { polarisation: 'V', fec: '5/6' }),
        set(1, 'transponder', 0),
        set(2, 'audio', [track, { pid: 78, type: 'AC3', language: 'eng', dolby: true }]),
        { op: 'set', target: 'group', id: 0, values: { name: 'Nachrichten' } },
      ),
    ).toEqual([
      ':@1 Nachrichten',
      'Das Erste HD,Erste;ARD:11493:VC56M5O35S1:S19.2E:22000:5101=27:5102=deu@3,5103=mis@3;5106=deu@106:5104;5105=deu:0:10301:1:1019:0',
      'Time| now;Maker:11493:VC56M5O35S1:S19.2E:22000:101+100=2:102=eng@3:0:1830,9C4:17:2:1:0',
      'Bayern 1;BR:12265:HC34S0:S19.2E:27500:0:77=deu@15;78=eng@106:0:0:28400:1:1093:0',
    ])
  })

  it('JSON database favourites still refer to a service after its number or transponder changed', () => {
    const bytes = writeCdx(12, { lists: [[1, 2]], names: ['Mine', 'Other'] })
    const audio = [{ pid: 555, type: '', language: '', dolby: false }]
    const list = edit(upload(bytes), set(1, 'sid', 4711), set(2, 'transponder', 0), set(1, 'audio', audio))
    if (list === null) throw new Error('refused')
    const written = write(list, 'cdx')
    expect(written.losses).toEqual([])
    const text = new TextDecoder().decode(written.bytes)
    expect(text).toContain('{"uiWord32":70247,"unShort":{"sLo16":4711,"sHi16":1}},{"uiWord32":1002,')
    expect(text).toContain('"AudioArray":[{"PID":555,"Type":3,"Lang":"deu"}]')
  })
})
