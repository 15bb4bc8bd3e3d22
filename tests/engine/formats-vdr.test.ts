/** VDR's channels.conf as people have it: read like VDR reads it, and written so that only the edit differs. */
import { afterAll, describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { findForeignDialect } from '../../engine/host/formats/detect'
import { toModel } from '../../engine/host/formats/to-model'
import { addedIdMin, type Operation } from '../../engine/host/types'
import { openFile, writeFrom } from '../support/fixtures/dialect'
import { makeEngine, makeFormats, openList } from '../support/fixtures/engine'
import { endCount, growthOf } from '../support/work'

const open = (text: string | Uint8Array) => openFile('vdr', typeof text === 'string' ? Buffer.from(text) : text)
const bytesOf = (opened: ReturnType<typeof open>): Buffer => Buffer.from(opened.write().files[0]?.bytes ?? [])
const edited = (text: string, ...operations: Operation[]): string => {
  const opened = open(text)
  opened.edit(...operations)
  return bytesOf(opened).toString()
}
const numbersIn = (list: OpenList): number[] => [...list.numbers()].slice(0, list.length())
const groupsIn = (list: OpenList): Record<string, string[]> =>
  Object.fromEntries(
    list
      .favouriteGroups()
      .map(({ id, name }) => [name, list.groupOrder(id).map((one) => list.channel(one)?.name ?? '')]),
  )
/** A channel at 19.2E; its PIDs and number derive from `at`. */
const line = (name: string, at: number): string =>
  `${name};ARD:11494:HC23M5O35S1:S19.2E:22000:${5100 + at}=27:${5200 + at}=deu@3:0:0:${10_300 + at}:1:1019:0\n`

describe('the amount of work', () => {
  afterAll(endCount)
  const around = (at: number, piece: string, length: number): string => {
    const fields = 'A;B:11000:H:S19.2E:22000:1:1:0:0:1:1:1:0'.split(':')
    const filled = piece.repeat(Math.ceil(length / piece.length))
    return `${[...fields.slice(0, at), filled, ...fields.slice(at + 1)].join(':')}\n`
  }
  const shapes: [string, (length: number) => string][] = [
    ['colons of a name', (length) => around(0, '|', length)],
    ['commas of a name', (length) => around(0, 'a,', length)],
    ['letters of parameters', (length) => around(2, 'H', length)],
    ['sound tracks', (length) => around(6, '2,', length)],
    ['Dolby tracks', (length) => around(6, '2;', length)],
    ['subtitles', (length) => around(7, '0;2,', length)],
    ['systems of encryption', (length) => around(8, '1833,', length)],
    ['colons', (length) => `${':'.repeat(length)}\n${around(0, 'A', 1)}`],
    ['headings', (length) => `${':@5 G\n'.repeat(length / 6)}${around(0, 'A', 1)}`],
    ['lines that only number', (length) => `${':@5\n'.repeat(length / 4)}${around(0, 'A', 1)}`],
    ['remarks', (length) => `${'#\n'.repeat(length / 2)}${around(0, 'A', 1)}`],
    ['channels of groups', (length) => `:G\n${around(0, 'A', 1)}`.repeat(length / 40)],
    ['bytes of no encoding', (length) => around(0, '\xd8\xff', length)],
  ]
  it.each(shapes)('is linear in the file’s size: %s', (_what, make) => {
    const growth = growthOf((length) => {
      const opened = open(Buffer.from(make(length), 'latin1'))
      opened.edit({ op: 'rename', id: 0, name: 'New' })
      opened.write()
    }, 4096)
    for (const times of growth) expect(times).toBeLessThan(2.5)
    const opened = open(Buffer.from(make(8192), 'latin1'))
    expect(bytesOf(opened).toString('latin1')).toBe(make(8192))
    opened.edit({ op: 'rename', id: 0, name: 'New' })
    expect(bytesOf(opened).length).toBeLessThan(8192 * 2)
  })
})

describe('numbers', () => {
  const text = `:Main\n${line('Eins,1', 1)}${line('Zwei', 2)}:@201 Sport\n${line('Ball', 3)}${line('Rad', 4)}`

  it('given by headings become the channels’ numbers, in a playlist or table too', () => {
    const opened = open(text)
    expect(opened.list.names()).toEqual(['Eins', 'Zwei', 'Ball', 'Rad'])
    expect(numbersIn(opened.list)).toEqual([1, 2, 201, 202])
    expect(opened.write('m3u').text.match(/tvg-chno="\d+"/g)).toEqual(
      [1, 2, 201, 202].map((one) => `tvg-chno="${one}"`),
    )
    expect(numbersIn(openFile('csv', opened.write('csv').files[0]?.bytes ?? Buffer.alloc(0)).list)).toEqual([
      1, 2, 201, 202,
    ])
  })

  it('lower than the next one are ignored, as in VDR, and a line without a name begins no group', () => {
    const { list } = open(
      `:@1 A\n${line('One', 1)}:@9\n${line('Two', 2)}:@4 B\n${line('Three', 3)}:\n${line('Four', 4)}`,
    )
    expect(numbersIn(list)).toEqual([1, 9, 10, 11])
    expect(groupsIn(list)).toEqual({ A: ['One', 'Two'], B: ['Three', 'Four'] })
    // If all numbers equal the positions, the file stores none.
    expect(open(`:@1 A\n${line('One', 1)}:@2 B\n${line('Two', 2)}`).chl).not.toContain('"Number"')
  })

  it('stay with their channels when others are deleted, and take edits that VDR can count to', () => {
    const less = edited(text, { op: 'delete', ids: [0, 2] })
    expect(less).toBe(`:@2 Main\n${line('Zwei', 2)}:@202 Sport\n${line('Rad', 4)}`)
    expect(numbersIn(open(less).list)).toEqual([2, 202])
    const more = edited(text, {
      op: 'numbers',
      numbers: [
        [1, 100],
        [2, 300],
        [3, 400],
      ],
    })
    expect(more).toBe(
      `:Main\n${line('Eins,1', 1)}:@100\n${line('Zwei', 2)}:@300 Sport\n${line('Ball', 3)}:@400\n${line('Rad', 4)}`,
    )
    // A number greater than the following ones would change them all.
    expect(edited(text, { op: 'numbers', numbers: [[0, 777]] })).toBe(text)
    expect(
      edited(text, {
        op: 'numbers',
        numbers: [
          [2, 3],
          [3, 4],
        ],
      }),
    ).toBe(text.replace('@201', '@3'))
  })

  it('are kept in a list that an earlier reader made without them', () => {
    const bytes = Buffer.from(text)
    const old = Buffer.from(open(text).chl.replace(/,"Number":\d+/g, ''))
    const engine = makeEngine()
    const list = openList(engine, old)
    const before = toModel(list)
    list.apply([{ op: 'rename', id: 3, name: 'Velo' }])
    const original = { dialect: 'vdr', files: [{ name: '', bytes }] } as const
    const [file] = makeFormats().write({ dialect: 'vdr', original, before, now: toModel(list) })
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe(text.replace('Rad', 'Velo'))
  })
})

describe('groups', () => {
  const text = `${line('Free', 9)}:News\n${line('A', 1)}${line('B', 2)}:Empty\n:Kids\n${line('C', 3)}# kept\n${line('D', 4)}`
  const added = (name: string): Operation => ({ op: 'add', target: 'group', id: addedIdMin, values: { name } })

  it('have one section each, which stays with its channels', () => {
    // Channels: Free 0, A 1, B 2, C 3, D 4.
    expect(edited(text, { op: 'delete', ids: [1] })).toBe(text.replace(line('A', 1), ''))
    expect(edited(text, { op: 'move', ids: [2], to: 5 })).toBe(`${text.replace(line('B', 2), '')}${line('B', 2)}`)
    expect(edited(text, { op: 'move', ids: [3], to: 5 })).toBe(
      `${line('Free', 9)}:News\n${line('A', 1)}${line('B', 2)}:Empty\n:Kids\n# kept\n${line('D', 4)}${line('C', 3)}`,
    )
    expect(edited(text, { op: 'move', ids: [4], to: 1 })).toBe(
      `# kept\n${line('D', 4)}${text.replace(`# kept\n${line('D', 4)}`, '')}`,
    )
    // Whole sections that are reordered bring their headings along; an empty one stays before the next.
    expect(edited(text, { op: 'order', order: [0, 3, 4, 1, 2] })).toBe(
      `${line('Free', 9)}:Empty\n:Kids\n${line('C', 3)}# kept\n${line('D', 4)}:News\n${line('A', 1)}${line('B', 2)}`,
    )
  })

  it('without channels follow the list’s order once the user has reordered the groups', () => {
    const arranged = (...order: number[]): string => edited(text, { op: 'arrange', target: 'group', order })
    const without = text.replace(':Empty\n', '')
    expect(arranged(1, 0, 2)).toBe(without.replace(':News', ':Empty\n:News'))
    expect(arranged(0, 2, 1)).toBe(`${without}:Empty\n`)
    // Channels keep their order, and with them the sections that have any.
    expect(arranged(2, 1, 0)).toBe(without.replace(':News', ':Empty\n:News'))
  })

  it('that were added get a heading only if that includes no other channel', () => {
    const list = open(text)
    const group = (): number => list.list.favouriteGroups().find(({ name }) => name === 'Mine: x')?.id ?? -1
    list.edit(added('Mine: x'))
    list.edit(
      { op: 'favourite', ids: [4], group: 2, value: false },
      { op: 'favourite', ids: [4], group: group(), value: true },
    )
    expect(bytesOf(list).toString()).toBe(text.replace('# kept\n', ':Mine| x\n# kept\n'))
    expect(groupsIn(open(bytesOf(list)).list)).toEqual({ News: ['A', 'B'], Empty: [], Kids: ['C'], 'Mine: x': ['D'] })
    list.edit({ op: 'favourite', ids: [1], group: group(), value: true })
    expect(bytesOf(list).toString()).toBe(text)
  })

  it('that were removed leave their channels, and the lines before their heading, in the section before', () => {
    const nine = Array.from({ length: 9 }, (_, at) => `:G${at}\n${line(`N${at}`, at)}`).join('')
    const remarked = nine.replace(':G8', '# kept\n:G8')
    expect(edited(remarked, { op: 'remove', target: 'group', id: 8 })).toBe(remarked.replace(':G8\n', ''))
  })

  it('take a new name, with VDR’s replacement for a colon', () => {
    const opened = open(text)
    opened.edit({ op: 'set', target: 'group', id: 2, values: { name: 'Kids: all' } })
    expect(bytesOf(opened).toString()).toBe(text.replace(':Kids', ':Kids| all'))
    expect(open(bytesOf(opened)).list.favouriteGroups()[2]?.name).toBe('Kids: all')
  })

  it('beyond 32 stay, and are reported', () => {
    const many = Array.from(
      { length: 40 },
      (_, at) => `:G${at}\n${line(`N${at}`, at)}${line(`M${at}`, 100 + at)}`,
    ).join('')
    const opened = open(many)
    expect(opened.list.favouriteGroups()).toHaveLength(32)
    expect(opened.chl).toContain('"FavBeyond":8')
    opened.edit({ op: 'delete', ids: [70] }, { op: 'rename', id: 72, name: 'New' }, { op: 'move', ids: [79], to: 78 })
    const [last, before] = [line('M39', 139), line('N39', 39)]
    expect(bytesOf(opened).toString()).toBe(
      many
        .replace(line('N35', 35), '')
        .replace('N36;', 'New;')
        .replace(`:G39\n${before}${last}`, `:G39\n${last}${before}`),
    )
  })

  it('of another list become headings if their channels are adjacent, otherwise none', () => {
    const list = openList(makeEngine(), Buffer.from(open(text).chl))
    expect(new TextDecoder().decode(writeFrom(list, 'vdr')).match(/^:.*$/gm)).toEqual([':News', ':Kids'])
    list.apply([{ op: 'favourite', ids: [0], group: 2, value: true }])
    expect(new TextDecoder().decode(writeFrom(list, 'vdr')).match(/^:.*$/gm)).toEqual(null)
  })
})

describe('a line', () => {
  it('without PIDs is television, and only radio without tracks needs VDR’s other value', () => {
    const bare = (name: string, pids: string): string => `${name}:11494:HC23S0:S19.2E:22000:${pids}:0:7:1:1:0\n`
    const { list } = open(bare('A', '0:0:0') + bare('B', '1:0:0') + bare('C', '0:66:0') + bare('D', '0:0:32'))
    expect(list.channels(0, 4).map(({ type }) => type)).toEqual(['tv', 'radio', 'radio', 'tv'])
    const table = 'Name,Type,Angle,Frequency,Polarisation,Symbol rate,SID,Audio PID\n'
    const rows = ['TV,TV,,', 'Radio,Radio,,', 'Sound,TV,,66'].map((row) => row.replace(',,', ',19.2E,11494,H,22000,5,'))
    const made = new TextDecoder().decode(writeFrom(openFile('csv', Buffer.from(table + rows.join('\n'))).list, 'vdr'))
    expect(made.split('\n').map((one) => one.split(':').slice(5, 7).join(':'))).toEqual(['0:0', '1:0', '0:0', ''])
    expect(
      open(made)
        .list.channels(0, 3)
        .map(({ type }) => type),
    ).toEqual(['tv', 'radio', 'tv'])
  })

  it('for cable or terrestrial, with twelve or thirteen fields, keeps its bytes except for the edit', () => {
    const ground = 'Berg HD;ARGE:578000000:B8G19128M2P0Q1S1T16X0:T:0:501=36:502=deu@17,504=mis@17:507:0:801:8468:17\n'
    const cable = 'Kabel:410:C0M256:C:6900:301:302=deu+eng@4:0:1830,1,9C4:51:1:1051:3:more\n'
    const text = ground + cable
    const opened = open(text)
    expect(opened.list.channel(1)).toMatchObject({ transponder: -1, scrambled: true, sid: 51 })
    expect(opened.list.transponders()).toEqual([])
    // A number below 16 is a receiver card.
    expect(opened.chl).toContain('"CaSystemIdList":["1830","09c4"]')
    opened.edit(
      { op: 'rename', id: 1, name: 'A: b, c' },
      { op: 'set', target: 'channel', ids: [0], field: 'sid', value: 802 },
    )
    expect(bytesOf(opened).toString()).toBe(text.replace(':801:', ':802:').replace('Kabel:', 'A| b, c,:'))
    expect(open(bytesOf(opened)).list.names()).toEqual(['Berg HD', 'A: b, c'])
  })

  it('is found among headings and comments', () => {
    const few = `# mine\n\n:All\n${line('A', 1)}# tail\n:News\n:Kids\n`
    expect(findForeignDialect(Buffer.from(few))).toBe('vdr')
    expect(findForeignDialect(Buffer.from(':All\n# mine\n'))).toBeNull()
  })

  it('with a plugin’s source is a channel, too', () => {
    const text = [
      'One;IPTV:10:S=1|P=0|F=UDP|U=239.35.10.1|A=10000:I:0:512:650:2321:0:1:0:0:0\n',
      'Two;TV card:210250:TV|CARD0|0|PAL:V:0:301:300:305:0:1:0:0:0\n',
    ].join('')
    expect(findForeignDialect(Buffer.from(text))).toBe('vdr')
    const opened = open(text)
    expect(opened.list.names()).toEqual(['One', 'Two'])
    expect(opened.list.channel(0)).toMatchObject({ transponder: -1, videoPid: 512, provider: 'IPTV' })
    opened.edit({ op: 'rename', id: 0, name: 'First' })
    expect(bytesOf(opened).toString()).toBe(text.replace('One', 'First'))
  })

  it('keeps its bytes in a legacy encoding, with CRLF and a byte-order mark', () => {
    const latin5 = Buffer.from(
      `:Haberler\r\n${line('\xdeahin Do\xf0an T\xfcrk\xe7e \xfdl\xfdk', 1)}${line('\xdei\xfeli', 2)}`,
      'latin1',
    )
    const opened = open(latin5)
    expect(opened.list.names()).toEqual(['Şahin Doğan Türkçe ılık', 'Şişli'])
    opened.edit({ op: 'rename', id: 1, name: 'Iğdır' })
    expect(bytesOf(opened).toString('latin1')).toBe(latin5.toString('latin1').replace('\xdei\xfeli', 'I\xf0d\xfdr'))
    const marked = `\ufeff:News\r\n${line('A', 1).replace('\n', '\r\n')}${line('B', 2).trimEnd()}`
    expect(edited(marked, { op: 'move', ids: [1], to: 1 })).toBe(
      `\ufeff:News\r\n${line('B', 2).trimEnd()}\r\n${line('A', 1).replace('\n', '\r\n')}`,
    )
    expect(groupsIn(open(marked).list)).toEqual({ News: ['A', 'B'] })
  })

  it('never becomes a heading, whatever its name was', () => {
    const text = line('A', 1).replace(';ARD', '') + line('B', 2)
    const out = edited(text, { op: 'rename', id: 0, name: ':@5 x' })
    expect(open(out).list.names()).toEqual([':@5 x', 'B'])
    expect(out.startsWith('|@5 x:11494')).toBe(true)
    // Only a list that was read that way can have a channel without a name.
    const bare = line('', 3)
    expect(edited(bare + text, { op: 'set', target: 'channel', ids: [0], field: 'provider', value: null })).toBe(
      bare.replace('ARD', '') + text,
    )
  })

  it('moves to another transponder, or to a new one', () => {
    const other = 'X:12100:VC56M2S0:S13.0E:27500:1=2:2:0:0:9:8:7:0\n'
    const text = line('A', 1) + other
    expect(edited(text, { op: 'set', target: 'channel', ids: [0], field: 'transponder', value: 1 })).toContain(
      'A;ARD:12100:VC56M5O35S1:S13.0E:27500'.replace('VC56M5O35S1', 'VC56M2S0'),
    )
    const values = { frequencyKHz: 11_111_500, polarisation: 'L', symbolRate: 30_000, fec: '3/4', band: null } as const
    expect(
      edited(
        text,
        { op: 'add', target: 'transponder', id: addedIdMin, satellite: 0, values },
        { op: 'set', target: 'channel', ids: [1], field: 'transponder', value: addedIdMin },
      ),
    ).toBe(text.replace('12100:VC56M2S0:S13.0E:27500', '11112:LC34:S19.2E:30000'))
  })
})

describe('tracks and streams', () => {
  const pids = '101+100=51:102=deu+eng@17,103=mis@6;106=deu@106,107=eng@122:108;109=deu,110=fra'
  const text = `A;X:11494:HC23M5S1P11:S5.0W:22000:${pids}:0:1:1:1:0\nB;X:11494:HC23M5S1:S5.0W:22000:1=27:2=deu@3:0:0:2:1:1:0\n`

  it('tell E-AC3 from AC3, and survive an edit of their neighbours', () => {
    const opened = open(text)
    const audio = opened.list.channel(0)?.audio ?? []
    expect(audio.map(({ type, dolby }) => [type, dolby])).toEqual([
      ['AAC', false],
      ['', false],
      ['AC3', true],
      ['EAC3', true],
    ])
    const set = (field: string, value: unknown) =>
      edited(text, { op: 'set', target: 'channel', ids: [0], field, value } as Operation)
    expect(set('pcrPid', 99)).toBe(text.replace('101+100=51', '101+99=51'))
    expect(set('teletextPid', 98)).toBe(text.replace('108;', '98;'))
    const [first, second, ...dolby] = audio
    expect(set('audio', [first, { ...second, language: 'fra' }, ...dolby])).toBe(text.replace('mis@6', 'fra@6'))
    expect(set('audio', [first, ...dolby])).toBe(text.replace(',103=mis@6', ''))
    expect(set('videoType', 'HEVC')).toBe(text.replace('=51', '=36'))
  })
})
