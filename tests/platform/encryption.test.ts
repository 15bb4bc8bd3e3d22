/** Encrypted secrets, ids, tokens and codes. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { replaceClock } from '~/platform/clock.server'
import { env } from '~/platform/env.server'
import { codeAlphabet, makeCode, makeId, makeToken, sameSecret } from '~/platform/random.server'
import { encrypt, decrypt } from '~/platform/encryption.server'

describe('an encrypted secret', () => {
  it('can be read for its purpose only', () => {
    const encrypted = encrypt('device-secret', 'geheim ✓')
    expect(encrypted).not.toContain('geheim')
    expect(decrypt('device-secret', encrypted)).toBe('geheim ✓')
    expect(decrypt('other', encrypted)).toBeNull()
    expect(encrypt('device-secret', 'geheim ✓')).not.toBe(encrypted)
  })
  it('is refused when it is malformed or a single letter differs', () => {
    const encrypted = encrypt('p', 'text')
    for (let at = 3; at < encrypted.length; at++) {
      const other = encrypted[at] === 'A' ? 'B' : 'A'
      const spoilt = encrypted.slice(0, at) + other + encrypted.slice(at + 1)
      // The last letter of base64url may carry unused bits.
      if (!Buffer.from(spoilt.slice(3), 'base64url').equals(Buffer.from(encrypted.slice(3), 'base64url')))
        expect(decrypt('p', spoilt), `letter ${at}`).toBeNull()
    }
    for (const none of ['', 'v1', 'v1.', 'v2.AAAA', 'v1.AAAA', 'not encrypted']) expect(decrypt('p', none)).toBeNull()
  })
})

it('the demo’s secret is made anew if a full disk has left an empty one', async () => {
  const file = path.join(env.dataDir, 'demo-secret')
  writeFileSync(file, '')
  vi.resetModules()
  const first = await import('~/platform/encryption.server')
  const encrypted = first.encrypt('p', 'text')
  const secret = readFileSync(file, 'utf8')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  vi.resetModules()
  const second = await import('~/platform/encryption.server')
  expect([second.decrypt('p', encrypted), readFileSync(file, 'utf8')]).toEqual(['text', secret])
})

describe('ids, tokens and codes', () => {
  it('sort by time, and never repeat', () => {
    const first = makeId()
    const back = replaceClock({ now: () => new Date(Date.now() + 1000) })
    const later = makeId()
    back()
    expect(later > first).toBe(true)
    const ids = Array.from({ length: 2000 }, makeId)
    expect(new Set(ids).size).toBe(2000)
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  })
  it('made at one moment sort in order, and none predicts the next', () => {
    const still = new Date()
    const back = replaceClock({ now: () => still })
    const ids = Array.from({ length: 2000 }, makeId)
    back()
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids.map((id) => id.slice(0, 10))).size).toBe(1)
    // A simple increment would change only the last digits.
    expect(new Set(ids.map((id) => id.slice(10, 24))).size).toBe(2000)
  })
  it('are long enough, and use distinguishable letters', () => {
    expect(makeToken('mpt_')).toMatch(/^mpt_[\w-]{43}$/)
    expect(makeCode(8)).toMatch(new RegExp(`^[${codeAlphabet}]{8}$`))
    expect(sameSecret('a', 'a')).toBe(true)
    expect(sameSecret('a', 'b')).toBe(false)
    expect(sameSecret('a', 'aa')).toBe(false)
  })
})
