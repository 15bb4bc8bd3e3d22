/** Device secrets are stored sealed with the server's key, so that a copy of the database alone can't pair a box. */
import { seal, unseal } from '~/platform/seal.server'

const purpose = 'device-secret'
/** Seals a device secret for storage. */
export const sealDeviceSecret = (secret: string): string => seal(purpose, secret)
/** Opens a sealed device secret; null if it was sealed with another server's key. */
export const openDeviceSecret = (sealed: string): string | null => unseal(purpose, sealed)
