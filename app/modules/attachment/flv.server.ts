/**
 * Parses Flash video: whether there are pictures among its first tags. Live recordings end anywhere, and their head may
 * be wrong.
 */
import { makeReader } from './walk.server'

const pictures = 9
const kinds = new Set([8, pictures, 18])
/** Seconds of sound may come before the first picture. */
const maxTags = 5000

/** False if no picture tag is found. */
export const hasFlvPictures = async (fileId: string, size: number): Promise<boolean> => {
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
