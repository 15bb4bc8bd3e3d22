/**
 * The one way to change several rows: a transaction whose work may return a result. A refusal rolls everything back
 * and is returned; an error rolls back and is rethrown. Work that must wait until the change is on the disk, such as
 * dropping a cached answer, is attached with `afterCommit`.
 */
import { runSideEffect } from './side-effect.server'
import { db, type Transaction } from './db.server'
import { isInTransaction, runInTransaction } from './scope.server'

type AfterCommit = { name: string; work: () => unknown }
const open = new WeakMap<Transaction, AfterCommit[]>()

/** Carries a refusal through Prisma's rollback, which needs an exception. */
class RolledBack<R> extends Error {
  constructor(readonly refusal: R) {
    super('rolled back')
  }
}

/**
 * Runs the work in one transaction. Inside, use only `tx` and await nothing else: everybody's next statement waits for
 * its end. A query of `db`, a limit or another transaction inside throws at once. Work attached with `afterCommit` has
 * ended when this resolves, or is no longer waited for (`sideEffectWaitMs`).
 *
 * Transactions of this process run one after the other, so what the work reads is what it changes. It begins deferred.
 * If a second process may write, begin with a statement that writes (a guarded update), and decide by its count.
 */
export const transact = async <R extends { ok: boolean } | void>(work: (tx: Transaction) => Promise<R>): Promise<R> => {
  // The inner transaction would wait for the outer one, which waits for it.
  if (isInTransaction()) throw new Error('a transaction was begun inside another')
  const later: AfterCommit[] = []
  let answer: R
  try {
    answer = await db.$transaction((tx) =>
      runInTransaction(async () => {
        open.set(tx, later)
        try {
          const result = await work(tx)
          if (typeof result === 'object' && !result.ok) throw new RolledBack(result)
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
  // All start before anything else runs: a cache that must forget does not wait for a slow mail.
  await Promise.all(later.map(({ name, work: act }) => runSideEffect(name, act)))
  return answer
}

/**
 * Attaches work to a transaction. It starts once the change is on the disk, in the order of attaching; each runs by
 * itself. It never runs if the transaction is rolled back. A failure is logged under `name` and undoes nothing. The
 * work is lost if the process dies, so whatever must not be lost belongs in a row of the transaction.
 */
export const afterCommit = (tx: Transaction, name: string, work: () => unknown): void => {
  const later = open.get(tx)
  if (later === undefined) throw new Error(`${name}: only an open transaction of transact has an afterwards`)
  later.push({ name, work })
}
