/**
 * Verifies that a callback comes from the provider: its signature over the raw bytes, compared in constant time.
 * Callers read the body only after this succeeds.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { nowMs } from '~/platform/clock.server'
import { sortJson } from '~/platform/exact-json'

/** Compares hex digests of equal length; a text of another length or with other letters never matches. */
const isSameHex = (expected: Buffer, given: string): boolean => {
  if (given.length !== expected.length * 2 || !/^[\da-f]+$/i.test(given)) return false
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}

/**
 * Maximum number of values in a NOWPayments callback; a real one has about thirty. Verifying needs parsing and sorting
 * first, and anybody could send 64 KiB of `[],[],…`, which would cost as much as a hundred pages.
 */
const maxValues = 1000
const marks = new Set([...'[{,'].map((mark) => mark.charCodeAt(0)))
const isPlain = (raw: Uint8Array): boolean => {
  let values = 0
  for (const byte of raw) if (marks.has(byte) && ++values > maxValues) return false
  return true
}

/**
 * NOWPayments: HMAC-SHA512, in hex, over the JSON with the keys of every object sorted and its numbers as they came. An
 * empty secret verifies nothing. Returns the signed text, which is the same for any formatting of the body; null if the
 * signature is invalid.
 */
export const signedIpn = (raw: Uint8Array, header: string | null, secret: string): string | null => {
  if (secret === '' || header === null || !isPlain(raw)) return null
  const sorted = sortJson(Buffer.from(raw).toString('utf8'))
  if (sorted === null) return null
  return isSameHex(createHmac('sha512', secret).update(sorted).digest(), header.trim()) ? sorted : null
}

/** How old a signed timestamp may be, and how far ahead: the same as in Stripe's own library. */
export const stripeToleranceMs = 300_000

export type StripeSignature = { ok: true } | { ok: false; reason: 'malformed' | 'stale' | 'mismatch' }
/**
 * Stripe: `t=<seconds>,v1=<hex>[,v1=…]` with HMAC-SHA256 over "t.body". There may be several v1 signatures while a
 * secret is being replaced, and several secrets may be configured for the same reason.
 */
export const verifyStripe = (raw: Uint8Array, header: string | null, secrets: readonly string[]): StripeSignature => {
  const pairs = (header ?? '')
    .slice(0, 4096)
    .split(',')
    .map((pair) => pair.trim().split('=', 2) as [string, string?])
  const seconds = pairs.find(([name]) => name === 't')?.[1] ?? ''
  const given = pairs.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []))
  if (!/^\d{1,12}$/.test(seconds) || given.length === 0) return { ok: false, reason: 'malformed' }
  const isRight = secrets
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest())
    .map((expected) => given.map((one) => isSameHex(expected, one)).includes(true))
    .includes(true)
  if (!isRight) return { ok: false, reason: 'mismatch' }
  return Math.abs(nowMs() - Number(seconds) * 1000) > stripeToleranceMs ? { ok: false, reason: 'stale' } : { ok: true }
}
