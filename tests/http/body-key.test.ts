/** Encrypted bodies over time, on a test clock: keys rotate, nonces expire, and a body opens only once. */
import { CompactEncrypt, generateKeyPair, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  clearOldBodyKeys,
  forgetBodyKeys,
  isJwe,
  issueNonce,
  openBody,
  publicKeys,
  getEncryptionKey,
  type PublicKey,
} from '~/modules/body-key/body-key.server'
import { dayMs, hourMs, makeStoppedClock, minuteMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const path = '/api/iot/customer/login'
const seal = async (
  value: unknown,
  more: { jwk?: PublicKey; header?: Record<string, unknown> } = {},
): Promise<string> => {
  const { jwk, nonce } = await getEncryptionKey()
  const key = more.jwk ?? jwk
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, nonce, aud: path, ...more.header })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}
const refused = (reason: string) => ({ ok: false, code: 'A0424', data: { reason } })

describe('an encrypted body', () => {
  it('opens exactly once, even for simultaneous requests', async () => {
    const jwe = await seal({ password: 'correct-horse' })
    const opened = await Promise.all(Array.from({ length: 10 }, () => openBody(jwe, path)))
    expect(opened.filter((one) => one.ok)).toEqual([{ ok: true, value: { password: 'correct-horse' } }])
    expect(opened.filter((one) => !one.ok)).toEqual(Array.from({ length: 9 }, () => refused('replayed')))
  })
  it('expires five minutes after its nonce by the server’s clock, whatever the client’s clock says', async () => {
    const tomorrow = Math.floor(clock.now().getTime() / 1000) + 86_400
    const jwe = await seal(1, { header: { iat: tomorrow, exp: tomorrow - 200_000, nbf: tomorrow } })
    clock.advance(5 * minuteMs - 1)
    expect(await openBody(jwe, path)).toEqual({ ok: true, value: 1 })
    const late = await seal(2)
    clock.advance(5 * minuteMs)
    expect(await openBody(late, path)).toEqual(refused('expired'))
  })
  it('opens only at the address in its aud, and not without one', async () => {
    expect(await openBody(await seal(1), '/api/authority/verifyCaptcha')).toEqual(refused('purpose'))
    expect(await openBody(await seal(1, { header: { aud: undefined } }), path)).toEqual(refused('malformed'))
    expect(await openBody(await seal(1, { header: { aud: [path] } }), path)).toEqual(refused('malformed'))
  })
  it('is refused with a foreign key, an invented nonce or changed bytes', async () => {
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
    const { jwk, nonce } = await getEncryptionKey()
    const encrypt = (header: Record<string, unknown>) =>
      new CompactEncrypt(new TextEncoder().encode('1'))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid, nonce, ...header })
        .encrypt(publicKey)
    expect(await openBody(await encrypt({}), path)).toEqual(refused('malformed'))
    for (const kid of ['nobodys', '0'.repeat(26), '../../etc/passwd'])
      expect(await openBody(await seal(1, { header: { kid } }), path)).toEqual(refused('unknown-key'))
    expect(await openBody(await seal(1, { header: { kid: undefined } }), path)).toEqual(refused('malformed'))
    for (const invented of [
      '',
      'x',
      nonce.slice(0, -1) + (nonce.endsWith('A') ? 'B' : 'A'),
      `zzzzzzzz.${nonce.slice(9)}`,
    ])
      expect(await openBody(await seal(1, { header: { nonce: invented } }), path)).toEqual(refused('malformed'))
    const jwe = await seal(1)
    const parts = jwe.split('.')
    for (let at = 0; at < 5; at++) {
      const changed = parts
        .map((part, index) =>
          index === at ? (part === '' ? 'AAAA' : (part.startsWith('A') ? 'B' : 'A') + part.slice(1)) : part,
        )
        .join('.')
      expect(await openBody(changed, path), `part ${at}`).toMatchObject({ code: 'A0424' })
    }
    // The failed tries have not used up the body's own nonce.
    expect(await openBody(jwe, path)).toEqual({ ok: true, value: 1 })
  })
  it('is refused with other JOSE algorithms, compressed, huge or empty', async () => {
    const { jwk } = await getEncryptionKey()
    const key = await importJWK(jwk, 'ECDH-ES')
    const other = (header: { alg: string; enc: string; zip?: string }) =>
      new CompactEncrypt(new TextEncoder().encode('1'))
        .setProtectedHeader({ kid: jwk.kid, nonce: issueNonce(), ...header })
        .encrypt(key)
    expect(await openBody(await other({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' }), path)).toEqual(refused('malformed'))
    expect(await openBody(await other({ alg: 'ECDH-ES', enc: 'A128CBC-HS256' }), path)).toEqual(refused('malformed'))
    expect(await openBody(await other({ alg: 'ECDH-ES', enc: 'A256GCM', zip: 'DEF' }), path)).toEqual(
      refused('malformed'),
    )
    for (const text of [
      '',
      'a.b.c',
      'eyJ.....',
      'null',
      `eyJ${'a'.repeat(70_000)}.b.c.d.e`,
      await seal('x'.repeat(100_000)),
    ]) {
      expect(isJwe(text)).toBe(false)
      expect(await openBody(text, path)).toEqual(refused('malformed'))
    }
  })
})

describe('the keys', () => {
  it('rotate daily, and the previous key opens bodies for two more days', async () => {
    const first = (await publicKeys()).keys[0]
    if (first === undefined) throw new Error('no key')
    clock.advance(dayMs)
    const [second, kept] = (await publicKeys()).keys
    expect(second?.kid).not.toBe(first.kid)
    expect(kept?.kid).toBe(first.kid)
    expect(await openBody(await seal('old', { jwk: first }), path)).toEqual({ ok: true, value: 'old' })
    clock.advance(48 * hourMs)
    expect(await openBody(await seal('older', { jwk: first }), path)).toEqual(refused('unknown-key'))
    await clearOldBodyKeys()
    expect(await db.bodyKey.count({ where: { id: first.kid } })).toBe(0)
    expect(await db.usedNonce.count({ where: { expiresAt: { lt: clock.now() } } })).toBe(0)
  })
  it('are created once for simultaneous callers, and survive a restart', async () => {
    clock.advance(2 * dayMs)
    const asked = await Promise.all(Array.from({ length: 10 }, () => publicKeys()))
    expect(new Set(asked.map(({ keys }) => keys[0]?.kid)).size).toBe(1)
    const jwe = await seal('before')
    forgetBodyKeys()
    expect(await openBody(jwe, path)).toEqual({ ok: true, value: 'before' })
    expect((await publicKeys()).keys[0]?.kid).toBe(asked[0]?.keys[0]?.kid)
  })
  it('are stored encrypted in the database', async () => {
    for (const row of await db.bodyKey.findMany()) {
      expect(row.privateSealed).toMatch(/^v1\./)
      expect(JSON.parse(row.publicJwk)).not.toHaveProperty('d')
    }
  })
})
