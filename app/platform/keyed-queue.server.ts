/**
 * A queue per name: work of the same name runs one after the other in this process, so it is not done twice at a time.
 * It only saves work. A guarded statement or a unique row, which other processes see too, keeps the data consistent.
 */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Runs each task after earlier ones of the same name. A name without waiting work takes no memory. */
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
