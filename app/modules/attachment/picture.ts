/**
 * Rewrites a JPEG or PNG without data about camera, place and program: only the parts that the picture needs stay, byte
 * for byte. Incomplete or invalid files are refused.
 */
import { crc32 } from 'node:zlib'

/** The orientation of the camera, 1 to 8 as in Exif; from 5 on, width and height are swapped. */
export type CleanPicture = {
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
  orientation: number
  bytes: Buffer
  /** How many scans a decoder has to read for the whole picture. */
  passes: number
}

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** The orientation in an Exif block (the TIFF after "Exif\0\0"); 1 if it has none. */
const readOrientation = (tiff: Buffer): number => {
  if (tiff.length < 14) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const u16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const u32 = (at: number): number =>
    at + 4 > tiff.length ? 0 : order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const directory = u32(4)
  const entries = u16(directory)
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + 12 * i
    if (at + 12 > tiff.length) break
    if (u16(at) === 0x0112) {
      const value = u16(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  }
  return 1
}

/** An Exif segment that contains only the orientation. */
const orientationSegment = (orientation: number): Buffer => {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 8 + tiff.length])
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])
}

const isFrame = (marker: number): boolean => marker === 0xc0 || marker === 0xc1 || marker === 0xc2
/** Tables that the decoder needs. */
const isTable = (marker: number): boolean => marker === 0xc4 || marker === 0xdb || marker === 0xdd

/** The kept part of an application segment: JFIF without its thumbnail, the colour profile, Adobe's colour marker. */
const keepApplication = (marker: number, segment: Buffer): Buffer | null => {
  if (marker === 0xe0 && startsWith(segment, 4, 'JFIF\0') && segment.length >= 18) {
    const plain = Buffer.from(segment.subarray(0, 18))
    plain.writeUInt16BE(16, 2)
    plain[16] = 0
    plain[17] = 0
    return plain
  }
  if (marker === 0xe2 && startsWith(segment, 4, 'ICC_PROFILE\0')) return segment
  return marker === 0xee && startsWith(segment, 4, 'Adobe') ? segment : null
}

/** The end of coded data: the next marker that is not a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** Null if the bytes are not a complete JPEG. Anything after its end (a second picture, a video) is dropped. */
export const cleanJpeg = (bytes: Buffer): CleanPicture | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  const parts: Buffer[] = []
  let frame: { width: number; height: number } | null = null
  let scans = 0
  let orientation = 1
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    while (bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) {
      if (frame === null || scans === 0) return null
      const head = orientation === 1 ? [] : [orientationSegment(orientation)]
      // A JFIF segment, if present, must come first; Exif follows it.
      const first = parts[0]
      const all = first?.[1] === 0xe0 ? [first, ...head, ...parts.slice(1)] : [...head, ...parts]
      const turned = orientation >= 5
      return {
        type: 'image/jpeg',
        orientation,
        passes: scans,
        width: turned ? frame.height : frame.width,
        height: turned ? frame.width : frame.height,
        bytes: Buffer.concat([bytes.subarray(0, 2), ...all, Buffer.from([0xff, 0xd9])]),
      }
    }
    if (at + 4 > bytes.length) return null
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return null
    const segment = bytes.subarray(at, end)
    if (isFrame(marker)) {
      if (frame !== null || length < 8) return null
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
      if (frame.width === 0 || frame.height === 0) return null
      parts.push(segment)
    } else if (marker === 0xda) {
      if (frame === null) return null
      scans++
      const scanEnd = endOfScan(bytes, end)
      parts.push(bytes.subarray(at, scanEnd))
      at = scanEnd
      continue
    } else if (isTable(marker)) parts.push(segment)
    else if (marker === 0xe1 && startsWith(segment, 4, 'Exif\0\0')) orientation = readOrientation(segment.subarray(10))
    else if (marker >= 0xe0 && marker <= 0xef) {
      const kept = keepApplication(marker, segment)
      if (kept !== null) parts.push(kept)
    } else if (marker !== 0xfe) return null
    at = end
  }
  return null
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The chunks that a still picture needs; texts, times, Exif, further frames and private chunks are removed. */
const keptChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
])
/** Maximum length of the other chunks; longer ones and duplicates are removed. */
const longestChunks: Readonly<Record<string, number>> = {
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
}

/** Null if the bytes are not a complete PNG or a checksum is wrong. Anything after its end is dropped. */
export const cleanPng = (bytes: Buffer): CleanPicture | null => {
  if (!bytes.subarray(0, 8).equals(pngMark)) return null
  const parts: Buffer[] = [pngMark]
  let size: { width: number; height: number } | null = null
  let data = 0
  let at = 8
  const seen = new Set<string>()
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if ((size === null) !== (name === 'IHDR')) return null
    if (name === 'IHDR') {
      if (length !== 13) return null
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
      if (size.width === 0 || size.height === 0) return null
    }
    if (name === 'IDAT') data++
    const isAncillary = /^[a-z]/.test(name)
    const isTooMuch = isAncillary && (seen.has(name) || length > (longestChunks[name] ?? Infinity))
    seen.add(name)
    if (keptChunks.has(name)) {
      if (!isTooMuch) parts.push(bytes.subarray(at, end))
    }
    // An unknown critical chunk: no decoder would show the picture.
    else if (/^[A-Z]/.test(name)) return null
    if (name === 'IEND')
      return size === null || data === 0
        ? null
        : { type: 'image/png', ...size, orientation: 1, passes: 1, bytes: Buffer.concat(parts) }
    at = end
  }
  return null
}
