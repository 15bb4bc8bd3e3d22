/**
 * Work that hangs on an act without being part of it, as telling others after its commit: each piece by itself, for a
 * bounded time, and what fails of it is logged. It never fails the act, and never keeps another piece from its turn.
 */
import { secondMs } from './clock.server'
import { log } from './log.server'

/**
 * How long an act waits for what hangs on it. Such work takes milliseconds; whoever waits for an answer would sooner
 * have it without than wait longer, and the page's own limit is 30 seconds.
 */
export const asideWaitMs = 5 * secondMs

/** A Prisma query is a thenable, not a promise: it starts only when it is awaited. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/**
 * Begins the work at once and resolves when it has ended, or after `asideWaitMs`, when it goes on by itself. Never
 * rejects. `name` is what the log calls it.
 */
export const runAside = async (name: string, work: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  try {
    const done = work()
    if (!isThenable(done)) return
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), asideWaitMs)
    })
    // A failure after the wait is logged too.
    const ended = Promise.resolve(done).catch((error: unknown) =>
      log.error({ error, name }, 'work beside an act failed'),
    )
    if ((await Promise.race([ended, late])) === 'late')
      log.error({ name, waitedMs: asideWaitMs }, 'work beside an act takes too long and is not waited for')
  } catch (error) {
    log.error({ error, name }, 'work beside an act failed')
  } finally {
    clearTimeout(timer)
  }
}
