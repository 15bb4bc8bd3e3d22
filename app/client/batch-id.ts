/**
 * An id that nobody else makes: of an act that is sent, which counts once however often it arrives, or of a tab.
 * Made of random bytes, because `crypto.randomUUID` is there on encrypted pages only.
 */
export const newBatchId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
