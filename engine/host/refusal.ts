/**
 * Explains why a file without a readable record was refused: examines the first bytes, so that the sentence helps. Runs
 * only for refused files.
 */
import type { Refusal } from './types'

/** How many bytes are examined; a maker's encryption shows in far fewer. */
const sampleBytes = 64 * 1024
/** Bits per byte. Compressed and encrypted files come near random data's 8; texts and tables stay below 6. */
const encryptedEntropy = 7.2
const minBytesForEntropy = 256

/** Says what the bytes are, given that they are not a list. */
export function findRefusal(bytes: Uint8Array): Refusal {
  const head = skipBlank(bytes, [0, 9, 10, 13, 26, 32])
  const text = asText(bytes, head, 4096)
  if (head >= bytes.length) return 'empty'
  if (text.startsWith('#EXTM3U') || text.startsWith('#EXTINF')) return 'm3u'
  if (text.startsWith('eDVB services') || text.startsWith('#NAME ') || /^#SERVICE /m.test(text)) return 'lamedb'
  if (text.startsWith('{') || text.startsWith('['))
    return /"(szMark|satellite_object|transponder_object|program_(tv|radio)_object|database_header_object)/.test(
      asText(bytes, head, sampleBytes),
    )
      ? 'json-cdx'
      : 'text'
  if (text.startsWith('<')) return 'xml'
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]) || starts(bytes, [0x50, 0x4b, 0x05, 0x06])) return 'zip'
  if (starts(bytes, [0x1f, 0x8b])) return 'gzip'
  if (isImage(bytes)) return 'image'
  if (/^SATCODX/i.test(text)) return 'header-only'
  if (isText(bytes)) return 'text'
  return isEncrypted(bytes) ? 'encrypted' : 'binary'
}

/** The position of the first byte that is not a byte order mark, space, line end or NUL. */
export function skipBlank(bytes: Uint8Array, blanks: readonly number[] = [0, 9, 10, 13, 32]): number {
  let at = starts(bytes, [0xef, 0xbb, 0xbf]) ? 3 : 0
  while (at < bytes.length && blanks.includes(bytes[at] ?? -1)) at++
  return at
}

function asText(bytes: Uint8Array, from: number, length: number): string {
  return new TextDecoder('utf-8').decode(bytes.subarray(from, from + length))
}

function starts(bytes: Uint8Array, head: number[]): boolean {
  return head.every((byte, i) => bytes[i] === byte)
}

function isImage(bytes: Uint8Array): boolean {
  return (
    starts(bytes, [0x89, 0x50, 0x4e, 0x47]) ||
    starts(bytes, [0xff, 0xd8, 0xff]) ||
    starts(bytes, [0x47, 0x49, 0x46, 0x38]) ||
    (starts(bytes, [0x52, 0x49, 0x46, 0x46]) && bytes[8] === 0x57 && bytes[9] === 0x45) ||
    (starts(bytes, [0x42, 0x4d]) && bytes[6] === 0 && bytes[7] === 0)
  )
}

/** Text has almost no control bytes, and few letters beyond ASCII unless they are UTF-8. */
function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleBytes)
  let controls = 0
  let high = 0
  for (const byte of sample) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 26) controls++
    if (byte > 126) high++
  }
  return controls * 50 < sample.length && (high * 2 < sample.length || isUtf8(sample))
}

/** The sample's last letter may be cut. */
function isUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(sample)
  const broken = text.indexOf('\ufffd')
  return broken < 0 || broken >= text.length - 3
}

/**
 * True if Shannon's entropy is near that of random bytes. A short sample can't reach 8 bits, so it is compared with its
 * own maximum.
 */
function isEncrypted(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleBytes)
  if (sample.length < minBytesForEntropy) return false
  const counts = new Uint32Array(256)
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1
  let entropy = 0
  for (const count of counts) {
    if (count) entropy -= (count / sample.length) * Math.log2(count / sample.length)
  }
  return entropy >= Math.min(encryptedEntropy, Math.log2(sample.length) - 1.1)
}
