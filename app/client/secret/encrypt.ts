/**
 * Encrypts what a page sends to the server's newest key. Key and nonce are fetched for each send: earlier ones may have
 * expired while the page was open.
 */
import { callApi } from '~/client/api/call'
import { canEncrypt } from './can-encrypt'
import { encryptTo, type PublicJwk } from './jwe'

type Means = { jwk: PublicJwk; nonce: string }

/**
 * `plain`: this browser can't encrypt, so TLS must do. `failed`: the server could not be reached; `message` says why.
 */
export type Encrypted = { is: 'encrypted'; jwe: string } | { is: 'plain' } | { is: 'failed'; message: string }

/** Encrypts a JSON value as a compact JWE for its address. */
export const tryEncrypt = async (path: string, value: unknown): Promise<Encrypted> => {
  if (!canEncrypt()) return { is: 'plain' }
  const means = await callApi<Means>('/authority/nonce', { background: true, quiet: true })
  if (!means.ok) return { is: 'failed', message: means.message }
  return { is: 'encrypted', jwe: await encryptTo(means.data.jwk, { nonce: means.data.nonce, aud: path }, value) }
}

/** The same for calls that are never sent unencrypted; null if it can't be encrypted now. */
export const encryptFor = async (path: string, value: unknown): Promise<string | null> => {
  const encrypted = await tryEncrypt(path, value)
  return encrypted.is === 'encrypted' ? encrypted.jwe : null
}
