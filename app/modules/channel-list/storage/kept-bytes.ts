/** Holds the bytes of a source in memory. Pure code, also used on the engine's threads. */
import { sharedBytesMin } from '../limits'

/**
 * Copies bytes; long ones into shared memory, which the engine's threads and the server's thread read alike. They are
 * then not copied for each piece of work, nor when a thread has made them.
 */
export const keepBytes = (bytes: Uint8Array): Uint8Array => {
  const copy = new Uint8Array(
    bytes.length < sharedBytesMin ? new ArrayBuffer(bytes.length) : new SharedArrayBuffer(bytes.length),
  )
  copy.set(bytes)
  return copy
}
