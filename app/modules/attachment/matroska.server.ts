/**
 * Parses Matroska and WebM (RFC 8794, RFC 9559): checks that they contain a video, and empties their tags in place.
 * Files written while recording have segments and clusters of unknown size; both are walked into.
 */
import { overwritePart } from '~/platform/files.server'
import { blank, makeReader, type Reader } from './walk.server'

const ids = {
  head: 0x1a45dfa3,
  documentType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  void: 0xec,
  checksum: 0xbf,
} as const
/** Kinds of tracks with pictures: video, and video with sound in one. */
const pictureTypes = new Set([1, 3])
/** The longest video has fewer blocks and clusters; a file of empty elements must not keep the server busy. */
const maxElements = 1_000_000
const maxInTracks = 10_000

/** `end` is null if the size is unknown. */
type Element = { id: number; dataAt: number; end: number | null }

/** The length of an EBML number in bytes, by its first byte; 9 if the byte begins none. */
const lengthOf = (first: number | undefined): number => Math.clz32(first ?? 0) - 23

/** The element at a position, given the bytes from there on; null if there is none. */
const elementOf = (head: Buffer, at: number): Element | null => {
  const idBytes = lengthOf(head[0])
  const sizeBytes = lengthOf(head[idBytes])
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return null
  const mask = 0xff >> sizeBytes
  const digits = [...head.subarray(idBytes, idBytes + sizeBytes)].map((byte, i) => (i === 0 ? byte & mask : byte))
  const dataAt = at + idBytes + sizeBytes
  const isUnknown = digits.every((digit, i) => digit === (i === 0 ? mask : 0xff))
  return {
    id: head.readUIntBE(0, idBytes),
    dataAt,
    end: isUnknown ? null : dataAt + digits.reduce((sum, digit) => sum * 256 + digit, 0),
  }
}

const readElement = async (read: Reader, at: number): Promise<Element | null> => elementOf(await read(at, 12), at)

/** True if a file begins as Matroska or WebM, by the document type in its head. */
export const isMatroska = (bytes: Buffer): boolean => {
  const head = elementOf(bytes, 0)
  if (head?.id !== ids.head) return false
  const end = Math.min(head.end ?? 0, bytes.length)
  for (let at = head.dataAt; at < end;) {
    const element = elementOf(bytes.subarray(at), at)
    if (element === null || element.end === null) return false
    if (element.id === ids.documentType)
      return /^(?:matroska|webm)\0*$/.test(bytes.toString('latin1', element.dataAt, Math.min(element.end, end)))
    at = element.end
  }
  return false
}

/** True if one of the tracks has pictures. */
const hasPictures = async (read: Reader, from: number, end: number): Promise<boolean> => {
  let at = from
  for (let left = maxInTracks; left > 0 && at < end; left--) {
    const element = await readElement(read, at)
    if (element === null || element.end === null || element.end > end) return false
    if (
      element.id === ids.trackType &&
      element.end > element.dataAt &&
      pictureTypes.has((await read(element.end - 1, 1))[0] ?? 0)
    )
      return true
    at = element.id === ids.track ? element.dataAt : element.end
  }
  return false
}

/** Replaces an element's content with an empty one, so that references to the element stay valid. */
const empty = async (fileId: string, { dataAt, end }: { dataAt: number; end: number }): Promise<void> => {
  const room = end - dataAt
  if (room < 2) return
  const sizeBytes = room < 129 ? 1 : 8
  const head = Buffer.alloc(1 + sizeBytes)
  head[0] = ids.void
  if (sizeBytes === 1) head[1] = 0x80 | (room - 2)
  else {
    head.writeUIntBE(room - 9, 3, 6)
    head[1] = 0x01
  }
  await overwritePart(fileId, dataAt, head)
  await blank(fileId, dataAt + head.length, end)
}

/**
 * Empties the tags of a file of `size` bytes. False if it contains no moving pictures: no cluster, or no such track.
 */
export const cleanMatroska = async (fileId: string, size: number): Promise<boolean> => {
  const read = makeReader(fileId)
  const head = await readElement(read, 0)
  if (head?.id !== ids.head || head.end === null) return false
  let at = head.end
  let isInside = false
  let hasCluster = false
  // A file may list its tracks after its clusters, or break off before them; only tracks that were read can prove that
  // there are no pictures.
  let lacksPictures = false
  for (let left = maxElements; left > 0 && at < size; left--) {
    const element = await readElement(read, at)
    if (element === null) break
    const { id, dataAt, end } = element
    const isWhole = end !== null && end <= size
    if (!isInside && id !== ids.segment && id !== ids.void && id !== ids.checksum) break
    if (id === ids.segment) isInside = true
    if (id === ids.cluster && dataAt < size) hasCluster = true
    if (id === ids.tracks && isWhole) lacksPictures = !(await hasPictures(read, dataAt, end))
    if (id === ids.tags && isWhole) await empty(fileId, { dataAt, end })
    if (id === ids.segment || (id === ids.cluster && end === null)) at = dataAt
    else if (end === null) break
    else at = end
  }
  return hasCluster && !lacksPictures
}
