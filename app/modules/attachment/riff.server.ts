/**
 * Parses AVI: checks that it contains a video, and turns its metadata texts into free space in place. In files written
 * while recording, sizes may be missing: lists are walked into, and the video ends with the file.
 */
import { overwritePart } from '~/platform/files.server'
import { blank, makeReader } from './walk.server'

/** Lists that are walked into; the video itself is skipped. */
const openLists = new Set(['hdrl', 'strl', 'AVIX'])
/** Pictures, and pictures with sound in one stream (DV). */
const pictureTypes = new Set(['vids', 'iavs'])
/** Texts (title, author, place) and XMP. */
const metadataLists = new Set(['INFO'])
const metadataChunks = new Set(['_PMX'])
/** More than the head and tail of any video have; a file of empty chunks must not keep the server busy. */
const maxChunks = 100_000
const isName = (name: string): boolean => /^[\x20-\x7e]{4}$/.test(name)

/** Empties the texts of a file of `size` bytes. False if it has no picture stream or no video data. */
export const cleanAvi = async (fileId: string, size: number): Promise<boolean> => {
  const read = makeReader(fileId)
  let hasPictures = false
  let hasFilm = false
  let at = 12
  for (let left = maxChunks; left > 0 && at + 8 <= size; left--) {
    let head = await read(at, 12)
    // Some programs omit the byte that pads an odd chunk.
    if (!isName(head.toString('latin1', 0, 4)) && at % 2 === 0) head = await read(--at, 12)
    const name = head.toString('latin1', 0, 4)
    if (head.length < 8 || !isName(name)) break
    const length = head.readUInt32LE(4)
    const end = at + 8 + length
    const inner = head.length < 12 ? '' : head.toString('latin1', 8, 12)
    const isList = name === 'LIST' || name === 'RIFF'
    if (name === 'strh' && pictureTypes.has(inner)) hasPictures = true
    if (isList && openLists.has(inner)) {
      at += 12
      continue
    }
    if (isList && inner === 'movi') {
      hasFilm ||= at + 12 < size
      if (length < 4) break
    }
    if (end <= size && (isList ? metadataLists.has(inner) : metadataChunks.has(name))) {
      await overwritePart(fileId, at, Buffer.from('JUNK', 'latin1'))
      await blank(fileId, at + 8, end)
    }
    at = end + (length % 2)
  }
  return hasPictures && hasFilm
}
