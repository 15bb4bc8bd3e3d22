/** Device secrets stand in the table sealed with the server's key; a copy of the database alone pairs no box. */
import { seal, unseal } from '~/platform/seal.server'

const purpose = 'device-secret'
/** Seals a device secret for the table. */
export const sealDeviceSecret = (secret: string): string => seal(purpose, secret)
/** Opens a sealed device secret; null when it was sealed by another server's key. */
export const openDeviceSecret = (sealed: string): string | null => unseal(purpose, sealed)
