/**
 * Serialises work on one list: changes of the same list wait for each other in this process, so that two writers seldom
 * race. It only saves work; the guarded statement in commit.server.ts keeps the data consistent.
 */
const tails = new Map<string, Promise<unknown>>()

/** Runs the work after earlier work on the same list. */
export const inListTurn = <T>(listId: string, work: () => Promise<T>): Promise<T> => {
  const result = (tails.get(listId) ?? Promise.resolve()).then(work)
  const tail = result.then(
    () => undefined,
    () => undefined,
  )
  tails.set(listId, tail)
  void tail.then(() => {
    if (tails.get(listId) === tail) tails.delete(listId)
  })
  return result
}
