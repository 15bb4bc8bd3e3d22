/** Statements are prepared once and run with their own values, even after the schema has changed. */
import Database from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import { db } from '~/platform/db.server'
import { keepStatements, keptStatements } from '~/platform/statements'

/** How often SQLite was asked to prepare a statement while the work ran. */
const countPrepared = async (work: () => Promise<unknown>): Promise<number> => {
  const spy = vi.spyOn(Database.prototype, 'prepare')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

describe('prepared statements', () => {
  it('are reused for queries of the database client', async () => {
    const ask = (key: string) => db.setting.findUnique({ where: { key } })
    await db.setting.create({ data: { key: 'one', value: '1' } })
    await db.setting.create({ data: { key: 'two', value: '2' } })
    await ask('one')
    const connection = new Database(':memory:')
    expect(await countPrepared(async () => connection.prepare('SELECT 1'))).toBe(1)
    expect(await countPrepared(async () => Promise.all([ask('one'), ask('two'), ask('none')]))).toBe(0)
    expect((await Promise.all([ask('one'), ask('two'), ask('none')])).map((row) => row?.value)).toEqual([
      '1',
      '2',
      undefined,
    ])
  })

  it('see a column that was added after their first use', () => {
    const connection = new Database(':memory:')
    connection.exec("CREATE TABLE one (a); INSERT INTO one VALUES ('x')")
    keepStatements(connection)
    const ask = () => {
      const statement = connection.prepare('SELECT * FROM one').bind([])
      return [statement.columns().map(({ name }) => name), statement.raw().all()]
    }
    expect(ask()).toEqual([['a'], [['x']]])
    connection.exec("ALTER TABLE one ADD COLUMN b DEFAULT 'y'")
    expect(ask()).toEqual([['a', 'b'], [['x', 'y']]])
  })

  it('report their columns once, even for a query without a result', () => {
    const connection = new Database(':memory:')
    connection.exec("CREATE TABLE one (a, b); INSERT INTO one VALUES ('x', 'y')")
    const told = vi.spyOn(Object.getPrototypeOf(connection.prepare('SELECT 1')) as Database.Statement, 'columns')
    keepStatements(connection)
    const ask = (a: string) => {
      const statement = connection.prepare('SELECT a, b FROM one WHERE a = ?').bind([a])
      return [statement.columns().map(({ name }) => name), statement.raw().all()]
    }
    try {
      expect([ask('none'), ask('x'), ask('none')]).toEqual([
        [['a', 'b'], []],
        [['a', 'b'], [['x', 'y']]],
        [['a', 'b'], []],
      ])
      expect(told).toHaveBeenCalledTimes(1)
    } finally {
      told.mockRestore()
    }
  })

  it('are cached up to a limit: the least recently used go', () => {
    const connection = new Database(':memory:')
    const prepared: string[] = []
    const plain = connection.prepare.bind(connection)
    Object.defineProperty(connection, 'prepare', {
      configurable: true,
      writable: true,
      value: (text: string) => {
        prepared.push(text)
        return plain(text)
      },
    })
    keepStatements(connection)
    const ask = (number: number) => connection.prepare(`SELECT ${number}`).bind([]).raw().all()
    for (let number = 0; number < keptStatements; number++) ask(number)
    ask(0)
    ask(keptStatements)
    const before = prepared.length
    ask(0)
    expect(prepared).toHaveLength(before)
    ask(1)
    expect(prepared).toHaveLength(before + 1)
  })
})
