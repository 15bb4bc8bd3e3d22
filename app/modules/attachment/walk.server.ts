/** Walks through the parts of a file on disk without loading it: small reads share a window. */
import { overwritePart, readPart } from '~/platform/files.server'

/** Reads at most `most` bytes from `at` on; fewer at the end of the file. */
export type Reader = (at: number, most: number) => Promise<Buffer>

const windowBytes = 65_536
const zeroBytes = 65_536

/** Reads a file piece by piece. Bytes that are overwritten in the meantime may still be read in their old form. */
export const makeReader = (fileId: string): Reader => {
  let from = 0
  let window: Buffer = Buffer.alloc(0)
  return async (at, most) => {
    if (at < from || at + most > from + window.length) {
      from = at
      window = await readPart(fileId, at, Math.max(windowBytes, most))
    }
    return window.subarray(at - from, at - from + most)
  }
}

/** Overwrites a range of a file with zeros. */
export const blank = async (fileId: string, from: number, end: number): Promise<void> => {
  for (let at = from; at < end; at += zeroBytes)
    await overwritePart(fileId, at, Buffer.alloc(Math.min(zeroBytes, end - at)))
}
