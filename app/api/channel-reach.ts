/** A channel is received from a transponder or from an address: calls that would give it both are refused. */
import type { ChannelDetails, Operation } from '~/engine/types'

type Reach = Pick<ChannelDetails, 'url' | 'transponder'>
/** `index`: of the operation. */
export type Mixed = { field: 'url' | 'transponder'; index: number; id?: number }

const idsOf = (operation: Operation, field: Mixed['field']): number[] => {
  if (operation.op === 'set' && operation.target === 'channel' && operation.field === field)
    return operation.value === null ? [] : operation.ids
  if (operation.op !== 'values' || operation.field !== field) return []
  return operation.values.flatMap(([id, value]) => (value === null ? [] : [id]))
}
const addsMixed = (operation: Operation): boolean =>
  operation.op === 'add' &&
  operation.target === 'channel' &&
  operation.channels.some(({ transponder, url }) => transponder !== null && !!url)

/** Whether the list must be read to tell. */
export const mayMix = (operation: Operation): boolean =>
  addsMixed(operation) || idsOf(operation, 'url').length > 0 || idsOf(operation, 'transponder').length > 0

/** The first operation that gives a channel both; SAT>IP channels of an upload have both and may change each. */
export const findMixed = (operations: readonly Operation[], reachOf: (id: number) => Reach | null): Mixed | null => {
  for (const [index, operation] of operations.entries()) {
    if (addsMixed(operation)) return { field: 'url', index }
    for (const field of ['url', 'transponder'] as const)
      for (const id of idsOf(operation, field)) {
        const reach = reachOf(id)
        if (reach === null) continue
        const [isStreamed, isReceived] = [reach.url !== null, reach.transponder >= 0]
        if (field === 'url' ? isReceived && !isStreamed : isStreamed && !isReceived) return { field, index, id }
      }
  }
  return null
}
