/** Limits that are counted in the database: exact under many at once, over when their time is, and light for everybody else. */
import { describe, expect, it } from 'vitest'
import { db, light, Prisma } from '~/platform/db.server'
import { clearOldLimits, consume, forgive, peek, rules } from '~/platform/limits.server'

const { points, seconds } = rules['sign-in-pair']

describe('a limit in the database', () => {
  it('lets exactly its points through, of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: points * 3 }, () => consume('sign-in-pair', 'many')))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(points)
    expect(answers.filter((answer) => !answer.ok).every((answer) => !answer.ok && answer.retryAfterSeconds > seconds - 60 && answer.retryAfterSeconds <= seconds)).toBe(true)
    expect(await peek('sign-in-pair', 'many')).toMatchObject({ ok: false })
    expect(await peek('sign-in-pair', 'others')).toEqual({ ok: true, left: points })
  })
  it('says what is left, and looking takes nothing', async () => {
    expect(await consume('sign-in-pair', 'few', 4)).toEqual({ ok: true, left: points - 4 })
    for (let n = 0; n < 3; n++) expect(await peek('sign-in-pair', 'few')).toEqual({ ok: true, left: points - 4 })
    await forgive('sign-in-pair', 'few')
    expect(await peek('sign-in-pair', 'few')).toEqual({ ok: true, left: points })
  })
  it('begins anew when its time is over; what is over is cleared away', async () => {
    await consume('sign-in-pair', 'late', points)
    await consume('sign-in-pair', 'gone', points)
    await db.rateLimit.updateMany({ where: { key: { in: ['sign-in-pair:late', 'sign-in-pair:gone'] } }, data: { expire: new Date(Date.now() - 1) } })
    expect(await peek('sign-in-pair', 'late')).toEqual({ ok: true, left: points })
    expect(await consume('sign-in-pair', 'late')).toEqual({ ok: true, left: points - 1 })
    expect(await clearOldLimits()).toBe(1)
    expect(await db.rateLimit.count({ where: { key: 'sign-in-pair:late' } })).toBe(1)
  })
  it('waits for no disk, and everything else still does', async () => {
    const mode = async (begins: string): Promise<unknown> => db.$queryRaw`${Prisma.raw(begins)} SELECT "synchronous" FROM pragma_synchronous`
    const plain = [{ synchronous: 2n }]
    expect(await Promise.all([mode(''), mode(light), mode(''), consume('sign-in-pair', 'light').then(() => mode(''))])).toEqual([plain, [{ synchronous: 1n }], plain, plain])
    await expect(db.$queryRaw`${Prisma.raw(light)} SELECT "nothing" FROM "NoTable"`).rejects.toThrow()
    expect(await mode('')).toEqual(plain)
  })
})
