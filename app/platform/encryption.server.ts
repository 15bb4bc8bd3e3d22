/**
 * Encrypts small secrets that the server must read again (device secrets), with keys derived from the server's secret:
 * AES-256-GCM, bound to a purpose, so that a value can't be used for another purpose.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { env } from './env.server'

const ivBytes = 12
const tagBytes = 16
const version = 'v1'

/**
 * The server's secret: SECRET, or in demo mode one that is generated when first needed and kept in the data folder,
 * readable by its owner only.
 */
const loadSecret = (): string => {
  if (env.secret !== null) return env.secret
  const file = path.join(env.dataDir, 'demo-secret')
  fs.mkdirSync(env.dataDir, { recursive: true })
  const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (kept !== '') return kept
  const made = randomBytes(32).toString('base64url')
  // Renamed when it is complete: a full disk or a kill would leave an empty secret, which everybody knows.
  fs.writeFileSync(`${file}.new`, made, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return made
}

const keyOf = (from: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, 'mango-portal', purpose, 32))

let secret: string | undefined
const keys = new Map<string, Buffer>()

/** Derives a 256-bit key for one purpose; it is always the same for one server secret. */
export const deriveKey = (purpose: string): Buffer => {
  let key = keys.get(purpose)
  if (key === undefined) {
    secret ??= loadSecret()
    key = keyOf(secret, purpose)
    keys.set(purpose, key)
  }
  return key
}

/** Encrypts text for one purpose; the result is printable. The prefix `seal:` is part of the keys of stored values. */
export const encrypt = (purpose: string, text: string): string => encryptByKey(deriveKey(`seal:${purpose}`), text)
/** Like `encrypt`, with a given secret. */
export const encryptWith = (from: string, purpose: string, text: string): string =>
  encryptByKey(keyOf(from, `seal:${purpose}`), text)

const encryptByKey = (key: Buffer, text: string): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`
}

/** Decrypts what `encrypt` returned for the same purpose; null for anything else. */
export const decrypt = (purpose: string, encrypted: string): string | null =>
  decryptByKey(deriveKey(`seal:${purpose}`), encrypted)
/** Like `decrypt`, with a secret that may not be the server's. */
export const decryptWith = (from: string, purpose: string, encrypted: string): string | null =>
  decryptByKey(keyOf(from, `seal:${purpose}`), encrypted)

const decryptByKey = (key: Buffer, encrypted: string): string | null => {
  const [head, body] = encrypted.split('.')
  if (head !== version || body === undefined) return null
  const bytes = Buffer.from(body, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)),
      decipher.final(),
    ]).toString('utf8')
  } catch {
    return null
  }
}
