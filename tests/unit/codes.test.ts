/** Compares the table of codes with the specification and with the program: nothing missing, invented or unknown. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSilent } from '~/client/api/codes'
import { codes, type Code, type Entry } from '~/errors/table'

/** Every code that the specification names, in its order. */
const specified = `
  I1101 I1102 I1103 I1104 I1105 U1003
  I1106 I1201 I1202 I1203 I1204 I1205 I1301 I1302 I1309 I1310 U6008
  I1303 I1304 I1305 I1306 I1307 I1308 A0411
  I1401 I1402 D1305 D1306 S1000 D1101
  M4404 M4405
  C1103 C1112 C1117 C1125 C1202 Q2101 Q2102 Q2201 Q2202 Q2203 Q2205 Q2301
  F1101 F1105
  R1000 R1001 R1002 R2001 P1000 P1001 P1002 P1003 P1004 OP1001 OP10012 OP10013 OP10014 OP10015 OP10017
  MC1007 I1009 N1001
  D1302 M6202 R1006 R1003 R1007 R1004 MC1004 MC1101 MC1102 MC1103 MC1006 B0005
`
  .trim()
  .split(/\s+/)
const silent = [
  'D1302',
  'M6202',
  'R1006',
  'R1003',
  'R1007',
  'R1004',
  'MC1004',
  'MC1101',
  'MC1102',
  'MC1103',
  'MC1006',
  'OP10017',
  'B0005',
]

const entries = Object.entries(codes) as [Code, Entry][]

const sources = ['app', 'engine/host'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !file.startsWith('generated') &&
        !file.startsWith('platform') &&
        file !== join('client', 'api', 'codes.ts') &&
        file !== join('errors', 'table.ts'),
    )
    .map((file) => ({
      file: join(folder, file),
      text: readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, ''),
    })),
)
const codeLike = /['"`:.]((?:I|U|A|B|S|D|M|C|Q|F|R|P|OP|MC|N)\d{4,5})(?=['"`_])/g
const inProgram = new Map(
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(codeLike)].map((match): [string, string] => [match[1] ?? '', file]),
  ),
)

describe('the table of codes', () => {
  it('has every code that the specification names', () => {
    expect(specified.filter((code) => !Object.hasOwn(codes, code))).toEqual([])
  })
  it('marks as silent exactly what the specification marks as silent', () => {
    expect(
      entries
        .filter(([, entry]) => entry.silent)
        .map(([code]) => code)
        .sort(),
    ).toEqual([...silent].sort())
  })
  it('is silent in the browser exactly where it says so', () => {
    expect(entries.filter(([code, entry]) => isSilent(code) !== (entry.silent === true)).map(([code]) => code)).toEqual(
      [],
    )
  })
  it('has every code that the program answers with', () => {
    expect(
      [...inProgram].filter(([code]) => !Object.hasOwn(codes, code)).map(([code, file]) => `${code} in ${file}`),
    ).toEqual([])
  })
  it('marks codes outside the specification as assigned, and has none that is unused', () => {
    const unnamed = entries.filter(([code]) => code !== '0' && !specified.includes(code))
    expect(unnamed.filter(([, entry]) => !entry.assigned && !entry.later).map(([code]) => code)).toEqual([])
    expect(entries.filter(([code, entry]) => entry.assigned && !inProgram.has(code)).map(([code]) => code)).toEqual([])
  })
  it('never answers with a code that is reserved, planned or impossible', () => {
    expect(
      entries
        .filter(([code, entry]) => (entry.reserved || entry.later || entry.never) && inProgram.has(code))
        .map(([code]) => `${code} in ${inProgram.get(code) ?? ''}`),
    ).toEqual([])
  })
})
