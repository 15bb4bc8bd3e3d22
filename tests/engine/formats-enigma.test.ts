/** Enigma2: service types, bouquets of every kind, mixed encodings, and files of any length. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findForeignDialect } from '../../engine/host/formats/detect'
import { enigma } from '../../engine/host/formats/enigma/index'
import type { Charset } from '../../engine/host/formats/m3u/encoding'
import type { List } from '../../engine/host/formats/model'
import { toModel } from '../../engine/host/formats/to-model'
import type { NamedFile } from '../../engine/host/formats/types'
import { openDialect, openFile } from '../support/fixtures/dialect'
import { makeFormats } from '../support/fixtures/engine'
import { folderOf, lamedbOf, lineOf, subLine, typedServices, type Service } from '../support/fixtures/enigma'
import { hasSamples, samplesDir } from '../support/paths'

const { read: readEnigma, rewrite: rewriteEnigma } = enigma('enigma2')

const openFolder = (files: readonly NamedFile[]) => openDialect({ dialect: 'enigma2', files })
type Open = ReturnType<typeof openFolder>
const textIn = (files: readonly NamedFile[], name: string): string =>
  Buffer.from(files.find((file) => file.name.endsWith(name))?.bytes ?? []).toString()
const groupsOf = ({ list }: Open): [name: string, channels: (string | undefined)[]][] =>
  list.favouriteGroups().map(({ id, name }) => [name, list.groupOrder(id).map((one) => list.channel(one)?.name)])
const added = 2 ** 30

/** The service types of a lamedb, by SID. */
const typesIn = (text: string): Record<string, number> => {
  const heads = text.matchAll(/^(?:s:)?([0-9a-f]{4}):[0-9a-f]{8}:[0-9a-f]{4}:[0-9a-f]{4}:(\d+):/gm)
  return Object.fromEntries([...heads].map(([, sid = '', type]) => [Number.parseInt(sid, 16), Number(type)]))
}
const givenTypes = Object.fromEntries(typedServices.map(({ sid, type }) => [sid, type]))

const guessed: Charset = { chosen: null, guess: () => 'windows-1252' }

describe('service types', () => {
  it.each([
    [4, 'lamedb', 'lamedb5'],
    [5, 'lamedb5', 'lamedb'],
  ] as const)('are unchanged when a lamedb %i is written as every other version', (version, from, to) => {
    const opened = openFile(from, Buffer.from(lamedbOf(version, typedServices)))
    expect(typesIn(opened.write(to).text)).toEqual(givenTypes)
    const settings = opened.write('enigma2').files
    expect(typesIn(textIn(settings, 'lamedb'))).toEqual(givenTypes)
    expect(textIn(settings, 'favourites.tv')).toContain('#SERVICE 1:0:19:6:1:1:C00000:0:0:0:\n')
    expect(textIn(settings, 'favourites.radio')).toContain('#SERVICE 1:0:A:3:1:1:C00000:0:0:0:\n')
  })

  it('are television, radio or data as boxes list them, and stay in an edited file', () => {
    const kinds = {
      tv: [1, 4, 5, 6, 11, 17, 22, 25, 27, 31, 32, 134, 195, 211],
      radio: [2, 10],
      data: [0, 3, 12, 15, 16, 128, 144, 160, 254],
    }
    const services = Object.values(kinds)
      .flat()
      .map((type) => ({ sid: 1000 + type, type, name: `Service ${type}` }))
    const opened = openFile('lamedb', Buffer.from(lamedbOf(4, services)))
    const shown = Object.entries(kinds).map(([kind]) => [
      kind,
      [...opened.list.columns().id]
        .filter((id) => opened.list.channel(id)?.type === kind)
        .map((id) => (opened.list.channel(id)?.sid ?? 0) - 1000),
    ])
    expect(Object.fromEntries(shown)).toEqual(kinds)
    opened.edit({ op: 'sort', mode: 'za' }, { op: 'rename', id: 20, name: 'New' })
    const types = Object.fromEntries(services.map(({ sid, type }) => [sid, type]))
    for (const dialect of ['lamedb', 'lamedb5'] as const) expect(typesIn(opened.write(dialect).text)).toEqual(types)
  })

  const folder = () =>
    folderOf({
      lamedb: lamedbOf(4, typedServices),
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.mine.tv')],
      'userbouquet.mine.tv': ['#NAME Mine', lineOf(typedServices[0] as Service)],
    })

  it('are written into every line of a new bouquet', () => {
    const opened = openFolder(folder())
    const ids = typedServices.map((_, id) => id)
    opened.edit(
      { op: 'add', target: 'group', id: added + 1, values: { name: 'Evening' } },
      { op: 'favourite', ids, group: added + 1, value: true },
    )
    const { files } = opened.write()
    const bouquet = textIn(files, 'userbouquet.portal1.tv')
    for (const service of typedServices) expect(bouquet).toContain(`${lineOf(service)}\n`)
    expect(textIn(files, 'lamedb')).toBe(lamedbOf(4, typedServices))
  })

  it('are written into the lines of channels that a bouquet gets', () => {
    const opened = openFolder(folder())
    opened.edit({ op: 'favourite', ids: [5, 6], group: 0, value: true })
    expect(textIn(opened.write().files, 'mine.tv')).toBe(
      ['#NAME Mine', ...[0, 5, 6].map((at) => lineOf(typedServices[at] as Service)), ''].join('\n'),
    )
  })

  it('change everywhere with an edit from radio to television', () => {
    const opened = openFolder(folder())
    opened.edit({ op: 'set', target: 'channel', ids: [0], field: 'type', value: 'radio' })
    const { files } = opened.write()
    expect(typesIn(textIn(files, 'lamedb'))).toEqual({ ...givenTypes, 1: 2 })
    expect(textIn(files, 'mine.tv')).toContain(lineOf({ ...(typedServices[0] as Service), type: 2 }))
  })

  it('of a single bouquet come from its lines', () => {
    const text = `#NAME Mine\n${typedServices.map((one) => `${lineOf(one)}\n#DESCRIPTION ${one.name}\n`).join('')}`
    expect(typesIn(openFile('enigma2', Buffer.from(text)).write('lamedb').text)).toEqual(givenTypes)
  })

  it('are chosen for channels that have none: television or radio, HD depending on the codec', () => {
    const opened = openFile('lamedb', Buffer.from(lamedbOf(4, typedServices.slice(0, 1))))
    const like = { transponder: 0, sid: 100 } as const
    opened.edit({
      op: 'add',
      target: 'channel',
      channels: [
        { ...like, id: added + 1, name: 'One', type: 'tv' },
        { ...like, id: added + 2, name: 'Two', type: 'radio', sid: 101 },
        { ...like, id: added + 3, name: 'Three', type: 'tv', sid: 102, videoType: 'H264' },
        { ...like, id: added + 4, name: 'Four', type: 'tv', sid: 103, videoType: 'HEVC' },
      ],
    })
    expect(typesIn(opened.write().text)).toEqual({ 1: 1, 100: 1, 101: 2, 102: 25, 103: 31 })
  })

  if (hasSamples)
    it('of a real lamedb all survive', () => {
      const text = readFileSync(path.join(samplesDir, 'lamedb'), 'latin1')
      const opened = openFile('lamedb', Buffer.from(text, 'latin1'))
      const linesOf = (file: string): string[] =>
        [...file.matchAll(/^(?:s:)?([0-9a-f]{1,4}:[0-9a-f]{8}:[0-9a-f]{4}:[0-9a-f]{4}:\d+):/gm)].map(
          ([, head = '']) => head,
        )
      const heads = linesOf(text.slice(text.indexOf('\nservices\n')))
      expect(heads.length).toBeGreaterThan(1000)
      expect(linesOf(opened.write('lamedb5').text)).toEqual(heads)
    })
})

const three: readonly Service[] = [
  { sid: 1, type: 25, name: 'One' },
  { sid: 2, type: 25, name: 'Two' },
  { sid: 3, type: 1, name: 'Three' },
]
const [one, two, last] = three.map(lineOf) as [string, string, string]
const settingsOf = (bouquet: readonly string[], more: Readonly<Record<string, readonly string[]>> = {}) =>
  folderOf({
    lamedb: lamedbOf(4, three),
    'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.mine.tv')],
    'userbouquet.mine.tv': bouquet,
    ...more,
  })

describe('alternatives', () => {
  const line = '#SERVICE 1:134:1:0:0:0:0:0:0:0:FROM BOUQUET "alternatives.both.tv" ORDER BY bouquet'
  const folder = (alternatives: readonly string[]) =>
    settingsOf(['#NAME Mine', line, last], { 'alternatives.both.tv': ['#NAME Both', ...alternatives] })
  const missing = lineOf({ sid: 999, type: 1, name: '' })

  it('mean the first of them that exists', () => {
    expect(groupsOf(openFolder(folder([missing, two, one])))).toEqual([['Mine', ['Two', 'Three']]])
    expect(groupsOf(openFolder(folder([missing])))).toEqual([['Mine', ['Three']]])
    const stream = '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//example.org/one:Stream'
    expect(groupsOf(openFolder(folder([missing, stream, one])))).toEqual([['Mine', ['Stream', 'Three']]])
  })

  it('stay unchanged, and follow their channel', () => {
    const opened = openFolder(folder([two, one]))
    opened.edit(
      { op: 'favourite', ids: [0], group: 0, value: true },
      { op: 'group-order', group: 0, order: [2, 0, 1] },
      { op: 'set', target: 'channel', ids: [1], field: 'sid', value: 4711 },
    )
    const { files } = opened.write()
    expect(textIn(files, 'mine.tv')).toBe(['#NAME Mine', last, one, line, ''].join('\n'))
    expect(textIn(files, 'both.tv')).toBe(['#NAME Both', two.replace(':2:', ':1267:'), one, ''].join('\n'))
  })

  it('leave the bouquet with their channel', () => {
    const opened = openFolder(folder([two, one]))
    opened.edit({ op: 'favourite', ids: [1], group: 0, value: false })
    expect(textIn(opened.write().files, 'mine.tv')).toBe(['#NAME Mine', last, ''].join('\n'))
  })
})

describe('a list of bouquets', () => {
  const files = {
    lamedb: lamedbOf(4, three),
    'userbouquet.zz.tv': ['#NAME First', two, one],
    'userbouquet.aa.tv': ['#NAME Second', last],
    'userbouquet.gone.tv.del': ['#NAME Deleted', one],
  }

  it.each([
    ['quotes', (name: string) => subLine(name)],
    ['plain names', (name: string) => `#SERVICE: 1:7:1:0:0:0:0:0:0:0:${name}`],
    ['paths', (name: string) => `#SERVICE: 1:7:1:0:0:0:0:0:0:0:/etc/enigma2/${name}`],
    ['names without quotes', (name: string) => `#SERVICE 1:519:1:0:0:0:0:0:0:0:FROM BOUQUET ${name} ORDER BY bouquet`],
  ])('names them by %s, and keeps its order', (_how, lineFor) => {
    const lines = ['#NAME Bouquets', lineFor('userbouquet.zz.tv'), lineFor('userbouquet.aa.tv')]
    const opened = openFolder(folderOf({ ...files, 'bouquets.tv': lines }))
    expect(groupsOf(opened)).toEqual([
      ['First', ['Two', 'One']],
      ['Second', ['Three']],
    ])
    opened.edit({ op: 'favourite', ids: [2], group: 0, value: true })
    const written = opened.write().files
    expect(textIn(written, 'zz.tv')).toBe(['#NAME First', two, one, last, ''].join('\n'))
    expect(textIn(written, 'aa.tv')).toBe(['#NAME Second', last, ''].join('\n'))
    expect(textIn(written, 'bouquets.tv')).toBe([...lines, ''].join('\n'))
  })

  it('may use other file endings', () => {
    const opened = openFolder(
      folderOf({
        lamedb: lamedbOf(4, three),
        'bouquets.tv': ['#NAME Bouquets', subLine('streams.iptv')],
        'streams.iptv': ['#NAME Streams', '#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//example.org/one:Stream', one],
      }),
    )
    expect(groupsOf(opened)).toEqual([['Streams', ['Stream', 'One']]])
  })

  it('takes the order of the groups; other entries keep their lines', () => {
    // The first eight groups can't be removed.
    const names = Array.from({ length: 10 }, (_, at) => `userbouquet.${at}.tv`)
    const lines = ['#NAME Bouquets', ...names.map(subLine)]
    const opened = openFolder(
      folderOf({
        lamedb: files.lamedb,
        'bouquets.tv': lines,
        ...Object.fromEntries(names.map((name, at) => [name, [`#NAME Group ${at}`, '# a remark', one]])),
      }),
    )
    const order = [1, 0, 2, 3, 4, 5, 6, 7, 9, 8]
    opened.edit({ op: 'arrange', target: 'group', order })
    const arranged = opened.write().files
    expect(textIn(arranged, 'bouquets.tv')).toBe(
      ['#NAME Bouquets', ...order.map((at) => subLine(names[at] ?? '')), ''].join('\n'),
    )
    expect(textIn(arranged, 'userbouquet.1.tv')).toBe(['#NAME Group 1', '# a remark', one, ''].join('\n'))
    opened.edit({ op: 'remove', target: 'group', id: 8 })
    const removed = opened.write().files
    expect(textIn(removed, 'bouquets.tv')).not.toContain(names[8])
    expect(groupsOf(openFolder(removed)).map(([name]) => name)).toEqual([
      ...['Group 1', 'Group 0', 'Group 2', 'Group 3', 'Group 4', 'Group 5', 'Group 6', 'Group 7', 'Group 9'],
    ])
  })

  it('is created if a folder has none, and a new bouquet never overwrites another', () => {
    const opened = openFolder(
      folderOf({ lamedb: files.lamedb, 'userbouquet.portal1.tv': ['#NAME Old', one], 'userbouquet.portal2.tv': [] }),
    )
    opened.edit(
      { op: 'add', target: 'group', id: added + 1, values: { name: 'New' } },
      { op: 'favourite', ids: [1], group: added + 1, value: true },
    )
    const { files: written } = opened.write()
    expect(groupsOf(openFolder(written))).toEqual([
      ['Old', ['One']],
      ['New', ['Two']],
    ])
    expect(textIn(written, 'portal1.tv')).toBe(['#NAME Old', one, ''].join('\n'))
    expect(textIn(written, 'portal3.tv')).toBe(['#NAME New', two, ''].join('\n'))
  })
})

describe('entries that are not channels', () => {
  const filler = '#SERVICE 1:832:D:0:0:0:0:0:0:0:'
  const hidden = '#SERVICE 1:320:0:0:0:0:0:0:0:0:'

  it('stay before their channel: spacers, hidden markers, comments', () => {
    const opened = openFolder(
      settingsOf(['#NAME Mine', one, filler, filler, '#DESCRIPTION  ', '# remark', two, hidden, last, '']),
    )
    opened.edit({ op: 'group-order', group: 0, order: [1, 2, 0] })
    expect(textIn(opened.write().files, 'mine.tv')).toBe(
      ['#NAME Mine', filler, filler, '#DESCRIPTION  ', '# remark', two, hidden, last, one, '', ''].join('\n'),
    )
  })

  it('mixing television and radio stay mixed', () => {
    const radio = lineOf({ sid: 4, type: 2, name: 'Radio' })
    const folder = folderOf({
      lamedb: lamedbOf(4, [...three, { sid: 4, type: 2, name: 'Radio' }]),
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.mine.tv')],
      'userbouquet.mine.tv': ['#NAME Mine', one, radio, two],
    })
    const opened = openFolder(folder)
    opened.edit({ op: 'favourite', ids: [2], group: 0, value: true })
    expect(textIn(opened.write().files, 'mine.tv')).toBe(['#NAME Mine', one, radio, two, last, ''].join('\n'))
  })
})

it('of bouquets beyond the 32 that become groups stay', () => {
  const names = Array.from({ length: 34 }, (_, at) => `userbouquet.b${at}.tv`)
  const opened = openFolder(
    folderOf({
      lamedb: lamedbOf(4, three),
      'bouquets.tv': ['#NAME Bouquets', ...names.map(subLine)],
      ...Object.fromEntries(names.map((name, at) => [name, [`#NAME Group ${at}`, two]])),
    }),
  )
  expect(opened.list.favouriteGroups()).toHaveLength(32)
  opened.edit(
    { op: 'favourite', ids: [0], group: 31, value: true },
    { op: 'set', target: 'channel', ids: [1], field: 'sid', value: 4711 },
  )
  const { files } = opened.write()
  const moved = two.replace(':2:', ':1267:')
  expect(textIn(files, 'b31.tv')).toBe(['#NAME Group 31', moved, one, ''].join('\n'))
  expect(textIn(files, 'b33.tv')).toBe(['#NAME Group 33', moved, ''].join('\n'))
})

describe('text', () => {
  const names = ['Mine', 'TV2 \xd8stjylland HD', Buffer.from('Größe 1').toString('latin1'), 'Gr\xf6\xdfe 2']
  const bytes = () =>
    Buffer.from(
      lamedbOf(
        4,
        names.map((name, sid) => ({ sid: sid + 1, type: 1, name })),
      ),
      'latin1',
    )

  it('is decoded name by name if a file mixes UTF-8 and windows-1252', () => {
    const opened = openFile('lamedb', bytes())
    expect(opened.list.names()).toEqual(['Mine', 'TV2 Østjylland HD', 'Größe 1', 'Größe 2'])
    opened.edit({ op: 'rename', id: 0, name: 'Größe 3' })
    const out = Buffer.from(opened.write().files[0]?.bytes ?? []).toString('latin1')
    expect(out).toBe(bytes().toString('latin1').replace('Mine', Buffer.from('Größe 3').toString('latin1')))
  })

  it('with one bad byte loses one character', () => {
    const text = lamedbOf(4, [{ sid: 1, type: 1, name: 'Größe \xff Ünïté' }])
    const bad = Buffer.concat(
      text.split('\xff').flatMap((piece, at) => [Buffer.from(at > 0 ? [0xff] : []), Buffer.from(piece)]),
    )
    expect(openFile('lamedb', bad).list.names()).toEqual(['Größe ÿ Ünïté'])
  })

  it('stays windows-1252 in a file without UTF-8, unless a character is missing there', () => {
    const old = Buffer.from(lamedbOf(5, [{ sid: 1, type: 1, name: 'Gr\xf6\xdfe' }]), 'latin1')
    const rename = (name: string) => {
      const opened = openFile('lamedb5', old)
      opened.edit({ op: 'rename', id: 0, name })
      return Buffer.from(opened.write().files[0]?.bytes ?? [])
    }
    expect(rename('Süd € 1').includes(Buffer.from('S\xfcd \x80 1', 'latin1'))).toBe(true)
    expect(openFile('lamedb5', rename('Łódź')).list.names()).toEqual(['Łódź'])
  })
})

describe('records', () => {
  it('of transponders that occur twice both take an edit, and the next ones keep theirs', () => {
    const text = lamedbOf(4, [{ sid: 1, type: 1, name: 'One' }], [2]).replace(
      /00c00000:0001:0001\n.*\n\/\n/,
      (found) => found + found,
    )
    const opened = openFile('lamedb', Buffer.from(text))
    opened.edit({ op: 'set', target: 'transponder', id: 1, values: { frequencyKHz: 12_345_000 } })
    expect(opened.write().text).toBe(text.replace('s 11002000', 's 12345000'))
    opened.edit({ op: 'set', target: 'transponder', id: 0, values: { frequencyKHz: 12_333_000 } })
    expect(opened.write().text).toBe(text.replace('s 11002000', 's 12345000').replaceAll('s 11001000', 's 12333000'))
  })

  it('of a second lamedb follow the first, in their own order', () => {
    const folder = folderOf({
      lamedb: lamedbOf(4, three),
      lamedb5: lamedbOf(5, [...three].reverse()),
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.mine.tv')],
      'userbouquet.mine.tv': ['#NAME Mine', one, two],
    })
    const opened = openFolder(folder)
    const channel = { id: added + 1, name: 'Added', type: 'radio', transponder: 0, sid: 77 } as const
    opened.edit(
      { op: 'rename', id: 0, name: 'Renamed' },
      { op: 'set', target: 'channel', ids: [1], field: 'sid', value: 4711 },
      { op: 'set', target: 'transponder', id: 0, values: { frequencyKHz: 12_345_000, fec: '3/4' } },
      { op: 'delete', ids: [2] },
      { op: 'add', target: 'channel', channels: [channel] },
    )
    const { files } = opened.write()
    const edited: Service[] = [
      { sid: 1, type: 25, name: 'Renamed' },
      { sid: 4711, type: 25, name: 'Two' },
    ]
    const tuned = (version: 4 | 5, services: readonly Service[]): string =>
      lamedbOf(version, services).replace('11001000:22000000:0:2', '12345000:22000000:0:3')
    const radio: Service = { sid: 77, type: 2, name: 'Added', facts: 'p:' }
    expect(textIn(files, 'lamedb')).toBe(tuned(4, [...edited, radio]))
    expect(textIn(files, 'lamedb5')).toBe(tuned(5, [...edited].reverse().concat(radio)))
    expect(textIn(files, 'mine.tv')).toBe(['#NAME Mine', one, two.replace(':2:', ':1267:'), ''].join('\n'))
  })

  it('at the end of a file without a final line end can be moved', () => {
    const text = lamedbOf(5, three).trimEnd()
    const opened = openFile('lamedb5', Buffer.from(text))
    opened.edit({ op: 'move', ids: [2], to: 1 })
    expect(openFile('lamedb5', Buffer.from(opened.write().text)).list.names()).toEqual(['Three', 'One', 'Two'])
  })

  it('in a lamedb 5 keep transponders between them', () => {
    const lines = lamedbOf(5, three, [2]).trimEnd().split('\n')
    const mixed = [...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)].map((line) => `${line}\n`).join('')
    const opened = openFile('lamedb5', Buffer.from(mixed))
    opened.edit({ op: 'rename', id: 0, name: 'Renamed' })
    expect(opened.write().text).toBe(mixed.replace('"One"', '"Renamed"'))
  })

  it('of a single bouquet get names from their descriptions', () => {
    const opened = openFile('enigma2', Buffer.from(`#NAME Mine\r\n${one}\r\n#DESCRIPTION One\r\n${two}\r\n`))
    opened.edit({ op: 'rename', id: 0, name: 'First' }, { op: 'rename', id: 1, name: 'Second' })
    expect(opened.write().text).toBe(`#NAME Mine\r\n${one}\r\n#DESCRIPTION First\r\n${two}\r\n#DESCRIPTION Second\r\n`)
  })

  it('of a single bouquet may have their names after their references', () => {
    const text = `#NAME Mine\n${one}:One: HD\n${two}:Two\n`
    const opened = openFile('enigma2', Buffer.from(text))
    expect(opened.list.names()).toEqual(['One: HD', 'Two'])
    opened.edit({ op: 'rename', id: 1, name: 'Second' })
    expect(opened.write().text).toBe(text.replace(':Two', ':Second'))
    opened.edit({ op: 'rename', id: 1, name: 'A: B' })
    const { text: written } = opened.write()
    expect(openFile('enigma2', Buffer.from(written)).list.names()).toEqual(['One: HD', 'A: B'])
    // Also next to a lamedb.
    const named = openFolder(settingsOf(['#NAME Mine', `${one}:One`]))
    named.edit({ op: 'rename', id: 0, name: 'First' })
    expect(textIn(named.write().files, 'mine.tv')).toBe(`#NAME Mine\n${one}:First\n`)
  })

  it('that name a service by its name use its new name', () => {
    const named = [one, '#DESCRIPTION One', two, '#DESCRIPTION Another name']
    const opened = openFolder(settingsOf(['#NAME Mine', ...named]))
    opened.edit({ op: 'rename', id: 0, name: 'First' }, { op: 'rename', id: 1, name: 'Second' })
    expect(textIn(opened.write().files, 'mine.tv')).toBe(
      ['#NAME Mine', one, '#DESCRIPTION First', two, '#DESCRIPTION Another name', ''].join('\n'),
    )
  })

  it('of streams keep their player and picture when added to another bouquet', () => {
    const head = '5002:0:1:5221:C99:3:0:0:0:0'
    const opened = openFolder(
      settingsOf(['#NAME Mine', one], {
        'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.mine.tv'), subLine('userbouquet.other.tv')],
        'userbouquet.other.tv': ['#NAME Other', `#SERVICE ${head}:http%3a//example.org%3a8080/one:UK:: Sport`],
      }),
    )
    expect(opened.list.channel(3)).toMatchObject({ name: 'UK:: Sport', url: 'http://example.org:8080/one' })
    opened.edit({ op: 'favourite', ids: [3], group: 0, value: true })
    expect(textIn(opened.write().files, 'mine.tv')).toContain(`#SERVICE ${head}:http%3a//example.org%3a8080/one:`)
  })
})

describe('addresses', () => {
  const line = (address: string): string => `#SERVICE 4097:0:1:0:0:0:0:0:0:0:${address}`
  const urlsIn = (...lines: string[]): [name: string, url: string | null][] => {
    const { list } = openFile('enigma2', Buffer.from(['#NAME Mine', ...lines.map(line), ''].join('\n')))
    return list.names().map((name, id) => [name, list.channel(id)?.url ?? null])
  }
  it('are decoded as boxes decode them, whichever program encoded them', () => {
    expect(
      urlsIn(
        'http%3a//one.example%3a8080/get.php?u=x&p=y:One',
        'http%3A//two.example%3A8080/get.php%3Fu%3Dx%26p%3Dy%2520z:Two',
        'http%3a//three.example/%C3%A9/100%:Three',
      ),
    ).toEqual([
      ['One', 'http://one.example:8080/get.php?u=x&p=y'],
      ['Two', 'http://two.example:8080/get.php?u=x&p=y%20z'],
      ['Three', 'http://three.example/é/100%'],
    ])
    expect(urlsIn('http%3a//four.example/%0a%00%7f:Four')).toEqual([['Four', 'http://four.example/%0a%00%7f']])
  })

  it('with plain colons end at a blank or at the colon before the name, and edits leave them so', () => {
    const lines = [
      'http://one.example:8080/live/1.ts:One: HD',
      'http://two.example/1 Two',
      'rtmp://three.example:1935',
      'http://four.example:8080:Four',
    ]
    expect(urlsIn(...lines)).toEqual([
      ['One: HD', 'http://one.example:8080/live/1.ts'],
      ['Two', 'http://two.example/1'],
      ['', 'rtmp://three.example:1935'],
      ['Four', 'http://four.example:8080'],
    ])
    const text = ['#NAME Mine', ...lines.map(line), ''].join('\n')
    const opened = openFile('enigma2', Buffer.from(text))
    expect(opened.write().text).toBe(text)
    const url = 'http://new.example:81/a%20b'
    opened.edit(
      { op: 'set', target: 'channel', ids: [1], field: 'url', value: url },
      { op: 'rename', id: 0, name: 'New' },
    )
    const { text: written } = opened.write()
    expect(written).toContain(`${line('http://new.example:81/a%2520b Two')}\n`)
    expect(openFile('enigma2', Buffer.from(written)).list.channel(1)).toMatchObject({ name: 'Two', url })
    expect(openFile('enigma2', Buffer.from(written)).list.channel(0)).toMatchObject({ name: 'New' })
  })

  it('from a playlist come back whole, although boxes decode them', () => {
    const urls = ['http://a.example:80/x%20y%3az?a=%C3%A9', 'http://b.example/100%', 'http://c.example/%0a%25']
    const opened = openFile(
      'm3u',
      Buffer.from(`#EXTM3U\n${urls.map((url, at) => `#EXTINF:-1,S${at}\n${url}\n`).join('')}`),
    )
    const now = toModel(opened.list)
    const files = makeFormats().write({ dialect: 'enigma2', original: null, before: null, now })
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString()).join('')).toContain(
      'http%3a//a.example%3a80/x%2520y%253az?a=%25C3%25A9:',
    )
    const { list } = openFolder(files)
    expect(list.names().map((_, id) => list.channel(id)?.url)).toEqual(urls)
  })
})

describe('a list from an earlier version of the reader', () => {
  const stream = (name: string): string =>
    `#SERVICE 4097:0:1:0:0:0:0:0:0:0:http%3a//example.org/${name.toLowerCase()}:${name}`
  const files = () =>
    settingsOf(['#NAME Mine', '#SERVICE 1:134:1:0:0:0:0:0:0:0:FROM BOUQUET "alternatives.a.tv"', stream('Four')], {
      'alternatives.a.tv': ['#NAME A', stream('Unknown')],
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.mine.tv'), subLine('userbouquet.other.tv')],
      'userbouquet.other.tv': ['#NAME Other', two, stream('Five')],
    })
  /** As read without alternatives, and with the bouquets in reverse order. */
  const earlier = (): List => {
    const list = readEnigma(files(), guessed)
    if (list === null) throw new Error('too many channels')
    const named = (...names: string[]) =>
      names.map((name) => list.channels.find((one) => one.name === name) as List['channels'][number])
    const channels = named('One', 'Two', 'Three', 'Five', 'Four').map((one, no) => ({ ...one, no }))
    const groups = [
      { no: 0, name: 'Other', members: [1, 3] },
      { no: 1, name: 'Mine', members: [4] },
    ]
    return { ...list, channels, groups }
  }
  const edited = (change: (list: List) => List): NamedFile[] =>
    rewriteEnigma(files(), guessed, earlier(), change(earlier()))

  it('is written as it was uploaded', () => {
    for (const [at, { bytes }] of edited((list) => list).entries())
      expect(Buffer.compare(bytes, files()[at]?.bytes ?? Buffer.alloc(0))).toBe(0)
  })

  it('takes edits in its own records, and keeps channels that it never had', () => {
    const written = edited((list) => ({
      ...list,
      channels: list.channels.map((one) => (one.name === 'Four' ? { ...one, name: 'Renamed' } : one)),
      groups: list.groups.map((group) => (group.name === 'Mine' ? { ...group, members: [4, 2] } : group)),
    }))
    expect(textIn(written, 'mine.tv')).toBe(
      [
        ...['#NAME Mine', '#SERVICE 1:134:1:0:0:0:0:0:0:0:FROM BOUQUET "alternatives.a.tv"'],
        ...[stream('Four').replace(/Four$/, 'Renamed'), '#DESCRIPTION Renamed', last, ''],
      ].join('\n'),
    )
    expect(textIn(written, 'lamedb')).toBe(lamedbOf(4, three))
    expect(textIn(written, 'other.tv')).toBe(['#NAME Other', two, stream('Five'), ''].join('\n'))
  })
})

describe('a lamedb of version 3', () => {
  const four = [
    'eDVB services /4/\ntransponders\n',
    '00c00000:0453:0001\n\ts 11347500:22000000:1:3:192:2:0:1:2:0:2\n/\n',
    '00820000:0002:013e\n\ts 10992000:27500000:1:2:130:2\n/\nend\nservices\n',
    '283d:00c00000:0453:0001:25:0\nOne\np:X\n0d49:00820000:0002:013e:1:0\nTwo\np:Y\nend\n',
  ].join('')
  // It has no flags before the system.
  const three = four.replace('/4/', '/3/').replace('192:2:0:1', '192:2:1')

  it('is read like version 4, and written back in its own version', () => {
    expect(findForeignDialect(Buffer.from(three))).toBe('lamedb')
    const opened = openFile('lamedb', Buffer.from(three))
    expect(opened.chl).toBe(openFile('lamedb', Buffer.from(four)).chl)
    expect(opened.write('vdr').text).toContain('11348:VC34M5S1:S19.2E:22000')
    expect(opened.write('lamedb5').text).toContain(',s:11347500:22000000:1:3:192:2:0:1:2:0:2\n')
    expect(opened.write().text).toBe(three)
    opened.edit({ op: 'rename', id: 1, name: 'Second' })
    expect(opened.write().text).toBe(three.replace('Two', 'Second'))
  })

  it('gets new transponders without flags', () => {
    const opened = openFile('lamedb', Buffer.from(three))
    opened.edit({ op: 'set', target: 'channel', ids: [0], field: 'tsid', value: 9 }, { op: 'rename', id: 1, name: 'Z' })
    const { text } = opened.write()
    expect(text).toContain('00c00000:0009:0001\n\ts 11347500:22000000:1:3:192:2:1:2:0:2\n/\n')
  })
})

describe('multistream and T2-MI', () => {
  const four = (more: string): string =>
    `eDVB services /4/\ntransponders\n0de30000:0001:0002\n\ts 11389000:30000000:0:0:3555:2:0:1:2:0:2${more}\n/\nend\nservices\n0001:0de30000:0001:0002:25:0\nOne\np:P\nend\n`
  const five = (more: string): string =>
    `eDVB services /5/\nt:0de30000:0001:0002,s:11389000:30000000:0:0:3555:2:0:1:2:0:2${more}\ns:0001:0de30000:0001:0002:25:0:0,"One",p:P\n`
  it.each([
    ['a stream', ':5:131070:1', ',MIS/PLS:5:131070:1'],
    ['a stream with T2-MI', ':5:8:0:1:4096', ',MIS/PLS:5:8:0,T2MI:1:4096'],
    ['T2-MI alone', ':-1:0:1:0:4096', ',T2MI:0:4096'],
    ['neither', '', ''],
  ])('is written as each version has it: %s', (_what, inFour, inFive) => {
    const [old, current] = [Buffer.from(four(inFour)), Buffer.from(five(inFive))]
    expect(openFile('lamedb', old).write('lamedb5').text).toContain(five(inFive).split('\n')[1])
    expect(openFile('lamedb5', current).write('lamedb').text).toContain(four(inFour).split('\n')[3])
    for (const [dialect, bytes] of [
      ['lamedb', old],
      ['lamedb5', current],
    ] as const) {
      const opened = openFile(dialect, bytes)
      opened.edit({ op: 'set', target: 'transponder', id: 0, values: { symbolRate: 29900 } })
      expect(opened.write().text).toBe(bytes.toString().replace('30000000', '29900000'))
    }
  })
})

it('flags and delays of services are the same in every version of a lamedb', () => {
  const facts = 'p:Own,c:0000a2,c:050001,C:0500,f:8,c:0701f4'
  const services = [{ sid: 1, type: 25, name: 'One', facts }]
  for (const [from, to, version] of [
    ['lamedb', 'lamedb5', 4],
    ['lamedb5', 'lamedb', 5],
  ] as const) {
    const text = openFile(from, Buffer.from(lamedbOf(version, services))).write(to).text
    expect(
      text
        .match(/p:Own.*/)?.[0]
        .split(',')
        .sort(),
    ).toEqual(facts.split(',').sort())
  }
})

describe('what only a bouquet says', () => {
  const services = typedServices.slice(4, 8)
  const stream = '4097:0:1:0:0:0:0:0:0:0:http%3a//s/1'
  const folder = () =>
    folderOf({
      lamedb: lamedbOf(4, services),
      'bouquets.tv': ['#NAME Bouquets', subLine('userbouquet.a.tv'), subLine('userbouquet.b.tv')],
      'userbouquet.a.tv': [
        ...['#NAME A', '#SERVICE 1:64:1:0:0:0:0:0:0:0::News', '#DESCRIPTION News', lineOf(services[0] as Service)],
        ...[lineOf(services[1] as Service), '#DESCRIPTION Mine', lineOf(services[2] as Service), '#DESCRIPTION UHD'],
        ...[`#SERVICE ${stream}:One`, '#DESCRIPTION One'],
      ],
      'userbouquet.b.tv': ['#NAME B', `#SERVICE ${stream}:Two`, '#DESCRIPTION Two'],
    })

  it('is known for the channels that a conversion takes it from', () => {
    const read = makeFormats().read({ dialect: 'enigma2', files: folder() }, '')
    expect(read.ok && read.facts.channels.map(({ more }) => more)).toEqual(['#', '#', '', '', '#'])
  })

  it('stays when a channel is renamed that has another name elsewhere', () => {
    const opened = openFolder(folder())
    opened.edit({ op: 'rename', id: 4, name: 'New' }, { op: 'rename', id: 1, name: 'HDTV' })
    const { files } = opened.write()
    const was = folder()
    expect(textIn(files, 'a.tv')).toBe(textIn(was, 'a.tv').replaceAll('One', 'New'))
    expect(textIn(files, 'b.tv')).toBe(textIn(was, 'b.tv'))
  })

  it('includes a description after blank lines and comments', () => {
    const text = `#NAME A\n${lineOf(services[0] as Service)}\n\n# mine\n#DESCRIPTION One\n`
    const opened = openFile('enigma2', Buffer.from(text))
    expect(opened.list.names()).toEqual(['One'])
    opened.edit({ op: 'rename', id: 0, name: 'New' })
    expect(opened.write().text).toBe(text.replace('One', 'New'))
  })
})

it('a service’s number goes to every version of a lamedb, and is known for other files', () => {
  const four = lamedbOf(4, typedServices.slice(0, 2)).replace(':1:0', ':1:7')
  const five = lamedbOf(5, typedServices.slice(0, 2)).replace(':1:0:0', ':1:7:0')
  expect(openFile('lamedb', Buffer.from(four)).write('lamedb5').text).toContain(five.split('\n')[2])
  expect(openFile('lamedb5', Buffer.from(five)).write('lamedb').text).toContain(four.split('\n')[7])
  const read = makeFormats().read({ dialect: 'lamedb', files: [{ name: '', bytes: Buffer.from(four) }] }, '')
  expect(read.ok && read.facts.channels.map(({ more }) => more)).toEqual(['n:7', ''])
})

it('E-AC3 tracks have a cached PID of their own', () => {
  const text = lamedbOf(4, [{ sid: 1, type: 25, name: 'A', facts: 'p:Own,c:010064,c:0d0065' }])
  const opened = openFile('lamedb', Buffer.from(text))
  const audio = opened.list.channel(0)?.audio ?? []
  expect(audio.map(({ pid, type, dolby }) => [pid, type, dolby])).toEqual([
    [100, 'MPEG-1', false],
    [101, 'EAC3', true],
  ])
  opened.edit({ op: 'set', target: 'channel', ids: [0], field: 'audio', value: audio.slice(1) })
  expect(opened.write().text).toBe(text.replace('c:010064,', ''))
})

it('a lamedb that was twice converted to CR LF is read and written', () => {
  const text = lamedbOf(4, typedServices).replaceAll('\n', '\r\r\n')
  const opened = openFile('lamedb', Buffer.from(text))
  expect(opened.list.names()).toEqual(typedServices.map(({ name }) => name))
  opened.edit({ op: 'rename', id: 1, name: 'New' })
  expect(opened.write().text).toBe(text.replace('\nRadio\r', '\nNew\r'))
})
