/**
 * Reads and writes the files in a ZIP or gzipped tar archive, in memory. Nothing is unpacked to the disk, so names are
 * only labels. Unpacking stops at the declared size, even if there is more data.
 */
import { crc32, deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib'

export type Entry = { name: string; bytes: Uint8Array }
export type ArchiveKind = 'zip' | 'tar.gz'
/** Why an archive was refused, at which entry (counted from 1) and at which byte. */
export type ArchiveFault = {
  ok: false
  reason: 'damaged' | 'large' | 'encrypted'
  entry: number | null
  offset: number
}
export type ArchiveRead = { ok: true; entries: Entry[] } | ArchiveFault

/** A settings folder has a few dozen files; an archive with more than this is something else. */
export const archiveEntriesMax = 2000
/** Limit for all unpacked bytes of one archive: twice the largest upload. */
export const archiveBytesMax = 32 * 1024 * 1024

const fault = (reason: ArchiveFault['reason'], entry: number | null, offset: number): ArchiveFault => ({
  ok: false,
  reason,
  entry,
  offset,
})
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
/** False for a name that is empty or leads out of its folder: such an entry is left out. */
const isSafe = (name: string): boolean =>
  name !== '' && !name.startsWith('/') && !/^[a-z]:/i.test(name) && !name.split(/[/\\]/).includes('..')

export const archiveKindOf = (bytes: Uint8Array): ArchiveKind | null =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
    ? 'zip'
    : bytes[0] === 0x1f && bytes[1] === 0x8b
      ? 'tar.gz'
      : null

// ---- ZIP ----

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const centralBytes = 46
const localBytes = 30

export type ZipEntry = {
  name: string
  method: number
  flags: number
  crc: number
  packed: number
  size: number
  /** Offset of the compressed bytes. */
  at: number
  /** The entry's record in the central directory, with its name and extra fields. */
  central: Uint8Array
}

const utf8Flag = 0x800

/** Lists the entries of a ZIP from its central directory, without unpacking anything. */
export const directoryOf = (bytes: Uint8Array): ZipEntry[] | ArchiveFault => {
  const view = viewOf(bytes)
  let end = bytes.length - endBytes
  while (end >= 0 && end > bytes.length - endBytes - 65_536 && view.getUint32(end, true) !== endSignature) end--
  if (end < 0 || view.getUint32(end, true) !== endSignature) return fault('damaged', null, bytes.length)
  const count = view.getUint16(end + 10, true)
  if (count > archiveEntriesMax) return fault('large', count, end)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 1; index <= count; index++) {
    if (at + centralBytes > end || view.getUint32(at, true) !== centralSignature) return fault('damaged', index, at)
    const nameBytes = view.getUint16(at + 28, true)
    const length = centralBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const flags = view.getUint16(at + 8, true)
    const local = view.getUint32(at + 42, true)
    const named = bytes.subarray(at + centralBytes, at + centralBytes + nameBytes)
    if (at + length > end || local + localBytes > end || view.getUint32(local, true) !== localSignature)
      return fault('damaged', index, at)
    const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = view.getUint32(at + 20, true)
    if (start + packed > end) return fault('damaged', index, local)
    entries.push({
      name: new TextDecoder((flags & utf8Flag) !== 0 ? 'utf-8' : 'latin1').decode(named),
      method: view.getUint16(at + 10, true),
      flags,
      crc: view.getUint32(at + 16, true),
      packed,
      size: view.getUint32(at + 24, true),
      at: start,
      central: bytes.subarray(at, at + length),
    })
    at += length
  }
  return entries
}

/** Unpacks one entry of at most `most` bytes. Never unpacks more than the size that the entry declares. */
export const unpackEntry = (
  bytes: Uint8Array,
  { flags, method, at, packed, size, crc }: ZipEntry,
  most: number,
): Uint8Array | ArchiveFault['reason'] => {
  if ((flags & 1) !== 0) return 'encrypted'
  if (size > most) return 'large'
  const found = bytes.subarray(at, at + packed)
  try {
    const plain =
      method === 0
        ? new Uint8Array(found)
        : method === 8
          ? inflateRawSync(found, { maxOutputLength: Math.max(1, size) })
          : new Uint8Array(0)
    return plain.length === size && crc32(plain) === crc ? plain : 'damaged'
  } catch {
    return 'damaged'
  }
}

/** Reads the entries whose names `wanted` accepts. */
export const readZip = (bytes: Uint8Array, wanted: (name: string) => boolean): ArchiveRead => {
  const directory = directoryOf(bytes)
  if (!Array.isArray(directory)) return directory
  const entries: Entry[] = []
  let left = archiveBytesMax
  for (const [index, entry] of directory.entries()) {
    if (entry.name.endsWith('/') || !isSafe(entry.name) || !wanted(entry.name)) continue
    const plain = unpackEntry(bytes, entry, left)
    if (typeof plain === 'string') return fault(plain, index + 1, entry.at)
    left -= plain.length
    entries.push({ name: entry.name, bytes: plain })
  }
  return { ok: true, entries }
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** 1 January 1980, the earliest ZIP date. A fixed date makes the same contents always give the same file. */
const zipDate = 0x21

type Piece = { name: string; flags: number; method: number; crc: number; size: number; packed: Uint8Array }

type Part = { local: Uint8Array; central: Uint8Array; packed: Uint8Array }
/** The two headers of an entry; the first one is at this byte. */
const partOf = ({ flags, method, crc, size, packed, ...piece }: Piece, at: number): Part => {
  const name = new TextEncoder().encode(piece.name)
  const local = new Uint8Array(localBytes + name.length)
  const head = viewOf(local)
  head.setUint32(0, localSignature, true)
  head.setUint16(4, 20, true)
  const facts = (view: DataView, from: number): void => {
    view.setUint16(from, flags, true)
    view.setUint16(from + 2, method, true)
    view.setUint16(from + 6, zipDate, true)
    view.setUint32(from + 8, crc, true)
    view.setUint32(from + 12, packed.length, true)
    view.setUint32(from + 16, size, true)
    view.setUint16(from + 20, name.length, true)
  }
  facts(head, 6)
  local.set(name, localBytes)
  const central = new Uint8Array(centralBytes + name.length)
  const line = viewOf(central)
  line.setUint32(0, centralSignature, true)
  line.setUint16(4, 20, true)
  line.setUint16(6, 20, true)
  facts(line, 8)
  line.setUint32(42, at, true)
  central.set(name, centralBytes)
  return { local, central, packed }
}
/** The directory of all entries, which begins at this byte, and the end record after it. */
const endOf = (directory: readonly Uint8Array[], at: number): Uint8Array => {
  const end = new Uint8Array(endBytes)
  const view = viewOf(end)
  view.setUint32(0, endSignature, true)
  view.setUint16(8, directory.length, true)
  view.setUint16(10, directory.length, true)
  view.setUint32(
    12,
    directory.reduce((sum, line) => sum + line.length, 0),
    true,
  )
  view.setUint32(16, at, true)
  return joined([...directory, end])
}

const zipOf = (pieces: readonly Piece[]): Uint8Array => {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const piece of pieces) {
    const { local, central, packed } = partOf(piece, at)
    directory.push(central)
    parts.push(local, packed)
    at += local.length + packed.length
  }
  return joined([...parts, endOf(directory, at)])
}

const pieceOf = ({ name, bytes }: Entry): Piece => ({
  name,
  flags: utf8Flag,
  method: 8,
  crc: crc32(bytes),
  size: bytes.length,
  packed: deflateRawSync(bytes),
})

/**
 * Writes a ZIP. Entries of `original` that are not in `entries`, or have the same contents there, keep their compressed
 * bytes.
 */
export const writeZip = (entries: readonly Entry[], original: Uint8Array | null = null): Uint8Array => {
  const directory = original === null ? [] : directoryOf(original)
  const kept = Array.isArray(directory) ? directory : []
  const changed = new Map(entries.map((entry) => [entry.name, entry]))
  const pieces: Piece[] = []
  for (const entry of kept) {
    const change = changed.get(entry.name)
    changed.delete(entry.name)
    if (change !== undefined && crc32(change.bytes) !== entry.crc) pieces.push(pieceOf(change))
    else
      pieces.push({
        name: entry.name,
        flags: (entry.flags & ~8) | utf8Flag,
        method: entry.method,
        crc: entry.crc,
        size: entry.size,
        packed: original?.subarray(entry.at, entry.at + entry.packed) ?? new Uint8Array(0),
      })
  }
  for (const entry of changed.values()) pieces.push(pieceOf(entry))
  return zipOf(pieces)
}

/** A ZIP whose entries are created one by one while it is sent. */
export const zipAsMade = async function* (entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array, null> {
  const directory: Uint8Array[] = []
  let at = 0
  for await (const entry of entries) {
    const { local, central, packed } = partOf(pieceOf(entry), at)
    directory.push(central)
    at += local.length + packed.length
    yield joined([local, packed])
  }
  yield endOf(directory, at)
  return null
}

// ---- tar.gz ----

const blockBytes = 512
const padded = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes
const textAt = (block: Uint8Array, at: number, length: number): string =>
  new TextDecoder('utf-8').decode(block.subarray(at, at + length)).replace(/\0.*$/s, '')
const octal = (text: string): number => (/^[0-7 ]+$/.test(text) ? Number.parseInt(text.trim() || '0', 8) : -1)
const checksumOf = (block: Uint8Array): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

type TarEntry = { name: string; header: Uint8Array; bytes: Uint8Array; isFile: boolean }

const unpackTar = (packed: Uint8Array): TarEntry[] | ArchiveFault => {
  let bytes: Uint8Array
  try {
    bytes = gunzipSync(packed, { maxOutputLength: archiveBytesMax })
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return fault(isLarge ? 'large' : 'damaged', null, 0)
  }
  const entries: TarEntry[] = []
  let longName: string | null = null
  let at = 0
  while (at + blockBytes <= bytes.length && bytes[at] !== 0) {
    const header = bytes.subarray(at, at + blockBytes)
    const size = octal(textAt(header, 124, 12))
    if (octal(textAt(header, 148, 8)) !== checksumOf(header) || size < 0 || at + blockBytes + size > bytes.length)
      return fault('damaged', entries.length + 1, at)
    if (entries.length >= archiveEntriesMax) return fault('large', entries.length, at)
    const body = bytes.subarray(at + blockBytes, at + blockBytes + size)
    const type = String.fromCharCode(header[156] ?? 0)
    const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : ''
    const name: string = longName ?? `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`
    longName = type === 'L' ? textAt(body, 0, body.length) : null
    entries.push({ name, header, bytes: body, isFile: type === '0' || type === '\0' })
    at += blockBytes + padded(size)
  }
  return entries
}

/** Reads the entries whose names `wanted` accepts. Returns no entries when the gzip file contains no tar archive. */
export const readTarGz = (bytes: Uint8Array, wanted: (name: string) => boolean): ArchiveRead => {
  const entries = unpackTar(bytes)
  if (!Array.isArray(entries)) return entries
  return {
    ok: true,
    entries: entries
      .filter(({ name, isFile }) => isFile && isSafe(name) && wanted(name))
      .map(({ name, bytes }) => ({ name, bytes })),
  }
}

/** Copies a header for other contents and, if `name` is given, another name. */
const headerFor = (like: Uint8Array, size: number, name: string | null): Uint8Array => {
  const header = new Uint8Array(like)
  const put = (text: string, at: number, length: number): void => {
    header.fill(0, at, at + length)
    header.set(new TextEncoder().encode(text).subarray(0, length), at)
  }
  if (name !== null) {
    put(name, 0, 100)
    header.fill(0, 345, 500)
  }
  put(`${size.toString(8).padStart(11, '0')} `, 124, 12)
  put(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 8)
  return header
}

/** Writes an archive like `original` with new contents. Headers, order and other entries stay. */
export const writeTarGz = (entries: readonly Entry[], original: Uint8Array): Uint8Array => {
  const kept = unpackTar(original)
  if (!Array.isArray(kept)) throw new Error(`a stored archive can't be read: ${kept.reason}`)
  const changed = new Map(entries.map((entry) => [entry.name, entry]))
  const parts: Uint8Array[] = []
  const add = (header: Uint8Array, bytes: Uint8Array): void => {
    parts.push(header, bytes, new Uint8Array(padded(bytes.length) - bytes.length))
  }
  for (const { name, header, bytes, isFile } of kept) {
    const change = isFile ? changed.get(name) : undefined
    if (change === undefined) add(header, bytes)
    else {
      changed.delete(name)
      add(change.bytes.length === bytes.length ? header : headerFor(header, change.bytes.length, null), change.bytes)
    }
  }
  const model = kept.find(({ isFile }) => isFile)
  if (model !== undefined)
    for (const { name, bytes } of changed.values()) add(headerFor(model.header, bytes.length, name), bytes)
  parts.push(new Uint8Array(2 * blockBytes))
  return gzipSync(joined(parts))
}
