/** Tables made to be expensive or misleading: their cost is bounded, and nothing of them is cut silently. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cellCharactersMax } from '~/modules/link/limits'
import { stopLinkTables } from '~/modules/link/link.server'
import { readCells } from '~/modules/link/table'
import { askThread } from '~/modules/link/tables.server'
import * as links from '~/modules/link/link.server'
import { consume, forgive, peek, rules } from '~/platform/limits.server'
import { readXlsxCells } from '~/platform/xlsx.server'
import { answerUnread } from '~/web/mylink/import.server'
import { zipOf } from '../../support/fixtures/xlsx'
import { codeOf, good, longTable, makeActor, makeLinker } from './people'

type Linker = Awaited<ReturnType<typeof makeLinker>>
let me: Linker
beforeAll(async () => {
  me = await makeLinker()
})
afterAll(() => stopLinkTables())

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const sheetOf = (rows: string, more = '', shared?: string): Uint8Array =>
  zipOf({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`,
    ...(shared === undefined ? {} : { 'xl/sharedStrings.xml': `<sst>${shared}</sst>` }),
  })
const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const bounds = { unpackedBytes: 32 * 1024 * 1024, lines: 50_000, columns: 30, cellCharacters: 401 }
const read = (bytes: Uint8Array) => {
  const cells = readXlsxCells(bytes, bounds, { merged: true })
  return cells.ok ? cells : expect.fail(cells.reason)
}

describe('merged ranges', () => {
  const merges = (count: number, ref: string): string =>
    `<mergeCells>${`<mergeCell ref="${ref}"/>`.repeat(count)}</mergeCells>`
  const rows = `<row r="1">${cell('B1', 'x')}</row><row r="49999">${cell('A49999', '1')}</row>`

  it('that end before they begin are ignored, however many', () => {
    expect(read(sheetOf(rows, merges(20_000, 'B1:A49999'))).rows[49_998]).toEqual(['1'])
    expect(read(sheetOf(rows, merges(2, 'A49999:C1'))).rows[0]).toEqual(['', 'x'])
  })
  it('are filled only within the table; rows and cells over all ranges are bounded', () => {
    expect(read(sheetOf(rows, merges(1, 'B1:C49999'))).rows[49_998]).toEqual(['1', 'x', 'x'])
    expect(readXlsxCells(sheetOf(rows, merges(1000, 'B1:B49999')), bounds, { merged: true })).toEqual({
      ok: false,
      reason: 'too-large',
    })
  })
})

describe('cells that failed', () => {
  it('are remembered once per place', () => {
    const { rows, odd, isCut } = read(
      sheetOf('<row r="1"><c t="e"/><c t="e"/></row><row r="2"><c r="B2" t="e"/></row>'),
    )
    expect([rows, isCut]).toEqual([
      [
        ['', ''],
        ['', ''],
      ],
      false,
    ])
    expect([...odd].map(([row, kinds]) => [row, [...kinds]])).toEqual([
      [0, ['cell-error', 'cell-error']],
      [1, [undefined, 'cell-error']],
    ])
  })
  it('that repeat in one row are read once per column, and the table is refused', () => {
    const bytes = sheetOf(`<row r="1">${'<c r="A1" t="e"/>'.repeat(100_000)}${cell('B1', 'x')}</row>`)
    expect([read(bytes).rows, read(bytes).isCut]).toEqual([[['']], true])
    expect(readCells(bytes)).toBe('too-large')
  })
  it('below the last line that is read are not left out silently', () => {
    expect(readCells(sheetOf(`<row r="1">${cell('A1', 'x')}</row><row r="50001">${cell('A50001', 'y')}</row>`))).toBe(
      'too-large',
    )
    // A line that is only coloured is empty.
    expect(readCells(sheetOf(`<row r="1">${cell('A1', 'x')}</row><row r="1048576"><c s="3"/></row>`))).toMatchObject({
      rows: [['x']],
    })
  })
  it('everywhere are reported and counted', async () => {
    const row = `<row>${'<c t="e"/>'.repeat(30)}</row>`
    const report = good(await links.planImport(me, 'mylink', sheetOf(row.repeat(10_000)), { mode: 'add' }))
    expect(report).toMatchObject({ lines: 10_000, refused: 10_000, channels: 0 })
    expect(report.refusedLines[0]).toMatchObject({ line: 1, reason: 'cell-error' })
  })
})

describe('characters written as numbers', () => {
  const text = (count: number): string => '&#65;'.repeat(count)
  it.each([
    ['in a cell', () => sheetOf(`<row>${cell('A1', text(1_000_001))}</row>`)],
    ['in a shared text', () => sheetOf('<row/>', '', `<si><t>${text(1_000_001)}</t></si>`)],
    ['in a spreadsheet’s own writing', () => sheetOf(`<row>${cell('A1', '_x0041_'.repeat(1_000_001))}</row>`)],
  ])('beyond a bound are not decoded, so that a small file takes little memory: %s', (_, make) => {
    const decode = vi.spyOn(String, 'fromCodePoint')
    const bytes = make()
    expect(bytes.length).toBeLessThan(20_000)
    expect(readXlsxCells(bytes, bounds)).toEqual({ ok: false, reason: 'too-large' })
    expect(decode).not.toHaveBeenCalled()
    decode.mockRestore()
  })
  it('are read where a long table has them', () => {
    const row = `<row>${cell('A1', `${text(100)}&amp;`)}</row>`
    const { rows } = read(sheetOf(row.repeat(2000)))
    expect([rows.length, rows[1999]]).toEqual([2000, [`${'A'.repeat(100)}&`]])
  })
})

describe('a cell', () => {
  const spaces = ' '.repeat(cellCharactersMax)
  const lines = [
    ['A', `One${spaces}more`, 'http://h/1', '', '', ''],
    [`A${spaces}b`, 'Two', 'http://h/2', '', '', ''],
    ['A', 'Three', `http://h/${'x'.repeat(500)}`, '', '', ''],
    ['A', 'Four', '', `19.2E${spaces}x`, '11778', '1'],
    ['A', 'Five', '', '19.2E', `11778${spaces}x`, '1'],
    ['A', 'Six', '', '19.2E', '11778', `1${spaces}x`],
    ['A', `${spaces}Seven${spaces}`, 'http://h/7', '', '', ''],
  ]
  const columns = ['Category', 'Name', 'Address', 'Satellite', 'TP', 'SID']
  const inline = (row: string[]): string =>
    `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const texts = [columns, ...lines].flat()
  it.each([
    ['CSV', () => bytesOf([columns, ...lines].map((row) => `${row.join(';')}\n`).join(''))],
    ['texts of cells', () => sheetOf([columns, ...lines].map(inline).join(''))],
    [
      'shared texts',
      () =>
        sheetOf(
          [columns, ...lines]
            .map((row, at) => `<row>${row.map((_, to) => `<c t="s"><v>${at * 6 + to}</v></c>`).join('')}</row>`)
            .join(''),
          '',
          texts.map((text) => `<si><t>${text}</t></si>`).join(''),
        ),
    ],
    [
      'texts in pieces',
      () =>
        sheetOf(
          [columns, ...lines]
            .map((row) => inline(row).replaceAll('    ', '    </t></r><r><rPr><b/><sz val="11"/></rPr><t>'))
            .join(''),
        ),
    ],
  ])('that is too long makes its line refused, never cut: %s', async (_, make) => {
    const report = good(await links.planImport(me, 'mylink', make(), { mode: 'add' }))
    expect(report.refusedLines.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, 'name', 'name-too-long'],
      [3, 'category', 'category-too-long'],
      [4, 'address', 'url-too-long'],
      [5, 'satellite', 'satellite-invalid'],
      [6, 'tp', 'tp-range'],
      [7, 'sid', 'sid-range'],
    ])
    expect(report.channels).toBe(1)
  })
})

describe('the thread’s time', () => {
  const usedMs = async ({ userId }: Linker): Promise<number> => {
    const share = await peek('link-table-time', userId)
    return share.ok ? rules['link-table-time'].points - share.left : Number.MAX_SAFE_INTEGER
  }
  it('is counted per account, and refused to that account only when its share of a minute is used up', async () => {
    const who = await makeLinker()
    expect(await usedMs(who)).toBe(0)
    const held = good(await links.holdTable(who, 'mylink', { bytes: longTable(2, 1000), fileName: null }))
    const once = await usedMs(who)
    expect(once).toBeGreaterThan(0)
    good(await links.planImport(who, 'mylink', held.id, { mode: 'add' }))
    expect(await usedMs(who)).toBeGreaterThan(once)
    await consume('link-table-time', who.userId, rules['link-table-time'].points)
    const refusal = { code: 'I1009', data: { retryAfterSeconds: expect.any(Number) as number } }
    const file = { bytes: longTable(1, 1), fileName: null }
    expect(await links.planImport(who, 'mylink', held.id, { mode: 'add' })).toMatchObject(refusal)
    expect(await links.holdTable(who, 'mylink', file)).toMatchObject(refusal)
    expect(await links.importTable(who, 'mylink', held.id, { mode: 'add', partial: false })).toMatchObject(refusal)
    expect(await links.exportTable(who, 'mylink', 'csv', 'en')).toMatchObject(refusal)
    expect(await askThread(who.userId, 'box', { service: 'mylink', shelves: [] })).toMatchObject(refusal)
    expect(await links.findHeldTable(who, 'mylink', held.id)).not.toBeNull()
    good(await links.planImport(me, 'mylink', longTable(1, 1), { mode: 'add' }))
    await forgive('link-table-time', who.userId)
    good(await links.planImport(who, 'mylink', held.id, { mode: 'add' }))
  })
  it('is not for accounts without the service: they are refused before any work', async () => {
    const poor = await makeActor()
    const left = async (): Promise<unknown> => [
      await peek('link-table', poor.userId),
      await peek('upload', poor.userId),
      await peek('link-table-time', poor.userId),
    ]
    const before = await left()
    for (const service of ['mylink', 'audio'] as const) {
      expect(codeOf(await links.planImport(poor, service, longTable(1, 1), { mode: 'add' }))).toBe('C1109')
      expect(codeOf(await links.planImport(poor, service, 'nothing-of-this-id', { mode: 'add' }))).toBe('C1109')
      expect(codeOf(await links.holdTable(poor, service, { bytes: longTable(1, 1), fileName: null }))).toBe('C1109')
      expect(codeOf(await links.importTable(poor, service, longTable(1, 1), { mode: 'add', partial: false }))).toBe(
        'C1109',
      )
    }
    expect(await left()).toEqual(before)
  })
})

describe('a page of a held table', () => {
  const answer = (code: 'A0404' | 'C1109' | 'I1009' | 'A0503', data?: Record<string, unknown>) =>
    answerUnread(
      { ok: false, code, ...(data === undefined ? {} : { data }) },
      { origin: 'https://portal.example' } as never,
      'mylink',
    )
  it('says that the table is gone only if it is', async () => {
    const gone = answer('A0404')
    expect([gone.status, gone.headers.get('location'), gone.headers.has('set-cookie')]).toEqual([
      303,
      '/features/mylink/import',
      true,
    ])
    for (const [code, status] of [
      ['I1009', 429],
      ['A0503', 503],
    ] as const) {
      const busy = answer(code, { retryAfterSeconds: 7 })
      expect([busy.status, busy.headers.get('retry-after'), await busy.json()]).toEqual([status, '7', { code }])
    }
    const locked = answer('C1109')
    expect([locked.status, locked.headers.get('location'), locked.headers.has('set-cookie')]).toEqual([
      303,
      '/features/mylink/import',
      false,
    ])
  })
})
