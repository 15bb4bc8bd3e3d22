/**
 * The checks of a PNG that need unpacking, outside the event loop: that all its rows are present, and that its colour
 * profile is not a decompression bomb. Of the unpacked data, only a profile of limited length is held in memory.
 */
import { promisify } from 'node:util'
import { createInflate, inflate } from 'node:zlib'
import { attachmentLimits } from './limits'

const unpack = promisify(inflate)

type Chunk = { name: string; start: number; end: number }
/** The chunks of a PNG already found valid. */
const chunksOf = (bytes: Buffer): Chunk[] => {
  const found: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    found.push({ name: bytes.toString('latin1', at + 4, at + 8), start: at, end })
    at = end
  }
  return found
}

/** Samples per pixel by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
/** Where the seven passes of an interlaced picture begin, and their steps: x, y, step of x, step of y. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The number of bytes that a picture's rows unpack to, each with its filter byte; null if the head is invalid. */
const rowBytesOf = (head: Buffer): number | null => {
  const [width, height, depth, colour, interlace] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head[8] ?? 0,
    head[9] ?? 0,
    head[12] ?? 0,
  ]
  if (!(depths[colour] ?? []).includes(depth) || head[10] !== 0 || head[11] !== 0 || interlace > 1) return null
  const bits = depth * (samples[colour] ?? 0)
  const size = (w: number, h: number): number => (w === 0 || h === 0 ? 0 : h * (1 + Math.ceil((w * bits) / 8)))
  if (interlace === 0) return size(width, height)
  return adam7.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + size(Math.ceil(Math.max(0, width - x) / stepX), Math.ceil(Math.max(0, height - y) / stepY)),
    0,
  )
}

/** Counts the unpacked bytes of a picture until the data ends, is invalid or reaches `enough`. */
const countUnpacked = (parts: readonly Buffer[], enough: number): Promise<number> =>
  new Promise((resolve) => {
    const stream = createInflate()
    let count = 0
    const done = (): void => {
      stream.destroy()
      resolve(count)
    }
    stream.on('data', (piece: Buffer) => {
      count += piece.length
      if (count >= enough) done()
    })
    stream.on('end', done)
    stream.on('error', done)
    for (const part of parts) stream.write(part)
    stream.end()
  })

/** True if the profile unpacks to at most a profile's usual length. */
const isSoundProfile = async (body: Buffer): Promise<boolean> => {
  const nameEnd = body.indexOf(0)
  if (nameEnd < 1 || nameEnd > 79 || body[nameEnd + 1] !== 0) return false
  try {
    await unpack(body.subarray(nameEnd + 2), { maxOutputLength: attachmentLimits.profileBytes })
    return true
  } catch {
    return false
  }
}

/** A valid PNG, without its profile if that is a bomb; null if rows are missing. */
export const wholePng = async (bytes: Buffer): Promise<Buffer | null> => {
  const chunks = chunksOf(bytes)
  const [head] = chunks
  const expected = head === undefined ? null : rowBytesOf(bytes.subarray(head.start + 8, head.end - 4))
  if (expected === null) return null
  const data = chunks.filter(({ name }) => name === 'IDAT').map(({ start, end }) => bytes.subarray(start + 8, end - 4))
  if ((await countUnpacked(data, expected)) < expected) return null
  const profile = chunks.find(({ name }) => name === 'iCCP')
  if (profile === undefined || (await isSoundProfile(bytes.subarray(profile.start + 8, profile.end - 4)))) return bytes
  return Buffer.concat([bytes.subarray(0, profile.start), bytes.subarray(profile.end)])
}
