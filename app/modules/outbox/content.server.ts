/** Encrypts a row's body (template and values), because a value may be a code. */
import { encrypt, decrypt } from '~/platform/encryption.server'
import type { Content } from './outbox.schema'

const purpose = 'outbox'

export const pack = (body: Content & { brand: string | null }): string => encrypt(purpose, JSON.stringify(body))

/** Opens a body; null if it was sealed with another secret. */
export const unpack = (sealed: string): { content: Content; brand: string | null } | null => {
  const text = decrypt(purpose, sealed)
  if (text === null) return null
  const { brand, ...content } = JSON.parse(text) as Content & { brand: string | null }
  return { content, brand }
}
