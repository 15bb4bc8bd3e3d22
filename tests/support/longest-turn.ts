/**
 * The longest turn of this thread's event loop, in processor time where the runtime reports it, so that other programs
 * on the machine don't count.
 */
type Usage = { user: number; system: number }
const { threadCpuUsage } = process as { threadCpuUsage?: () => Usage }
const busyMs = (): number => {
  if (threadCpuUsage === undefined) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}

/** Does the work and resolves with its longest turn in milliseconds. */
export const longestTurn = async <T>(
  work: () => Promise<T>,
): Promise<{ value: T; longestMs: number; turns: number }> => {
  let longestMs = 0
  let turns = 0
  let last = busyMs()
  let going = true
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
    return { value, longestMs, turns }
  } finally {
    going = false
    clearImmediate(looking)
  }
}
