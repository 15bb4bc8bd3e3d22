/**
 * Recognises a video by its content and removes location, names and camera data from it on the disk. Their boxes become
 * free space, so that nothing else in the file moves. No file is held in memory.
 */
import { overwritePart, readPart } from '~/platform/files.server'
import type { Family } from './limits'
import { cleanMatroska, isMatroska } from './matroska.server'
import { cleanAvi } from './riff.server'
import { blank, makeReader } from './walk.server'

const pictures = 9
const kinds = new Set([8, pictures, 18])
/** Seconds of sound may come before the first picture. */
const maxTags = 5000

/** False if no picture tag is found. */
const hasFlvPictures = async (fileId: string, size: number): Promise<boolean> => {
  const read = makeReader(fileId)
  let at = (await read(0, 9)).readUInt32BE(5) + 4
  for (let left = maxTags; left > 0 && at + 11 < size; left--) {
    const head = await read(at, 11)
    const kind = (head[0] ?? 0) & 0x1f
    if (((head[0] ?? 0) & 0xc0) !== 0 || !kinds.has(kind)) return false
    if (kind === pictures) return true
    at += 11 + head.readUIntBE(1, 3) + 4
  }
  return false
}

/** How much of a file's beginning identifies its family. */
export const headBytes = 4096

const text = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

/** Boxes that a QuickTime file without a brand can begin with. */
const firstBoxes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
/** Brands of the same container for pictures (HEIF, AVIF) and for sound only: named .mp4, they are not videos. */
const otherBrands = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
  'avif',
  'avis',
  'jpeg',
  'jpgs',
  'crx ',
  'M4A ',
  'M4B ',
  'M4P ',
  'F4A ',
  'F4B ',
])
const isIso = (head: Buffer): boolean => {
  if (head.length < 16) return false
  if (text(head, 4, 4) === 'ftyp' && otherBrands.has(text(head, 8, 4))) return false
  const size = head.readUInt32BE(0)
  return firstBoxes.has(text(head, 4, 4)) && (size === 0 || size === 1 || size >= 8)
}

const families: Readonly<Record<string, { is: (head: Buffer) => boolean; type: string }>> = {
  iso: { is: isIso, type: 'video/mp4' },
  matroska: { is: isMatroska, type: 'video/x-matroska' },
  avi: {
    is: (head) => head.length >= 16 && text(head, 0, 4) === 'RIFF' && text(head, 8, 4) === 'AVI ',
    type: 'video/x-msvideo',
  },
  flv: {
    is: (head) =>
      head.length >= 13 &&
      text(head, 0, 4) === 'FLV\u0001' &&
      ((head[4] ?? 0xff) & 0xfa) === 0 &&
      head.readUInt32BE(5) >= 9,
    type: 'video/x-flv',
  },
}

/** The media type of a video of this family by the file's first bytes; null if the content is something else. */
export const filmTypeOf = (family: Family, head: Buffer): string | null => {
  const known = families[family]
  if (known === undefined || !known.is(head)) return null
  return family === 'iso' && (text(head, 4, 4) !== 'ftyp' || text(head, 8, 4) === 'qt  ')
    ? 'video/quicktime'
    : known.type
}

/** Boxes that say where, when, by whom and with what a video was made: user data, metadata, XMP. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid', 'XMP_'])
/** Boxes that contain such boxes. */
const holders = new Set(['moov', 'trak', 'moof', 'traf'])
/** More boxes than any video has at these levels; a file of empty boxes must not keep the server busy. */
const maxBoxes = 20_000

type Box = { at: number; size: number; headBytes: number; name: string }

const readBox = async (fileId: string, at: number, end: number): Promise<Box | null> => {
  if (at + 8 > end) return null
  const head = await readPart(fileId, at, 16)
  if (head.length < 8) return null
  const short = head.readUInt32BE(0)
  const name = text(head, 4, 4)
  if (short === 1) {
    if (head.length < 16) return null
    const long = Number(head.readBigUInt64BE(8))
    return long < 16 || at + long > end ? null : { at, size: long, headBytes: 16, name }
  }
  const size = short === 0 ? end - at : short
  return size < 8 || at + size > end ? null : { at, size, headBytes: 8, name }
}

const empty = async (fileId: string, box: Box): Promise<void> => {
  await overwritePart(fileId, box.at + 4, Buffer.from('free', 'latin1'))
  await blank(fileId, box.at + box.headBytes, box.at + box.size)
}

/**
 * Empties the metadata boxes of an MP4 or QuickTime file of `size` bytes. An invalid box, or one that extends beyond
 * the file, ends the walk. False if no complete index (`moov`) was found: nothing can play such a file.
 */
const cleanIso = async (fileId: string, size: number): Promise<boolean> => {
  let left = maxBoxes
  let hasMovie = false
  const walk = async (from: number, end: number): Promise<void> => {
    for (let at = from; left > 0; left--) {
      const box = await readBox(fileId, at, end)
      if (box === null) return
      if (metadataBoxes.has(box.name)) await empty(fileId, box)
      else if (holders.has(box.name)) await walk(box.at + box.headBytes, box.at + box.size)
      if (box.name === 'moov') hasMovie = true
      at = box.at + box.size
    }
  }
  await walk(0, size)
  return hasMovie
}

/**
 * Walks through a complete video of this family, of `size` bytes, and empties what reveals places, names and cameras
 * (nothing in Flash video). False if it contains no video: only its head, only sound, or no index although one is
 * required.
 */
export const checkFilm = async (family: Family, fileId: string, size: number): Promise<boolean> => {
  if (family === 'iso') return cleanIso(fileId, size)
  if (family === 'matroska') return cleanMatroska(fileId, size)
  if (family === 'avi') return cleanAvi(fileId, size)
  return family === 'flv' && hasFlvPictures(fileId, size)
}
