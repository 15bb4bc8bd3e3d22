/** Tables of links: what is understood, what is refused and why, round trips, and unusual files of other programs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headingsIn } from '~/modules/link/headings'
import { stopLinkTables } from '~/modules/link/link.server'
import * as links from '~/modules/link/link.server'
import { db } from '~/platform/db.server'
import { xlsxOf, zipOf } from '../../support/fixtures/xlsx'
import { randomOf } from '../../support/fixtures/satcodx'
import { seed } from '../../support/runs'
import { codeOf, good, longTable, makeActor, makeLinker, shelfAt } from './people'

type Linker = Awaited<ReturnType<typeof makeLinker>>
let me: Linker
beforeAll(async () => {
  me = await makeLinker()
})
afterAll(() => stopLinkTables())

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const all = { page: 1, size: 100 } as const
const importAll = async (actor: Linker, table: Uint8Array | string, more: Partial<links.ImportAsk> = {}) =>
  links.importTable(actor, 'mylink', table, { mode: 'replace', partial: false, ...more })
/** All links of an account, as an import would report them. */
const everything = async (actor: Linker): Promise<unknown> =>
  Promise.all(
    (await links.findShelves(actor, 'mylink')).map(async ({ id, name, logo }) => ({
      name,
      logo,
      channels: good(await links.findLinks(shelfAt(actor, 'mylink', id), { page: 1, size: 2000 })).items.map((one) => [
        one.name,
        one.address ?? one.place,
        one.logo,
      ]),
    })),
  )
const reasons = (report: links.ImportReport) =>
  report.refusedLines.map(({ line, column, reason }) => [line, column, reason])

describe('a table', () => {
  it('is accepted with headings in any of the eight languages, and in other programs’ order and words', async () => {
    for (const language of ['en', 'fa', 'ar', 'ru', 'ua', 'pt', 'es', 'fr']) {
      const [category, name, address] = headingsIn('mylink', language)
      const text = `${name};${address};${category}\nOne;http://h/1;A\nTwo;19.2E:11778:5;B\n`
      expect(good(await importAll(me, bytesOf(text))).channels, language).toBe(2)
    }
    const report = good(
      await importAll(me, bytesOf('My favourite streams\t\t\n\t\t\nGROUP\tURL\tChannel name:\nA\trtsp://h/1\tOne\n')),
    )
    expect(report).toMatchObject({
      lines: 1,
      channels: 1,
      categories: [{ name: 'A', channels: 1 }],
      refused: 0,
      obstacle: null,
    })
    expect(await everything(me)).toEqual([{ name: 'A', logo: null, channels: [['One', 'rtsp://h/1', null]] }])
  })
  it('without headings has the template’s columns', async () => {
    expect(good(await importAll(me, bytesOf('A,One,http://h/1\nA,Two,,19.2E,11778,5\n'))).channels).toBe(2)
  })
  it('is read in UTF-8, UTF-16 and the Windows code pages for Cyrillic, Arabic and Western languages', async () => {
    const cyrillic = Uint8Array.from(
      [...'Категория;Название;Адрес\nНовости;Россия 24;http://h/1\n'].map((letter) => {
        const code = letter.charCodeAt(0)
        return code < 128 ? code : code - 0x410 + 0xc0
      }),
    )
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('Category\tName\tAddress\nNews\tТест\thttp://h/1\n', 'utf16le'),
    ])
    const western = Buffer.from('Category;Name;Address\nCinéma;Télé;http://h/1\n', 'latin1')
    // الأخبار and الجزيرة in windows-1256.
    const arabic = Buffer.concat([
      Buffer.from('Category,Name,Address\n'),
      Buffer.from([0xc7, 0xe1, 0xc3, 0xce, 0xc8, 0xc7, 0xd1]),
      Buffer.from(','),
      Buffer.from([0xc7, 0xe1, 0xcc, 0xd2, 0xed, 0xd1, 0xc9]),
      Buffer.from(',http://h/1\n'),
    ])
    const taken = async (bytes: Uint8Array): Promise<unknown> => {
      good(await importAll(me, bytes))
      return everything(me)
    }
    expect(await taken(cyrillic)).toMatchObject([{ name: 'Новости', channels: [['Россия 24', 'http://h/1', null]] }])
    expect(await taken(utf16)).toMatchObject([{ name: 'News', channels: [['Тест', 'http://h/1', null]] }])
    expect(await taken(western)).toMatchObject([{ name: 'Cinéma', channels: [['Télé', 'http://h/1', null]] }])
    expect(await taken(arabic)).toMatchObject([{ name: 'الأخبار', channels: [['الجزيرة', 'http://h/1', null]] }])
    expect(await taken(bytesOf('sep=|\r\nCategory|Name|Address\r\nA|x;y,z|http://h/a;b,c\r\n'))).toMatchObject([
      { name: 'A', channels: [['x;y,z', 'http://h/a;b,c', null]] },
    ])
  })
  it('has each refused line reported with number, column and reason, and nothing imported unless asked', async () => {
    good(await importAll(me, bytesOf('Category,Name,Address\nKept,One,http://h/1\n')))
    const before = await everything(me)
    const table = bytesOf(
      [
        'Category,Name,Address,Satellite,TP,SID',
        'Kept,ONE,http://h/2,,,',
        ',No category,http://h/3,,,',
        'A,,http://h/4,,,',
        'A,Both,http://h/5,19.2E,11778,1',
        'A,None,,,,',
        'A,Script,javascript:alert(1),,,',
        `A,Long,http://h/${'x'.repeat(248)},,,`,
        'A,Sat,,19.2,11778,1',
        'A,Tp,,19.2E,99,1',
        'A,Sid,,19.2E,11778,70000',
        'A,Good,http://h/6,,,',
        'A,good,http://h/7,,,',
        `${'c'.repeat(21)},X,http://h/8,,,`,
        `A,${'n'.repeat(51)},http://h/9,,,`,
        '',
      ].join('\n'),
    )
    const plan = good(await links.planImport(me, 'mylink', table, { mode: 'add' }))
    expect(plan).toMatchObject({ lines: 14, channels: 1, refused: 13, obstacle: null })
    expect(reasons(plan)).toEqual([
      [2, 'name', 'name-exists'],
      [3, 'category', 'category-empty'],
      [4, 'name', 'name-empty'],
      [5, 'address', 'link-both'],
      [6, 'address', 'link-missing'],
      [7, 'address', 'url-invalid'],
      [8, 'address', 'url-too-long'],
      [9, 'satellite', 'satellite-invalid'],
      [10, 'tp', 'tp-range'],
      [11, 'sid', 'sid-range'],
      [13, 'name', 'name-twice'],
      [14, 'category', 'category-too-long'],
      [15, 'name', 'name-too-long'],
    ])
    expect(plan.refusedLines[6]?.value).toHaveLength(61)
    const refused = await importAll(me, table, { mode: 'add' })
    expect(refused).toMatchObject({ code: 'A0422', field: 'file', data: { context: 'lines', report: { refused: 13 } } })
    expect(await everything(me)).toEqual(before)
    expect(good(await importAll(me, table, { mode: 'add', partial: true }))).toMatchObject({ channels: 1, refused: 13 })
    expect(await everything(me)).toEqual([
      ...(before as unknown[]),
      { name: 'A', logo: null, channels: [['Good', 'http://h/6', null]] },
    ])
  })
  it('that is too large, empty or not a table is refused as a whole', async () => {
    const many = await makeLinker()
    expect(await importAll(many, longTable(1, 2001))).toMatchObject({
      code: 'Q2203',
      data: { category: 'Category 1', count: 2001, limit: 2000 },
    })
    expect(await importAll(many, longTable(21, 1))).toMatchObject({ code: 'Q2102' })
    good(await importAll(many, longTable(1, 1999)))
    expect(
      await importAll(many, bytesOf('Category,Name,Address\nCategory 1,x,http://h/1\nCategory 1,y,http://h/1\n'), {
        mode: 'add',
      }),
    ).toMatchObject({ code: 'Q2203' })
    expect(codeOf(await importAll(many, bytesOf('Category,Name,Address\n')))).toBe('Q2205')
    expect(codeOf(await importAll(many, bytesOf('hello world')))).toBe('Q2205')
    // A table without links removes nothing.
    const bare = bytesOf('Category,Name,Address\nOnly,,\n')
    expect(codeOf(await importAll(many, bare))).toBe('Q2205')
    const causes = async (bytes: Uint8Array) => importAll(many, bytes)
    expect(await causes(bytesOf(''))).toMatchObject({ code: 'Q2301', data: { cause: 'empty' } })
    expect(await causes(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 1, 2]))).toMatchObject({
      code: 'Q2301',
      data: { cause: 'unreadable' },
    })
    expect(await causes(zipOf({ 'content.xml': '<x/>' }))).toMatchObject({
      code: 'Q2301',
      data: { cause: 'unreadable' },
    })
    expect(
      await causes(
        xlsxOf([
          ['Category', 'Name', 'Address'],
          ['A', 'x', 'http://h'],
        ]).subarray(0, 300),
      ),
    ).toMatchObject({ code: 'Q2301' })
    expect(codeOf(await importAll(many, new Uint8Array(8 * 1024 * 1024 + 1)))).toBe('A0413')
    expect((await links.findShelves(many, 'mylink')).map(({ channels }) => channels)).toEqual([1999])
    expect(
      codeOf(await links.importTable(await makeActor(), 'mylink', longTable(1, 1), { mode: 'add', partial: false })),
    ).toBe('C1109')
  })
})

describe('a spreadsheet', () => {
  const sheet = (rows: string, more = ''): Uint8Array =>
    zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>` })
  const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const heading = `<row r="1">${cell('A1', 'Category')}${cell('B1', 'Name')}${cell('C1', 'Address')}${cell('D1', 'Satellite')}${cell('E1', 'TP')}${cell('F1', 'SID')}</row>`

  it('uses the last results of formulas, reports missing and failed ones, and reads numbers as shown', async () => {
    const report = good(
      await importAll(
        me,
        sheet(
          heading +
            `<row r="2">${cell('A2', 'A')}<c r="B2" t="str"><f>UPPER("x")</f><v>X</v></c>${cell('C2', 'http://h/1')}</row>` +
            `<row r="3">${cell('A3', 'A')}<c r="B3"><f>NOW()</f></c>${cell('C3', 'http://h/2')}</row>` +
            `<row r="4">${cell('A4', 'A')}<c r="B4" t="e"><v>#REF!</v></c>${cell('C4', 'http://h/3')}</row>` +
            `<row r="5">${cell('A5', 'A')}<c r="B5"><v>24</v></c><c r="D5"><v>192</v></c><c r="E5"><v>1.1778E4</v></c><c r="F5"><v>5.000000000000001</v></c></row>`,
        ),
        { partial: true },
      ),
    )
    expect(reasons(report)).toEqual([
      [3, 'name', 'formula-empty'],
      [4, 'name', 'cell-error'],
    ])
    expect(await everything(me)).toEqual([
      {
        name: 'A',
        logo: null,
        channels: [
          ['X', 'http://h/1', null],
          ['24', '19.2E:11778:5', null],
        ],
      },
    ])
  })
  it('has its dates refused, whose numbers nobody typed', async () => {
    const styles =
      '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm;@"/><numFmt numFmtId="165" formatCode="0\\ &quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"><alignment/></xf><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
    const line = (number: number, name: string, sid: string): string =>
      `<row r="${number}">${cell(`A${number}`, 'A')}${name}<c r="D${number}"><v>192</v></c><c r="E${number}"><v>11778</v></c>${sid}</row>`
    const rows =
      line(2, '<c r="B2" s="1"><v>46227</v></c>', '<c r="F2"><v>1</v></c>') +
      line(3, cell('B3', 'Three'), '<c r="F3" s="2"><v>45356</v></c>') +
      line(4, '<c r="B4" t="d"><v>2026-07-24</v></c>', '<c r="F4"><v>1</v></c>') +
      line(5, cell('B5', 'Five'), '<c r="F5" s="3"><v>45356</v></c>') +
      '<row r="6"><c r="B6" s="1"/></row>'
    const table = zipOf({
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${heading}${rows}</sheetData></worksheet>`,
      'xl/styles.xml': styles,
    })
    const report = good(await links.planImport(me, 'mylink', table, { mode: 'replace' }))
    expect(reasons(report)).toEqual([
      [2, 'name', 'cell-date'],
      [3, 'sid', 'cell-date'],
      [4, 'name', 'cell-date'],
    ])
    expect([report.lines, report.channels]).toEqual([4, 1])
  })
  it('has the value of merged cells in each of them', async () => {
    good(
      await importAll(
        me,
        sheet(
          heading +
            `<row r="2">${cell('A2', 'A')}${cell('B2', 'One')}${cell('C2', 'http://h/1')}</row>` +
            `<row r="3">${cell('B3', 'Two')}${cell('C3', 'http://h/2')}</row>`,
          '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
        ),
      ),
    )
    expect(await everything(me)).toMatchObject([
      {
        name: 'A',
        channels: [
          ['One', 'http://h/1', null],
          ['Two', 'http://h/2', null],
        ],
      },
    ])
  })
  it('is the first sheet of its workbook, as its reader sees it', async () => {
    const of = (name: string): string =>
      `<worksheet><sheetData>${heading}<row r="2">${cell('A2', name)}${cell('B2', 'x')}${cell('C2', 'http://h/1')}</row></sheetData></worksheet>`
    good(
      await importAll(
        me,
        zipOf({
          'xl/workbook.xml':
            '<workbook><sheets><sheet name="b" sheetId="2" r:id="rId7"/><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet2.xml" Id="rId7"/></Relationships>',
          'xl/worksheets/sheet1.xml': of('First file'),
          'xl/worksheets/sheet2.xml': of('First shown'),
        }),
      ),
    )
    expect(await everything(me)).toMatchObject([{ name: 'First shown' }])
  })
  it('with 60 MB in a small zip is refused, whether its directory tells the truth or not', async () => {
    const large = Buffer.alloc(60 * 1024 * 1024, ' ')
    for (const [lies, cause] of [
      [undefined, 'too-large'],
      [100, 'unreadable'],
    ] as const) {
      const bomb = zipOf({ 'xl/worksheets/sheet1.xml': large }, lies)
      expect(bomb.length).toBeLessThan(64 * 1024)
      expect(await importAll(me, bomb)).toMatchObject({ code: 'Q2301', data: { cause } })
    }
    const texts = zipOf({ 'xl/sharedStrings.xml': large, 'xl/worksheets/sheet1.xml': '<row r="1"/>' })
    expect(await importAll(me, texts)).toMatchObject({ code: 'Q2301', data: { cause: 'too-large' } })
  })
})

describe('an export', () => {
  it('imported again is identical, in both formats and all languages, whatever is in it', async () => {
    const random = randomOf(seed)
    const letters = [...'abc=+-@\'",;|<>&_x0041_ эя قل 東 ‎😀é¼']
    const text = (most: number): string =>
      Array.from(
        { length: 1 + Math.floor(random() * most) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('')
    const who = await makeLinker()
    for (let category = 0; category < 4; category++) {
      const made = await links.addShelf(who, 'mylink', { name: `${category}${text(12)}` })
      const { id } = good(made)
      const channels = Array.from({ length: 25 * category }, (_, at) =>
        random() < 0.5
          ? { name: `${text(20)}${at}`, address: `http://h/${text(30).replaceAll(/\s|\u200e/g, '')}` }
          : {
              name: `'=${text(8)}${at}`,
              satellite: Math.floor(random() * 3600),
              tp: 11778,
              sid: Math.floor(random() * 65536),
            },
      )
      if (channels.length > 0) good(await links.addLinks(shelfAt(who, 'mylink', id), channels))
    }
    const before = await everything(who)
    for (const format of ['xlsx', 'csv'] as const)
      for (const language of ['en', 'ar', 'ua']) {
        const file = good(await links.exportTable(who, 'mylink', format, language))
        expect(good(await importAll(who, file.bytes)).refused, `seed ${seed}`).toBe(0)
        expect(await everything(who), `${format} ${language} seed ${seed}`).toEqual(before)
      }
  })
  it('has no cell that a spreadsheet would execute', async () => {
    const who = await makeLinker()
    good(await links.addLinks(shelfAt(who, 'audio', null), [{ name: '=1+1', address: 'http://h/;=2' }]))
    const csv = good(await links.exportTable(who, 'audio', 'csv', 'en'))
    expect(new TextDecoder().decode(csv.bytes)).toBe(
      "Name,Address,Satellite,TP,SID,Logo\r\n'=1+1,http://h/;'=2,,,,\r\n",
    )
    const again = await makeLinker()
    good(await links.importTable(again, 'audio', csv.bytes, { mode: 'add', partial: false }))
    expect(good(await links.findLinks(shelfAt(again, 'audio', null), all)).items[0]).toMatchObject({
      name: '=1+1',
      address: 'http://h/;=2',
    })
  })
  it('as a playlist is identical when imported again, except for empty categories', async () => {
    const who = await makeLinker()
    for (const name of ['Plain', 'With "quotes"']) {
      const { id } = good(await links.addShelf(who, 'mylink', { name }))
      good(
        await links.addLinks(shelfAt(who, 'mylink', id), [
          { name: 'One, two', address: 'https://h/1?a=b#c' },
          { name: 'قناة', address: '19.2E:11778:5' },
        ]),
      )
    }
    const before = await everything(who)
    const file = good(await links.exportTable(who, 'mylink', 'm3u', 'en'))
    expect(file).toMatchObject({ fileName: 'mylink.m3u', type: 'audio/x-mpegurl; charset=utf-8' })
    expect(good(await importAll(who, file.bytes)).refused).toBe(0)
    expect(await everything(who)).toEqual(before)
  })
})

describe('a template', () => {
  const words = {
    category: 'Films',
    names: ['Eins', 'Zwei', 'Drei'] as [string, string, string],
    sheet: 'About',
    columnText: (column: string) => `what ${column} is`,
  }
  it('has a heading in its language, three example lines that can be imported, and explains its columns', async () => {
    const ask = { format: 'xlsx', language: 'ru', words } as const
    const file = links.makeTemplate('mylink', ask)
    expect(file.fileName).toBe('mylink-template.xlsx')
    const who = await makeLinker()
    expect(good(await importAll(who, file.bytes))).toMatchObject({ lines: 3, channels: 3, refused: 0 })
    const text = Buffer.from(file.bytes).toString('latin1')
    expect(text).toContain('xl/worksheets/sheet2.xml')
    const csv = new TextDecoder().decode(links.makeTemplate('audio', { ...ask, format: 'csv' }).bytes)
    expect(csv.split('\r\n')).toEqual([
      'Название,Адрес,Спутник,TP,SID,Логотип',
      'Eins,https://example.org/live/news.m3u8,,,,',
      'Zwei,http://example.org:8000/radio,,,,',
      'Drei,,19.2E,11362,11110,',
      '',
    ])
  })
})

describe('a playlist', () => {
  const playlist = bytesOf(
    [
      '#EXTM3U url-tvg="http://epg"',
      '#EXTINF:-1 tvg-id="x" tvg-logo="http://logo" group-title="News",CNN, live',
      '#EXTVLCOPT:network-caching=1000',
      'http://h/cnn',
      '',
      '#EXTINF:-1,Alone',
      'http://h/alone',
      '#EXTINF:-1 group-title="News",Bad',
      'javascript:alert(1)',
    ].join('\r\n'),
  )
  it('is read with its groups as categories, and the file’s line numbers', async () => {
    const who = await makeLinker()
    const report = good(await importAll(who, playlist, { partial: true }))
    expect(report).toMatchObject({ lines: 3, channels: 2, refused: 1, noted: 1 })
    expect(reasons(report)).toEqual([[8, 'address', 'url-invalid']])
    expect(await everything(who)).toEqual([
      { name: 'News', logo: null, channels: [['CNN, live', 'http://h/cnn', null]] },
      { name: 'M3U', logo: null, channels: [['Alone', 'http://h/alone', null]] },
    ])
    expect(good(await links.importTable(who, 'audio', playlist, { mode: 'add', partial: true })).channels).toBe(2)
  })
})

describe('lines whose address already exists', () => {
  const table = bytesOf('Category,Name,Address\nA,Renamed,http://h/1\nA,Fresh,http://h/3\n')
  const made = async () => {
    const who = await makeLinker()
    const { id } = good(await links.addShelf(who, 'mylink', { name: 'A' }))
    good(
      await links.addLinks(
        shelfAt(who, 'mylink', id),
        ['1', '2'].map((at) => ({ name: at, address: `http://h/${at}` })),
      ),
    )
    const names = async () => good(await links.findLinks(shelfAt(who, 'mylink', id), all)).items.map(({ name }) => name)
    return { who, names }
  }
  const ask = { mode: 'add', partial: false } as const
  it.each([
    ['skip', 1, ['1', '2', 'Fresh']],
    ['update', 1, ['Renamed', '2', 'Fresh']],
    ['add', 2, ['1', '2', 'Renamed', 'Fresh']],
  ] as const)('are reported, and with %s become that', async (duplicates, channels, expected) => {
    const { who, names } = await made()
    expect(good(await links.planImport(who, 'mylink', table, { ...ask, duplicates }))).toMatchObject({
      known: 1,
      duplicates,
      channels,
    })
    good(await links.importTable(who, 'mylink', table, { ...ask, duplicates }))
    expect(await names()).toEqual(expected)
  })
  it('are reported as imported without their picture only if they are imported', async () => {
    const { who } = await made()
    const pictured = bytesOf(
      'Category,Name,Address,Logo\nA,Renamed,http://h/1,dead\nA,Fresh,http://h/3,beef\nA,Bad,nonsense,dead\n',
    )
    const lines = async (duplicates: 'skip' | 'update') =>
      good(await links.planImport(who, 'mylink', pictured, { ...ask, duplicates })).notedLines.map(({ line }) => line)
    expect([await lines('skip'), await lines('update')]).toEqual([[3], [2, 3]])
  })
  it.each([
    ['skip', 0, ['1', '2']],
    ['update', 0, ['Elsewhere', '2']],
    ['add', 1, ['1', '2']],
  ] as const)(
    'are found in every category, which is named, and with %s become that',
    async (duplicates, channels, expected) => {
      const { who, names } = await made()
      const elsewhere = bytesOf('Category,Name,Address\nB,Elsewhere,http://h/1\n')
      const report = good(await links.planImport(who, 'mylink', elsewhere, { ...ask, duplicates }))
      expect(report).toMatchObject({ known: 1, channels, obstacle: null })
      expect(report.knownLines).toEqual([{ line: 2, name: 'Elsewhere', value: 'http://h/1', category: 'A' }])
      good(await links.importTable(who, 'mylink', elsewhere, { ...ask, duplicates }))
      expect(await names()).toEqual(expected)
      const categories = (await links.findShelves(who, 'mylink')).map(({ name }) => name)
      expect(categories).toEqual(duplicates === 'add' ? ['A', 'B'] : ['A'])
    },
  )
  it.each([
    ['skip', 3, ['One', 'Both', 'One']],
    ['update', 3, ['Again', 'Both', 'One']],
    ['add', 4, ['One', 'Again', 'Both', 'One']],
  ] as const)(
    'are found in the file itself, once per category, and with %s become that',
    async (duplicates, channels, expected) => {
      for (const mode of ['add', 'replace'] as const) {
        const who = await makeLinker()
        const file = bytesOf(
          'Category,Name,Address\nA,One,http://h/9\nA,Again,http://h/9\nA,Both,http://h/8\nB,One,http://h/9\n',
        )
        const report = good(await links.planImport(who, 'mylink', file, { mode, duplicates }))
        expect(report).toMatchObject({ known: 1, channels, refused: 0 })
        expect(report.knownLines).toEqual([{ line: 3, name: 'Again', value: 'http://h/9', category: 'A' }])
        good(await links.importTable(who, 'mylink', file, { mode, partial: false, duplicates }))
        const stored = (await everything(who)) as { channels: [string][] }[]
        expect(stored.flatMap((shelf) => shelf.channels.map(([name]) => name))).toEqual(expected)
      }
    },
  )
  it('are refused if an update would take a name that another link has', async () => {
    const { who, names } = await made()
    const taken = bytesOf('Category,Name,Address\nA,2,http://h/1\n')
    const report = await links.importTable(who, 'mylink', taken, { ...ask, duplicates: 'update' })
    expect(report).toMatchObject({ code: 'A0422', data: { report: { refused: 1 } } })
    expect(await names()).toEqual(['1', '2'])
  })
})

describe('refused lines', () => {
  it('come as a file to correct and send again, each with its reason', async () => {
    const who = await makeLinker()
    const table = bytesOf('Category,Name,Address\nA,Good,http://h/1\nA,=Bad,gopher://h\n,None,http://h/2\n')
    const words = { heading: 'Why', reasons: { 'url-invalid': 'No such address.', 'category-empty': 'No category.' } }
    const ask = { mode: 'add', format: 'csv', language: 'en', words } as const
    const file = good(await links.exportRefused(who, 'mylink', table, ask))
    const text = new TextDecoder().decode(file.bytes)
    expect(text.split('\r\n')).toEqual([
      'Category,Name,Address,Satellite,TP,SID,Logo,Why',
      "A,'=Bad,gopher://h,,,,,Address: No such address.",
      ',None,http://h/2,,,,,Category: No category.',
      '',
    ])
    const mended = bytesOf(text.replace('gopher', 'http').replace('\r\n,', '\r\nB,'))
    expect(good(await importAll(who, mended))).toMatchObject({ channels: 2, refused: 0 })
  })
})

describe('a held table', () => {
  it('is reported on and then imported, once; another account can’t see it', async () => {
    const who = await makeLinker()
    const other = await makeLinker()
    const held = good(await links.holdTable(who, 'mylink', { bytes: longTable(2, 10), fileName: 'links.csv' }))
    expect(good(await links.planImport(who, 'mylink', held.id, { mode: 'add' }))).toMatchObject({
      channels: 20,
      gone: { channels: 0 },
    })
    expect(codeOf(await links.planImport(other, 'mylink', held.id, { mode: 'add' }))).toBe('A0404')
    expect(await links.findHeldTable(other, 'mylink', held.id)).toBeNull()
    expect(await links.findHeldTable(who, 'audio', held.id)).toBeNull()
    const ask = { mode: 'add', partial: false, batch: 'import-0001' } as const
    expect(good(await links.importTable(who, 'mylink', held.id, ask)).channels).toBe(20)
    expect(good(await links.importTable(who, 'mylink', held.id, ask)).channels).toBe(20)
    expect(codeOf(await links.importTable(who, 'mylink', held.id, { ...ask, batch: 'import-0002' }))).toBe('A0404')
    expect((await links.findShelves(who, 'mylink')).map(({ channels }) => channels)).toEqual([10, 10])
    for (let at = 0; at < 5; at++)
      good(await links.holdTable(who, 'mylink', { bytes: longTable(1, 1 + at), fileName: null }))
    expect(await db.heldTable.count({ where: { userId: who.userId } })).toBe(3)
  })
})

describe('a full import', () => {
  it('of twenty categories with two thousand channels is stored whole', async () => {
    const who = await makeLinker()
    const report = good(await importAll(who, longTable(20, 2000)))
    expect(report).toMatchObject({ lines: 40_000, channels: 40_000, refused: 0 })
    expect((await links.findShelves(who, 'mylink')).every(({ channels }) => channels === 2000)).toBe(true)
  })
})
