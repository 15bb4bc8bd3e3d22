/**
 * Turns of one list: changes of the same list wait for each other in this process, so that two writers seldom race.
 * It saves work only; what keeps the data right is the guarded statement in commit.server.ts.
 */
const tails = new Map<string, Promise<unknown>>()

/** Runs the work after those before it on the same list. */
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
