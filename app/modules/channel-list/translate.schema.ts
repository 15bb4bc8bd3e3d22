/**
 * Translates edits made on one file to another one: channel ids are replaced by those of the same channels there. Pure
 * code, shared by server and browser. What can't be translated is omitted and counted, never guessed.
 */
import type { Operation } from '~/engine/types'
import { channelsOf, withChannels } from './operation-ids'

/** The channels that a batch names. */
export const idsOf = (operations: readonly Operation[]): number[] => {
  const ids = new Set<number>()
  for (const operation of operations) for (const id of channelsOf(operation)) ids.add(id)
  return [...ids]
}

/**
 * The batch in the other file's ids. `whole` counts operations on the earlier file as a whole (its order, its character
 * set), which mean nothing for another one.
 */
export const translateOperations = (
  operations: readonly Operation[],
  pairs: ReadonlyMap<number, number>,
): { operations: Operation[]; whole: number } => {
  let whole = 0
  const translated = operations.flatMap((operation): Operation[] => {
    if (operation.op === 'order' || operation.op === 'encoding') {
      whole++
      return []
    }
    const other = withChannels(operation, (id) => pairs.get(id))
    return other === null ? [] : [other]
  })
  return { operations: translated, whole }
}
