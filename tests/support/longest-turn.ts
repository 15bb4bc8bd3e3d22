/**
 * The longest turn of this thread's event loop: in processor time where the runtime reports it, so that other programs
 * on the machine don't count; by what the same piece of work costs at that moment, so that a slower machine or a
 * shared processor's slow minute doesn't either; and without what the collection of garbage took meanwhile, since this
 * process has run many other test files and their heap is collected in one of these turns.
 */
import { PerformanceObserver } from 'node:perf_hooks'

type Usage = { user: number; system: number }
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }
const busyMs = (): number => {
  if (threadCpuUsage === undefined) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}

/** Text that takes a quick machine `sampleMs` to read and write. */
const sample = JSON.stringify(
  Array.from({ length: 8000 }, (_, at) => ({ at, name: `Channel ${at}`, on: at % 2 === 0 })),
)
const sampleMs = 4.5
/** Enough of them for a clock of processor time that goes by steps of 4 ms. */
const samples = 10
/** How many times slower than a quick machine this one is now; 1 at least. */
const slowness = (): number => {
  const before = busyMs()
  for (let done = 0; done < samples; done++) JSON.stringify(JSON.parse(sample))
  return Math.max(1, (busyMs() - before) / samples / sampleMs)
}

/**
 * No turn may take longer, in milliseconds of a quick machine. What belongs beside the loop takes it half a second to
 * half a minute; what a busy neighbour adds to a good turn stays far below. How short turns really are is the bench's
 * business.
 */
export const turnMsMax = 250

/** Does the work and resolves with its longest turn in milliseconds of a quick machine. */
export const longestTurn = async <T>(
  work: () => Promise<T>,
): Promise<{ value: T; longestMs: number; turns: number }> => {
  let longestMs = 0
  let turns = 0
  const slowBefore = slowness()
  let last = busyMs()
  let going = true
  let collectedMs = 0
  const note = (entries: readonly { duration: number }[]): void => {
    for (const { duration } of entries) collectedMs += duration
  }
  const collections = new PerformanceObserver((list) => note(list.getEntries()))
  collections.observe({ entryTypes: ['gc'] })
  const look = (): void => {
    const at = busyMs()
    longestMs = Math.max(longestMs, at - last)
    turns++
    last = at
    if (going) setImmediate(look)
  }
  const looking = setImmediate(look)
  try {
    const value = await work()
    going = false
    note(collections.takeRecords())
    const ownMs = Math.max(0, longestMs - collectedMs)
    return { value, longestMs: ownMs / Math.max(slowBefore, slowness()), turns }
  } finally {
    going = false
    collections.disconnect()
    clearImmediate(looking)
  }
}
