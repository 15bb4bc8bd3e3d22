/**
 * Encrypts what a page sends to the server's newest key. Key and nonce are asked for at each sending: what was fetched
 * earlier may have run out while the page stood open.
 */
import { callApi } from '~/client/api/call'
import { canEncrypt } from './can-encrypt'
import { encryptTo, type PublicJwk } from './jwe'

type Means = { jwk: PublicJwk; nonce: string }

/**
 * `plain`: this browser can't encrypt, TLS alone must do. `failed`: the server could not be asked; `message` says why.
 */
export type Sealed = { is: 'sealed'; jwe: string } | { is: 'plain' } | { is: 'failed'; message: string }

/** A JSON value as a compact JWE for the address that it goes to. */
export const trySeal = async (path: string, value: unknown): Promise<Sealed> => {
  if (!canEncrypt()) return { is: 'plain' }
  const means = await callApi<Means>('/authority/nonce', { background: true, quiet: true })
  if (!means.ok) return { is: 'failed', message: means.message }
  return { is: 'sealed', jwe: await encryptTo(means.data.jwk, { nonce: means.data.nonce, aud: path }, value) }
}

/** The same for calls that are never sent plainly; null where it can't be encrypted now. */
export const sealFor = async (path: string, value: unknown): Promise<string | null> => {
  const sealed = await trySeal(path, value)
  return sealed.is === 'sealed' ? sealed.jwe : null
}
