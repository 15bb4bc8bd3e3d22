/**
 * Keys for encrypted bodies, and the decryption of those bodies: compact JWE, ECDH-ES on P-256 with A256GCM. The
 * protected header names the key (`kid`), a nonce of ours (`nonce`) and the intended address (`aud`). A body can be
 * opened once. The only public file of the module.
 */
import {
  compactDecrypt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose'
import { dayMs, hourMs, now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { clearOldNonces, findNonceEndMs, issueNonce, spendNonce } from './nonce.server'

export { issueNonce, nonceLivesMs } from './nonce.server'

/** The key changes daily; bodies encrypted with an older key can be opened for two more days. */
const rotateMs = dayMs
const keptMs = 48 * hourMs
/** The longest encrypted body is a form with a few short fields. */
export const maxJweLength = 65_536

export type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; alg: 'ECDH-ES'; use: 'enc' }
/** The newest key comes first: it is the one to encrypt to. */
export type PublicKeys = { keys: PublicKey[] }
/** Why a body was not opened; sent as data.reason of A0424. */
export type BodyProblem = 'malformed' | 'unknown-key' | 'expired' | 'replayed' | 'purpose' | 'required'

type Known = { kid: string; public: PublicKey; private: CryptoKey; createdMs: number; expiresMs: number }
type Row = { id: string; publicJwk: string; privateSealed: string; createdAt: Date; expiresAt: Date }

const known = new Map<string, Known>()
let turning: Promise<Known> | null = null
const purpose = 'body-key'

/** A0424 with its reason. */
export const bodyProblem = (reason: BodyProblem, field?: string): Failure =>
  fail('A0424', { ...(field === undefined ? {} : { field }), data: { reason } })

const publicKeyOf = (jwk: JWK, kid: string): PublicKey => ({
  kty: 'EC',
  crv: 'P-256',
  x: jwk.x ?? '',
  y: jwk.y ?? '',
  kid,
  alg: 'ECDH-ES',
  use: 'enc',
})

const remember = async (row: Row): Promise<Known | null> => {
  const text = decrypt(purpose, row.privateSealed)
  // It was sealed with another server secret, so nobody can use it any more.
  if (text === null) return null
  const key = await importJWK(JSON.parse(text) as JWK, 'ECDH-ES')
  if (key instanceof Uint8Array) return null
  const made: Known = {
    kid: row.id,
    public: publicKeyOf(JSON.parse(row.publicJwk) as JWK, row.id),
    private: key,
    createdMs: row.createdAt.getTime(),
    expiresMs: row.expiresAt.getTime(),
  }
  known.set(made.kid, made)
  return made
}

const makeKey = async (): Promise<Known> => {
  const pair = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const at = now()
  const row = {
    id: makeId(),
    publicJwk: JSON.stringify(await exportJWK(pair.publicKey)),
    privateSealed: encrypt(purpose, JSON.stringify(await exportJWK(pair.privateKey))),
    createdAt: at,
    expiresAt: new Date(at.getTime() + rotateMs + keptMs),
  }
  await db.bodyKey.create({ data: row })
  const made = await remember(row)
  if (made === null) throw new Error('A key that was just made can’t be read')
  return made
}

const isYoung = (key: Known): boolean => nowMs() - key.createdMs < rotateMs
const newestKnown = (): Known | null => [...known.values()].sort((a, b) => b.createdMs - a.createdMs)[0] ?? null

const findCurrent = async (): Promise<Known> => {
  const rows = await db.bodyKey.findMany({
    where: { expiresAt: { gt: now() } },
    orderBy: { createdAt: 'desc' },
    take: 10,
  })
  for (const row of rows) if (!known.has(row.id)) await remember(row)
  const newest = newestKnown()
  return newest !== null && isYoung(newest) ? newest : makeKey()
}

/**
 * The key to encrypt with. A new one is created if the newest is older than a day; of concurrent requests, only one
 * creates it.
 */
const currentKey = async (): Promise<Known> => {
  const newest = newestKnown()
  if (newest !== null && isYoung(newest)) return newest
  turning ??= findCurrent().finally(() => {
    turning = null
  })
  return turning
}

/** The answer of /.well-known/jwks.json. */
export const publicKeys = async (): Promise<PublicKeys> => {
  await currentKey()
  const living = [...known.values()].filter((key) => key.expiresMs > nowMs()).sort((a, b) => b.createdMs - a.createdMs)
  return { keys: living.map((key) => key.public) }
}

/** What a page with an encrypted form needs: the key and a nonce for one body. */
export const getEncryptionKey = async (): Promise<{ jwk: PublicKey; nonce: string }> => ({
  jwk: (await currentKey()).public,
  nonce: issueNonce(),
})

const findKey = async (kid: string): Promise<Known | null> => {
  const held = known.get(kid)
  if (held !== undefined) return held.expiresMs > nowMs() ? held : null
  const row = await db.bodyKey.findFirst({ where: { id: kid, expiresAt: { gt: now() } } })
  return row === null ? null : remember(row)
}

const compactForm = /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]*\.[\w-]+$/
/** True for text that looks like a compact JWE, which no password does. */
export const isJwe = (text: string): boolean =>
  text.startsWith('eyJ') && text.length <= maxJweLength && compactForm.test(text)

type Header = { alg?: unknown; enc?: unknown; kid?: unknown; nonce?: unknown; aud?: unknown; zip?: unknown }
const readHeader = (jwe: string): Header | null => {
  try {
    return decodeProtectedHeader(jwe)
  } catch {
    return null
  }
}

/**
 * Opens an encrypted body and returns its JSON value, once. `audience` is the address that it was sent to. A0424 with
 * data.reason: malformed, unknown-key, expired (ask for a new nonce), replayed, purpose (made for another address).
 */
export const openBody = async (jwe: string, audience: string): Promise<Result<unknown>> => {
  if (!isJwe(jwe)) return bodyProblem('malformed')
  const header = readHeader(jwe)
  if (header === null || header.alg !== 'ECDH-ES' || header.enc !== 'A256GCM' || header.zip !== undefined)
    return bodyProblem('malformed')
  const { kid, nonce, aud } = header
  if (typeof kid !== 'string' || typeof nonce !== 'string' || typeof aud !== 'string') return bodyProblem('malformed')
  const key = /^[0-9a-z]{26}$/.test(kid) ? await findKey(kid) : null
  if (key === null) return bodyProblem('unknown-key')
  const endsAtMs = findNonceEndMs(nonce)
  if (endsAtMs === null) return bodyProblem('malformed')
  if (endsAtMs <= nowMs()) return bodyProblem('expired')
  if (aud !== audience) return bodyProblem('purpose')
  let value: unknown
  try {
    const { plaintext } = await compactDecrypt(jwe, key.private, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
      maxDecompressedLength: 0,
    })
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
  } catch {
    // Never return or log anything about the contents: they were somebody's secret.
    return bodyProblem('malformed')
  }
  // Spend the nonce only now: a body that can't be opened must not use up somebody else's nonce.
  return (await spendNonce(nonce, endsAtMs)) ? ok(value) : bodyProblem('replayed')
}

/** Removes keys and nonces that nobody can use any more; the server calls it periodically. */
export const clearOldBodyKeys = async (): Promise<number> => {
  const gone = await db.bodyKey.deleteMany({ where: { expiresAt: { lt: now() } } })
  for (const [kid, key] of known) if (key.expiresMs < nowMs()) known.delete(kid)
  return gone.count + (await clearOldNonces())
}

/** Clears the key cache, so that the next request reads from the database. For tests. */
export const forgetBodyKeys = (): void => known.clear()
