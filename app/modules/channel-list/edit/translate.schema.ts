/**
 * Translates edits made on one file to another one: channel ids are replaced by those of the same channels there. Pure
 * code, shared by server and browser. Operations that can't be translated are omitted and counted, never guessed.
 */
import { addedIdMin, type Operation } from '~/engine/types'
import { channelsOf, withChannels } from './operation-ids'

/** The channels that a batch names. */
export const idsOf = (operations: readonly Operation[]): number[] => {
  const ids = new Set<number>()
  for (const operation of operations) for (const id of channelsOf(operation)) ids.add(id)
  return [...ids]
}

/**
 * True if an operation refers to what only its own file has: its order, its character set, its satellites and
 * transponders by index, or added items. Groups and categories that every list has keep their numbers.
 */
const isOfOneFile = (operation: Operation): boolean => {
  const isAdded = (id: unknown): boolean => typeof id === 'number' && id >= addedIdMin
  switch (operation.op) {
    case 'order':
    case 'encoding':
    case 'arrange':
      return true
    case 'set':
      if (operation.target === 'channel')
        return operation.field === 'transponder' || (operation.field === 'category' && isAdded(operation.value))
      return operation.target === 'satellite' || operation.target === 'transponder' || isAdded(operation.id)
    case 'remove':
      return operation.target === 'satellite' || operation.target === 'transponder' || isAdded(operation.id)
    case 'add':
      return operation.target === 'channel' || operation.target === 'transponder'
    case 'favourite':
    case 'group-order':
      return isAdded(operation.group)
    default:
      return false
  }
}

/**
 * The batch in the other file's ids. `whole` counts operations on the earlier file as a whole (its order, its character
 * set, its satellites), which mean nothing in another file.
 */
export const translateOperations = (
  operations: readonly Operation[],
  pairs: ReadonlyMap<number, number>,
): { operations: Operation[]; whole: number } => {
  let whole = 0
  const translated = operations.flatMap((operation): Operation[] => {
    if (isOfOneFile(operation)) {
      whole++
      return []
    }
    const other = withChannels(operation, (id) => pairs.get(id))
    return other === null ? [] : [other]
  })
  return { operations: translated, whole }
}
