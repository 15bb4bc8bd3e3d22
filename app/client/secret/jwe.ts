/**
 * Compact JWE in the browser with WebCrypto only: ECDH-ES on P-256 with A256GCM (RFC 7518), both to a server's key and
 * from a server to a key of this page. A library for it would be larger than a page's own scripts.
 */

/** A public key as in /.well-known/jwks.json. */
export type PublicJwk = { kty: string; crv: string; x: string; y: string; kid: string }

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const encoder = new TextEncoder()

export const toBase64url = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const join = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
const number32 = (value: number): Uint8Array => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value])
const counted = (bytes: Uint8Array): Uint8Array => join(number32(bytes.length), bytes)

/** Derives the content key that both sides agree on: one round of the Concat KDF of NIST SP 800-56A, for A256GCM. */
const agree = async (privateKey: CryptoKey, publicKey: CryptoKey, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> => {
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256))
  const info = join(number32(1), shared, counted(encoder.encode('A256GCM')), number32(0), number32(0), number32(256))
  return crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', info), 'AES-GCM', false, [use])
}
const importPublic = ({ kty, crv, x, y }: Omit<PublicJwk, 'kid'>): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, [])

/**
 * Encrypts a value as JSON to a server's key. `nonce` comes from the server; `aud` is the path that the body is sent
 * to.
 */
export const encryptTo = async (
  jwk: PublicJwk,
  { nonce, aud }: { nonce: string; aud: string },
  value: unknown,
): Promise<string> => {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', own.publicKey)
  const header = toBase64url(
    encoder.encode(
      JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid, nonce, aud, epk: { kty, crv, x, y } }),
    ),
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await agree(own.privateKey, await importPublic(jwk), 'encrypt')
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: encoder.encode(header) },
      key,
      encoder.encode(JSON.stringify(value)),
    ),
  )
  return [header, '', toBase64url(iv), toBase64url(sealed.subarray(0, -16)), toBase64url(sealed.subarray(-16))].join(
    '.',
  )
}

export type ReplyKey = {
  /** The public half, base64url of its JWK, as calls expect it. */
  publicKey: string
  /** Decrypts a compact JWE that was encrypted to this key; throws for any other. */
  open(jwe: string): Promise<unknown>
}
/** A key of this page for one encrypted answer; its private half can't be exported. */
export const makeReplyKey = async (): Promise<ReplyKey> => {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', own.publicKey)
  return {
    publicKey: toBase64url(encoder.encode(JSON.stringify({ kty, crv, x, y }))),
    open: async (jwe) => {
      const [head = '', , iv = '', body = '', tag = ''] = jwe.split('.')
      const header = JSON.parse(new TextDecoder().decode(fromBase64url(head))) as {
        alg?: string
        enc?: string
        epk?: PublicJwk
      }
      if (header.alg !== 'ECDH-ES' || header.enc !== 'A256GCM' || header.epk === undefined)
        throw new Error('not a JWE of this kind')
      const key = await agree(own.privateKey, await importPublic(header.epk), 'decrypt')
      const sealed = join(fromBase64url(body), fromBase64url(tag))
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64url(iv), additionalData: encoder.encode(head) },
        key,
        sealed,
      )
      return JSON.parse(new TextDecoder().decode(text)) as unknown
    },
  }
}
