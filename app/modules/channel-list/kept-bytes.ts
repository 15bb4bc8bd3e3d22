/** How the bytes of a source are held in memory. Pure code, for the engine's threads too. */
import { sharedBytesMin } from './limits'

/**
 * Copies bytes; long ones into shared memory that the engine's threads and the server's own read alike, so that they
 * are not copied again for each piece of work, nor when a thread has made them.
 */
export const keepBytes = (bytes: Uint8Array): Uint8Array => {
  const copy = new Uint8Array(
    bytes.length < sharedBytesMin ? new ArrayBuffer(bytes.length) : new SharedArrayBuffer(bytes.length),
  )
  copy.set(bytes)
  return copy
}
