/**
 * Device secrets are stored encrypted with the server's key, so that a copy of the database is not enough to pair a
 * box.
 */
import { seal, unseal } from '~/platform/seal.server'

const purpose = 'device-secret'
/** Encrypts a device secret for storage. */
export const sealDeviceSecret = (secret: string): string => seal(purpose, secret)
/** Decrypts a device secret; null if it was encrypted with another server's key. */
export const openDeviceSecret = (sealed: string): string | null => unseal(purpose, sealed)
