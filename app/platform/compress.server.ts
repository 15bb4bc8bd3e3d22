/** Bytes made smaller for keeping, and back, beside the event loop. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const expand = promisify(brotliDecompress)

/** How bytes are kept: null as they are. */
export type Codec = 'br' | null
export type Packed = { bytes: Uint8Array<ArrayBuffer>; codec: Codec }

/** Lists shrink to an eighth at this level already; the next ones cost several times as much for a tenth more. */
const quality = 3
/** Smaller ones are no gain. */
const leastBytes = 512

export const packBytes = async (bytes: Uint8Array): Promise<Packed> => {
  const own = (plain: Uint8Array): Uint8Array<ArrayBuffer> => {
    const copy = new Uint8Array(plain.length)
    copy.set(plain)
    return copy
  }
  if (bytes.length < leastBytes) return { bytes: own(bytes), codec: null }
  const packed = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  return packed.length < bytes.length ? { bytes: own(packed), codec: 'br' } : { bytes: own(bytes), codec: null }
}

/** `size` is that of the whole: what does not have it was damaged. */
export const unpackBytes = async (
  { bytes, codec }: { bytes: Uint8Array; codec: string | null },
  size: number,
): Promise<Uint8Array> => {
  const plain = codec === 'br' ? await expand(bytes, { maxOutputLength: Math.max(1, size) }) : bytes
  if (plain.length !== size) throw new Error(`stored bytes have ${plain.length} instead of ${size}`)
  return plain
}
