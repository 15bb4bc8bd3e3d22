/**
 * A database whose N-th write fails, or whose N-th call of any kind, as on a disk that breaks in the middle of an act.
 * The commit of a transaction is a write too; what begins one and what reads are calls.
 */
import { inspect } from 'node:util'
import Database from 'better-sqlite3'
import { log } from '~/platform/log.server'

type Work = (this: Database.Statement, ...values: unknown[]) => unknown
const probe = new Database(':memory:')
const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<'run' | 'all', Work>
probe.close()

const isWrite = ({ source }: Database.Statement): boolean => /^\s*(INSERT|UPDATE|DELETE|COMMIT)\b/i.test(source)
/** What ends a broken transaction has failed with it on a real disk, and is tried for nothing. */
const isCall = ({ source }: Database.Statement): boolean => !/^\s*(ROLLBACK|PRAGMA)\b/i.test(source)

const refusal = 'refused by the test'
/** Leaves out of the log what was provoked here; returns how to end it. Whatever else is an error is written. */
const muteRefusals = (): (() => void) => {
  const { error } = log
  log.error = (...said: unknown[]) => {
    if (!inspect(said, { depth: 6 }).includes(refusal)) Reflect.apply(error, log, said)
  }
  return () => {
    log.error = error
  }
}

type Failing = (n: number, work: () => Promise<unknown>) => Promise<{ hasFailed: boolean }>
const whileFails = async (
  counts: (statement: Database.Statement) => boolean,
  n: number,
  work: () => Promise<unknown>,
): Promise<{ hasFailed: boolean }> => {
  const { run, all } = prototype
  let calls = 0
  const failing = (method: Work): Work =>
    function (...values) {
      if (counts(this) && ++calls === n)
        throw new Database.SqliteError(refusal, isWrite(this) ? 'SQLITE_IOERR_WRITE' : 'SQLITE_IOERR_READ')
      return method.apply(this, values)
    }
  const unmute = muteRefusals()
  prototype.run = failing(run)
  prototype.all = failing(all)
  try {
    await work().catch((error: unknown) => {
      if (calls < n) throw error
    })
  } finally {
    prototype.run = run
    prototype.all = all
    unmute()
  }
  return { hasFailed: calls >= n }
}

/** Does this work while its N-th write fails (the first is 1), and tells whether it came so far. */
export const whileWriteFails: Failing = (n, work) => whileFails(isWrite, n, work)
/** The same of its N-th call of any kind: reads and the beginnings of transactions too. */
export const whileCallFails: Failing = (n, work) => whileFails(isCall, n, work)
