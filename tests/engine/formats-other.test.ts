/** The text dialects: what is read from them, and that only edits change when they are written back. */
import { describe, expect, it } from 'vitest'
import { findForeignDialect } from '../../engine/host/formats/detect'
import type { ForeignDialect } from '../../engine/host/formats/types'
import type { Operation } from '../../engine/host/types'
import { openDialect, openFile, writeFrom } from '../support/fixtures/dialect'
import { makeFormats } from '../support/fixtures/engine'
import {
  bouquet,
  lamedb4,
  lamedb5,
  neutralList,
  playlist,
  satellitesXml,
  settings,
  table,
  vdrList,
} from '../support/fixtures/other-dialects'

const files: [ForeignDialect, () => Uint8Array, number][] = [
  ['lamedb', lamedb4, 4],
  ['lamedb5', lamedb5, 3],
  ['enigma2', bouquet, 4],
  ['m3u', playlist, 4],
  ['vdr', vdrList, 4],
  ['csv', table, 3],
  ['reference', neutralList, 3],
]
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)
/** Lines that only the first text has. */
const onlyIn = (one: string, other: string): string[] => {
  const there = new Set(linesOf(other))
  return linesOf(one).filter((line) => !there.has(line))
}

describe.each(files)('%s', (dialect, make, channels) => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(make())

  it('is recognised by its content and comes back byte for byte', () => {
    expect(findForeignDialect(make())).toBe(dialect)
    const opened = openFile(dialect, make())
    expect(opened.channels).toBe(channels)
    expect(opened.list.length()).toBe(channels)
    expect(Buffer.from(opened.write().files[0]?.bytes ?? []).toString()).toBe(text)
  })

  it('is read and written in UTF-16, with or without a byte-order mark', () => {
    for (const [isBig, start] of [false, true].flatMap((big) => [0, 2].map((from) => [big, from] as const))) {
      const wide = (from: string): Buffer => {
        const bytes = Buffer.from(`\ufeff${from.replace(/^\ufeff/, '')}`, 'utf16le')
        return (isBig ? bytes.swap16() : bytes).subarray(start)
      }
      const bytes = wide(text)
      expect(findForeignDialect(bytes)).toBe(dialect)
      const opened = openFile(dialect, bytes)
      expect(opened.list.names()).toEqual(openFile(dialect, make()).list.names())
      expect(Buffer.compare(opened.write().files[0]?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
      const narrow = openFile(dialect, make())
      for (const one of [opened, narrow]) one.edit({ op: 'delete', ids: [0] })
      const edited = wide(Buffer.from(narrow.write().files[0]?.bytes ?? []).toString())
      expect(Buffer.compare(opened.write().files[0]?.bytes ?? Buffer.alloc(0), edited)).toBe(0)
    }
  })

  it('is read after a byte-order mark, which stays', () => {
    const bytes = Buffer.from(`\ufeff${text.replace(/^\ufeff/, '')}`)
    const opened = openFile(dialect, bytes)
    expect(opened.list.names()).toEqual(openFile(dialect, make()).list.names())
    expect(Buffer.compare(opened.write().files[0]?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
    opened.edit({ op: 'delete', ids: [0] })
    const edited = opened.write().files[0]?.bytes ?? expect.fail()
    expect([...edited.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(openFile(dialect, edited).channels).toBe(channels - 1)
  })

  it('changes only the edited records', () => {
    const opened = openFile(dialect, make())
    opened.edit({ op: 'rename', id: 1, name: 'Brand new' })
    const out = Buffer.from(opened.write().files[0]?.bytes ?? []).toString()
    const named = dialect === 'enigma2' ? [] : onlyIn(out, text)
    expect(named.length).toBe(dialect === 'enigma2' ? 0 : 1)
    if (dialect !== 'enigma2') {
      expect(named[0]).toContain('Brand new')
      expect(onlyIn(text, out)).toHaveLength(1)
      expect(openFile(dialect, Buffer.from(out)).list.names()[1]).toBe('Brand new')
    }
    const less = openFile(dialect, make())
    less.edit({ op: 'delete', ids: [0] })
    const shorter = Buffer.from(less.write().files[0]?.bytes ?? []).toString()
    expect(onlyIn(shorter, text)).toEqual([])
    expect(shorter.length).toBeLessThan(text.length)
    expect(openFile(dialect, Buffer.from(shorter)).channels).toBe(channels - 1)
    const moved = openFile(dialect, make())
    moved.edit({ op: 'move', ids: [channels - 1], to: 1 })
    const order = Buffer.from(moved.write().files[0]?.bytes ?? []).toString()
    expect(
      linesOf(order)
        .map((line) => line.trim())
        .sort(),
    ).toEqual(
      linesOf(text)
        .map((line) => line.trim())
        .sort(),
    )
    if (dialect !== 'enigma2') expect(openFile(dialect, Buffer.from(order)).list.names()).toEqual(moved.list.names())
  })
})

it('Enigma2’s channels have their satellite, transponder, PIDs, provider and systems', () => {
  const { list } = openFile('lamedb', lamedb4())
  expect(list.satellites().map(({ name, angle }) => [name, angle])).toEqual([
    ['19.2E', 192],
    ['50.0W', 3100],
    ['', null],
  ])
  expect(list.transponders()[0]).toMatchObject({
    frequencyKHz: 11_493_750,
    symbolRate: 22_000,
    polarisation: 'H',
    fec: '2/3',
  })
  expect(list.channel(0)).toMatchObject({
    name: 'Das Erste HD',
    sid: 10_301,
    tsid: 1019,
    onid: 1,
    provider: 'ARD',
    videoPid: 5101,
    pcrPid: 5101,
    videoType: 'H264',
    scrambled: false,
    audio: [{ pid: 5102 }, { pid: 5103, type: 'AC3', dolby: true }],
  })
  expect(list.channel(1)).toMatchObject({ name: 'Radio: “Eins”', type: 'radio' })
  expect(list.channel(2)).toMatchObject({ scrambled: true, sid: 1 })
  expect(openFile('lamedb5', lamedb5()).list.names()).toEqual(['Das Erste, HD', 'Say "hi"', 'Ünïté'])
})

describe('a settings folder', () => {
  const open = () => openDialect({ dialect: 'enigma2', files: settings() })
  const fileOf = (opened: ReturnType<typeof open>, name: string): string =>
    Buffer.from(opened.write().files.find((file) => file.name.endsWith(name))?.bytes ?? []).toString()

  it('has its bouquets as groups, even nested ones, and names of satellites', () => {
    const { list } = open()
    expect(list.length()).toBe(5)
    expect(list.satellites()[0]?.name).toBe('Astra & more (19.2E)')
    expect(list.favouriteGroups()).toMatchObject([
      { name: 'Mine', channels: 3 },
      { name: 'Below', channels: 1 },
    ])
    expect(list.groupOrder(list.favouriteGroups()[0]?.id ?? 0).map((id) => list.channel(id)?.name)).toEqual([
      'Das Erste HD',
      'Stream one',
      'Radio: “Eins”',
    ])
    expect(list.channel(4)).toMatchObject({ url: 'http://example.org/one.m3u8', sid: null })
    expect(list.problems().filter(({ record }) => record === 5)).toEqual([])
  })

  it('returns every file, and only the changed bouquet differs', () => {
    const same = open().write().files
    for (const file of settings())
      expect(Buffer.compare(same.find(({ name }) => name === file.name)?.bytes ?? Buffer.alloc(0), file.bytes)).toBe(0)
    expect(same).toHaveLength(settings().length)
    const opened = open()
    opened.edit(
      { op: 'favourite', ids: [0], group: 0, value: false },
      { op: 'favourite', ids: [2], group: 0, value: true },
    )
    const out = fileOf(opened, 'userbouquet.mine.tv')
    // Markers, the missing service and the nested bouquet stay; the removed channel goes.
    expect(out).toContain('News first')
    expect(out).toContain('Then music')
    expect(out).toContain('1:0:1:77:88:99:C00000')
    expect(out).toContain('FROM BOUQUET "userbouquet.sub.tv"')
    expect(out).not.toContain('283D')
    expect(out).toContain('#SERVICE 1:0:1:1:1:2:C4E0000:0:0:0:')
    expect(fileOf(opened, 'lamedb')).toBe(Buffer.from(lamedb4()).toString())
  })

  it('renames a stream in place, in its address and its description', () => {
    const opened = open()
    opened.edit({ op: 'rename', id: 4, name: 'Stream: two' })
    const out = fileOf(opened, 'userbouquet.mine.tv')
    expect(out).toContain('http%3a//example.org/one.m3u8:Stream  two\r\n#DESCRIPTION Stream: two\r\n')
  })
})

it('a playlist has groups, numbers, SAT>IP transponders and addresses; channels may lack a transponder', () => {
  const { list } = openFile('m3u', playlist())
  expect(list.names()).toEqual(['One, the first', 'Two', 'Ünïté', 'without-a-name.ts'])
  expect(list.favouriteGroups()).toMatchObject([
    { name: 'News, world', channels: 1 },
    { name: 'Mine', channels: 2 },
  ])
  expect(list.channel(0)).toMatchObject({ url: 'http://example.org/1.m3u8', type: 'tv' })
  expect(list.channel(2)).toMatchObject({ type: 'radio' })
  expect(list.transponders()).toMatchObject([
    { frequencyKHz: 11_493_750, polarisation: 'H', symbolRate: 22_000, fec: '2/3' },
  ])
  expect(list.problems().filter(({ severity }) => severity === 'error')).toEqual([])
})

it('a playlist’s record moves with its options and its new groups', () => {
  const opened = openFile('m3u', playlist())
  opened.edit({ op: 'favourite', ids: [0], group: 0, value: false }, { op: 'move', ids: [0], to: 4 })
  const { text } = opened.write()
  expect(text).toContain(
    'group-title="Mine" tvg-logo="http://example.org/1.png",One, the first\r\n# a remark between\r\n#EXTVLCOPT',
  )
  expect(text.indexOf('Two')).toBeLessThan(text.indexOf('One, the first'))
})

it('VDR’s lines have names with colons, PIDs with languages, systems, west positions and groups', () => {
  const { list } = openFile('vdr', vdrList())
  expect(list.names()).toEqual(['Das Erste HD', 'Time: now', 'Bayern 1', 'Ground'])
  expect(list.channel(0)).toMatchObject({
    provider: 'ARD',
    videoPid: 5101,
    videoType: 'H264',
    teletextPid: 5104,
    audio: [{ pid: 5102, language: 'deu' }, { pid: 5103 }, { pid: 5106, dolby: true }],
    subtitles: [{ pid: 5105, language: 'deu' }],
    sid: 10_301,
    onid: 1,
    tsid: 1019,
  })
  expect(list.channel(1)).toMatchObject({ pcrPid: 100, scrambled: true })
  expect(list.channel(2)).toMatchObject({ type: 'radio' })
  expect(list.satellites().map(({ angle }) => angle)).toEqual([192, 3300])
  expect(list.favouriteGroups()).toMatchObject([{ name: 'News' }, { name: 'Music' }])
})

describe('a table', () => {
  it('is read by its headings, with any separator', () => {
    const { list } = openFile('csv', table())
    expect(list.names()).toEqual(['One; "first"', '=1+1', 'Ünïté'])
    expect(list.transponders()[0]).toMatchObject({ frequencyKHz: 11_493_750, polarisation: 'H', symbolRate: 22_000 })
    expect(list.satellites().map(({ name, angle }) => [name, angle])).toEqual([
      ['Astra', 192],
      ['Intelsat', 3020],
    ])
    expect(list.channel(0)).toMatchObject({ provider: 'ARD', scrambled: false, sid: 10_301 })
    expect(list.favouriteGroups()).toMatchObject([
      { name: 'News', channels: 1 },
      { name: 'Mine', channels: 2 },
    ])
    expect(findForeignDialect(Buffer.from('Dear reader,\nthis is my name, and no list.\n'))).toBeNull()
    // The first line is scanned once, however long: a backtracking pattern would take minutes.
    for (const gap of ['\t', ' ', ';', ', '])
      for (const word of ['x', 'name', 'sid'])
        for (const end of ['y', '"', ''])
          expect(findForeignDialect(Buffer.from(`${word}${gap.repeat(65_000)}${end}`))).toBeNull()
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])('never lets a spreadsheet execute %j', (name) => {
    const opened = openFile('csv', table())
    opened.edit({ op: 'rename', id: 2, name })
    for (const out of [
      opened.write(),
      opened.write('reference'),
      { text: new TextDecoder().decode(writeFrom(opened.list, 'csv')) },
    ]) {
      const cells = out.text.split(/[;,\n]/)
      for (const cell of cells) expect(cell).not.toMatch(/^"?[=+\-@\t＝]/)
    }
    expect(openFile('csv', Buffer.from(opened.write().text)).list.names()[2]).toBe(name)
  })

  it('can be made from any list and read again', () => {
    const from = openFile('lamedb', lamedb4())
    const again = openFile('csv', writeFrom(from.list, 'csv'))
    expect(again.list.names()).toEqual(from.list.names())
    expect(again.list.channel(0)).toMatchObject({ sid: 10_301, onid: 1, tsid: 1019, provider: 'ARD', videoPid: 5101 })
  })
})

it('satellites.xml provides satellites and transponders, and can be made from any list', () => {
  const { list } = openFile('satellites', satellitesXml())
  expect(list.length()).toBe(0)
  expect(list.satellites()).toMatchObject([
    { name: 'Astra & more (19.2E)', angle: 192, transponders: 2 },
    { name: 'Intelsat', angle: 3020 },
  ])
  expect(list.transponders()).toMatchObject([
    { frequencyKHz: 11_493_750, polarisation: 'H', fec: '2/3', symbolRate: 22_000 },
    { frequencyKHz: 10_714_000, polarisation: 'R', fec: 'auto' },
  ])
  const made = openFile('satellites', Buffer.from(openFile('lamedb', lamedb4()).write('satellites').text))
  expect(made.list.transponders().map(({ frequencyKHz }) => frequencyKHz)).toEqual([11_493_750, 10_744_000])
})

describe('an edited satellites.xml', () => {
  const lines = [
    '<?xml version="1.0" encoding="iso-8859-1"?>',
    '<!-- made by <satellites> -->',
    '<satellites>',
    '\t<sat name="19.2E Astra" flags="1" position="192">',
    '\t\t<transponder frequency="10714000" symbol_rate="22000000" polarization="0" fec_inner="4" system="0"/>',
    '\t\t<!-- multistream -->',
    '\t\t<transponder frequency="11493750" symbol_rate="22000000" polarization="0" fec_inner="2" is_id="5" pls_code="8"/>',
    '\t</sat>',
    '\t<!-- west -->',
    "\t<sat name='30.0W Hispasat' position='-300'>",
    '\t\t<transponder frequency="12000" symbol_rate="27500" polarization="H" fec_inner="3/4" t2mi_pid="4096"></transponder>',
    '\t\t<transponder frequency="12040" symbol_rate="27500" polarization="V" fec_inner="auto"/>',
    '\t</sat>',
    '\t<sat name="0.8W Thor" position="3592"/>',
    '</satellites>',
    '<!-- end -->',
    '',
  ]
  const [head, astra, west, thor, end] = [
    lines.slice(0, 3),
    lines.slice(3, 8),
    lines.slice(8, 13),
    lines.slice(13, 14),
    lines.slice(14),
  ]
  const added = 2 ** 30
  const withLines = (changes: Record<number, string>): string[] => lines.map((line, at) => changes[at] ?? line)
  const cases: [string, Operation[], string[]][] = [
    ['an unedited list', [], lines],
    [
      'a new name, in an encoding that lacks its letters',
      [{ op: 'set', target: 'satellite', id: 1, values: { name: `Ö'Neil & ق` } }],
      withLines({ 9: "\t<sat name='&#214;&apos;Neil &amp; &#1602;' position='-300'>" }),
    ],
    [
      'positions, as negative or round numbers as before',
      [
        { op: 'set', target: 'satellite', id: 0, values: { angle: 3590 } },
        { op: 'set', target: 'satellite', id: 2, values: { angle: 3591 } },
      ],
      withLines({
        3: '\t<sat name="19.2E Astra" flags="1" position="-10">',
        13: '\t<sat name="0.8W Thor" position="3591"/>',
      }),
    ],
    [
      'values of a transponder, in its units',
      [
        {
          op: 'set',
          target: 'transponder',
          id: 1,
          values: { frequencyKHz: 11_495_000, polarisation: 'V', fec: '3/4' },
        },
        {
          op: 'set',
          target: 'transponder',
          id: 2,
          values: { frequencyKHz: 12_001_000, symbolRate: 28_000, fec: '5/6' },
        },
      ],
      withLines({
        6: '\t\t<transponder frequency="11495000" symbol_rate="22000000" polarization="1" fec_inner="3" is_id="5" pls_code="8"/>',
        10: '\t\t<transponder frequency="12001" symbol_rate="28000" polarization="H" fec_inner="5/6" t2mi_pid="4096"></transponder>',
      }),
    ],
    [
      'removed transponders',
      [
        { op: 'remove', target: 'transponder', id: 0 },
        { op: 'remove', target: 'transponder', id: 2 },
      ],
      lines.filter((_, at) => at !== 4 && at !== 10),
    ],
    ['a removed satellite', [{ op: 'remove', target: 'satellite', id: 0 }], [...head, ...west, ...thor, ...end]],
    [
      'another order',
      [{ op: 'arrange', target: 'satellite', order: [2, 1, 0] }],
      [...head, ...thor, ...west, ...astra, ...end],
    ],
    [
      'added satellites and transponders',
      [
        { op: 'add', target: 'satellite', id: added, values: { name: 'New', angle: 260, band: null } },
        ...[added, 2, 0].map((satellite, at): Operation => ({
          op: 'add',
          target: 'transponder',
          id: added + 1 + at,
          satellite,
          values: { frequencyKHz: 10_900_000, polarisation: 'V', symbolRate: 22_000, fec: '3/4', band: null },
        })),
      ],
      (() => {
        const one = '\t\t<transponder frequency="10900000" symbol_rate="22000000" polarization="1" fec_inner="3"/>'
        return [
          ...[...head, ...astra.slice(0, -1), one, '\t</sat>', ...west],
          ...['\t<sat name="0.8W Thor" position="3592">', one, '\t</sat>'],
          ...['\t<sat name="New" flags="0" position="260">', one, '\t</sat>', ...end],
        ]
      })(),
    ],
  ]
  it.each(cases)('keeps attributes, remarks and layout: %s', (_name, operations, expected) => {
    for (const lineEnd of ['\n', '\r\n']) {
      const opened = openFile('satellites', Buffer.from(lines.join(lineEnd)))
      if (operations.length > 0) opened.edit(...operations)
      expect(opened.write().text.split(lineEnd)).toEqual(expected)
    }
  })

  it('is still XML without line ends, and from a tag that never ends', () => {
    const opened = openFile(
      'satellites',
      Buffer.from('<satellites><sat name="A" position="1"><transponder frequency="11000"/><sat name="B" position="2"'),
    )
    opened.edit({ op: 'set', target: 'satellite', id: 0, values: { name: 'C' } })
    expect(opened.write().text).toBe(
      '<satellites><sat name="C" position="1"><transponder frequency="11000"/><sat name="B" position="2"',
    )
  })
})

it('satellites.xml is read in the encoding that it declares, is chosen or is UTF-16, and written in it', () => {
  const xml = (encoding: string, name: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<satellites><sat name="${name}" position="490"/></satellites>\n`
  const namesIn = (bytes: Uint8Array, encoding?: 'koi8-r') =>
    openDialect({ dialect: 'satellites', files: [{ name: '', bytes }], encoding })
      .list.satellites()
      .map(({ name }) => name)
  expect(namesIn(Buffer.from(xml('windows-1251', '\xdf\xec\xe0\xeb'), 'latin1'))).toEqual(['Ямал'])
  expect(namesIn(Buffer.from(xml('windows-1251', 'Ямал')))).toEqual(['Ямал'])
  expect(namesIn(Buffer.from(xml('utf-8', '\xf1\xcd\xc1\xcc'), 'latin1'), 'koi8-r')).toEqual(['Ямал'])
  const wide = Buffer.from(`\ufeff${xml('utf-16', 'Ямал')}`, 'utf16le')
  expect([findForeignDialect(wide), namesIn(wide)]).toEqual(['satellites', ['Ямал']])
  const opened = openFile('satellites', wide)
  opened.edit({ op: 'set', target: 'satellite', id: 0, values: { angle: 491 } })
  expect(Buffer.from(opened.write().files[0]?.bytes ?? []).toString('utf16le')).toBe(
    `\ufeff${xml('utf-16', 'Ямал').replace('490', '491')}`,
  )
})

it('satellites.xml with an unclosed tag has all its transponders, and takes edits', () => {
  const text = [
    '<satellites><sat name="Astra 4A" position="49"',
    '\t<transponder frequency="3644000" symbol_rate="1300000" polarization="0"/>',
    '\t<transponder frequency="3678000" symbol_rate="1682000" polarization="1"',
    '</sat><sat name="Next" position="-8"><transponder frequency="10716000" polarization="0"/></sat></satellites>',
  ].join('\n')
  const opened = openFile('satellites', Buffer.from(text))
  expect(opened.list.transponders().map(({ satellite, frequencyKHz }) => [satellite, frequencyKHz])).toEqual([
    [0, 3_644_000],
    [0, 3_678_000],
    [1, 10_716_000],
  ])
  opened.edit({ op: 'set', target: 'transponder', id: 1, values: { frequencyKHz: 3_679_000 } })
  expect(opened.write().text).toBe(text.replace('3678000', '3679000'))
})

it('satellites.xml may have words where numbers are usual', () => {
  const { list } = openFile(
    'satellites',
    Buffer.from(`<satellites>
<sat name="One" position="19.2E"><transponder frequency="11493.75" symbol_rate="22000" polarization="H" fec_inner="2/3" system="DVB-S2" modulation="8PSK"/>
<transponder frequency="11494" symbol_rate="27.5" polarization="vertical" fec_inner="0.75" system="DVB-S"/></sat>
<sat name="Two" position="30.0W"><transponder frequency="10714000" symbol_rate="22000000" polarization="L" fec_inner="auto"/>
<transponder frequency="10720000" symbol_rate="22000000" polarization="circular right" fec_inner="3"/></sat>
<sat name="Three" position="-300"/><sat name="Four" position="30.0 O"/></satellites>`),
  )
  expect(list.satellites().map(({ angle }) => angle)).toEqual([192, 3300, 3300, null])
  expect(list.transponders()).toMatchObject([
    { frequencyKHz: 11_493_750, polarisation: 'H', symbolRate: 22_000, fec: '2/3' },
    { frequencyKHz: 11_494_000, polarisation: 'V', symbolRate: 27_500, fec: '3/4' },
    { frequencyKHz: 10_714_000, polarisation: 'L', symbolRate: 22_000, fec: 'auto' },
    { frequencyKHz: 10_720_000, polarisation: 'R', symbolRate: 22_000, fec: '3/4' },
  ])
})

it('nothing is invented: what the list doesn’t know is written as unknown, automatic, or not at all', () => {
  const from = openFile('csv', table())
  const vdr = new TextDecoder().decode(writeFrom(from.list, 'vdr'))
  expect(vdr.split('\n')[0]).toBe('One  "first";ARD:11494:HC999:S19.2E:22000:0:0:0:0:10301:1:1019:0')
  const lamedb = new TextDecoder().decode(writeFrom(from.list, 'lamedb'))
  // Without a system, the short form is written.
  expect(lamedb).toContain('00c00000:03fb:0001\n\ts 11493750:22000000:0:0:192:2:0\n/\n')
  const m3u = new TextDecoder().decode(writeFrom(from.list, 'm3u'))
  expect(m3u).toContain('rtsp://satip.invalid/?freq=11493.75&pol=h&sr=22000&pids=0&sid=10301')
  // And the upload's facts are still known.
  expect(openFile('lamedb', lamedb4()).write('vdr').text).toContain('HC23M5S1')
})

it('a table with an unclosed quotation mark is read to its end, however long', () => {
  const formats = makeFormats()
  for (const head of ['', 'number,name,satellite,frequency,']) {
    const bytes = new TextEncoder().encode(`${head}"${'abc,\n'.repeat(300_000)}`)
    expect(() => formats.read({ dialect: 'csv', files: [{ name: '', bytes }] }, '')).not.toThrow()
  }
})
