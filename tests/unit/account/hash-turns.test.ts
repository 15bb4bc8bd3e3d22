/** Password hashes take turns by account: a sender who floods the queue delays only itself. */
import { afterAll, describe, expect, it, vi } from 'vitest'

/** Passwords in the order in which the real library began to hash them, whatever the machine's speed. */
const begun: string[] = []
vi.doMock('@node-rs/argon2', async (original) => {
  const { hash, verify } = await original<typeof import('@node-rs/argon2')>()
  return {
    hash: (...args: Parameters<typeof hash>) => {
      begun.push(String(args[0]))
      return hash(...args)
    },
    verify: (...args: Parameters<typeof verify>) => {
      begun.push(String(args[1]))
      return verify(...args)
    },
  }
})
const { hashedAtOnce, hashesWaitingOfOne, hashOrBusy, verifyOrBusy } = await import('~/modules/account/password.server')
afterAll(() => vi.doUnmock('@node-rs/argon2'))

const flood = (count: number) =>
  Array.from({ length: count }, () => verifyOrBusy(null, 'of the flood', { who: 'flood' }))

describe('passwords waiting to be hashed', () => {
  it('of other accounts come next, however many one account has sent before', async () => {
    const stored = await hashOrBusy('not this one', { who: 'server' })
    if (!stored.ok) throw new Error('an empty queue refuses nobody')
    await verifyOrBusy(null, 'before the flood', { who: 'server' })
    const sent = flood(60)
    // One turn of the event loop: the flood is queued, and what can start has started.
    await new Promise((resolve) => setImmediate(resolve))
    const before = begun.length
    expect(begun.slice(-hashedAtOnce)).toEqual(Array.from({ length: hashedAtOnce }, () => 'of the flood'))
    const [other, third] = await Promise.all([
      verifyOrBusy(stored.value, 'of the other', { who: 'other' }),
      hashOrBusy('of the third', { who: 'third' }),
    ])
    expect(other).toEqual({ ok: true, value: false })
    expect(third).toMatchObject({ ok: true })
    // The flood is first in the queue once; then come the others, long before its own 58 are done.
    expect(begun.slice(before, before + 4)).toEqual(['of the flood', 'of the other', 'of the third', 'of the flood'])
    expect((await Promise.all(sent)).every((one) => one.ok && !one.value)).toBe(true)
  }, 60_000)
  it('are refused with a retry time to an account that has too many, and to nobody else', async () => {
    const sent = flood(hashesWaitingOfOne + 12)
    const other = verifyOrBusy(null, 'not it', { who: 'other' })
    const refused = (await Promise.all(sent)).filter((one) => !one.ok)
    expect(refused.length).toBeGreaterThanOrEqual(8)
    for (const one of refused) expect(one).toMatchObject({ code: 'A0503', data: { retryAfterSeconds: 5 } })
    expect(await other).toEqual({ ok: true, value: false })
  }, 60_000)
})
