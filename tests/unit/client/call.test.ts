/** How API calls treat answer codes and file names. */
import { describe, expect, it } from 'vitest'
import { codes } from '~/errors/table'
import { endsSession, isSilent } from '~/client/api/codes'
import { fileNameOf } from '~/client/api/file-name'

describe('a code', () => {
  it('is silent for codes that the specification lists as silent', () => {
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
    expect(Object.keys(codes).filter(isSilent).sort()).toEqual(
      Object.entries(codes)
        .flatMap(([code, line]) => ('silent' in line && line.silent ? [code] : []))
        .sort(),
    )
    expect(silent.every(isSilent)).toBe(true)
    expect(['0', 'A0500', 'I1302', 'constructor', ''].some(isSilent)).toBe(false)
  })
  it('ends the session for I1303, I1304, I1305, I1306, A0411 or HTTP 401, and no other', () => {
    const ending = ['I1303', 'I1304', 'I1305', 'I1306', 'A0411']
    expect(
      Object.keys(codes)
        .filter((code) => endsSession(200, code))
        .sort(),
    ).toEqual([...ending].sort())
    expect(endsSession(401, 'anything')).toBe(true)
    expect([200, 403, 422, 500].some((status) => endsSession(status, 'I1302'))).toBe(false)
  })
})

describe('a download’s file name', () => {
  it('is read from both forms of the header, the extended one first', () => {
    expect(fileNameOf('attachment; filename="list.sdx"')).toBe('list.sdx')
    expect(fileNameOf(`attachment; filename="list.sdx"; filename*=UTF-8''%D9%82%D9%86%D8%A7%D8%A9.sdx`)).toBe(
      'قناة.sdx',
    )
    expect(fileNameOf(`attachment; filename*=utf-8'en'a%20b.chl`)).toBe('a b.chl')
    expect(fileNameOf('attachment; filename="a \\"b\\"; c.sdx"')).toBe('a "b"; c.sdx')
    expect(fileNameOf('inline; filename=plain.bin')).toBe('plain.bin')
  })
  it('falls back to the plain form when the extended one can’t be read, else to nothing', () => {
    expect(fileNameOf(`attachment; filename="list.sdx"; filename*=UTF-8''%E0%A4%A`)).toBe('list.sdx')
    for (const none of [null, '', 'attachment', 'attachment; size=3']) expect(fileNameOf(none)).toBeNull()
  })
})
