/** Spreadsheets as people save them: delimited text in any encoding, and .xlsx. */
import { describe, expect, it } from 'vitest'
import { linesOf, numberIn, readCsv, type ListRows } from '~/engine/lists'
import { readSheet } from '~/modules/channel-list/files/sheet'
import { xlsxOf, zipOf } from '../../support/fixtures/xlsx'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const empty: ListRows = { rows: [], groups: [], groupIds: [] }

describe('delimited text', () => {
  it('is read with commas, semicolons or tabs, with quotes, and as plain lines', () => {
    expect(readCsv('a,b\r\n"c, ""d""\n e",f\n')).toEqual([
      ['a', 'b'],
      ['c, "d"\n e', 'f'],
    ])
    expect(readCsv('1;Das Erste\n2;ZDF, neo\n')).toEqual([
      ['1', 'Das Erste'],
      ['2', 'ZDF, neo'],
    ])
    expect(readCsv('Das Erste\n\nZDF')).toEqual([['Das Erste'], [''], ['ZDF']])
  })
  it('is read as UTF-8, UTF-16 with a byte order mark, or windows-1252', () => {
    expect(readSheet(bytesOf('\ufeffТелеканал'))).toEqual([['Телеканал']])
    expect(readSheet(new Uint8Array([0xff, 0xfe, 0x22, 0x04]))).toEqual([['Т']])
    expect(readSheet(new Uint8Array([0x54, 0xe9, 0x6c, 0xe9]))).toEqual([['Télé']])
  })
  it('is not recognised in a program or an empty file', () => {
    expect(readSheet(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 0, 0]))).toBeNull()
    expect(readSheet(bytesOf(' \n'))).toBeNull()
  })
})

describe('a workbook', () => {
  it('is read with shared strings and numbers, empty rows counted, and formulas by their last value', () => {
    expect(
      readSheet(
        xlsxOf([
          ['Name', 'SID'],
          ['A & B', 28006],
          ['=1+1', 7],
        ]),
      ),
    ).toEqual([
      ['Name', 'SID'],
      ['A & B', '28006'],
      ['=1+1', '7'],
    ])
    const sheet =
      '<x:worksheet><x:row r="3"><x:c r="B3" t="inlineStr"><x:is><x:t>In &#x41F;</x:t></x:is></x:c></x:row>' +
      '<x:row r="4"><x:c r="A4" t="str"><x:f>CONCAT(B3)</x:f><x:v>gave</x:v></x:c></x:row></x:worksheet>'
    expect(readSheet(zipOf({ 'xl/worksheets/sheet1.xml': sheet }))).toEqual([[], [], ['', 'In П'], ['gave']])
  })
  it('is read with attributes in either kind of quotes, and with shared strings wherever they are stored', () => {
    const files = {
      'xl/workbook.xml': `<workbook><sheets><sheet name='B' r:id='rId7'/><sheet name='A' r:id='rId1'/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id='rId1' Type='http://x/worksheet' Target='other.xml'/><Relationship
        Target='/xl/pages/list.xml' Type='http://x/worksheet' Id='rId7'/><Relationship Id='rId2' Type='http://x/sharedStrings' Target='strings.xml'/></Relationships>`,
      'xl/strings.xml': '<sst><si><t>Das Erste</t></si></sst>',
      'xl/other.xml': `<row r='1'><c r='A1'><v>9</v></c></row>`,
      'xl/pages/list.xml': `<row r = '2'><c r='B2' s='4' t = 's'><v>0</v></c><c t='n' r='C2'><v>7</v></c></row>`,
    }
    expect(readSheet(zipOf(files))).toEqual([[], ['', 'Das Erste', '7']])
  })
  it('is rejected if it unpacks to more than it declares, is truncated, or is another kind of zip', () => {
    const bomb = Buffer.alloc(20 * 1024 * 1024, 'A')
    expect(readSheet(zipOf({ 'xl/worksheets/sheet1.xml': bomb }, 100))).toBeNull()
    const whole = xlsxOf([['a']])
    for (let length = 3; length < whole.length; length++) expect(readSheet(whole.subarray(0, length))).toBeNull()
    expect(readSheet(zipOf({ lamedb: 'eDVB services /4/' }))).toBeNull()
  })
  it('is read in linear time with unclosed tags, although a backtracking pattern would take minutes', () => {
    for (const part of ['<row ', '<row r="1"><c ', '<row><c t="inlineStr"><is><rPh ', '<si>'])
      expect(
        readSheet(
          zipOf({ 'xl/sharedStrings.xml': part.repeat(100_000), 'xl/worksheets/sheet1.xml': part.repeat(100_000) }),
        ),
      ).toBeNull()
    const open = `<si>${'<rPh>'.repeat(780)}</si>`.repeat(2000)
    const sheet = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row>'
    for (let time = 0; time < 5; time++)
      expect(readSheet(zipOf({ 'xl/sharedStrings.xml': open, 'xl/worksheets/sheet1.xml': sheet }))).toEqual([['', '7']])
  })
  it('is read up to the limits of rows and columns, however many more there are', () => {
    const rows = readSheet(zipOf({ 'xl/worksheets/sheet1.xml': '<row r="1"><c><v>1</v></c></row>'.repeat(200_000) }))
    expect(rows).toHaveLength(20_000)
    const cells = readSheet(zipOf({ 'xl/worksheets/sheet1.xml': `<row>${'<c><v>1</v></c>'.repeat(300_000)}</row>` }))
    expect(cells?.map((row) => row.length)).toEqual([30])
  })
  it('is read without phonetic hints', () => {
    const texts = '<si><t>東</t><rPh sb="0" eb="1"><t>ひがし</t></rPh><t>京</t></si>'
    const sheet = '<row r="1"><c t="s"><v>0</v></c></row>'
    expect(readSheet(zipOf({ 'xl/sharedStrings.xml': texts, 'xl/worksheets/sheet1.xml': sheet }))).toEqual([['東京']])
  })
})

describe('lines', () => {
  it('are recognised by headings in any of the languages', () => {
    expect(
      linesOf(
        [
          ['№', 'Название', 'SID'],
          ['1', 'Первый', '7'],
        ],
        'auto',
        empty,
      ),
    ).toEqual([{ line: 2, text: '1 · Первый · 7', name: 'Первый', sid: 7, number: null, frequencyMHz: null }])
    // A channel's name may be a heading's word with a number.
    expect(linesOf([['Channel 5'], ['Channel 4']], 'auto', empty).map(({ name }) => name)).toEqual([
      'Channel 5',
      'Channel 4',
    ])
    expect(linesOf([['الرقم'], ['٣'], ['۵']], 'auto', empty).map(({ number }) => number)).toEqual([3, 5])
  })
  it('are read as the requested kind, if one is given', () => {
    const grid = [
      ['1', 'Das Erste'],
      ['2', 'ZDF'],
    ]
    expect(linesOf(grid, 'name', empty).map(({ name }) => name)).toEqual(['Das Erste', 'ZDF'])
    expect(linesOf(grid, 'sid', empty).map(({ sid }) => sid)).toEqual([1, 2])
  })
  it('may have numbers in the digits of any script', () => {
    expect(['28006', '٢٨٠٠٦', '۲۸۰۰۶', '28006.0', '2.5', 'x'].map(numberIn)).toEqual([
      28006,
      28006,
      28006,
      28006,
      null,
      null,
    ])
  })
})
