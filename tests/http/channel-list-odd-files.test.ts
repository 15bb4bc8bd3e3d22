/**
 * Odd and broken files through the built server: each gives the right list and its own bytes back, or C1112 with its
 * cause. Uses our own fixtures, and real files where their folder is present.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList, makeRandom } from '~/modules/channel-list/seed/data'
import { writeChl, writeSatcodx } from '~/modules/channel-list/seed/file'
import { writeZip } from '~/platform/archive.server'
import { hasSamples, samplesDir } from '../support/paths'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

type Report = { id: string; counts: { channels: number }; errors: number; warnings: number }
const raw = (bytes: Uint8Array) => ({ type: 'application/octet-stream', bytes })
const send = (bytes: Uint8Array) =>
  portal.visitor().api<Report & { cause?: string }>('POST', '/chmax/lists?name=Odd', {
    token: portal.tokens.customer,
    raw: raw(bytes),
  })
const fetchBack = async (id: string): Promise<Buffer> => {
  const response = await portal
    .visitor()
    .request(`/api/chmax/lists/${id}/file`, { headers: { authorization: `Bearer ${portal.tokens.customer}` } })
  return Buffer.from(await response.arrayBuffer())
}
const remove = (id: string) => portal.visitor().api('DELETE', `/chmax/lists/${id}`, { token: portal.tokens.customer })

const seed = buildSeedList({ seed: 51, channels: 12, satellites: ['Astra 1'] })
const lines = Buffer.from(writeSatcodx(seed, { version: '103' }))
  .toString('latin1')
  .split('\n')
  .slice(0, -1)
const long = Buffer.from(writeSatcodx(buildSeedList({ seed: 52, channels: 3 }), { version: '105' }))
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const random = makeRandom(9)
const noise = Uint8Array.from({ length: 4096 }, () => Math.floor(random() * 256))

const good: [string, Uint8Array, number][] = [
  ['line feeds', latin(lines.map((line) => `${line}\n`).join('')), 12],
  ['carriage returns only', latin(lines.map((line) => `${line}\r`).join('')), 12],
  ['both', latin(lines.map((line) => `${line}\r\n`).join('')), 12],
  ['nothing between records', latin(lines.map((line) => `${line} `).join('')), 12],
  ['no end of line at the end', latin(lines.join('\n')), 12],
  ['a NUL at the end', latin(`${lines.join('\n')}\n\0`), 12],
  ['a NUL and many spaces at the end', latin(`${lines.join('\n')}\n\0${' '.repeat(930)}`), 12],
  ['an empty line between records', latin(`${lines.slice(0, 5).join('\n')}\n\n${lines.slice(5).join('\n')}\n`), 12],
  ['a byte order mark', latin(`\xef\xbb\xbf${lines.join('\n')}\n`), 12],
  ['a garbage line', latin(`${lines.slice(0, 5).join('\n')}\nhello world\n${lines.slice(5).join('\n')}\n`), 12],
  ['short records, then long ones', Buffer.concat([latin(`${lines.join('\n')}\n`), long]), 15],
  ['long records, then short ones', Buffer.concat([long, latin(`${lines.join('\n')}\n`)]), 15],
  ['a cut record at the end', latin(`${lines.join('\n')}\n${lines[0]?.slice(0, 90) ?? ''}`), 13],
  ['chl objects', writeChl(seed), 12],
  [
    'chl objects with NULs between',
    Buffer.from(Buffer.from(writeChl(seed)).toString('utf8').replaceAll('\n}\n{', '\n}\n\0{'), 'utf8'),
    12,
  ],
]
const bad: [string, Uint8Array, string][] = [
  ['no byte', new Uint8Array(), 'empty'],
  ['NULs only', new Uint8Array(500), 'empty'],
  ['spaces and line ends', latin(' \r\n \n'), 'empty'],
  ['encrypted bytes', noise, 'encrypted'],
  [
    'a JSON database of other boxes',
    latin('{"satellite_object_0":{"SatName":"X"}}{"database_header_object":{"szMark":"CDX"}}'),
    'json-cdx',
  ],
  ['a playlist without an address', latin('#EXTM3U\n#EXTINF:-1,One\n'), 'm3u'],
  ['Enigma2 settings', latin('eDVB services /4/\ntransponders\n'), 'lamedb'],
  ['XML', latin('<?xml version="1.0"?><db/>'), 'xml'],
  ['a cut archive', latin('PK\u0003\u0004rest'), 'archive-damaged'],
  ['a cut compressed file', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0]), 'archive-damaged'],
  ['an archive without a list', writeZip([{ name: 'letter.txt', bytes: latin('Dear reader') }]), 'zip'],
  ['an archive in an archive', writeZip([{ name: 'settings.tar.gz', bytes: noise }]), 'archive-nested'],
  [
    'an archive that holds more than it says',
    (() => {
      const zip = Buffer.from(writeZip([{ name: 'etc/lamedb', bytes: latin('x'.repeat(70_000)) }]))
      for (let at = 0; at + 4 <= zip.length; at++) if (zip.readUInt32LE(at) === 70_000) zip.writeUInt32LE(5, at)
      return zip
    })(),
    'archive-damaged',
  ],
  ['a picture', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 'image'],
  ['a letter', latin('Dear reader,\nthis is no list of channels.\n'), 'text'],
  ['a heading without records', latin('SATCODX103\n; comment\nCX0001 One 11494\nCX0002 Two 11494\n'), 'header-only'],
]

describe('a file with', () => {
  it.each(good)('%s is read, and downloads unchanged', async (_, bytes, channels) => {
    const made = await send(bytes)
    expect(made).toMatchObject({ status: 201, code: '0', data: { counts: { channels } } })
    expect(Buffer.compare(await fetchBack(made.data.id), Buffer.from(bytes))).toBe(0)
    await remove(made.data.id)
  })

  it.each(bad)('%s is refused with its cause', async (_, bytes, cause) => {
    const refused = await send(bytes)
    expect(refused).toMatchObject({ status: 422, code: 'C1112', data: { cause } })
    expect(refused.message.length).toBeGreaterThan(40)
  })
})

const names = hasSamples
  ? readdirSync(samplesDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(sdx|chl|m3u|tv)$|lamedb/.test(name))
      .sort()
  : []
if (hasSamples)
  describe('the real file', () => {
    it.each(names)('%s gives a list and its own bytes back, or a cause', async (name) => {
      const bytes = readFileSync(path.join(samplesDir, name))
      const made = await send(bytes)
      if (made.code === '0') {
        expect(made.data.counts.channels).toBeGreaterThan(0)
        expect(Buffer.compare(await fetchBack(made.data.id), bytes)).toBe(0)
        await remove(made.data.id)
      } else {
        expect(made.code).toBe('C1112')
        expect(made.data.cause).toMatch(/^[a-z0-9-]+$/)
        expect(made.message.length).toBeGreaterThan(40)
      }
    })
  })
