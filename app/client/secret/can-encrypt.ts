/**
 * False where the browser keeps its cryptography back: plain http from another machine. Apart from the encryption
 * itself, which is loaded when it is needed.
 */
export const canEncrypt = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined
