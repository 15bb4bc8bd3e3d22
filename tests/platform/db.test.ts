/** The database's turns: no resolved write is lost when transactions overlap and some roll back. */
import { describe, expect, it } from 'vitest'
import { db, isUniqueViolation } from '~/platform/db.server'

const row = (key: string) => ({ key, value: key })

describe('the database', () => {
  it('keeps every write that resolved, while other transactions roll back', async () => {
    const kept: string[] = []
    const work: Promise<unknown>[] = []
    for (let i = 0; i < 40; i++) {
      work.push(
        db
          .$transaction(async (tx) => {
            await tx.setting.create({ data: row(`tx-${i}`) })
            await tx.setting.count()
            if (i % 3 === 0) throw new Error('rolled back')
            await tx.setting.create({ data: row(`tx-${i}-second`) })
          })
          .then(
            () => kept.push(`tx-${i}`, `tx-${i}-second`),
            () => undefined,
          ),
      )
      work.push(db.setting.create({ data: row(`plain-${i}`) }).then(() => kept.push(`plain-${i}`)))
    }
    await Promise.all(work)
    const found = (await db.setting.findMany({ select: { key: true } })).map((one) => one.key)
    expect(found.sort()).toEqual(kept.sort())
    expect(kept.filter((key) => key.startsWith('plain'))).toHaveLength(40)
    expect(kept.filter((key) => key.startsWith('tx'))).toHaveLength(26 * 2)
  })

  it('does not let a failed statement delay those behind it', async () => {
    await db.setting.create({ data: row('twice') })
    const [first, second] = await Promise.allSettled([
      db.setting.create({ data: row('twice') }),
      db.setting.create({ data: row('after') }),
    ])
    expect(first.status).toBe('rejected')
    expect(first.status === 'rejected' && isUniqueViolation(first.reason)).toBe(true)
    expect(second.status).toBe('fulfilled')
  })

  it('lets other work have its turn in a long row of queries and between transactions', async () => {
    const turnsDuring = async (work: () => Promise<void>): Promise<number> => {
      let turns = 0
      let isOver = false
      const tick = (): void => {
        turns += 1
        if (!isOver) setImmediate(tick)
      }
      setImmediate(tick)
      await work()
      isOver = true
      return turns
    }
    const queries = await turnsDuring(async () => {
      for (let i = 0; i < 100; i++) await db.setting.count()
    })
    const transactions = await turnsDuring(async () => {
      for (let i = 0; i < 10; i++) await db.$transaction((tx) => tx.setting.count())
    })
    expect(queries).toBeGreaterThanOrEqual(4)
    expect(transactions).toBeGreaterThanOrEqual(9)
  })

  it('writes to the disk before a commit resolves, in WAL, and checks foreign keys', async () => {
    const [journal] = await db.$queryRawUnsafe<{ journal_mode: string }[]>('PRAGMA journal_mode')
    const [sync] = await db.$queryRawUnsafe<{ synchronous: bigint | number }[]>('PRAGMA synchronous')
    const [keys] = await db.$queryRawUnsafe<{ foreign_keys: bigint | number }[]>('PRAGMA foreign_keys')
    expect(journal?.journal_mode).toBe('wal')
    expect(Number(sync?.synchronous)).toBe(2)
    expect(Number(keys?.foreign_keys)).toBe(1)
  })
})
