/**
 * Makes a globally unique id: for an action that counts once however often it arrives, or for a tab. It uses random
 * bytes, because `crypto.randomUUID` exists on https pages only.
 */
export const newBatchId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
