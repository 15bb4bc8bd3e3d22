/** Conditional requests and ranges as in RFC 9110, and download names in every language. */
import { describe, expect, it } from 'vitest'
import { makeStoppedClock, replaceClock } from '~/platform/clock.server'
import {
  acceptsEncoding,
  contentDisposition,
  makeEtag,
  matchesEtag,
  parseRange,
  planFile,
  type FileBody,
} from '~/platform/http.server'

const bytes = new TextEncoder().encode('0123456789')
const file: FileBody = {
  bytes,
  type: 'text/plain',
  etag: makeEtag(bytes),
  lastModified: new Date('2026-01-02T03:04:05.678Z'),
  gzip: new Uint8Array([1, 2, 3]),
}
const plan = (headers: Record<string, string>) => planFile((name) => headers[name], file)

describe('a range', () => {
  it('is one part of the body, clamped to its end', () => {
    expect(parseRange('bytes=0-0', 10)).toEqual({ start: 0, end: 1 })
    expect(parseRange('bytes=5-', 10)).toEqual({ start: 5, end: 10 })
    expect(parseRange('bytes=5-99', 10)).toEqual({ start: 5, end: 10 })
    expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 10 })
    expect(parseRange('bytes=-99', 10)).toEqual({ start: 0, end: 10 })
  })
  it('that is unsatisfiable is distinguished from one that is invalid', () => {
    for (const header of ['bytes=10-', 'bytes=99-100', 'bytes=-0'])
      expect(parseRange(header, 10), header).toBe('unsatisfiable')
    for (const header of ['bytes=5-4', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4', 'bytes=9999999999999999-'])
      expect(parseRange(header, 10), header).toBeNull()
  })
})

describe('the answer to a download', () => {
  it('is 304 for a client that has it, by tag before date', () => {
    expect(plan({ 'if-none-match': file.etag }).status).toBe(304)
    expect(plan({ 'if-none-match': '*' }).status).toBe(304)
    expect(plan({ 'if-none-match': `W/${file.etag}` }).status).toBe(304)
    expect(plan({ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:06 GMT' }).status).toBe(304)
    expect(plan({ 'if-none-match': '"other"', 'if-modified-since': 'Fri, 02 Jan 2026 03:04:06 GMT' }).status).toBe(200)
    expect(plan({ 'if-modified-since': 'not a date' }).status).toBe(200)
  })
  it('is never 304 for a future date: a wrong clock would keep its old file forever', () => {
    expect(plan({ 'if-modified-since': new Date(Date.now() + 3_600_000).toUTCString() }).status).toBe(200)
    expect(plan({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }).status).toBe(200)
  })
  it('distinguishes two changes within one second, whatever date the first was stored with', () => {
    const clock = makeStoppedClock(new Date('2026-03-01T10:00:05.200Z'))
    const undo = replaceClock(clock)
    try {
      const at = (lastModified: Date, headers: Record<string, string> = {}) =>
        planFile((name) => headers[name], { ...file, lastModified })
      const first = at(new Date('2026-03-01T10:00:05.100Z'))
      const told = String(first.headers['last-modified'])
      // Never in the future, and the box's own clock is no better.
      expect(told).toBe('Sun, 01 Mar 2026 10:00:05 GMT')
      const second = new Date('2026-03-01T10:00:05.900Z')
      clock.advance(750)
      expect(at(second, { 'if-modified-since': told }).status).toBe(200)
      clock.advance(5000)
      const later = at(second, { 'if-modified-since': told })
      expect(later.status).toBe(200)
      expect(at(second, { 'if-modified-since': String(later.headers['last-modified']) }).status).toBe(304)
    } finally {
      undo()
    }
  })
  it('is 412 when the condition fails, and weak tags never match strongly', () => {
    expect(plan({ 'if-match': file.etag }).status).toBe(200)
    expect(plan({ 'if-match': '"other"' }).status).toBe(412)
    expect(plan({ 'if-match': `W/${file.etag}` }).status).toBe(412)
    expect(plan({ 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }).status).toBe(412)
    expect(matchesEtag('"a", "b"', '"b"', 'strong')).toBe(true)
  })
  it('is partial only while If-Range holds, and always of the uncompressed form', () => {
    const part = plan({ range: 'bytes=2-4', 'accept-encoding': 'gzip' })
    expect([
      part.status,
      part.headers['content-range'],
      part.headers['content-encoding'],
      new TextDecoder().decode(part.body ?? undefined),
    ]).toEqual([206, 'bytes 2-4/10', undefined, '234'])
    expect(plan({ range: 'bytes=2-4', 'if-range': file.etag }).status).toBe(206)
    expect(plan({ range: 'bytes=2-4', 'if-range': '"old"' }).status).toBe(200)
    expect(plan({ range: 'bytes=2-4', 'if-range': `W/${file.etag}` }).status).toBe(200)
    expect(plan({ range: 'bytes=2-4', 'if-range': 'Fri, 02 Jan 2026 03:04:06 GMT' }).status).toBe(206)
    // A date must match exactly: an older copy is another body, and so is one from a clock that is ahead.
    for (const date of [
      'Fri, 02 Jan 2026 03:04:05 GMT',
      'Fri, 02 Jan 2026 03:04:07 GMT',
      'Fri, 01 Jan 2100 00:00:00 GMT',
      'no date',
      '',
    ]) {
      const whole = plan({ range: 'bytes=2-4', 'if-range': date })
      expect([date, whole.status, whole.headers['content-range'], whole.body?.length]).toEqual([
        date,
        200,
        undefined,
        10,
      ])
    }
    const young = planFile(
      (name) => ({ range: 'bytes=2-4', 'if-range': 'Fri, 01 Jan 2100 00:00:01 GMT' })[name as 'range'],
      { ...file, lastModified: new Date('2100-01-01T00:00:00.500Z') },
    )
    expect(young.status).toBe(200)
    // An invalid range request is ignored when the condition fails.
    expect(plan({ range: 'bytes=50-', 'if-range': '"old"' }).status).toBe(200)
    expect(plan({ range: 'bytes=50-' })).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } })
  })
  it('is compressed for clients that accept that, under a separate tag', () => {
    const zipped = plan({ 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(zipped.headers.etag).not.toBe(file.etag)
    expect(plan({ 'accept-encoding': 'gzip', 'if-none-match': String(zipped.headers.etag) }).status).toBe(304)
    expect(plan({}).headers['content-encoding']).toBeUndefined()
    for (const [header, accepted] of [
      ['gzip', true],
      ['br, gzip;q=0.5', true],
      ['*', true],
      ['gzip;q=0', false],
      ['*;q=0', false],
      ['br', false],
      ['', false],
    ] as const)
      expect(acceptsEncoding(header, 'gzip'), header).toBe(accepted)
  })
})

describe('a download’s name', () => {
  it('keeps its own letters, and never breaks the header', () => {
    expect(contentDisposition('list.sdx')).toBe('attachment; filename="list.sdx"')
    expect(contentDisposition('قائمة.sdx')).toBe(
      `attachment; filename="_____.sdx"; filename*=UTF-8''%D9%82%D8%A7%D8%A6%D9%85%D8%A9.sdx`,
    )
    for (const name of ['a"b\r\nSet-Cookie: x', '../../etc/passwd', '\ud800', '', '%', 'x'.repeat(999)])
      expect(contentDisposition(name)).toMatch(/^attachment; filename="[^"\r\n/\\]+"(; filename\*=UTF-8''[\w.%~!-]+)?$/)
  })
})
