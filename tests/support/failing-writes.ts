/**
 * A database whose N-th write fails, or its N-th call of any kind, like a disk that breaks in the middle of an action.
 * The commit of a transaction counts as a write; reads and the start of a transaction count as calls.
 */
import { inspect } from 'node:util'
import Database from 'better-sqlite3'
import { log } from '~/platform/log.server'

type Work = (this: Database.Statement, ...values: unknown[]) => unknown
const probe = new Database(':memory:')
const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<'run' | 'all', Work>
probe.close()

const isWrite = ({ source }: Database.Statement): boolean => /^\s*(INSERT|UPDATE|DELETE|COMMIT)\b/i.test(source)
/** On a real disk the end of a broken transaction would fail too, so it is not counted. */
const isCall = ({ source }: Database.Statement): boolean => !/^\s*(ROLLBACK|PRAGMA)\b/i.test(source)

const refusal = 'refused by the test'
/** Keeps the provoked errors out of the log; returns a function that ends this. Other errors are logged. */
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

/** Runs the work with its N-th write failing (the first is 1), and returns whether it got that far. */
export const whileWriteFails: Failing = (n, work) => whileFails(isWrite, n, work)
/** The same for its N-th call of any kind, including reads and starts of transactions. */
export const whileCallFails: Failing = (n, work) => whileFails(isCall, n, work)
