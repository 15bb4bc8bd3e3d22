/**
 * The longest turn of this thread's event loop, corrected for other influences. It is measured in processor time if the
 * runtime reports it, so other programs don't count. It is scaled by the current cost of a sample of work, so a slow or
 * shared processor doesn't count either. Garbage collection is excluded, since this process has run many other test
 * files.
 */
import { PerformanceObserver } from 'node:perf_hooks'

type Usage = { user: number; system: number }
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }
const busyMs = (): number => {
  if (threadCpuUsage === undefined) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}

/** Text that takes a fast machine `sampleMs` to read and write. */
const sample = JSON.stringify(
  Array.from({ length: 8000 }, (_, at) => ({ at, name: `Channel ${at}`, on: at % 2 === 0 })),
)
const sampleMs = 4.5
/** Enough samples for a processor clock with steps of 4 ms. */
const samples = 10
/** How many times slower this machine is now than a fast one; at least 1. */
const slowness = (): number => {
  const before = busyMs()
  for (let done = 0; done < samples; done++) JSON.stringify(JSON.parse(sample))
  return Math.max(1, (busyMs() - before) / samples / sampleMs)
}

/**
 * No turn may take longer, in milliseconds of a fast machine. Work that belongs on a thread takes the loop half a
 * second to half a minute; a busy neighbour adds far less to a good turn. The bench measures how short turns really
 * are.
 */
export const turnMsMax = 250

/** Does the work and resolves with its longest turn in milliseconds of a fast machine. */
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
