/**
 * Turns by name: work of the same name waits for each other in this process, so that it is not begun twice. It saves
 * work only; what keeps data right is a guarded statement or a unique row, which other processes see too.
 */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Runs each work after those before it of the same name. Nothing is remembered of a name that nobody waits for. */
export const makeKeyedQueue = (): KeyedQueue => {
  const tails = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const result = (tails.get(name) ?? Promise.resolve()).then(work)
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    tails.set(name, tail)
    void tail.then(() => {
      if (tails.get(name) === tail) tails.delete(name)
    })
    return result
  }
}
