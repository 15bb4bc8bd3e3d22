/**
 * Runs side effects of an action, such as notifying others after its commit. Each one runs by itself for a limited
 * time, and a failure is logged. A side effect never makes the action or another side effect fail.
 */
import { secondMs } from './clock.server'
import { log } from './log.server'

/**
 * How long an action waits for its side effects. They take milliseconds. People would rather get the answer than wait
 * longer, and a page's own limit is 30 seconds.
 */
export const sideEffectWaitMs = 5 * secondMs

/** A Prisma query is a thenable, not a promise: it starts only when it is awaited. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/**
 * Starts the work at once. Resolves when it has ended, or after `sideEffectWaitMs`; the work then continues on its own.
 * Never rejects. `name` is used in the log.
 */
export const runSideEffect = async (name: string, work: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  try {
    const done = work()
    if (!isThenable(done)) return
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), sideEffectWaitMs)
    })
    // A failure after the wait is logged too.
    const ended = Promise.resolve(done).catch((error: unknown) => log.error({ error, name }, 'a side effect failed'))
    if ((await Promise.race([ended, late])) === 'late')
      log.error({ name, waitedMs: sideEffectWaitMs }, 'a side effect takes too long and is not waited for')
  } catch (error) {
    log.error({ error, name }, 'a side effect failed')
  } finally {
    clearTimeout(timer)
  }
}
