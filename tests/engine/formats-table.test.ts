/** Tables as people save them: read as their spreadsheets mean them, and written so that only the edit differs. */
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { findForeignDialect } from '../../engine/host/formats/detect'
import { toModel } from '../../engine/host/formats/to-model'
import { headingOf, headings } from '../../engine/host/formats/table/columns'
import { angleWriter, numberWriter, readNumber, usualCompass } from '../../engine/host/formats/table/numbers'
import { listOf, readTable } from '../../engine/host/formats/table/read'
import { rewriteTable } from '../../engine/host/formats/table/write'
import { encodeString } from '../support/charset'
import type { Operation } from '../../engine/host/types'
import { openFile } from '../support/fixtures/dialect'
import { makeFormats } from '../support/fixtures/engine'

const open = (text: string | Uint8Array) => openFile('csv', typeof text === 'string' ? Buffer.from(text) : text)
const wide = (text: string, order: 'le' | 'be' = 'le'): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return Uint8Array.from(order === 'be' ? bytes.swap16() : bytes)
}
const numbersIn = (list: OpenList): number[] => [...list.numbers()].slice(0, list.length())
const transpondersIn = (list: OpenList) =>
  list.channels(0, list.length()).map(({ transponder, satellite, sid }) => {
    const one = list.transponders()[transponder]
    return [one?.frequencyKHz, one?.polarisation, one?.symbolRate, list.satellites()[satellite]?.angle, sid]
  })
/** The bytes of the upload after an edit, one character each. */
const edited = (file: string | Uint8Array, ...operations: Operation[]): string => {
  const opened = open(file)
  opened.edit(...operations)
  return Buffer.from(opened.write().files[0]?.bytes ?? []).toString()
}
const rename = (id: number, name: string): Operation => ({ op: 'rename', id, name })
const set = (id: number, field: string, value: unknown): Operation =>
  ({ op: 'set', target: 'channel', ids: [id], field, value }) as Operation
const tune = (id: number, values: object): Operation => ({ op: 'set', target: 'transponder', id, values })

describe('a table', () => {
  const rows = [
    ['Name', 'Frequency, MHz', 'Orbit', 'Remarks, one or two', 'SID', 'Pol', 'SR'],
    ['Eins HD', '11493.75', '19.2E', 'old, but good', '10301', 'H', '22000'],
    ['Zwei; HD', '11361.75', '28.2E', '', '11110', 'V', '27500'],
  ]
  const joined = (separator: string): string =>
    rows.map((row) => row.map((cell) => (/[,;|\t]/.test(cell) ? `"${cell}"` : cell)).join(separator)).join('\n')
  const [comma, semicolon] = [joined(','), joined(';')]
  const files: [what: string, file: string][] = [
    ['commas', comma],
    ['semicolons', semicolon],
    ['tabs', joined('\t')],
    ['bars', joined('|')],
    ['a mark of UTF-8', `\ufeff${comma}`],
    ['a line that names its separator', `sep=;\r\n${semicolon}`],
    ['such a line and an odd separator', `\ufeff"sep=^"\n${joined('^')}`],
    ['remarks before its headings', `My channels, 2026\n\n# all of them;\n${semicolon}`],
    ['a remark with separators', `Channels, by name, and sid\n${joined('\t')}`],
    ['lines that end in CR', comma.replaceAll('\n', '\r')],
    ['blank and remark lines between', comma.replace('\n"Zwei', '\n \n,,,\n# Next,,,,\n\n"Zwei')],
    ['headings again', `${comma}\n${comma.slice(0, comma.indexOf('\n'))}\n`],
  ]
  it.each(files)('with %s is found and read', (_what, file) => {
    expect(findForeignDialect(Buffer.from(file))).toBe('csv')
    const { list } = open(file)
    expect(list.names()).toEqual(['Eins HD', 'Zwei; HD'])
    expect(transpondersIn(list)).toEqual([
      [11_493_750, 'H', 22_000, 192, 10_301],
      [11_361_750, 'V', 27_500, 282, 11_110],
    ])
  })
  it.each(files)('with %s keeps what is not edited', (_what, file) => {
    expect(edited(file)).toBe(file)
    expect(edited(file, rename(0, 'New'), set(0, 'sid', 7))).toBe(file.replace('Eins HD', 'New').replace('10301', '7'))
  })

  it('in UTF-16 is found, read, and written in UTF-16', () => {
    const text = 'Название\tЧастота\tПозиция\tГруппа\r\nПервый\t11494\t36E\tНовости\r\nSky 🚀\t11900\t36E\t\r\n'
    const orders = ['le', 'be'] as const
    for (const [order, from] of orders.flatMap((one) => [0, 2].map((start) => [one, start] as const))) {
      // Some programs omit the byte-order mark.
      const bytes = wide(text, order).subarray(from)
      expect(findForeignDialect(bytes)).toBe('csv')
      const opened = open(bytes)
      expect(opened.list.names()).toEqual(['Первый', 'Sky 🚀'])
      expect(opened.list.transponders()[0]?.frequencyKHz).toBe(11_494_000)
      opened.edit(rename(1, 'Один\t"два"'.replace('\t', ' ')), { op: 'favourite', ids: [1], group: 0, value: true })
      expect(Buffer.from(opened.write().files[0]?.bytes ?? [])).toEqual(
        Buffer.from(
          wide(
            text
              .replace('Sky 🚀', '"Один ""два"""')
              .replace('36E\t\r\n', '36E\tНовости\r\n')
              .replace('36E\t\r', '36E\tНовости\r'),
            order,
          ).subarray(from),
        ),
      )
    }
    // Half a unit at the end of a truncated file stays, and so does an unpaired surrogate.
    const cut = Uint8Array.from([...wide('Name;SID\nA;1\n\ud83d;2\nB;3'), 0x0a])
    const opened = open(cut)
    opened.edit(rename(0, 'X'))
    const written = opened.write().files[0]?.bytes ?? expect.fail()
    expect([...written]).toEqual([...cut].map((byte, at) => (at === 20 ? 0x58 : byte)))
    expect(findForeignDialect(wide('1;Eins;1-1019-10301\n2;Zwei;1-1019-10302\n'))).toBe('reference')
    expect(findForeignDialect(wide('Dear reader,\nthis is no list.\n'))).toBeNull()
  })

  it.each([
    ['windows-1251', 'Название;Частота', ['Третий канал', 'Вечерние вести', 'Мультфильмы и сказки']],
    ['windows-1256', 'القناة;التردد', ['قناة الأخبار', 'قناة الرياضة', 'قرآن كريم']],
    ['windows-1252', 'Chaîne;Fréquence', ['Télé régionale', 'Été à la une', 'Forêt']],
  ] as const)('in %s is found and read, and new names are encoded like it', (encoding, heading, names) => {
    const text = `${heading}\n${names.map((name) => `${name};11494\n`).join('')}`
    const bytes = encodeString(text, encoding) ?? expect.fail()
    expect(findForeignDialect(bytes)).toBe('csv')
    const opened = open(bytes)
    expect(opened.list.names()).toEqual([...names])
    opened.edit(rename(0, names[2]))
    expect(Buffer.from(opened.write().files[0]?.bytes ?? [])).toEqual(
      Buffer.from(encodeString(text.replace(names[0], names[2]), encoding) ?? []),
    )
  })

  it.each(Object.entries(headings))('reads the heading of its own column %s', (column, heading) => {
    expect(headingOf(heading)).toMatchObject({ column, isOwn: true })
  })

  it('may be drawn with lines of dashes, which are no channels', () => {
    for (const text of [
      '| # | Name | Freq | SID |\n|---|:---|---:|---|\n| 1 | Eins | 11494 | 7 |\n| 2 | Zwei | 11954 | 8 |\n',
      '+---+------+-----+\n| no | name | sid |\n+---+------+-----+\n| 1 | Eins | 7 |\n| 2 | Zwei | 8 |\n+---+------+-----+\n',
      'Name\tSID\n====\t===\nEins\t7\nZwei\t8\n',
    ]) {
      const { list } = open(text)
      expect([list.names(), [...list.columns().sid]]).toEqual([
        ['Eins', 'Zwei'],
        [7, 8],
      ])
      expect(edited(text)).toBe(text)
      expect(edited(text, set(1, 'sid', 9)).replaceAll(' ', '')).toBe(text.replaceAll(' ', '').replace('8', '9'))
    }
    expect(open('Name;SID\n--;7\n').list.names()).toEqual(['--'])
  })

  it('may name a unit in brackets after a heading', () => {
    const text =
      'Sendername;Frequenz (GHz);Symbolrate [MS/s];Pol;Satellit;SID (dez)\nEins;11,49375;22,0;H;19,2° Ost;7\n'
    expect(transpondersIn(open(text).list)).toEqual([[11_493_750, 'H', 22_000, 192, 7]])
    expect(edited(text, tune(0, { frequencyKHz: 10_744_000, symbolRate: 27_500 }))).toBe(
      text.replace('11,49375', '10,744').replace('22,0', '27,5'),
    )
  })

  it('may have hexadecimal ids, as the heading or most of them show, and gets new ones in their form', () => {
    const sidsIn = (text: string): (number | null)[] =>
      open(text)
        .list.channels(0, 9)
        .map(({ sid }) => sid)
    const shown = 'Name,SID,Video PID\nA,283d,13ed\nB,2003,13ee\nC,2ee3,0100\n'
    expect(sidsIn(shown)).toEqual([0x283d, 0x2003, 0x2ee3])
    expect(open(shown).list.channel(2)?.videoPid).toBe(0x100)
    expect(edited(shown, set(1, 'sid', 0xbad), set(2, 'videoPid', 0x1f0))).toBe(
      shown.replace('2003', '0bad').replace('0100', '01f0'),
    )
    const told = 'Name,SID (hex)\nA,2003\nB,0x1A\n'
    expect(sidsIn(told)).toEqual([0x2003, 0x1a])
    expect(edited(told, set(0, 'sid', 0x2f))).toBe(told.replace('2003', '002F'))
    // A slip among numbers makes no other number hexadecimal, nor does a number that is none in a hexadecimal column.
    expect(sidsIn('Name,SID\nA,1004\nB,20a3\nC,2003\nD,7\n')).toEqual([1004, null, 2003, 7])
    expect(sidsIn('Name,SID\nA,283d\nB,2ee3\nC,10301\n')).toEqual([null, null, 10_301])
  })

  it('is not recognised in prose that contains a word or two of its headings', () => {
    for (const text of [
      'Dear reader,\nmy name, and nothing more.\n',
      'One line.\nName, type\n\nThe rest of a letter.\n',
      'name;;;;y',
      `${'x\n'.repeat(60)}Name;SID;URL\nA;1;x\n`,
      '"sep=;"\n',
    ])
      expect(findForeignDialect(Buffer.from(text))).toBeNull()
  })

  it('has short and long rows, cells of several lines, and unclosed quotation marks', () => {
    const text =
      'Name;SID;Provider;Groups\n"Two\r\nlines";1;P;G\nShort\n26" TV;3;"P";;;\n"Open;4;P\n"""Q"" x";5;; \n "B; c";6\n"T" v;7\n'
    const { list } = open(text)
    expect(list.names()).toEqual(['Two lines', 'Short', '26" TV', 'Open', '"Q" x', 'B; c', 'T" v'])
    expect(list.channels(0, 7).map(({ sid }) => sid)).toEqual([1, null, 3, 4, 5, 6, 7])
    // A row that ends before the edited column is extended.
    expect(edited(text, set(1, 'sid', 9), { op: 'favourite', ids: [1, 3], group: 0, value: true })).toBe(
      text.replace('Short\n', 'Short;9;;G\n').replace('"Open;4;P\n', '"Open;4;P;G\n'),
    )
    expect(edited(text, set(1, 'provider', 'X'))).toBe(text.replace('Short\n', 'Short;;X\n'))
    const far = `Name;SID\n"Open;1\n${'A;2\n'.repeat(60)}B;";"\n`
    expect(open(far).list.length()).toBe(62)
  })

  it('has comments between its rows that stay in place', () => {
    const text = 'Name,SID\n# News,\nA,1\n\n// More\nB,2\n# End\n'
    expect(open(text).list.names()).toEqual(['A', 'B'])
    expect(edited(text, { op: 'move', ids: [1], to: 1 })).toBe('Name,SID\n\n// More\nB,2\n# News,\nA,1\n# End\n')
    // A name that looks like a comment is quoted.
    expect(edited('Name,SID\nA\n', rename(0, '#0'))).toBe('Name,SID\n"#0"\n')
    expect(open('Name,SID\n"#0"\n').list.names()).toEqual(['#0'])
  })

  it('may have headings in any of the languages', () => {
    for (const heading of [
      'Nummer;Sender;Frequenz (MHz);Polarisierung;Symbolrate;SID',
      'Número;Canal;Frecuencia;Polarización;Symbol rate;Service ID',
      'N°;Chaîne;Fréquence;Polarisation;SR;SID',
      '№;Название канала;Частота;Поляризация;Символьная скорость;SID',
      'الرقم;اسم القناة;التردد;الاستقطاب;معدل الترميز;SID',
      'شماره;نام شبكه;فرکانس;قطبش;سیمبل ریت;SID',
    ]) {
      const { list } = open(`${heading}\n5;A;11494;h;22000;17\n`)
      expect([heading, list.names(), numbersIn(list), transpondersIn(list)]).toEqual([
        heading,
        ['A'],
        [5],
        [[11_494_000, 'H', 22_000, undefined, 17]],
      ])
    }
    // “Channel” next to “Name” is a number, and an unambiguous heading wins over synonyms.
    const { list } = open('Channel,Title,Name,Freq\n7,x,A,11494\n')
    expect([list.names(), numbersIn(list)]).toEqual([['A'], [7]])
    // A position may be a satellite's.
    expect(open('Position,Name,Freq\n19.2°E,A,11494\n').list.satellites()[0]?.angle).toBe(192)
  })

  it.each([
    ['windows-1252', 'N°;Nom de la chaîne;Fréquence;Pol;Débit symbole;Groupe;Verrouillé', 'oui'],
    ['iso-8859-9', 'Sıra;Kanal Adı;Frekans;Polarizasyon;Sembol Oranı;Grup;Kilitli', 'Evet'],
    ['windows-1251', '№;Назва;Частота;Поляризація;Символьна швидкість;Категорія;Заблоковано', 'так'],
    ['windows-1256', 'الرقم;اسم القناة;التردد;الاستقطاب;معدل الترميز;المجموعات;مقفل', 'نعم'],
    ['utf-8', 'شماره کانال;نام کانال;فرکانس;پلاریزاسیون;نرخ سمبل;گروه‌ها;قفل', 'بله'],
    ['utf-8', 'tvg-chno;tvg-name;Frecuencia;Polaridad;SR;group-title;Bloqueado', 'sí'],
  ] as const)('with other usual headings in %s: %s', (encoding, heading, yes) => {
    const bytes = encodeString(`${heading}\n7;A;11494;V;22 000;G;${yes}\n8;B;11362;V;22 000;G;-\n`, encoding)
    if (bytes === null) expect.fail()
    expect(findForeignDialect(bytes)).toBe('csv')
    const { list } = open(bytes)
    expect(list.names()).toEqual(['A', 'B'])
    expect(numbersIn(list)).toEqual([7, 8])
    expect(list.favouriteGroups()).toMatchObject([{ name: 'G', channels: 2 }])
    expect(list.channels(0, 2).map(({ lock }) => lock)).toEqual([true, false])
    expect(transpondersIn(list)[0]?.slice(0, 3)).toEqual([11_494_000, 'V', 22_000])
  })

  it('is looked for in older encodings in a limited number of cells, each of which costs as much as eight', () => {
    const table = encodeString('Название;Частота\nA;11494\n', 'windows-1251') ?? expect.fail()
    const before = (cells: number): Uint8Array =>
      Buffer.concat([Buffer.from('é;'.repeat(cells), 'latin1'), Buffer.from('\n'), table])
    expect([before(100), before(250)].map(findForeignDialect)).toEqual(['csv', 'csv'])
    const many = Buffer.concat([Buffer.from(`${'é;'.repeat(250)}\n`.repeat(3), 'latin1'), table])
    expect(findForeignDialect(many)).not.toBe('csv')
  })

  it.each([
    ['Name;Frequenz;Polarität', 'h', 'H'],
    ['Name;Freq;Pol;مشفرة', 'V;نعم', 'V'],
  ])('reads “%s” as headings', (heading, cells, polarisation) => {
    const { list } = open(`${heading}\nA;11494;${cells}\n`)
    expect(list.transponders()[0]?.polarisation).toBe(polarisation)
    expect(list.channels(0, 1)[0]?.scrambled).toBe(cells.includes('نعم') ? true : null)
  })

  it('may have a position next to its number; it is a satellite’s if the cells say so', () => {
    const table = (heading: string, cell: string): string => `Number;Name;${heading};Frequency\n1;A;${cell};11494\n`
    const angleIn = (text: string): unknown => open(text).list.satellites()[0]?.angle
    expect(angleIn(table('Position', '30.0° W'))).toBe(3300)
    expect(angleIn(table('موقعیت', '۶۲ شرق'))).toBe(620)
    expect(angleIn(table('Position', '30'))).toBeUndefined()
  })

  const fecsIn = (...cells: string[]) =>
    open(`Name;Frequency;FEC\n${cells.map((fec, at) => `C${at};${11_000 + at};${fec}\n`).join('')}`)
      .list.transponders()
      .map(({ fec }) => fec)

  it('may write an FEC as digits, and none as a dash', () => {
    expect(fecsIn('3/4', '3 / 4', '34', '3-4', '9/10', 'Auto', '٣/٤')).toEqual([
      ...['3/4', '3/4', '3/4', '3/4', '9/10', 'auto', '3/4'],
    ])
    expect(new Set(fecsIn('-', '', 'S2', '4/3', 'n/a', '0', '1', '0,0'))).toEqual(new Set([null]))
  })

  it('may have an FEC as the fraction that a spreadsheet computes', () => {
    const read = ['1/2', '2/3', '3/4', '4/5', '5/6', '7/8', '8/9', '9/10', '2/3']
    expect(fecsIn('0,5', '0.667', '0,75', '0,8', '0,83', '.875', '0,889', '0,9', '0.66')).toEqual(read)
    // If a column rounds to tenths, only values that fit one fraction are read.
    expect(fecsIn('0,5', '0,6', '0,8', '0,9')).toEqual(['1/2', '3/5', null, null])
  })

  it('may have an FEC as the date that a spreadsheet makes of it', () => {
    expect(fecsIn('03. Apr', '4-Mar', '05. Jun', '2/mars', '07.авг', '3 апр', '08/Sept.')).toEqual([
      ...['3/4', '3/4', '5/6', '2/3', '7/8', '3/4', '8/9'],
    ])
    expect(fecsIn('03.04.2026', '2026-03-04', '2026-07-08 00:00:00', '5/6/2026')).toEqual(['3/4', '3/4', '7/8', '5/6'])
    expect(new Set(fecsIn('04.05.06', '12. Dez', '03. Apr x', '1. Jul', '30.03.2026'))).toEqual(new Set([null]))
  })

  it.each([
    ['Name;Frequency;SID', '11494 H', '11362.5 V'],
    ['Name;Freq/Pol;SID', '11494/h', '11362.5/v'],
    ['Name;Freq Pol SR;SID', '11494 H 22000', '11362.5 V 27500'],
    ['Name;Freq/Pol/SR/FEC;SID', '11.494,0 MHz, H, 22.000, 2/3', '11.362,5 MHz, V, 27.500, 3/4'],
    ['Name;Transponder;SID', '11494H22000', '11362.5V27500'],
    ['Name;TP;SID', 'H 11494 DVB-S2 8PSK 22000 2/3', 'V 11362.5 DVB-S2 8PSK 27500 3/4'],
    ['Name;Frequenz;SID', '11494 Horizontal 22000', '11362.5 V 27500'],
    ['Имя;Частота;SID', '١١٤٩٤ H ٢٢٠٠٠', '١١٣٦٢٫٥ V ٢٧٥٠٠'],
  ])('headed “%s” says a transponder in one cell: %s', (heading, cell, now) => {
    const text = `${heading}\nA;"${cell}";1\nB;"${cell}";2\nC;;3\n`
    const [one, two, ...more] = open(text).list.transponders()
    expect([one?.frequencyKHz, one?.polarisation, two]).toEqual([11_494_000, 'H', undefined])
    expect(more).toEqual([])
    expect(one?.symbolRate).toBe(/22|٢٢/.test(cell) ? 22_000 : null)
    expect(one?.fec).toBe(cell.includes('2/3') ? '2/3' : null)
    expect(edited(text)).toBe(text)
    const values = { frequencyKHz: 11_362_500, polarisation: 'V', symbolRate: 27_500, fec: '3/4' }
    const written = edited(text, tune(0, values), rename(2, 'New'))
    expect(written).toBe(text.replaceAll(cell, now).replace('\nC;', '\nNew;'))
    expect(open(written).list.transponders()[0]).toMatchObject({ frequencyKHz: 11_362_500, polarisation: 'V' })
  })

  it('may have several values in one cell: H/22000, 22000-3/4', () => {
    const text = 'Name;Freq;Pol/SR;SID\nA;11494;H/22000;1\nB;11362;V/27500;2\n'
    expect(transpondersIn(open(text).list).map((one) => one.slice(0, 3))).toEqual([
      [11_494_000, 'H', 22_000],
      [11_362_000, 'V', 27_500],
    ])
    expect(edited(text, tune(1, { symbolRate: 30_000 }))).toBe(text.replace('27500', '30000'))
    const rates = 'Name;Freq;Pol;SR-FEC\nA;11494;Horizontal;22000-3/4\nB;11494;Horizontal;22000-3/4\n'
    expect(open(rates).list.transponders()).toMatchObject([{ symbolRate: 22_000, polarisation: 'H', fec: '3/4' }])
    expect(edited(rates, tune(0, { fec: '5/6' }))).toBe(rates.replaceAll('3/4', '5/6'))
    // A value in its own column wins.
    const both = 'Name;Freq;Pol\nA;11494 H;V\nB;11494 H;\n'
    expect(open(both).list.transponders()).toMatchObject([{ polarisation: 'V' }, { polarisation: 'H' }])
  })

  it('gives a new row the shape of its neighbours’ cells', () => {
    const text = 'Name;Frequency;SID\nA;11494 H 22000;1\nB;11362 v 27500;2\n'
    const channel = { id: 2 ** 30 + 1, name: 'C', type: 'tv', transponder: 1, sid: 77 } as const
    expect(edited(text, { op: 'add', target: 'channel', channels: [channel] })).toBe(`${text}C;11362 V 27500;77\n`)
  })

  it('may have transponder numbers that are not frequencies, and words that are not polarisations', () => {
    const read = (heading: string, cell: string) =>
      open(`Name;${heading}\nA;${cell}\n`)
        .list.transponders()
        .map((one) => [one.frequencyKHz, one.polarisation, one.symbolRate])
    expect(read('Transponder;Freq', '51;11494')).toEqual([[11_494_000, null, null]])
    expect(read('Freq;TP', '11494;7')).toEqual([[11_494_000, null, null]])
    expect(read('Transponder;SID', '51;7')).toEqual([])
    expect(read('Transponder;SID', '11494;7')).toEqual([[11_494_000, null, null]])
    for (const cell of ['11494 HD', '11494 H V', '11494 H 1', '11494 H 22000 30000', 'x 11494 H'])
      expect([cell, read('Freq;SID', `${cell};7`)]).toEqual([cell, []])
  })

  const anglesUnder = (heading: string, ...cells: string[]) =>
    open(`${heading}\n${cells.map((cell, at) => `A${at};${cell};${11_000 + at}\n`).join('')}`)
      .list.satellites()
      .map(({ name, angle }) => angle ?? name)
  const twoSides: [heading: string, cells: string[], angles: unknown[]][] = [
    ['Sender;Orbitposition;Frequenz', ['30,0 O', '19,2° O'], [300, 192]],
    ['Chaîne;Position orbitale;Fréquence', ['30,0 O', '19,2 E'], [3300, 192]],
    ['Nombre;Posición orbital;Frecuencia', ['30 O', '5° Oeste'], [3300, 3550]],
    ['Nome;Posição orbital;Frequência', ['30,0 O', '19,2 L', '1,0 Leste'], [3300, 192, 10]],
    // The other letters of the column decide, whatever the headings say.
    ['Name;Orbit;Freq', ['30,0 O', '5,0 W'], [300, 3550]],
    ['Name;Orbit;Freq', ['30,0 O', '5,0 E'], [3300, 50]],
    // Without evidence, or with contradicting evidence, a position stays a name until somebody sets its side.
    ['Name;Orbit;Freq', ['30,0 O', '30,0 O', '5,0 O'], ['30,0 O', '5,0 O']],
    ['Sender;Orbitposition;Frequenz', ['30,0 O', '5,0 E'], ['30,0 O', 50]],
    ['Sender;Orbit;Fréquence', ['30,0 O'], ['30,0 O']],
    ['Nazwa;Orbit;Częstotliwość', ['13,0 W', '30,0 Z'], [130, 3300]],
    ['Nazwa;Orbit;Częstotliwość', ['13,0 W'], ['13,0 W']],
    ['Nazwa;Orbit;Częstotliwość', ['13,0 E', '30,0 W'], [130, 3300]],
    ['Kanal Adı;Yörünge;Frekans', ['42,0 D', '7 Batı', '30,0 B'], [420, 3530, 3300]],
    ['Name;Satellite;Freq', ['Hispasat 30.0 O', 'Astra 19.2 E'], [3300, 192]],
    ['Name;Satellite;Freq', ['Hispasat 30.0 O'], ['Hispasat 30.0 O']],
    ['نام;ماهواره;فرکانس', ['بدر ۲۶ شرق', 'نایل‌ست (۷ غربی)'], [260, 3530]],
    ['Имя;Спутник;Частота', ['Экспресс 36,1° в.д.', 'Хиспасат 30 з. д.'], [361, 3300]],
    ['Name;Orbit;Freq', ['19,2 ö. L.', '30,0 w. L.'], [192, 3300]],
    ['Sender;Satellit;Frequenz', ['Astra 19,2° Ost', 'Hispasat 30,0° West'], [192, 3300]],
    ['Chaîne;Satellite;Fréquence', ['Astra (19,2° Est)', 'Hispasat 30 Ouest'], [192, 3300]],
    ['Nombre;Satélite;Frecuencia', ['Astra 19,2 Este', 'Hispasat 30 Oeste'], [192, 3300]],
    ['Nome;Satélite;Frequência', ['Astra 19,2 Leste', 'Hispasat 30 Oeste'], [192, 3300]],
    ['الاسم;الموضع;التردد', ['٧٫٠ غرب'], [3530]],
    ['الاسم;الزاوية;التردد', ['٧٫٠ غرب'], [3530]],
    ['نام;زاویه;فرکانس', ['۲۶٫۰ شرق'], [260]],
  ]
  it.each(twoSides)('headed “%s” says by letters where satellites stand: %j', (heading, cells, angles) => {
    expect(anglesUnder(heading, ...cells)).toEqual(angles)
  })

  it.each([
    ['Sender;Orbitposition;Frequenz', '30,0 O', '30,0 W'],
    ['Chaîne;Orbit;Fréquence', '30,0 o', '1,0 e'],
    ['Name;Orbit;Freq', '30,0 O', '30,0 W'],
    ['Nazwa;Orbit;Częstotliwość', '13,0 W', '30,0 Z'],
  ])('headed “%s” gets a position in its own letters: %s', (heading, cell, written) => {
    const text = `${heading}\nA;${cell};11494\n`
    const angle = written.startsWith('1') ? 10 : 3300
    const out = edited(text, { op: 'set', target: 'satellite', id: 0, values: { angle } })
    expect(out).toBe(text.replace(cell, written))
    expect(anglesUnder(heading, written)).toEqual([angle])
  })

  it('writes kinds and yes or no as words, or as numbers like DVB or from zero', () => {
    const typesIn = (...cells: string[]) =>
      open(`Name,Type\n${cells.map((cell) => `A,${cell}\n`).join('')}`)
        .list.channels(0, 9)
        .map(({ type }) => type)
    expect(typesIn('TV', 'Radio', 'راديو', 'Data')).toEqual(['tv', 'radio', 'radio', 'data'])
    expect(typesIn('0', '1')).toEqual(['tv', 'radio'])
    expect(typesIn('1', '2', '25')).toEqual(['tv', 'radio', 'tv'])
    const text = 'Name,Type,Scrambled,Lock\nA,1,Yes,TRUE\nB,2,No,FALSE\nC,1,Irdeto,\n'
    const { list } = open(text)
    expect([0, 1, 2].map((id) => [list.channel(id)?.scrambled, list.channel(id)?.lock])).toEqual([
      [true, true],
      [false, false],
      [true, false],
    ])
    expect(
      edited(text, set(0, 'type', 'radio'), set(1, 'scrambled', true), { op: 'lock', ids: [1], value: true }),
    ).toBe(text.replace('A,1', 'A,2').replace('No,FALSE', 'Yes,TRUE'))
  })

  it('is not read in another encoding for its degree signs only', () => {
    const heading = 'Kanal;Satellit;Frequenz;Verschl\u00fcsselt'
    const text = `${heading}\nEins;Astra 19,2\u00b0 Ost;11494;Nein\nM\u00fcnchen;Hispasat 30,0 \u00b0 West;12015;Ja\n`
    const opened = open(Buffer.from(text, 'latin1'))
    const satellites = ['Astra 19,2° Ost', 'Hispasat 30,0 ° West']
    expect(opened.list.satellites().map(({ name }) => name)).toEqual(satellites)
    opened.edit({ op: 'rename', id: 0, name: 'Köln' }, { op: 'delete', ids: [1] })
    const written = Buffer.from(opened.write().files[0]?.bytes ?? [])
    expect(written.toString('latin1')).toBe(`${heading}\nKöln;Astra 19,2\u00b0 Ost;11494;Nein\n`)
    for (const one of ['Kanal;Satellit;Frequenz\nEins;Astra 19,2\u00b0 Ost;11494\n', written.toString('latin1')])
      expect(open(Buffer.from(one, 'latin1')).list.satellites()[0]?.name).toBe('Astra 19,2° Ost')
  })

  it('names satellites, gives their positions, or both in one cell', () => {
    const anglesOf = (text: string) =>
      open(text)
        .list.satellites()
        .map(({ name, angle }) => [name, angle])
    expect(anglesOf('Name,Satellite,Freq\nA,Astra (19.2°E),11494\nB,30.0W,11000\nC,Hot Bird,11001\n')).toEqual([
      ['Astra (19.2°E)', 192],
      ['30.0W', 3300],
      ['Hot Bird', null],
    ])
    const text = 'Name,Sat,Freq\nA,19.2E,11494\n'
    expect(edited(text, { op: 'set', target: 'satellite', id: 0, values: { angle: 3300 } })).toBe(
      text.replace('19.2E', '30.0W'),
    )
  })

  it('keeps groups beyond the list’s limit when a cell is edited', () => {
    const text = `Name;Groups\n${Array.from({ length: 40 }, (_, at) => `C${at};G${at}\n`).join('')}`
    const opened = open(text)
    expect(opened.list.favouriteGroups()).toHaveLength(32)
    expect(opened.chl).toContain('"FavBeyond":8')
    opened.edit(
      { op: 'favourite', ids: [39, 3], group: 0, value: true },
      { op: 'set', target: 'group', id: 1, values: { name: 'Neu' } },
    )
    expect(opened.write().text).toBe(
      text.replace('C39;G39\n', 'C39;"G39;G0"\n').replace('C3;G3\n', 'C3;"G3;G0"\n').replace('C1;G1\n', 'C1;Neu\n'),
    )
  })

  it('takes new rows, and numbers in its own style', () => {
    const text = 'No;Name;SID;Freq;Pol;Extra\r\n٤;A;"١٠";11494;H;x\r\n٩;B;"١١";11494;H;y'
    const channel = { id: 2 ** 30 + 1, name: 'C; d', type: 'tv', transponder: 0, sid: 77 } as const
    expect(numbersIn(open(text).list)).toEqual([4, 9])
    expect(
      edited(text, { op: 'add', target: 'channel', channels: [channel] }, { op: 'numbers', numbers: [[1, 12]] }),
    ).toBe(`${text.replace('٩', '١٢')}\r\n٣;"C; d";"٧٧";11494;H;\r\n`)
    expect(edited(text, { op: 'delete', ids: [1] })).toBe(text.slice(0, text.indexOf('٩')))
  })

  it('never writes anything executable, and reads back names that begin like a formula', () => {
    for (const name of ['=1', "'=1", '+x', '@a', '-', '＝1']) {
      const text = edited('Name,SID\nA,1\n', rename(0, name))
      expect(text).toBe(`Name,SID\n'${name},1\n`)
      expect(open(text).list.names()).toEqual([name])
    }
    // If a spreadsheet splits at another separator than the file uses, another cell begins there.
    for (const [separator, name, shown] of [
      [',', 'A;=1;B', "A;'=1;B"],
      [',', 'A|+1', "A|'+1"],
      [',', "A;'=1", "A;''=1"],
      [';', 'A,-1', "A,'-1"],
      [';', 'News, 24 +1', 'News, 24 +1'],
    ] as const) {
      const text = edited(`Name${separator}SID\nA${separator}1\n`, rename(0, name))
      expect(text.replaceAll('"', '')).toBe(`Name${separator}SID\n${shown}${separator}1\n`)
      expect(open(text).list.names()).toEqual([name])
    }
  })

  it('in which an earlier reader read other rows is written into the same ones', () => {
    const text = 'Name,SID\nA,1\n# a remark\nB,2\nC,3\n'
    const earlier = open(text.replace('# a remark', '# a remark,9')).list
    const before = toModel(earlier)
    expect(earlier.apply([rename(2, 'New'), { op: 'delete', ids: [1] }]).ok).toBe(true)
    const original = { dialect: 'csv', files: [{ name: '', bytes: Buffer.from(text) }] } as const
    const [file] = makeFormats().write({ dialect: 'csv', original, before, now: toModel(earlier) })
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe(text.replace('B,', 'New,'))
  })
})

describe('numbers', () => {
  it.each([
    ['id', '1.234', 1234],
    ['id', '0x283D', 10_301],
    ['id', '28006.0', 28_006],
    ['id', '2.5', null],
    ['id', '70000', null],
    ['id', '-5', null],
    ['number', '1.', 1],
    ['number', '٢٨٠٠٦', 28_006],
    ['rate', '22.000', 22_000],
    ['rate', '27,500', 27_500],
    ['rate', "27'500", 27_500],
    ['rate', '27,5', 27_500],
    ['rate', '27500000', 27_500],
    ['rate', '22000 kS/s', 22_000],
    ['rate', '۲۷۵۰۰', 27_500],
    ['frequency', '11493,75', 11_493_750],
    ['frequency', '11.493,75', 11_493_750],
    ['frequency', '11,493.75', 11_493_750],
    ['frequency', '11\u00a0493,75 MHz', 11_493_750],
    ['frequency', '١١٤٩٣٫٧٥', 11_493_750],
    ['frequency', '11493750', 11_493_750],
    ['frequency', '11493750000', 11_493_750],
    ['frequency', '11.49375', 11_493_750],
    ['frequency', '950.125', 950_125],
    ['frequency', '11.494', 11_494_000],
    ['frequency', '1.2.3', null],
    ['frequency', 'n/a', null],
  ] as const)('of kind %s are read: %s', (kind, text, value) => {
    expect(readNumber(kind, text)).toBe(value)
  })

  const file = (...cells: [frequency: string, angle: string, rate: string][]): string =>
    `Name;Freq;Orbit;SR\n${cells.map((row, at) => `${at};${row.join(';')}\n`).join('')}`
  it.each([
    [
      ['11493,75', '19,2° E', '22.000'],
      ['10714,5', '30,0° W', '27.500'],
    ],
    [
      ['11493750', '19.2', '22000000'],
      ['10714500', '-30.0', '27500000'],
    ],
    [
      ['11.494', '13e', '27.5'],
      ['10.7145', '30w', '27.5'],
    ],
    [
      ['١١٤٩٤', '١٩٫٢E', '٢٢٠٠٠'],
      ['١٠٧١٤٫٥', '٣٠٫٠W', '٢٧٥٠٠'],
    ],
    [
      ['11 493.75', '340.8', "22'000"],
      ['10 714.5', '330.0', "27'500"],
    ],
    [
      ['11494', '19.2 Ost', '22000'],
      ['10714.5', '30.0 West', '27500'],
    ],
    [
      ['11494', '36 в.д.', '22000'],
      ['10714.5', '30 з.д.', '27500'],
    ],
    [
      ['', '', ''],
      ['10714.5', '30.0W', '27500'],
    ],
  ] as const)('of an edit look like their column: %j', (old, now) => {
    const lines = [[...old], ['12000', '', '']] as [string, string, string][]
    const text = old[0] === '' ? file(['', '', ''], ['', '', '']) : file(lines[0] ?? expect.fail())
    if (old[0] === '') {
      expect([
        numberWriter('frequency', [])(10_714_500),
        angleWriter([], usualCompass)(3300),
        numberWriter('rate', [])(27_500),
      ]).toEqual(now)
      return
    }
    const written = edited(text, tune(0, { frequencyKHz: 10_714_500, symbolRate: 27_500 }), {
      op: 'set',
      target: 'satellite',
      id: 0,
      values: { angle: 3300 },
    })
    expect(written).toBe(file([...now]))
    const { list } = open(written)
    expect(transpondersIn(list)[0]?.slice(0, 4)).toEqual([10_714_500, null, 27_500, 3300])
  })
})

/** The cost of some work: the characters that its searches pass, and the texts that it makes. */
const costOf = (work: () => unknown): number => {
  const { indexOf, charCodeAt, trim, replace } = String.prototype
  let cost = 0
  const counted = {
    indexOf(this: string, sign: string, from = 0) {
      const found = indexOf.call(this, sign, from)
      cost += (found < 0 ? this.length : found) - from + 1
      return found
    },
    charCodeAt(this: string, at: number) {
      cost++
      return charCodeAt.call(this, at)
    },
    trim(this: string) {
      cost += this.length
      return trim.call(this)
    },
    replace(this: string, ...given: Parameters<typeof replace>) {
      cost += this.length
      return replace.apply(this, given)
    },
  }
  try {
    Object.assign(String.prototype, counted)
    work()
  } finally {
    Object.assign(String.prototype, { indexOf, charCodeAt, trim, replace })
  }
  return cost
}
const tableOf = (text: string) =>
  readTable(Buffer.from(text), 100_000, { chosen: null, guess: () => 'windows-1252' }, false) ?? expect.fail()

describe('positions without sign or letter', () => {
  const file = (...places: string[]): string =>
    `Name,Orbit,Freq,SID\n${places.map((place, at) => `N${at},${place},1${at}000,${at}\n`).join('')}`
  it.each([
    [
      ['192', '130', '3300'],
      [192, 130, 3300],
    ],
    [
      ['19', '13', '105'],
      [190, 130, 1050],
    ],
    [
      ['192', '19.2E', '3300'],
      [192, 192, 3300],
    ],
    [
      ['345', '13.0'],
      [3450, 130],
    ],
    [
      ['192', '-30'],
      [1920, 3300],
    ],
    [
      ['192', '130'],
      [null, null],
    ],
  ])('%j are %j', (places, angles) => {
    const { list } = open(file(...places))
    const found = list.channels(0, 9).map(({ satellite }) => list.satellites()[satellite])
    expect(found.map((one) => one?.angle)).toEqual(angles)
    // An uncertain one stays a name.
    if (angles[0] === null) expect(found.map((one) => one?.name)).toEqual(places)
  })

  it('are written in their unit', () => {
    const place = (id: number, angle: number): Operation => ({ op: 'set', target: 'satellite', id, values: { angle } })
    expect(edited(file('192', '3300'), place(0, 282))).toBe(file('282', '3300'))
    expect(edited(file('192', '130'), place(0, 192))).toBe(file('19.2E', '130'))
  })
})

it('numbers polarisations as DVB does, and keeps that where it is edited', () => {
  const file = 'Name,Frequency,Pol,SID\nA,11494,0,1\nB,11200,1,2\nC,12000,2,3\nD,12100,3,4\n'
  expect(transpondersIn(open(file).list).map(([, polarisation]) => polarisation)).toEqual(['H', 'V', 'L', 'R'])
  expect(edited(file, tune(1, { polarisation: 'L' }))).toBe(file.replace('B,11200,1', 'B,11200,2'))
})

describe('a table quoted as databases do', () => {
  const names = (file: string): string[] =>
    open(file)
      .list.channels(0, 9)
      .map(({ name, sid }) => `${name} ${sid}`)

  it.each([
    ['all cells', "'Name';'SID'\n'Eins; Zwei';'101'\n'Kid''s TV';'102'\n", ['Eins; Zwei 101', "Kid's TV 102"]],
    ['texts only', "'Name','SID'\n'Eins, Zwei',101\n'',102\n", ['Eins, Zwei 101', ' 102']],
    ['all but the headings', "Name\tSID\n'Eins'\t'101'\n'Zwei'\t'102'\n", ['Eins 101', 'Zwei 102']],
    ['a line end in a cell', "'Name','SID'\n'Eins\nZwei','101'\n'Drei','102'\n'V','103'\n", ['Eins Zwei 101']],
    ['escapes', "'Name','SID'\n'Kid\\'s \\\\ TV','101'\n'Zwei','102'\n", ["Kid's \\ TV 101", 'Zwei 102']],
  ])('in apostrophes: %s', (_what, file, expected) => {
    expect(names(file).slice(0, expected.length)).toEqual(expected)
  })

  it.each([
    ['a name that begins with one', "Name,SID\n'Allo 'Allo!,101\n'O Sole,102\n", ["'Allo 'Allo! 101", "'O Sole 102"]],
    ['guards', "Name,SID\n'=Eins,101\n'+2,102\n", ['=Eins 101', '+2 102']],
    ['apostrophes in marks', '"Name","SID"\n"Kid\'s","101"\n"\'Two\'","102"\n', ["Kid's 101", "'Two' 102"]],
  ])('not in apostrophes: %s', (_what, file, expected) => {
    expect(names(file)).toEqual(expected)
  })

  it.each([
    [
      'escaped marks',
      '"Name","SID"\n"Eins \\"HD\\", neu","101"\n"\\"Zwei\\"","102"\n',
      ['Eins "HD", neu 101', '"Zwei" 102'],
    ],
    ['an escaped mark at the end', 'Name;SID\n"TV 55\\"";101\nZwei;102\n', ['TV 55" 101', 'Zwei 102']],
    [
      'backslashes at the ends of cells',
      'Name;SID\n"Eins\\";101\n"Zwei ""2""\\";102\n',
      ['Eins\\ 101', 'Zwei "2"\\ 102'],
    ],
  ])('with %s', (_what, file, expected) => {
    expect(names(file)).toEqual(expected)
  })

  it('keeps its quotes where it is edited', () => {
    const apostrophes = "'Name','SID'\n'Eins','101'\n'Kid\\'s','102'\n"
    expect(edited(apostrophes, rename(0, `L'Équipe, 21`))).toBe(apostrophes.replace('Eins', "L\\'Équipe, 21"))
    const doubled = "Name;SID\n'Eins';101\n'Zwei';102\n"
    expect(edited(doubled, rename(1, "Kid's"), set(0, 'sid', 7))).toBe("Name;SID\n'Eins';7\n'Kid''s';102\n")
    const escaped = '"Name","SID"\n"Eins \\"HD\\"","101"\n"Zwei","102"\n'
    expect(edited(escaped, rename(1, 'Zwei "HD" \\'))).toBe(escaped.replace('Zwei', String.raw`Zwei \"HD\" \\`))
  })
})

describe('a hostile table', () => {
  it.each([
    ['a giant row', 'A,', '1,'],
    ['a giant cell', 'A', 'b'],
    ['a giant cell in marks', '"', 'b""'],
    ['marks alone', '', '"'],
    ['open marks in a row', 'A,', '"a,'],
    ['open marks in rows', '', '"a,1\n'],
    ['open marks behind blanks', 'A,', '  "a,'],
    ['marks at the ends of lines', '', '1,"\n'],
    ['marks of both kinds', '', '"",""",'],
    ['a mark that is never closed', '"', 'abc,\n'],
    ['separators', '', ','],
    ['short rows', '', 'A\n'],
    ['blank lines', '', '\n'],
    ['blanks', 'A', ' '],
    ['escaped marks', '"', '\\"'],
    ['open escaped marks in a row', 'A,', '"\\"a,'],
    ['backslashes', '"', '\\'],
    ['apostrophes', "'", "'"],
    ['open apostrophes in a row', 'A,', "'a,"],
    ['rows in apostrophes', '', "'a','1','\\'\n"],
    ['a remark', '#', 'remark '],
    ['remarks', '', '#a\n'],
    ['groups', 'A,1,', 'a;'],
  ])('of %s costs linear time', (_what, head, piece) => {
    const text = (length: number): string =>
      `Name,SID,Groups\n${head}${piece.repeat(length / piece.length)}\nLast,1,G\n`
    const [one = 0, four = 0] = [6000, 24_000].map((length) => {
      const file = text(length)
      return costOf(() => listOf(tableOf(file)))
    })
    expect(four).toBeLessThan(4.4 * one)
    expect(four).toBeLessThan(24_000 * 40)
  })

  it('may have more headings than a call takes arguments', () => {
    const file = `Name,SID,${','.repeat(300_000)}\nEins,1\n`
    expect(tableOf(file).entries).toHaveLength(1)
  })

  it('costs linear time when every cell of its rows is edited', () => {
    const [one = 0, four = 0] = [200, 800].map((length) => {
      const rows = Array.from({ length }, (_, at) => `1.${at + 100};A${at};19,2° E;11.49${at % 10},5;Yes;2\n`)
      const table = tableOf(`No;Name;Orbit;Freq;Lock;Type\n${rows.join('')}`)
      const made = listOf(table)
      const now = {
        ...made,
        satellites: made.satellites.map((one) => ({ ...one, angle: 3300 })),
        transponders: made.transponders.map((one) => ({ ...one, kHz: 11_000_500 })),
        channels: made.channels.map((one) => ({ ...one, number: (one.number ?? 0) + 1, lock: false })),
      }
      let written = ''
      const cost = costOf(() => (written = Buffer.from(rewriteTable(table, made, now)[0]?.bytes ?? []).toString()))
      expect(written.split('\n')[3]).toBe('1.103;A2;30,0° W;11.000,5;No;2')
      return cost
    })
    expect(four).toBeLessThan(4.4 * one)
  })

  it('comes back whole, with the edit of its last row', () => {
    for (const piece of ['1,', '"a,', '"', '"",', "'a',", '"\\"', '#a\n', 'A\n', '\n', "'=", 'a;', '"x\n']) {
      const text = `Name,SID\nA,${piece.repeat(1000)}\nLast,77\n`
      const opened = open(text)
      expect(opened.write().text).toBe(text)
      const last = opened.list.length() - 1
      if (opened.list.channel(last)?.sid !== 77) continue
      opened.edit(rename(last, 'New'))
      expect([piece, opened.write().text]).toEqual([piece, text.replace('Last', 'New')])
    }
  })
})
