/**
 * False if the browser offers no cryptography: plain http from another machine. It is separate from the encryption
 * itself, which is loaded on demand.
 */
export const canEncrypt = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined
