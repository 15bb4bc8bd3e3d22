/**
 * The one way to change several rows: a transaction whose work answers a result. A refusal rolls everything back and is
 * the answer; so does an error, which is thrown on. What is done only once the change is on the disk, such as dropping
 * a cached answer, is hung on the transaction by whoever is given it.
 */
import { runAside } from './aside.server'
import { db, type Transaction } from './db.server'
import { isInTransaction, runInTransaction } from './scope.server'

type AfterCommit = { name: string; work: () => unknown }
const open = new WeakMap<Transaction, AfterCommit[]>()

/** Carries a refusal through the database's own way of rolling back. */
class RolledBack<R> extends Error {
  constructor(readonly refusal: R) {
    super('rolled back')
  }
}

/**
 * Runs the work in one transaction. Inside, use only `tx` and await nothing else: everybody's next statement waits for
 * its end. A query of `db`, a limit or another transaction inside throws at once. The work hung on it with
 * `afterCommit` has ended when this resolves, or is no longer waited for (`asideWaitMs`).
 *
 * Transactions of this process run one after the other, so what the work reads is what it changes. It begins deferred:
 * where a second process may write, begin with a statement that writes (a guarded update), and decide by its count.
 */
export const transact = async <R extends { ok: boolean }>(work: (tx: Transaction) => Promise<R>): Promise<R> => {
  // It would wait for the end of the one that waits for it.
  if (isInTransaction()) throw new Error('a transaction was begun inside of another')
  const later: AfterCommit[] = []
  let answer: R
  try {
    answer = await db.$transaction((tx) =>
      runInTransaction(async () => {
        open.set(tx, later)
        try {
          const result = await work(tx)
          if (!result.ok) throw new RolledBack(result)
          return result
        } finally {
          open.delete(tx)
        }
      }),
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as R
    throw error
  }
  // All begin before anything else runs: a cache that must forget does not wait for a slow mail.
  await Promise.all(later.map(({ name, work: act }) => runAside(name, act)))
  return answer
}

/**
 * Hangs work on a transaction: once the change is on the disk it is started, in the order of hanging, each piece by
 * itself. Where the transaction is rolled back it never runs. What fails is logged under `name` and undoes nothing. It
 * is lost when the process dies: whatever must not be lost is a row of the transaction itself.
 */
export const afterCommit = (tx: Transaction, name: string, work: () => unknown): void => {
  const later = open.get(tx)
  if (later === undefined) throw new Error(`${name}: only an open transaction of transact has an afterwards`)
  later.push({ name, work })
}
