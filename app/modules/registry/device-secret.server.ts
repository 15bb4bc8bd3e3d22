/**
 * Device secrets are stored encrypted with the server's key, so that a copy of the database is not enough to pair a
 * box.
 */
import { encrypt, decrypt } from '~/platform/encryption.server'

const purpose = 'device-secret'
/** Encrypts a device secret for storage. */
export const encryptDeviceSecret = (secret: string): string => encrypt(purpose, secret)
/** Decrypts a device secret; null if it was encrypted with another server's key. */
export const decryptDeviceSecret = (encrypted: string): string | null => decrypt(purpose, encrypted)
