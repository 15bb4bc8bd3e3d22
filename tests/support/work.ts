/**
 * Counts the work of a piece of code without a clock: how often V8 entered any block of the engine's code while it ran.
 * V8 counts blocks only in functions that are first called under this count, so tests of work come first.
 */
import { Session, type Profiler } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'

// Optimized code isn't always counted, and when code gets optimized depends on how busy the machine is.
setFlagsFromString('--no-opt')
setFlagsFromString('--no-maglev')

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const take = (): number => {
  let count = 0
  session.post('Profiler.takePreciseCoverage', (problem, taken: Profiler.TakePreciseCoverageReturnType) => {
    if (problem !== null) throw problem
    for (const { url, functions } of taken.result)
      if (url.includes('/engine/host/'))
        for (const { ranges } of functions) for (const range of ranges) count += range.count
  })
  return count
}

const countWork = (work: () => void): number => {
  take()
  work()
  return take()
}

/** How many times the work grows when the input doubles, and doubles again. */
export const growthOf = (work: (length: number) => void, length: number): number[] => {
  work(length)
  const [one = 0, two = 0, four = 0] = [1, 2, 4].map((times) => countWork(() => work(times * length)))
  if (one === 0) throw new Error('nothing was counted')
  return [two / one, four / two]
}
/** Ends the count, which slows the code down. */
export const endCount = (): void => {
  session.disconnect()
  setFlagsFromString('--opt')
  setFlagsFromString('--maglev')
}
