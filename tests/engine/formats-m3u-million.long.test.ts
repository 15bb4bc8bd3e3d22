/** Playlists of a million bytes: time and memory stay linear in their length. */
import { describe, expect, it } from 'vitest'
import { openFile } from '../support/fixtures/dialect'

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const open = (text: string | Uint8Array) => openFile('m3u', typeof text === 'string' ? Buffer.from(text) : text)
const writtenBy = (opened: ReturnType<typeof open>) => ({
  written: Buffer.from(opened.write().files[0]?.bytes ?? []).toString('utf8'),
})
const entry = (info: string, at = 1): string => `#EXTINF:${info}\nhttp://s.example/${at}.ts\n`

describe('a million bytes', () => {
  const pieces = [
    '"',
    "'",
    ':',
    ',',
    '=',
    '#',
    '\n#',
    '"=',
    'a=',
    '"a=,',
    ' a="',
    'a=\'"',
    'tvg-id="',
    ' tvg-id=x',
    '\u00d8',
    ' ',
    ';',
    '\r',
    '#EXTGRP:a\n',
    '#EXTM3U\n',
    '#EXTINF:-1,a\n',
    '&a=',
    '",',
  ]
  it('of lines that each name a new input, and of long titles, are read', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `#EXTINF:-1,A\nrtsp://x/?src=${at}&freq=11000&pol=h\n`)
    expect(open(`#EXTM3U\n${lines.join('')}`).list.satellites()).toHaveLength(20_000)
    const groups = Array.from({ length: 100_000 }, (_, at) => `G${at}`).join(';')
    expect(open(`#EXTM3U\n${entry(`-1 group-title="${groups}",A`)}`).list.favouriteGroups()).toHaveLength(32)
  })
  it('in a title of many names that applies to many entries are read and written', () => {
    const title = Array.from({ length: 80_000 }, (_, at) => `G${at}`).join(';')
    const text = `#EXTM3U\n#EXTGRP:${title}\n${'x\n'.repeat(20_000)}`
    const opened = open(text)
    const counts = opened.list.favouriteGroups().map(({ channels }) => channels)
    expect(counts).toEqual(Array<number>(32).fill(20_000))
    expect(opened.chl).toContain('"FavBeyond":79968')
    opened.edit({ op: 'rename', id: 19_999, name: 'New' })
    expect(opened.write().text).toBe(`${text.slice(0, -2)}#EXTINF:-1,New\nx\n`)
  })
  it.each([
    ['many names', Array.from({ length: 80_000 }, (_, at) => `G${at}`).join(';')],
    ['a long name', 'g'.repeat(500_000)],
  ])('in a title of %s are not repeated for every channel that moves', (_what, title) => {
    const half = 1000
    const held = Array.from({ length: half }, (_, at) => entry(`-1,A${at}`, at)).join('')
    const owned = Array.from({ length: half }, (_, at) => entry(`-1 group-title="Own",B${at}`, half + at)).join('')
    const text = `#EXTM3U\n#EXTGRP:${title}\n${held}${owned}`
    const opened = open(text)
    const order = Array.from({ length: 2 * half }, (_, at) => (at % 2) * half + Math.floor(at / 2))
    opened.edit({ op: 'order', order }, { op: 'favourite', ids: [5, 6, 7], group: 0, value: false })
    const { written } = writtenBy(opened)
    expect(written.length).toBeLessThan(text.length + half * 1100)
    expect(open(written).list.names()).toEqual(opened.list.names())
  })
  it.each(pieces)('of %j are read and written', (piece) => {
    const many = piece.repeat(Math.ceil(1_000_000 / piece.length))
    for (const head of [
      '#EXTM3U\n#EXTINF:-1 ',
      '#EXTM3U\n#EXTINF:-1 group-title="',
      '#EXTM3U\n#EXTINF:-1,',
      '#EXTM3U\n#EXTINF:-1,A\nrtsp://x/?freq=11000',
    ]) {
      const opened = open(latin(`${head}${many}\nhttp://x/1\n`))
      expect(opened.channels).toBeGreaterThan(0)
      opened.edit({ op: 'rename', id: 0, name: 'New' })
      expect(writtenBy(opened).written).toContain('New')
    }
  })
})
