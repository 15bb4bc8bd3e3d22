/** What an upload says that no list holds: kept in its own file, and reported wherever a file lacks it. */
import { describe, expect, it } from 'vitest'
import { fileFormatNames, type FileFormat, type FileLoss, type Operation } from '~/engine/types'
import { openStored } from '~/modules/channel-list/engine/opened'
import { buildSeedList } from '../../../app/modules/channel-list/seed/data'
import { writeSatcodx } from '../../../app/modules/channel-list/seed/file'
import { cells } from '../../../engine/host/cells/index'
import { lamedbOf } from '../../support/fixtures/enigma'
import { makeEngine } from '../../support/fixtures/engine'
import { upload, write, type Uploaded } from './losses-oracle'

const engine = makeEngine()
engine.use(cells)

const listOf = (text: string | Uint8Array): Uploaded => {
  const list = upload(typeof text === 'string' ? Buffer.from(text) : text)
  if (list === null) throw new Error('refused')
  return list
}
const open = ({ source, state }: Uploaded) => openStored(engine, source, state)
const edit = (list: Uploaded, ...operations: Operation[]): Uploaded => {
  const opened = open(list)
  const applied = opened.apply(operations)
  if (!applied.ok) throw new Error(applied.code)
  return { ...list, state: opened.state() }
}
const lossesIn = (list: Uploaded, format: FileFormat, code: FileLoss['code']): number[] =>
  write(list, format).losses.flatMap((loss) => (loss.code === code ? loss.ids : []))
const textIn = (list: Uploaded, format: FileFormat): string => new TextDecoder().decode(write(list, format).bytes)
const satip = (at: number): string =>
  `rtsp://box/?src=1&freq=${11_000 + at}&pol=h&msys=dvbs&sr=22000&pids=0,${100 + at}`

describe('channel numbers that no list can hold', () => {
  const numbers = ['10.1', '10.5', '7', '5-1', '12a', '0', '-1']
  const text = `#EXTM3U\n${numbers
    .map((number, at) => `#EXTINF:-1 tvg-chno="${number}",C${at}\n${satip(at)}\n`)
    .join('')}`

  it('are reported when a playlist is read, and the position counts', () => {
    const list = open(listOf(text))
    expect([...list.numbers()]).toEqual([1, 2, 7, 4, 5, 6, 7])
    expect(
      list.problems().flatMap(({ code, record, value }) => (code === 'number-unread' ? [[record, value]] : [])),
    ).toEqual([
      [1, '10.1'],
      [2, '10.5'],
      [4, '5-1'],
      [5, '12a'],
    ])
  })

  it('are reported when a table is read', () => {
    const list = open(listOf('Number;Name;SID\n10.1;One;1\n10,5;Two;2\n3;Three;3\n'))
    expect(
      list.problems().flatMap(({ code, record, value }) => (code === 'number-unread' ? [[record, value]] : [])),
    ).toEqual([
      [1, '10.1'],
      [2, '10,5'],
    ])
  })

  it('stay in their own file, and in a table where they can be read back', () => {
    const list = edit(listOf(text), { op: 'rename', id: 0, name: 'New' })
    expect(textIn(list, 'm3u')).toBe(text.replace(',C0', ',New'))
    expect(write(list, 'm3u').losses).toEqual([])
    expect(textIn(list, 'csv')).toMatch(/\n10\.1,New,.*\n10\.5,C1,.*\n7,C2,.*\n5-1,C3,.*\n5,C4,/s)
    expect(lossesIn(list, 'csv', 'number')).toEqual([4])
  })

  it('are a loss in every other format, until an edit gives a whole number', () => {
    const list = listOf(text)
    for (const format of ['e2', 'sdx'] as const)
      expect([format, lossesIn(list, format, 'number')]).toEqual([format, [0, 1, 2, 3, 4]])
    for (const format of ['cdx', 'txt'] as const)
      expect([format, lossesIn(list, format, 'number')]).toEqual([format, [0, 1, 3, 4]])
    const numbered = edit(list, { op: 'numbers', numbers: [[0, 44]] })
    expect(lossesIn(numbered, 'csv', 'number')).toEqual([4])
    expect(textIn(numbered, 'csv')).toMatch(/\n44,C0,/)
    expect(textIn(numbered, 'm3u')).toContain('tvg-chno="44",C0')
  })
})

describe('logos and further attributes of a playlist', () => {
  const text = [
    '#EXTM3U',
    `#EXTINF:-1 tvg-logo="http://l/a.png",A\n${satip(0)}`,
    `#EXTINF:-1 tvg-id="b" catchup="shift" catchup-days="3",B\n${satip(1)}`,
    `#EXTINF:-1,C\n#EXTVLCOPT:http-user-agent=X\n${satip(2)}`,
    `#EXTINF:-1 tvg-id="" tvg-logo="" tvg-name="D",D\n${satip(3)}`,
    `#EXTINF:-1 tvg-name="The guide’s name",E\n${satip(4)}`,
    `#KODIPROP:inputstream=x\n#EXTINF:-1,F\n${satip(5)}`,
    '',
  ].join('\n')

  it.each(
    fileFormatNames.filter((format) => !['m3u', 'xml', 'vdr', 'e2', 'lamedb', 'lamedb5', 'cdx'].includes(format)),
  )('are reported where a file lacks them: %s', (format) => {
    expect([lossesIn(listOf(text), format, 'logo'), lossesIn(listOf(text), format, 'attributes')]).toEqual([
      [0],
      [1, 2, 4, 5],
    ])
  })

  it('stay in the playlist', () => {
    const list = edit(listOf(text), { op: 'rename', id: 1, name: 'New' })
    expect(textIn(list, 'm3u')).toBe(text.replace(',B\n', ',New\n'))
    expect(write(list, 'm3u').losses).toEqual([])
  })

  it('are reported for every entry if the header has them', () => {
    const list = listOf(`#EXTM3U url-tvg="http://g/x.xml"\n#EXTINF:-1,A\nhttp://a/1\n#EXTINF:-1,B\nhttp://a/2\n`)
    expect(lossesIn(list, 'csv', 'attributes')).toEqual([0, 1])
  })
})

it('further columns of a table are reported where a file lacks them', () => {
  const list = listOf('Number;Name;SID;Remarks\n1;One;1;mine\n2;Two;2;\n')
  expect(lossesIn(list, 'txt', 'attributes')).toEqual([0])
  expect(write(list, 'csv').losses).toEqual([])
  const neutral = listOf('1;One;1-1019-10301;1,2\n2;Two;1-1019-10302\n')
  expect(lossesIn(neutral, 'csv', 'attributes')).toEqual([0])
})

it('short names of VDR are reported where a file lacks them', () => {
  const line = (name: string, sid: number): string => `${name}:11494:HC23M5O35S1:S19.2E:22000:0:0:0:0:${sid}:1:1019:0\n`
  const list = listOf(line('Long,Short;ARD', 1) + line('Plain;ARD', 2))
  expect(lossesIn(list, 'csv', 'attributes')).toEqual([0])
  expect(write(list, 'vdr').losses).toEqual([])
})

it('the systems of scrambled services are reported where a file says only that they are scrambled', () => {
  const services = [
    { sid: 1, type: 1, name: 'Two systems', facts: 'p:Own,C:0500,C:1803' },
    { sid: 2, type: 1, name: 'Unnamed', facts: 'p:Own,C:0000' },
    { sid: 3, type: 1, name: 'Free' },
  ]
  const list = listOf(lamedbOf(4, services))
  for (const format of ['csv', 'cdx', 'sdx'] as const)
    expect([format, lossesIn(list, format, 'encryption')]).toEqual([format, [0]])
  for (const format of ['lamedb', 'lamedb5', 'vdr', 'chl'] as const)
    expect([format, lossesIn(list, format, 'encryption')]).toEqual([format, []])
})

it('the kind of video that a list for boxes gets from one word of SatcoDX is reported', () => {
  const list = listOf(writeSatcodx(buildSeedList({ seed: 3, channels: 20 }), { version: '103' }))
  const opened = open(list)
  const ids = [...opened.columns().id]
  const pictures = ids.filter((id) => opened.channel(id)?.type === 'tv')
  expect(pictures.length).toBeGreaterThan(0)
  const told = write(list, 'chl').losses.find(({ fields }) => fields?.includes('videoType'))
  expect([...(told?.ids ?? [])].sort((one, other) => one - other)).toEqual(pictures)
  // Without such a word nothing is made up.
  expect(
    write(edit(list, { op: 'set', target: 'channel', ids, field: 'videoType', value: 'HEVC' }), 'chl').losses,
  ).toEqual(write(list, 'chl').losses.filter(({ fields }) => !fields?.includes('videoType')))
})

it('multistream values are reported where a file lacks them', () => {
  const text = (more: string): Buffer =>
    Buffer.from(lamedbOf(5, [{ sid: 1, type: 25, name: 'One' }]).replace(/:0:2$/m, `:0:2${more}`))
  for (const more of [',MIS/PLS:5:1:0', ',T2MI:0:4096'])
    for (const format of ['csv', 'm3u', 'vdr', 'chl', 'sdx'] as const)
      expect([format, lossesIn(listOf(text(more)), format, 'multistream')]).toEqual([format, [0]])
  for (const format of ['lamedb', 'lamedb5', 'e2'] as const)
    expect([format, lossesIn(listOf(text(',MIS/PLS:5:1:0')), format, 'multistream')]).toEqual([format, []])
  expect(lossesIn(listOf(text('')), 'csv', 'multistream')).toEqual([])
})
