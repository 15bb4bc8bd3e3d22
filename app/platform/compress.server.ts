/** Compresses and decompresses stored bytes, outside the event loop. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const expand = promisify(brotliDecompress)

/** How bytes are stored; null means uncompressed. */
export type Codec = 'br' | null
export type Packed = { bytes: Uint8Array<ArrayBuffer>; codec: Codec }

/** Lists shrink to an eighth at this level. Higher levels cost several times as much and save another tenth. */
const quality = 3
/** Compressing shorter data gains nothing. */
const minBytes = 512

export const packBytes = async (bytes: Uint8Array): Promise<Packed> => {
  const own = (plain: Uint8Array): Uint8Array<ArrayBuffer> => {
    const copy = new Uint8Array(plain.length)
    copy.set(plain)
    return copy
  }
  if (bytes.length < minBytes) return { bytes: own(bytes), codec: null }
  const packed = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  return packed.length < bytes.length ? { bytes: own(packed), codec: 'br' } : { bytes: own(bytes), codec: null }
}

/** `size` is the uncompressed length. Throws when the data does not unpack to that length: it is damaged. */
export const unpackBytes = async (
  { bytes, codec }: { bytes: Uint8Array; codec: string | null },
  size: number,
): Promise<Uint8Array> => {
  const plain = codec === 'br' ? await expand(bytes, { maxOutputLength: Math.max(1, size) }) : bytes
  if (plain.length !== size) throw new Error(`stored bytes have ${plain.length} instead of ${size}`)
  return plain
}
