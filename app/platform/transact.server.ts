/**
 * The one way to change several rows: a transaction whose work answers a result. A refusal rolls everything back and is
 * the answer; so does an error, which is thrown on. What must happen once the change is on the disk, and only then, is
 * hung on the transaction by whoever is given it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { runAside } from './aside.server'
import { db, type Transaction } from './db.server'

type AfterCommit = { name: string; work: () => unknown }
const open = new WeakMap<Transaction, AfterCommit[]>()
/** Known to everything that the work of a transaction calls, while that runs. */
const inside = new AsyncLocalStorage<{ running: boolean }>()

/** Carries a refusal through the database's own way of rolling back. */
class RolledBack<R> extends Error {
  constructor(readonly refusal: R) {
    super('rolled back')
  }
}

/**
 * Runs the work in one transaction. Inside, use only `tx` and await nothing else: everybody's next statement waits for
 * its end. What was hung on it with `afterCommit` has run when this resolves.
 */
export const transact = async <R extends { ok: boolean }>(work: (tx: Transaction) => Promise<R>): Promise<R> => {
  // It would wait for the end of the one that waits for it.
  if (inside.getStore()?.running === true) throw new Error('a transaction was begun inside of another')
  const later: AfterCommit[] = []
  const place = { running: true }
  let answer: R
  try {
    answer = await inside.run(place, () =>
      db.$transaction(async (tx) => {
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
  } finally {
    place.running = false
  }
  for (const { name, work: act } of later) await runAside(name, act)
  return answer
}

/**
 * Hangs work on a transaction: it runs once the change is on the disk, in the order of hanging, each piece by itself.
 * Where the transaction is rolled back it never runs. What fails of it is logged under `name` and undoes nothing.
 */
export const afterCommit = (tx: Transaction, name: string, work: () => unknown): void => {
  const later = open.get(tx)
  if (later === undefined) throw new Error(`${name}: only an open transaction of transact has an afterwards`)
  later.push({ name, work })
}
