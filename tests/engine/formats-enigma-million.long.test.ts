/** Enigma2 files of a million bytes: time and memory stay linear in their length. */
import { describe, expect, it } from 'vitest'
import { enigma } from '../../engine/host/formats/enigma/index'
import type { Charset } from '../../engine/host/formats/m3u/encoding'
import { lamedbOf, lineOf } from '../support/fixtures/enigma'

const { read: readEnigma, rewrite: rewriteEnigma } = enigma('enigma2')

const guessed: Charset = { chosen: null, guess: () => 'windows-1252' }

describe('a file of one million bytes', () => {
  const filled = (head: string, piece: string, tail: string): string =>
    head + piece.repeat(Math.ceil(1_000_000 / piece.length)) + tail
  const lined = (head: string, line: (at: number) => string): string => {
    const lines = [head]
    for (let length = 0, at = 0; length < 1_000_000; at++) length += lines[lines.push(line(at)) - 1]?.length ?? 0
    return lines.join('')
  }
  const service = (facts: string): string => lamedbOf(4, [{ sid: 1, type: 1, name: 'One', facts }])
  const [head = '', tail = ''] = service('p:x#').split('#')
  const stream = '#NAME A\n#SERVICE 4097:0:1:1:0:0:0:0:0:0:http%3a//'
  const cases: [string, 'lamedb' | 'lamedb5' | 'enigma2', string][] = [
    ['systems of encryption', 'lamedb', filled(head, ',C:1833', tail)],
    ['tracks', 'lamedb', filled(head, ',c:0113ee', tail)],
    ['commas', 'lamedb', filled(head, ',', tail)],
    ['a name', 'lamedb', filled('eDVB services /4/\ntransponders\nend\nservices\n1:2:3:4:1:0\n', 'Ab', '\np:x\nend\n')],
    ['quotation marks', 'lamedb5', filled('eDVB services /5/\ns:1:2:3:4:1:0:0,"', 'a"', '",p:x\n')],
    ['quotation marks and commas', 'lamedb5', filled('eDVB services /5/\ns:1:2:3:4:1:0:0,"', '",', '\n')],
    [
      'colons of a head',
      'lamedb',
      filled('eDVB services /4/\ntransponders\nend\nservices\n1:2:3:4:1:0', ':', '\nA\np:x\n'),
    ],
    [
      'colons of a tuning',
      'lamedb',
      filled(
        'eDVB services /4/\ntransponders\n1:2:3\n\ts 1:2:0:0:192',
        ':',
        '\n/\nend\nservices\n1:1:2:3:1:0\nA\np:x\nend\n',
      ),
    ],
    [
      'services',
      'lamedb',
      lined(
        'eDVB services /4/\ntransponders\nend\nservices\n',
        (at) => `${(at % 65_536).toString(16)}:c00000:${at.toString(16)}:1:1:0\nA\np:x\n`,
      ),
    ],
    ['services without names', 'lamedb', filled('eDVB services /4/\nservices\n', '1:2:3:4:1:0\n', 'A\np:x\n')],
    ['bad bytes', 'lamedb', filled(head.slice(0, -1), '\xff\xc3', tail)],
    ['colons of an address', 'enigma2', filled(stream, '%3a', ':A\n')],
    ['capital colons', 'enigma2', filled(stream, '%3A', ':A\n')],
    ['colons of a name', 'enigma2', filled(`${stream}x`, ':', '\n')],
    [
      'entries',
      'enigma2',
      lined(
        '#NAME A\n',
        (at) => `#SERVICE 1:0:1:${(at % 65_536).toString(16)}:${at.toString(16)}:1:C00000:0:0:0:\n#DESCRIPTION A\n`,
      ),
    ],
    [
      'markers',
      'enigma2',
      filled(`#NAME A\n${lineOf({ sid: 1, type: 1, name: 'One' })}\n`, '#SERVICE 1:64:0:0:0:0:0:0:0:0:\n\n', ''),
    ],
    [
      'blanks behind a word',
      'enigma2',
      filled(`#NAME A\n${lineOf({ sid: 1, type: 1, name: 'One' })}\n#NAME`, ' ', '\n'),
    ],
  ]
  it.each(cases)('of %s (%s, %#) is read and written back', (_what, dialect, text) => {
    const bytes = Buffer.from(text, 'latin1')
    const files = [{ name: '', bytes }]
    const list = readEnigma(files, guessed)
    if (list === null) throw new Error('too many channels')
    expect(list.channels.length).toBeGreaterThan(0)
    const same = rewriteEnigma(files, guessed, list, list)
    expect(Buffer.compare(same[0]?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
    const channels = list.channels
      .map((channel, at) => (at === 0 ? { ...channel, name: 'Renamed' } : channel))
      .reverse()
    expect(rewriteEnigma(files, guessed, list, { ...list, channels, groups: [] })).toHaveLength(1)
    expect(enigma(dialect === 'lamedb' ? 'lamedb5' : 'enigma2').write(list).length).toBeGreaterThan(0)
  })
})

it('a folder with more entries than memory has room for is refused as a whole', () => {
  const entry = '#SERVICE 1:0:1:1:1:1:1:0:0:0:\n'
  const read = (entries: number) =>
    readEnigma(
      Array.from({ length: 20 }, (_, at) => ({
        name: `userbouquet.${at}.tv`,
        bytes: Buffer.from(`#NAME A\n${entry.repeat(entries / 20)}`),
      })),
      guessed,
    )
  expect([read(200_000)?.channels.length, read(200_020)]).toEqual([1, null])
})
