/** Encrypted bodies as a client or an attacker would make them, with the portal's own keys over HTTP. */
import { CompactEncrypt, importJWK } from 'jose'
import type { HttpClient } from './http-client'

type Jwk = { kty: string; kid: string }
export type SealChoices = { jwk?: Jwk; nonce?: string; header?: Record<string, unknown>; kid?: string }

export const fetchJwks = async (client: HttpClient): Promise<Jwk[]> =>
  ((await (await client.request('/.well-known/jwks.json')).json()) as { keys: Jwk[] }).keys
export const fetchNonce = async (client: HttpClient): Promise<string> =>
  (await client.api<{ nonce: string }>('GET', '/authority/nonce')).data.nonce

/** A compact JWE of a value for one path of the origin; every part of it can be chosen. */
export const sealFor = async (
  client: HttpClient,
  path: string,
  value: unknown,
  choices: SealChoices = {},
): Promise<string> => {
  const jwk = choices.jwk ?? (await fetchJwks(client))[0]
  if (jwk === undefined) throw new Error('the portal publishes no key')
  const nonce = choices.nonce ?? (await fetchNonce(client))
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({
      alg: 'ECDH-ES',
      enc: 'A256GCM',
      kid: choices.kid ?? jwk.kid,
      nonce,
      aud: path,
      ...choices.header,
    })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
}

/** Calls /api with an encrypted body. */
export const postSealed = async <D = unknown>(
  client: HttpClient,
  path: string,
  value: unknown,
  choices: SealChoices = {},
) => client.api<D>('POST', path, { json: { jwe: await sealFor(client, `/api${path}`, value, choices) } })

export type Tokens = {
  accessToken: string
  token: string
  refreshToken: string
  userId: string
  userName: string
  expiresInSeconds: number
}
/** Signs in an API client; throws if that fails. */
export const logIn = async (client: HttpClient, identifier: string, password: string): Promise<Tokens> => {
  const answer = await postSealed<Tokens>(client, '/iot/customer/login', { identifier, password })
  if (answer.code !== '0') throw new Error(`login answered ${answer.code}`)
  return answer.data
}
/** The three headers of a session. */
export const headersOf = ({
  accessToken,
  token,
  userId,
}: Pick<Tokens, 'accessToken' | 'token' | 'userId'>): Record<string, string> => ({ accessToken, token, userId })
