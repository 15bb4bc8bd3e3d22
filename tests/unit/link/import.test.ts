/** Tables of links: what is understood, what is refused and why, round trips, and odd files of other programs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as audio from '~/modules/audio/audio.server'
import { headingsIn } from '~/modules/link/headings'
import { stopLinkTables } from '~/modules/link/link.server'
import * as mylink from '~/modules/mylink/mylink.server'
import { db } from '~/platform/db.server'
import { xlsxOf, zipOf } from '../../support/fixtures/xlsx'
import { randomOf } from '../../support/fixtures/satcodx'
import { seed } from '../../support/runs'
import { codeOf, good, longTable, makeActor, makeLinker } from './people'

type Linker = Awaited<ReturnType<typeof makeLinker>>
let me: Linker
beforeAll(async () => {
  me = await makeLinker()
})
afterAll(() => stopLinkTables())

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const all = { page: 1, size: 100 } as const
const importAll = async (actor: Linker, table: Uint8Array | string, more: Partial<mylink.ImportAsk> = {}) =>
  mylink.importTable(actor, table, { mode: 'replace', partial: false, ...more })
/** Everything that an account has, as it would be told. */
const everything = async (actor: Linker): Promise<unknown> =>
  Promise.all(
    (await mylink.findCategories(actor)).map(async ({ id, name, logo }) => ({
      name,
      logo,
      channels: good(await mylink.findChannels(actor, id, { page: 1, size: 2000 })).items.map((one) => [
        one.name,
        one.address ?? one.place,
        one.logo,
      ]),
    })),
  )
const reasons = (report: mylink.ImportReport) =>
  report.refusedLines.map(({ line, column, reason }) => [line, column, reason])

describe('a table', () => {
  it('is taken with headings in any of the eight languages, and in other programs’ order and words', async () => {
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
  it('is read in UTF-8, UTF-16 and what Windows saves in Cyrillic, Arabic and the West', async () => {
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
  it('has every refused line told by number, column and reason, and nothing of it is taken unless that is asked for', async () => {
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
    const plan = good(await mylink.planImport(me, table, 'add'))
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
  it('that is too much, empty or none is refused whole', async () => {
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
    // Nothing is taken away for a table that brings no link.
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
    expect((await mylink.findCategories(many)).map(({ channels }) => channels)).toEqual([1999])
    expect(codeOf(await mylink.importTable(await makeActor(), longTable(1, 1), { mode: 'add', partial: false }))).toBe(
      'C1109',
    )
  })
})

describe('a spreadsheet', () => {
  const sheet = (rows: string, more = ''): Uint8Array =>
    zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>` })
  const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const heading = `<row r="1">${cell('A1', 'Category')}${cell('B1', 'Name')}${cell('C1', 'Address')}${cell('D1', 'Satellite')}${cell('E1', 'TP')}${cell('F1', 'SID')}</row>`

  it('counts what formulas last gave, tells those that gave nothing or failed, and reads numbers as they are shown', async () => {
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
  it('says what merged cells show in all of them', async () => {
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
  it('is the first of its workbook, as its reader sees it', async () => {
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
  it('with 60 MB behind a small zip is refused, whether its directory says so or lies', async () => {
    const large = Buffer.alloc(60 * 1024 * 1024, ' ')
    for (const lies of [undefined, 100]) {
      const bomb = zipOf({ 'xl/worksheets/sheet1.xml': large }, lies)
      expect(bomb.length).toBeLessThan(64 * 1024)
      expect(await importAll(me, bomb)).toMatchObject({ code: 'Q2301', data: { cause: 'too-large' } })
    }
    const texts = zipOf({ 'xl/sharedStrings.xml': large, 'xl/worksheets/sheet1.xml': '<row r="1"/>' })
    expect(await importAll(me, texts)).toMatchObject({ code: 'Q2301', data: { cause: 'too-large' } })
  })
})

describe('an export', () => {
  it('imported again is the same, in both formats and all languages, whatever is in it', async () => {
    const random = randomOf(seed)
    const letters = [...'abc=+-@\'",;|<>&_x0041_ эя قل 東 ‎😀é¼']
    const text = (most: number): string =>
      Array.from(
        { length: 1 + Math.floor(random() * most) },
        () => letters[Math.floor(random() * letters.length)],
      ).join('')
    const who = await makeLinker()
    for (let category = 0; category < 4; category++) {
      const made = await mylink.addCategory(who, { name: `${category}${text(12)}` })
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
      if (channels.length > 0) good(await mylink.addChannels(who, id, channels))
    }
    const before = await everything(who)
    for (const format of ['xlsx', 'csv'] as const)
      for (const language of ['en', 'ar', 'ua']) {
        const file = good(await mylink.exportTable(who, format, language))
        expect(good(await importAll(who, file.bytes)).refused, `seed ${seed}`).toBe(0)
        expect(await everything(who), `${format} ${language} seed ${seed}`).toEqual(before)
      }
  })
  it('has no cell that a spreadsheet would run', async () => {
    const who = await makeLinker()
    good(await audio.addEntries(who, [{ name: '=1+1', address: 'http://h/;=2' }]))
    const csv = good(await audio.exportTable(who, 'csv', 'en'))
    expect(new TextDecoder().decode(csv.bytes)).toBe(
      "Name,Address,Satellite,TP,SID,Logo\r\n'=1+1,http://h/;'=2,,,,\r\n",
    )
    const again = await makeLinker()
    good(await audio.importTable(again, csv.bytes, { mode: 'add', partial: false }))
    expect(good(await audio.findEntries(again, all)).items[0]).toMatchObject({ name: '=1+1', address: 'http://h/;=2' })
  })
  it('is the template where nothing is there, in the person’s language', async () => {
    const file = await mylink.makeTemplate('csv', 'ru')
    expect(new TextDecoder().decode(file.bytes)).toBe('Категория,Название,Адрес,Спутник,TP,SID,Логотип\r\n')
    expect(file).toMatchObject({ fileName: 'mylink-template.csv', type: 'text/csv; charset=utf-8' })
    const xlsx = await audio.makeTemplate('xlsx', 'fa')
    expect(codeOf(await audio.importTable(me, xlsx.bytes, { mode: 'add', partial: false }))).toBe('Q2205')
  })
})

describe('a held table', () => {
  it('is looked at and then taken, once; another account has none', async () => {
    const who = await makeLinker()
    const other = await makeLinker()
    const held = good(await mylink.holdTable(who, { bytes: longTable(2, 10), fileName: 'links.csv' }))
    expect(good(await mylink.planImport(who, held.id, 'add'))).toMatchObject({ channels: 20, gone: { channels: 0 } })
    expect(codeOf(await mylink.planImport(other, held.id, 'add'))).toBe('A0404')
    expect(await mylink.findHeldTable(other, held.id)).toBeNull()
    expect(await audio.findHeldTable(who, held.id)).toBeNull()
    const ask = { mode: 'add', partial: false, batch: 'import-0001' } as const
    expect(good(await mylink.importTable(who, held.id, ask)).channels).toBe(20)
    expect(good(await mylink.importTable(who, held.id, ask)).channels).toBe(20)
    expect(codeOf(await mylink.importTable(who, held.id, { ...ask, batch: 'import-0002' }))).toBe('A0404')
    expect((await mylink.findCategories(who)).map(({ channels }) => channels)).toEqual([10, 10])
    for (let at = 0; at < 5; at++) good(await mylink.holdTable(who, { bytes: longTable(1, 1 + at), fileName: null }))
    expect(await db.heldTable.count({ where: { userId: who.userId } })).toBe(3)
  })
})

describe('a full import', () => {
  it('of twenty categories with two thousand channels is stored whole', async () => {
    const who = await makeLinker()
    const report = good(await importAll(who, longTable(20, 2000)))
    expect(report).toMatchObject({ lines: 40_000, channels: 40_000, refused: 0 })
    expect((await mylink.findCategories(who)).every(({ channels }) => channels === 2000)).toBe(true)
  })
})
