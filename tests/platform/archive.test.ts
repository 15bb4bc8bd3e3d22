/** Archives in memory: read, changed, rewritten, and stopped when they hold more than they declare. */
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archiveKindOf, readTarGz, readZip, writeTarGz, writeZip, type Entry } from '~/platform/archive.server'
import { tarGzOf } from '../support/fixtures/tar'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const entries: Entry[] = [
  { name: 'etc/one.txt', bytes: bytes('one '.repeat(500)) },
  { name: 'etc/zwei-ü.txt', bytes: bytes('two') },
  { name: 'other/three', bytes: new Uint8Array(0) },
]
const all = (): boolean => true
const plain = (read: ReturnType<typeof readZip>) =>
  read.ok ? read.entries.map(({ name, bytes: one }) => [name, Buffer.from(one).toString()]) : read

describe('a ZIP', () => {
  it('comes back as it was written, the same every time', () => {
    const zip = writeZip(entries)
    expect(archiveKindOf(zip)).toBe('zip')
    expect(plain(readZip(zip, all))).toEqual(plain({ ok: true, entries }))
    expect(Buffer.compare(writeZip(entries), zip)).toBe(0)
    expect(plain(readZip(zip, (name) => name.startsWith('other/')))).toEqual([['other/three', '']])
  })

  it('keeps the compressed bytes of unchanged files', () => {
    const zip = writeZip(entries)
    const changed = writeZip(
      [
        { name: 'etc/zwei-ü.txt', bytes: bytes('2') },
        { name: 'new', bytes: bytes('four') },
      ],
      zip,
    )
    expect(plain(readZip(changed, all))).toEqual([
      ['etc/one.txt', 'one '.repeat(500)],
      ['etc/zwei-ü.txt', '2'],
      ['other/three', ''],
      ['new', 'four'],
    ])
    expect(Buffer.from(changed).includes(deflateRawSync(bytes('one '.repeat(500))))).toBe(true)
  })

  it('is stopped when it unpacks to more than it declares', () => {
    const zip = Buffer.from(writeZip([{ name: 'lamedb', bytes: bytes('x'.repeat(100_000)) }]))
    // Both of its size fields lie.
    for (let at = 0; at + 4 <= zip.length; at++) if (zip.readUInt32LE(at) === 100_000) zip.writeUInt32LE(10, at)
    expect(readZip(zip, all)).toMatchObject({ ok: false, reason: 'damaged', entry: 1 })
  })

  it('never yields names outside its folder', () => {
    const zip = writeZip([
      { name: '../lamedb', bytes: bytes('a') },
      { name: 'etc/../../lamedb', bytes: bytes('b') },
      { name: '/etc/lamedb', bytes: bytes('c') },
      { name: 'c:\\lamedb', bytes: bytes('d') },
      { name: 'etc/lamedb', bytes: bytes('e') },
    ])
    expect(plain(readZip(zip, all))).toEqual([['etc/lamedb', 'e']])
  })

  it('is refused when it is large, encrypted, cut or changed', () => {
    const many = Array.from({ length: 2001 }, (_, at) => ({ name: `${at}`, bytes: new Uint8Array(0) }))
    expect(readZip(writeZip(many), all)).toMatchObject({ ok: false, reason: 'large' })
    const zip = Buffer.from(writeZip(entries))
    const locked = Buffer.from(zip)
    const central = locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    locked.writeUInt16LE(locked.readUInt16LE(central + 8) | 1, central + 8)
    expect(readZip(locked, all)).toMatchObject({ ok: false, reason: 'encrypted', entry: 1 })
    for (let length = 0; length < zip.length; length++)
      expect(readZip(zip.subarray(0, length), all)).toMatchObject({ ok: false, reason: 'damaged' })
    const size = Buffer.from(zip)
    size.writeUInt32LE(0x7fffffff, central + 24)
    expect(readZip(size, all)).toMatchObject({ ok: false, reason: 'large', entry: 1 })
    for (let at = 0; at < zip.length; at++) {
      const one = Buffer.from(zip)
      one[at] = (one[at] ?? 0) ^ 0x55
      const read = readZip(one, all)
      // Whatever changed, the output is what was packed.
      if (read.ok)
        for (const entry of read.entries)
          expect(entries.map(({ bytes: body }) => Buffer.from(body).toString())).toContain(
            Buffer.from(entry.bytes).toString(),
          )
    }
  })
})

describe('a tar.gz', () => {
  it('is read, and rewritten with its headers and other files unchanged', () => {
    const packed = tarGzOf(entries)
    expect(archiveKindOf(packed)).toBe('tar.gz')
    expect(plain(readTarGz(packed, all))).toEqual(plain({ ok: true, entries }))
    const changed = writeTarGz(
      [
        { name: 'etc/one.txt', bytes: bytes('1') },
        { name: 'etc/new', bytes: bytes('n') },
      ],
      packed,
    )
    expect(plain(readTarGz(changed, all))).toEqual([
      ['etc/one.txt', '1'],
      ['etc/zwei-ü.txt', 'two'],
      ['other/three', ''],
      ['etc/new', 'n'],
    ])
  })

  it('is refused when it is cut, changed, not an archive or too large', () => {
    const packed = Buffer.from(tarGzOf(entries))
    for (let length = 2; length < packed.length; length += 7)
      expect(readTarGz(packed.subarray(0, length), all)).toMatchObject({ ok: false, reason: 'damaged' })
    expect(readTarGz(gzipSync(bytes('no archive '.repeat(100))), all)).toMatchObject({ ok: false, reason: 'damaged' })
    expect(readTarGz(gzipSync(Buffer.alloc(33 * 1024 * 1024)), all)).toMatchObject({ ok: false, reason: 'large' })
    expect(plain(readTarGz(tarGzOf([{ name: '../lamedb', bytes: bytes('a') }]), all))).toEqual([])
  })
})
