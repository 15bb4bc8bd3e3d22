/** Playlists as people have them: read as other programs read them, and written so that only the edit differs. */
import { describe, expect, it } from 'vitest'
import { findForeignDialect } from '../../engine/host/formats/detect'
import { toModel } from '../../engine/host/formats/to-model'
import type { OpenList } from '../../engine/host/contract'
import type { Operation } from '../../engine/host/types'
import { openFile } from '../support/fixtures/dialect'
import { makeEngine, makeFormats } from '../support/fixtures/engine'

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const open = (text: string | Uint8Array) => openFile('m3u', typeof text === 'string' ? Buffer.from(text) : text)
const groupsIn = (list: OpenList): Record<string, string[]> =>
  Object.fromEntries(
    list
      .favouriteGroups()
      .filter(({ channels }) => channels > 0)
      .map(({ id, name }) => [name, list.groupOrder(id).map((one) => list.channel(one)?.name ?? '')]),
  )
const numbersIn = (list: OpenList): number[] => [...list.numbers()].slice(0, list.length())
/** A byte-order mark stays in the text. */
const writtenBy = (opened: ReturnType<typeof open>) => ({
  written: Buffer.from(opened.write().files[0]?.bytes ?? []).toString('utf8'),
})
/** The file after an edit, as text and as read again. */
const edited = (text: string, ...operations: Operation[]) => {
  const opened = open(text)
  opened.edit(...operations)
  const { written } = writtenBy(opened)
  return { written, list: open(written).list }
}
const entry = (info: string, at = 1): string => `#EXTINF:${info}\nhttp://s.example/${at}.ts\n`

describe('an entry’s line', () => {
  const lines: [what: string, info: string, name: string, group: string | null, number: number][] = [
    [
      'a comma behind the duration',
      '-1, tvg-name="A, late" tvg-chno="12" group-title="G - x",A, late',
      'A, late',
      'G - x',
      12,
    ],
    ['attributes between commas', '-1,tvg-id="a",tvg-chno="8",group-title="G",Name, two', 'Name, two', 'G', 8],
    [
      'single quotation marks',
      `-1 id='3' tvg-chno='636' tvg-name='L"Or' group-title='Kids, all',Or`,
      'Or',
      'Kids, all',
      636,
    ],
    ['blanks around the sign', '-1 tvg-chno = "5" group-title = "G h" , Name', 'Name', 'G h', 5],
    ['no quotation marks', '-1 tvg-id=x.y tvg-chno=7 group-title=World News,Name', 'Name', 'World News', 7],
    [
      'a mark within a value',
      '-1 tvg-name="Wheel 26" TV" tvg-chno="44" group-title="B, O",Wheel 26" TV',
      'Wheel 26" TV',
      'B, O',
      44,
    ],
    ['marks in pairs within a value', '-1 tvg-name="He "go"" tvg-chno="4" group-title="T",He "go"', 'He "go"', 'T', 4],
    ['a value that is never closed', '0 tvg-chno="4" tvg-name="KX" group-title="Antenna,KX', 'KX', 'Antenna', 4],
    ['an open value before others', '0 tvg-name="KX tvg-chno="4" group-title="Antenna",KX', 'KX', 'Antenna', 4],
    ['an open value and a mark in the name', '0 tvg-chno="4" tvg-name="26" X" group-title="A,26" X', '26" X', 'A', 4],
    ['no title', '-1 tvg-chno="4" tvg-name="From the attribute" group-title="G"', 'From the attribute', 'G', 4],
    ['no title behind a comma', '-1, tvg-chno="4" tvg-name="N" group-title="G"', 'N', 'G', 4],
    ['no duration', ' tvg-chno="4" group-title="G",N', 'N', 'G', 4],
    ['a name that looks like an attribute', '-1 tvg-chno="4",E="mc2"', 'E="mc2"', null, 4],
    ['a name with a sign', '-1 tvg-chno="4" group-title="G",A=B, C=D', 'A=B, C=D', 'G', 4],
    [
      'a name with marks and a comma',
      '-1 tvg-chno="4" group-title="G",He said "go", then x="1"',
      'He said "go", then x="1"',
      'G',
      4,
    ],
    ['curly marks', '-1 tvg-id=“a” group-title=“B, O” tvg-chno=“5”,Name', 'Name', 'B, O', 5],
    ['German marks', '-1 tvg-id=„a“ group-title=„B, O“ tvg-chno=‚5‘,Name', 'Name', 'B, O', 5],
    ['guillemets', '-1 group-title=«B, O» tvg-chno=«5»,Name', 'Name', 'B, O', 5],
    ['another key for its number', '-1 channel-number="9" group-title="G",Name', 'Name', 'G', 9],
    ['an empty number before another', '-1 tvg-chno="" ch-number="9" group-title="G",Name', 'Name', 'G', 9],
    ['signs within a value', '-1 tvg-name="E=m" tvg-chno="4" group-title="G=1, H=2",A=B', 'A=B', 'G=1, H=2', 4],
    ['a picture as data', '-1 tvg-logo="data:image/gif;base64,R0lG==" tvg-chno="4" group-title="G",N', 'N', 'G', 4],
    ['a value over two lines', '-1 tvg-name="A\nB" tvg-chno="4" group-title="G",A B', 'A B', 'G', 4],
    ['no-break spaces', '-1 tvg-id="a"\u00a0tvg-chno="4" \u00a0 group-title="Gà",N\u00a0à', 'N\u00a0à', 'Gà', 4],
    ['Tvheadend’s number', '-1 tvh-chnum="4" group-title="G",N', 'N', 'G', 4],
    ['other marks within a value', `-1 tvg-name="a b='c' d" tvg-chno="4" group-title="G",N`, 'N', 'G', 4],
  ]
  it.each(lines)('with %s is read and renamed', (_what, info, name, group, number) => {
    const { list } = open(`#EXTM3U\n${entry(info)}`)
    expect(list.names()).toEqual([name])
    expect(groupsIn(list)).toEqual(group === null ? {} : { [group]: [name] })
    expect(numbersIn(list)).toEqual([number])
    const { written, list: again } = edited(`#EXTM3U\n${entry(info)}`, { op: 'rename', id: 0, name: 'New' })
    const old = info.endsWith(name) ? info.slice(0, -name.length) : `${info},`
    expect(written).toBe(`#EXTM3U\n${entry(`${old}New`)}`)
    expect(groupsIn(again)).toEqual(group === null ? {} : { [group]: ['New'] })
    expect(numbersIn(again)).toEqual([number])
  })

  it.each(lines)('with %s gets another group and number', (_what, info, name, group, number) => {
    const text = `#EXTM3U\n${entry(info)}${entry('-1 group-title="Other",Z', 2)}`
    const opened = open(text)
    const other = opened.list.favouriteGroups().find((one) => one.name === 'Other')?.id ?? -1
    opened.edit(
      { op: 'favourite', ids: [0], group: other, value: true },
      { op: 'numbers', numbers: [[0, number + 900]] },
    )
    const { list } = open(opened.write().text)
    expect(list.names()).toEqual([name, 'Z'])
    expect(groupsIn(list)).toEqual({ ...(group === null ? {} : { [group]: [name] }), Other: [name, 'Z'] })
    expect(numbersIn(list)[0]).toBe(number + 900)
  })
})

describe('a group that #EXTGRP begins', () => {
  const text = [
    '#EXTM3U\n\n#EXTGRP:News\n#EXTINF:-1,A\nhttp://s/1\n#EXTINF:-1,B\nhttp://s/2\n',
    '#EXTGRP:Films\n#EXTVLCOPT:x=1\n#EXTINF:-1,C\nhttp://s/3\nhttp://s/D\n',
    '#EXTINF:-1 group-title="Own",E\nhttp://s/5\n#EXTINF:-1,F\nhttp://s/6\n',
    '#EXTGRP:Kids\n#EXTINF:-1,G\nhttp://s/7\n#EXTINF:-1,H\nhttp://s/8\n',
    '#EXTGRP:\n#EXTINF:-1,I\nhttp://s/9\n#EXTINF:-1,J\n#EXTGRP:Alone\nhttp://s/10\n#EXTINF:-1,K\nhttp://s/11\n',
  ].join('')
  const groups = { News: ['A', 'B'], Films: ['C', 'D'], Own: ['E'], Kids: ['G', 'H'], Alone: ['J'] }

  it('continues until another one, an empty one or an entry’s own group', () => {
    expect(groupsIn(open(text).list)).toEqual(groups)
  })

  const sorted = (one: Record<string, string[]>): Record<string, string[]> =>
    Object.fromEntries(
      Object.entries(one)
        .filter(([, names]) => names.length > 0)
        .map(([group, names]) => [group, [...names].sort()]),
    )
  const without = (...names: string[]): Record<string, string[]> =>
    sorted(
      Object.fromEntries(Object.entries(groups).map(([group, all]) => [group, all.filter((n) => !names.includes(n))])),
    )
  const cases: [string, Operation, Record<string, string[]>][] = [
    ['a reversed order', { op: 'order', order: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] }, sorted(groups)],
    ['a sorted order', { op: 'sort', mode: 'za' }, sorted(groups)],
    ['a move', { op: 'move', ids: [1], to: 10 }, sorted(groups)],
    ['a move of who begins it', { op: 'move', ids: [0, 2], to: 11 }, sorted(groups)],
    ['a channel less', { op: 'delete', ids: [0] }, without('A')],
    ['channels less', { op: 'delete', ids: [2, 4, 6, 8] }, without('C', 'E', 'G')],
    ['a channel taken out', { op: 'favourite', ids: [0], group: 0, value: false }, without('A')],
    ['the last one taken out', { op: 'favourite', ids: [3], group: 1, value: false }, without('D')],
    ['one of its own taken out', { op: 'favourite', ids: [4], group: 2, value: false }, without('E')],
    ['one put in', { op: 'favourite', ids: [1], group: 1, value: true }, { ...sorted(groups), Films: ['B', 'C', 'D'] }],
    [
      'one without a group put in',
      { op: 'favourite', ids: [5], group: 0, value: true },
      { ...sorted(groups), News: ['A', 'B', 'F'] },
    ],
  ]
  it.each(cases)('keeps its channels through %s', (_what, operation, wanted) => {
    const opened = open(text)
    opened.edit(operation)
    const { written } = writtenBy(opened)
    const { list } = open(written)
    expect(sorted(groupsIn(list))).toEqual(wanted)
    expect(list.names()).toEqual(opened.list.names())
    // A second write changes nothing.
    const again = open(written)
    again.edit({ op: 'rename', id: 0, name: 'X' }, { op: 'rename', id: 0, name: list.names()[0] ?? '' })
    expect(again.write().text).toBe(written)
  })

  it('is written only where needed', () => {
    expect(edited(text, { op: 'delete', ids: [0] }).written).toBe(
      text.replace('\n#EXTGRP:News\n#EXTINF:-1,A\nhttp://s/1\n', '#EXTGRP:News\n'),
    )
    expect(edited(text, { op: 'rename', id: 1, name: 'Q' }).written).toBe(text.replace(',B\n', ',Q\n'))
  })

  it('is renamed in place', () => {
    const opened = open(text)
    opened.edit({ op: 'set', target: 'group', id: 1, values: { name: 'Cinema' } })
    expect(opened.write().text).toBe(text.replace('Films', 'Cinema'))
  })
})

describe('a playlist', () => {
  const kept = (bytes: Uint8Array, at = 0): void => {
    const opened = open(bytes)
    const name = opened.list.names()[at] ?? ''
    opened.edit({ op: 'rename', id: at, name: 'Xy' }, { op: 'rename', id: at, name })
    expect(Buffer.from(opened.write().files[0]?.bytes ?? []).toString('latin1')).toBe(
      Buffer.from(bytes).toString('latin1'),
    )
  }

  it('joined from two files keeps both headers in place', () => {
    const first = `\ufeff#EXTM3U\n#EXTGRP:A\n${entry('-1,One')}${entry('-1,Two', 2)}`
    const second = `\ufeff#EXTM3U url-tvg="http://e/b.xml"\n${entry('-1 group-title="B",Three', 3)}${entry('-1,Four', 4)}`
    kept(Buffer.from(first + second))
    expect(groupsIn(open(first + second).list)).toEqual({ A: ['One', 'Two'], B: ['Three'] })
    const { written, list } = edited(first + second, { op: 'delete', ids: [2] })
    expect(written).toBe(`${first}\ufeff#EXTM3U url-tvg="http://e/b.xml"\n${entry('-1,Four', 4)}`)
    expect(groupsIn(list)).toEqual({ A: ['One', 'Two'] })
  })

  it('may begin with comments, which stay first', () => {
    const head = '# of 2025\r\n#PLAYLIST:Room\r\n#EXTM3U x="y"\r\n'
    const text = `\ufeff${head}#EXTINF:-1 group-title="H",A\r\nhttp://s/1\r\n#EXTINF:-1 group-title="H",B\r\nhttp://s/2`
    expect(findForeignDialect(Buffer.from(text))).toBe('m3u')
    expect(findForeignDialect(Buffer.from('# a\n# b\nA;B:11000:H:S19.2E:22000:1:1:0:0:1:1:1:0\n'))).toBe('vdr')
    expect(groupsIn(open(text).list)).toEqual({ H: ['A', 'B'] })
    kept(Buffer.from(text))
    const { written } = edited(text, { op: 'move', ids: [1], to: 1 })
    expect(written).toBe(
      `\ufeff${head}#EXTINF:-1 group-title="H",B\r\nhttp://s/2\r\n#EXTINF:-1 group-title="H",A\r\nhttp://s/1\r\n`,
    )
  })

  it('keeps lines about the whole file in place', () => {
    const head = '#EXTM3U\n#PLAYLIST:Room\n#EXTENC:UTF-8\n#EXT-X-VERSION:3\n#EXT-X-SESSION-DATA:DATA-ID="a"\n'
    const text = `${head}${entry('-1,A', 1)}${entry('-1,B', 2)}`
    expect(edited(text, { op: 'delete', ids: [0] }).written).toBe(`${head}${entry('-1,B', 2)}`)
    expect(edited(text, { op: 'move', ids: [1], to: 1 }).written).toBe(`${head}${entry('-1,B', 2)}${entry('-1,A', 1)}`)
  })

  it('of bare addresses is recognised, and gets a header with the first name', () => {
    const text = 'http://s.example/one.ts\r\n# spare\r\nudp://@239.1.1.1:5000\r\n'
    expect(findForeignDialect(Buffer.from(text))).toBe('m3u')
    expect(findForeignDialect(Buffer.from(`Watch this:\n${text}`))).toBeNull()
    expect(open(text).list.names()).toEqual(['one.ts', '@239.1.1.1:5000'])
    kept(Buffer.from(text))
    const { written, list } = edited(text, { op: 'rename', id: 0, name: 'One' })
    expect(written).toBe(`#EXTM3U\r\n#EXTINF:-1,One\r\n${text}`)
    expect(list.names()).toEqual(['One', '@239.1.1.1:5000'])
  })

  it.each([
    ['qualities', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/index.m3u8\n'],
    ['pieces', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9.0,\n1.ts\n#EXTINF:9.0,\n2.ts\n#EXT-X-ENDLIST\n'],
  ])('of one stream in %s is refused as a list of channels', (_what, text) => {
    expect(findForeignDialect(Buffer.from(text))).toBeNull()
    expect(makeEngine().open(Buffer.from(text))).toMatchObject({ ok: false, refusal: 'm3u' })
  })

  it('may have an #EXTINF without content', () => {
    const text = '#EXTM3U\n#EXTINF\nhttp://s.example/1.ts\n#EXTINF:\nhttp://s.example/2.ts\n'
    const { written, list } = edited(text, { op: 'rename', id: 0, name: 'A' }, { op: 'rename', id: 1, name: 'B' })
    expect(list.names()).toEqual(['A', 'B'])
    expect(written).toBe(text.replace('#EXTINF\n', '#EXTINF\n#EXTINF:-1,A\n').replace('#EXTINF:\n', '#EXTINF:,B\n'))
  })

  it('in a non-Latin script without addresses is recognised as plain text', () => {
    const text = '频道清单如下：新闻、体育、电影、儿童。\n'.repeat(3)
    expect(makeEngine().open(Buffer.from(text))).toMatchObject({ ok: false, refusal: 'text' })
  })

  it('has HTML entities in group names, and invisible characters around values', () => {
    const text = [
      '#EXTM3U\n',
      entry('-1 tvg-chno="\u200e12" group-title="\u200bA&amp;B;\ufeffC\u200b",One', 1),
      '#EXTINF -1 tvg-chno="\u06f1\u06f3" group-title="A&amp;B",Two\n\u2060http://s.example/2.ts\n',
      entry('-1 tvg-chno="100001" group-title="C",Three', 3),
    ].join('')
    const { list } = open(text)
    expect(groupsIn(list)).toEqual({ 'A&amp;B': ['One', 'Two'], C: ['One', 'Three'] })
    expect(numbersIn(list)).toEqual([12, 13, 100_001])
    expect(list.channel(1)?.url).toBe('http://s.example/2.ts')
    for (const at of [0, 1, 2]) kept(Buffer.from(text), at)
  })

  it('in UTF-8 with one name in another encoding garbles only that name', () => {
    const text = `#EXTM3U\n${entry('-1 group-title="قناة",قناة الصحراء')}`
    const bytes = Buffer.concat([
      Buffer.from(text),
      latin(entry('-1 group-title="Nord",TV2 \xd8stjylland', 2)),
      Buffer.from(entry('-1,Перший', 3)),
    ])
    const { list } = open(bytes)
    expect(list.names()).toEqual(['قناة الصحراء', 'TV2 Østjylland', 'Перший'])
    for (const at of [0, 1, 2]) kept(bytes, at)
  })

  it('with a broken byte keeps the rest of that name', () => {
    const bytes = Buffer.concat([
      Buffer.from('#EXTM3U\n#EXTINF:-1,Канал '),
      latin('\xd0'),
      Buffer.from(' и ещё\nhttp://s/1\n'),
    ])
    expect(open(bytes).list.names()[0]).toMatch(/^Канал . и ещё$/)
    kept(bytes)
  })

  it.each([
    ['windows-1251', ['Третий канал', 'Вечерние вести', 'Мультфильмы и сказки', 'Ёжик в тумане', 'Новости']],
    ['windows-1256', ['قناة الأخبار', 'قناة الرياضة', 'الأولى', 'قرآن كريم', 'أفلام عربية']],
    ['iso-8859-2', ['Žurnál večer', 'Česká televize', 'Dětský kanál', 'Prášek', 'Šťastný dům']],
    ['iso-8859-9', ['Türkçe Müzik', 'Çocuk ve Aile', 'İstanbul Haber', 'Güneş Şehri', 'Işık']],
  ] as const)('in %s is decoded, and new names are encoded like it', async (encoding, names) => {
    const { encodeString } = await import('../support/charset')
    const bytes =
      encodeString(
        `#EXTM3U\n${names.map((name, at) => entry(`-1 group-title="${names[4]}",${name}`, at)).join('')}`,
        encoding,
      ) ?? expect.fail()
    const opened = open(bytes)
    expect(opened.list.names()).toEqual([...names])
    expect(opened.list.favouriteGroups()[0]?.name).toBe(names[4])
    kept(bytes)
    opened.edit({ op: 'rename', id: 0, name: names[3] }, { op: 'rename', id: 1, name: '中文' })
    const written = opened.write().files[0]?.bytes ?? expect.fail()
    expect(
      Buffer.from(written).indexOf(encodeString(`,${names[3]}\nhttp://s.example/0.ts`, encoding) ?? ''),
    ).toBeGreaterThan(0)
    expect(open(written).list.names().slice(0, 3)).toEqual([names[3], '中文', names[2]])
  })

  it('keeps the name of a line without a comma, which a new name brings', () => {
    const text = '#EXTM3U\n#EXTINF:-1 tvg-id="a" group-title="G" One\nhttp://s/1\n#EXTINF:-1 catchup\nhttp://s/2\n'
    expect(open(text).list.names()).toEqual(['One', '2'])
    const { written, list } = edited(text, { op: 'rename', id: 0, name: 'New' })
    expect(written).toBe(text.replace('One', ',New'))
    expect(groupsIn(list)).toEqual({ G: ['New'] })
  })

  it('gives nothing of an entry without an address to the next one', () => {
    const text = '#EXTM3U\n#EXTINF:-1,Off\n#EXTGRP:Off\n#http://s/0\n#EXTINF:-1,A\nhttp://s/1\n'
    expect([open(text).list.names(), groupsIn(open(text).list)]).toEqual([['A'], {}])
    expect(edited(text, { op: 'rename', id: 0, name: 'B' }).written).toBe(text.replace(',A', ',B'))
  })

  it('put together of files with LF, CRLF, CR and CR CR LF has all their entries', () => {
    const ends = ['\n', '\r\n', '\r', '\r\r\n']
    const text = `#EXTM3U\n${ends.map((end, at) => `#EXTINF:-1,N${at}${end}http://s/${at}${end}`).join('')}`
    expect(open(text).list.names()).toEqual(['N0', 'N1', 'N2', 'N3'])
    expect(edited(text, { op: 'rename', id: 2, name: 'New' }).written).toBe(text.replace('N2', 'New'))
    expect(edited(text, { op: 'move', ids: [0], to: 4 }).list.names()).toEqual(['N1', 'N2', 'N3', 'N0'])
  })

  it('may have lines that end with CR', () => {
    expect(open('#EXTM3U\r#EXTINF:-1,A\rhttp://s/1\r#EXTINF:-1,B\rhttp://s/2\r').list.names()).toEqual(['A', 'B'])
  })
})

it('radio is recognised in any case', () => {
  const said = ['true', 'TRUE', '1', 'Yes', 'false', '']
  const { list } = open(`#EXTM3U\n${said.map((word, at) => entry(`-1 radio="${word}",N${at}`, at)).join('')}`)
  expect(said.map((_, id) => list.channel(id)?.type)).toEqual(['radio', 'radio', 'radio', 'radio', 'tv', 'tv'])
})

it('a SAT>IP address is read in upper case and with a slash in its FEC', () => {
  const at = 'freq=11362&pol=H&MSYS=DVBS2&mtype=8PSK&sr=22000&fec=2/3'
  const { list } = open(`#EXTM3U\n#EXTINF:0,A\nrtsp://h/?src=1&${at}&pids=0\n`)
  expect(list.transponders()).toMatchObject([{ frequencyKHz: 11_362_000, polarisation: 'H', fec: '2/3' }])
})

it('Tvheadend’s numbers and pictures are read, and all numbers of an entry take an edit', () => {
  const text = `#EXTM3U\n${entry('-1 logo="http://l/1" tvg-chno="5" tvh-chnum="5",N')}`
  const opened = open(text)
  expect(opened.chl).toContain('"Logo":"http://l/1"')
  opened.edit({ op: 'numbers', numbers: [[0, 6]] })
  expect(writtenBy(opened).written).toBe(text.replaceAll('"5"', '"6"'))
})

describe('a SAT>IP address', () => {
  const one = 'rtsp://h/?src=1&freq=12341&pol=v&msys=dvbs2&sr=31400&fec=910&mtype=16apsk&isi=36&plsc=7&pids=0,1'
  const other = 'rtsp://h/?src=1&freq=11900&pol=h&msys=dvbs&sr=27500&fec=34&pids=0,2'
  const text = `#EXTM3U\n#EXTINF:-1,A\n${one}\n#EXTINF:-1,B\n${other}\n`

  it('has FEC 9/10, 16APSK and multistream values', () => {
    const opened = open(text)
    expect(opened.list.transponders().map(({ fec }) => fec)).toEqual(['9/10', '3/4'])
    const read = makeFormats().read({ dialect: 'm3u', files: [{ name: '', bytes: Buffer.from(text) }] }, '')
    expect(read.ok && read.facts.transponders).toEqual([
      { system: 1, modulation: 4, streams: '36::7' },
      { system: 0, modulation: null, streams: '' },
    ])
    const lamedb = `eDVB services /4/\ntransponders\n00c00000:0001:0001\n\ts 11000000:22000000:0:9:192:2:0:1:4:0:2\n/\nend
services\n0001:00c00000:0001:0001:1:0\nA\np:\nend\n`
    expect(openFile('lamedb', Buffer.from(lamedb)).write('m3u').text).toContain('&mtype=16apsk&sr=22000&fec=910&')
  })

  it('loses what its new transponder doesn’t have when it moves there', () => {
    const opened = open(text)
    opened.edit({ op: 'set', target: 'channel', ids: [0], field: 'transponder', value: 1 })
    expect(opened.write().text).toContain('?src=1&freq=11900&pol=h&msys=dvbs&sr=27500&fec=34&pids=0,1\n')
    opened.edit({ op: 'set', target: 'channel', ids: [1], field: 'transponder', value: 0 })
    expect(opened.write().text).toContain(
      '?src=1&freq=12341&pol=v&msys=dvbs2&sr=31400&fec=910&pids=0,2&mtype=16apsk&isi=36&plsc=7\n',
    )
  })
})

describe('numbers', () => {
  const text = `#EXTM3U\n${entry('-1 tvg-chno="4",A', 1)}${entry('-1 tvg-chno="7",B', 2)}${entry('-1,C', 3)}`
  it('come from the file, and move with their channels', () => {
    const { list } = open(text)
    expect(numbersIn(list)).toEqual([4, 7, 3])
    expect(list.channel(0)).toMatchObject({ number: 4, position: 1 })
    const moved = edited(text, { op: 'move', ids: [0], to: 3 })
    expect(numbersIn(moved.list)).toEqual([7, 2, 4])
  })
  it.each([1, 2, 9])('are written when one is set to %i', (number) => {
    const { written, list } = edited(text, { op: 'numbers', numbers: [[0, number]] })
    expect(written).toBe(text.replace('"4"', `"${number}"`))
    expect(numbersIn(list)).toEqual([number, 7, 3])
  })
  it('follow the position again after theirs is removed', () => {
    const opened = open(text)
    opened.edit({
      op: 'numbers',
      numbers: [
        [0, null],
        [1, null],
      ],
    })
    expect(numbersIn(opened.list)).toEqual([1, 2, 3])
    opened.edit({ op: 'move', ids: [1], to: 1 })
    expect(numbersIn(opened.list)).toEqual([1, 2, 3])
    expect(numbersIn(open(opened.write().text).list)).toEqual([1, 2, 3])
  })
  it('of a table come from its cells, too', () => {
    const table = 'Number,Name,SID\n4,A,1\n2,B,2\n'
    const opened = openFile('csv', Buffer.from(table))
    expect(numbersIn(opened.list)).toEqual([4, 2])
    opened.edit({ op: 'numbers', numbers: [[0, null]] })
    expect(opened.write().text).toBe(table.replace('4,', '1,'))
    opened.edit({ op: 'numbers', numbers: [[0, 9]] })
    expect(opened.write().text).toBe(table.replace('4,', '9,'))
    expect(open(opened.write('m3u').text).list.length()).toBe(0)
  })
  it('are written to a playlist made from another list', () => {
    const table = 'Number,Name,URL\n4,A,http://x/1\n2,B,http://x/2\n'
    expect(numbersIn(open(openFile('csv', Buffer.from(table)).write('m3u').text).list)).toEqual([4, 2])
  })
  it('stay with an added channel and in a derived file', () => {
    const opened = open(text)
    opened.edit({ op: 'set', target: 'channel', ids: [2], field: 'sid', value: 5 }, { op: 'delete', ids: [0] })
    expect(numbersIn(opened.list)).toEqual([7, 2])
    expect(opened.list.channel(1)?.number).toBe(7)
  })
})

it('groups beyond the list’s limit stay in the file when a channel is added to another group', () => {
  const text = `#EXTM3U\n${Array.from({ length: 40 }, (_, at) => entry(`-1 group-title="G${at}",C${at}`, at)).join('')}`
  const opened = open(text)
  expect(opened.list.favouriteGroups()).toHaveLength(32)
  expect(opened.chl).toContain('"FavBeyond":8')
  opened.edit({ op: 'favourite', ids: [39, 3], group: 0, value: true })
  expect(opened.write().text).toBe(text.replace('"G39"', '"G39;G0"').replace('"G3"', '"G3;G0"'))
})

it('a list from an earlier reader that took a header for a channel is written into the same entries', () => {
  const head = '\ufeff#EXTM3U x="2"\n'
  const text = `#EXTM3U\n${entry('-1,A', 1)}${head}${entry('-1,B', 2)}${entry('-1,C', 3)}`
  const earlier = open(text.replace(head, 'http://s.example/taken-for-an-address\n')).list
  const before = toModel(earlier)
  const applied = earlier.apply([
    { op: 'rename', id: 2, name: 'New' },
    { op: 'delete', ids: [3] },
  ])
  expect([applied.ok, earlier.length()]).toEqual([true, 3])
  const original = { dialect: 'm3u', files: [{ name: '', bytes: Buffer.from(text) }] } as const
  const [file] = makeFormats().write({ dialect: 'm3u', original, before, now: toModel(earlier) })
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe(`#EXTM3U\n${entry('-1,A', 1)}${head}${entry('-1,New', 2)}`)
})

it('CR line ends stay', () => {
  const text = '#EXTM3U\r#EXTINF:-1,A\rhttp://x/1\r#EXTINF:-1,B\rhttp://x/2'
  const opened = open(text)
  expect(writtenBy(opened).written).toBe(text)
  opened.edit({ op: 'move', ids: [1], to: 1 })
  expect(writtenBy(opened).written).toBe('#EXTM3U\r#EXTINF:-1,B\rhttp://x/2\r#EXTINF:-1,A\rhttp://x/1\r')
})
