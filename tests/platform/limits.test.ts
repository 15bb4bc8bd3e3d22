/** Limits counted in the database: exact under concurrency, over at their time, and cheap for everybody else. */
import { describe, expect, it } from 'vitest'
import { db, unsynced, Prisma } from '~/platform/db.server'
import {
  clearOldLimits,
  consume,
  consumeFor,
  forgive,
  networkOf,
  peek,
  rules,
  siteOf,
  wideNetworkOf,
} from '~/platform/limits.server'

const { points, seconds } = rules['sign-in-pair']

describe('a limit in the database', () => {
  it('allows exactly its points when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: points * 3 }, () => consume('sign-in-pair', 'many')))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(points)
    expect(
      answers
        .filter((answer) => !answer.ok)
        .every(
          (answer) => !answer.ok && answer.retryAfterSeconds > seconds - 60 && answer.retryAfterSeconds <= seconds,
        ),
    ).toBe(true)
    expect(await peek('sign-in-pair', 'many')).toMatchObject({ ok: false })
    expect(await peek('sign-in-pair', 'others')).toEqual({ ok: true, left: points })
  })
  it('says what is left, and a check uses nothing', async () => {
    expect(await consume('sign-in-pair', 'few', 4)).toEqual({ ok: true, left: points - 4 })
    for (let n = 0; n < 3; n++) expect(await peek('sign-in-pair', 'few')).toEqual({ ok: true, left: points - 4 })
    await forgive('sign-in-pair', 'few')
    expect(await peek('sign-in-pair', 'few')).toEqual({ ok: true, left: points })
  })
  it('resets when its time is over, and its old row is cleared', async () => {
    await consume('sign-in-pair', 'late', points)
    await consume('sign-in-pair', 'gone', points)
    await db.rateLimit.updateMany({
      where: { key: { in: ['sign-in-pair:late', 'sign-in-pair:gone'] } },
      data: { expire: new Date(Date.now() - 1) },
    })
    expect(await peek('sign-in-pair', 'late')).toEqual({ ok: true, left: points })
    expect(await consume('sign-in-pair', 'late')).toEqual({ ok: true, left: points - 1 })
    expect(await clearOldLimits()).toBe(1)
    expect(await db.rateLimit.count({ where: { key: 'sign-in-pair:late' } })).toBe(1)
  })
  it('waits for no disk, unlike everything else', async () => {
    const mode = async (begins: string): Promise<unknown> =>
      db.$queryRaw`${Prisma.raw(begins)} SELECT "synchronous" FROM pragma_synchronous`
    const plain = [{ synchronous: 2n }]
    expect(
      await Promise.all([mode(''), mode(unsynced), mode(''), consume('sign-in-pair', 'light').then(() => mode(''))]),
    ).toEqual([plain, [{ synchronous: 1n }], plain, plain])
    await expect(db.$queryRaw`${Prisma.raw(unsynced)} SELECT "nothing" FROM "NoTable"`).rejects.toThrow()
    expect(await mode('')).toEqual(plain)
  })
})

describe('an IPv6 address', () => {
  it('counts by its /64, /56 and /48; an IPv4 address by itself, and by its /24 for costly actions', () => {
    const address = '2001:db8:12:34ab::1'
    expect([networkOf(address), siteOf(address), wideNetworkOf(address)]).toEqual([
      '2001:db8:12:34ab::/64',
      '2001:db8:12:3400::/56',
      '2001:db8:12::/48',
    ])
    expect([networkOf('203.0.113.9'), siteOf('203.0.113.9'), wideNetworkOf('203.0.113.9')]).toEqual([
      '203.0.113.9',
      '203.0.113.9',
      '203.0.113.0/24',
    ])
    expect([siteOf('::ffff:203.0.113.9'), wideNetworkOf('::ffff:203.0.113.9')]).toEqual([
      '203.0.113.9',
      '203.0.113.0/24',
    ])
    expect(wideNetworkOf('no address')).toBe('no address')
  })

  const shares = async (
    name: 'register-address' | 'token-make',
    addressOf: (n: number) => string,
    tries: number,
  ): Promise<number> => {
    let through = 0
    for (let n = 0; n < tries; n++) if ((await consume(name, addressOf(n))).ok) through++
    return through
  }
  it.each(['register-address', 'token-make'] as const)(
    'can’t evade %s through its neighbours: a /56 has four shares, a /48 sixteen',
    async (name) => {
      const { points } = rules[name]
      const most = 30 * points
      expect(await shares(name, () => '2001:db8:a::1', most)).toBe(points)
      expect(await shares(name, (n) => `2001:db8:b:11${(n % 200).toString(16).padStart(2, '0')}::1`, most)).toBe(
        4 * points,
      )
      expect(await shares(name, (n) => `2001:db8:c:${(n % 250).toString(16)}00::1`, most)).toBe(16 * points)
      expect(await peek(name, '2001:db8:c:ffff::1')).toMatchObject({ ok: false })
      expect(await peek(name, '2001:db8:d::1')).toEqual({ ok: true, left: points })
    },
  )
})

describe('an endpoint’s limit', () => {
  const rule = { points: 3, seconds: 60 }
  it('is counted per caller, and for an address’s neighbours together', async () => {
    for (let n = 0; n < 3; n++) expect((await consumeFor('GET /something', rule, 'user:one')).ok).toBe(true)
    expect((await consumeFor('GET /something', rule, 'user:one')).ok).toBe(false)
    expect((await consumeFor('GET /something', rule, 'user:two')).ok).toBe(true)
    expect((await consumeFor('GET /another', rule, 'user:one')).ok).toBe(true)
    let through = 0
    for (let n = 0; n < 100; n++)
      if ((await consumeFor('GET /something', rule, `2001:db8:e:${n.toString(16)}00::1`)).ok) through++
    expect(through).toBe(16 * rule.points)
  })
})
