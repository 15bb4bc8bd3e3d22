/** Delayed work. By default a timer does not keep the program running. */
import { runUncaused } from './scope.server'

/** Cancels a timer whose work has not begun; does nothing afterwards. */
export type Stop = () => void

/** Does the work once after `ms`. `keeps`: the timer keeps the program running. */
export const later = (ms: number, work: () => void, { keeps = false }: { keeps?: boolean } = {}): Stop => {
  const timer = setTimeout(() => runUncaused(work), ms)
  if (!keeps) timer.unref()
  return () => clearTimeout(timer)
}

/** Long work awaits this between its steps, so that other requests come first. */
export { setImmediate as nextTurn } from 'node:timers/promises'
