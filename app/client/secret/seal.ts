/** Encrypts what a page sends to the server's newest key. The key and a fresh nonce are fetched ahead, while a person still types. */
import { callApi } from '~/client/api/call'
import { canEncrypt, encryptTo, type PublicJwk } from './jwe'

type Means = { jwk: PublicJwk; nonce: string }
/** A nonce lives five minutes; one that is older than this is fetched anew. */
const freshMs = 240_000

let fetched: { means: Promise<Means | null>; atMs: number } | null = null

const ask = async (): Promise<Means | null> => {
  const answer = await callApi<Means>('/authority/nonce', { background: true, quiet: true })
  return answer.ok ? answer.data : null
}

/** Fetches what the next encryption needs. */
export const prepareSeal = (): void => {
  if (!canEncrypt() || (fetched !== null && Date.now() - fetched.atMs < freshMs)) return
  fetched = { means: ask(), atMs: Date.now() }
}

/** A JSON value as a compact JWE for the address that it goes to; null where that is not possible, and TLS alone must do. */
export const sealFor = async (path: string, value: unknown): Promise<string | null> => {
  if (!canEncrypt()) return null
  prepareSeal()
  const means = await fetched?.means
  fetched = null
  return means ? encryptTo(means.jwk, { nonce: means.nonce, aud: path }, value) : null
}
