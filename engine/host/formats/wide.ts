/**
 * Files in UTF-16 or with a byte-order mark, as some editors save any text: converted to plain UTF-8 for reading, and
 * back for writing. Tables handle both themselves.
 */
import type { Charset } from './m3u/encoding'
import { closeText, isWide, openText } from './table/file'
import type { NamedFile } from './types'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const loneHalf = /[\ud800-\udfff]/u
const mark = [0xef, 0xbb, 0xbf] as const
const isMarked = (bytes: Uint8Array): boolean => mark.every((byte, at) => bytes[at] === byte)

/** The bytes in plain UTF-8, and how to convert others to the file's own form. */
type Opened = { bytes: Uint8Array; isWide: boolean; close: (bytes: Uint8Array) => Uint8Array }
const openBytes = (bytes: Uint8Array): Opened | null => {
  if (isMarked(bytes)) {
    const close = (inner: Uint8Array): Uint8Array => {
      const out = new Uint8Array(mark.length + inner.length)
      out.set(mark)
      out.set(inner, mark.length)
      return out
    }
    return { bytes: bytes.slice(mark.length), isWide: false, close }
  }
  if (!isWide(bytes)) return null
  const { text, start, wide, rest } = openText(bytes)
  // UTF-8 has no unpaired surrogates.
  if (loneHalf.test(text)) return null
  const close = (inner: Uint8Array): Uint8Array => closeText(text.slice(0, start) + utf8.decode(inner), { wide, rest })
  return { bytes: new TextEncoder().encode(text.slice(start)), isWide: true, close }
}

/** Files in plain UTF-8, and how written ones are converted back. */
export type Narrowed = {
  files: readonly NamedFile[]
  charset: Charset
  close: (written: NamedFile[]) => NamedFile[]
}
export const narrowed = (files: readonly NamedFile[], charset: Charset): Narrowed => {
  const opened = files.map(({ bytes }) => openBytes(bytes))
  return {
    files: files.map((file, at) => ({ ...file, bytes: opened[at]?.bytes ?? file.bytes })),
    // UTF-16 is certain evidence.
    charset: opened.some((one) => one?.isWide) ? { ...charset, chosen: null } : charset,
    close: (written) => written.map((file, at) => ({ ...file, bytes: opened[at]?.close(file.bytes) ?? file.bytes })),
  }
}
