/** The channels that an operation names, and the same operation for other ids. Pure code, for server and browser. */
import type { Operation } from '~/engine/types'

/** The channels that an operation edits; those of a whole order are not named one by one. */
export const channelsOf = (operation: Operation): readonly number[] => {
  switch (operation.op) {
    case 'rename':
      return [operation.id]
    case 'names':
    case 'names-in':
      return operation.names.map(([id]) => id)
    case 'numbers':
      return operation.numbers.map(([id]) => id)
    case 'values':
      return operation.values.map(([id]) => id)
    case 'set':
      return operation.target === 'channel' ? operation.ids : []
    case 'move':
    case 'step':
    case 'sort':
    case 'lock':
    case 'skip':
    case 'favourite':
    case 'delete':
    case 'swap':
    case 'restore':
      return operation.ids ?? []
    default:
      return []
  }
}

/**
 * The operation with its channels' ids replaced; those without a replacement are left out. Null where nothing is left.
 * Operations that name no channels one by one are returned as they are.
 */
export const withChannels = (operation: Operation, to: (id: number) => number | undefined): Operation | null => {
  const many = (ids: readonly number[]): number[] => ids.flatMap((id) => to(id) ?? [])
  const pairs = <V>(entries: readonly [number, V][]): [number, V][] =>
    entries.flatMap(([id, value]): [number, V][] => {
      const other = to(id)
      return other === undefined ? [] : [[other, value]]
    })
  switch (operation.op) {
    case 'rename': {
      const id = to(operation.id)
      return id === undefined ? null : { ...operation, id }
    }
    case 'names': {
      const names = pairs(operation.names)
      return names.length === 0 ? null : { ...operation, names }
    }
    case 'names-in': {
      const names = pairs(operation.names)
      return names.length === 0 ? null : { ...operation, names }
    }
    case 'numbers': {
      const numbers = pairs(operation.numbers)
      return numbers.length === 0 ? null : { ...operation, numbers }
    }
    case 'values': {
      const values = pairs(operation.values)
      return values.length === 0 ? null : { ...operation, values }
    }
    case 'swap': {
      const [one, other] = operation.ids.map(to)
      return one === undefined || other === undefined ? null : { ...operation, ids: [one, other] }
    }
    case 'group-order': {
      const order = many(operation.order)
      return order.length === 0 ? null : { ...operation, order }
    }
    case 'set': {
      if (operation.target !== 'channel') return operation
      const ids = many(operation.ids)
      return ids.length === 0 ? null : { ...operation, ids }
    }
    case 'sort': {
      if (operation.ids === undefined) return operation
      const ids = many(operation.ids)
      return ids.length === 0 ? null : { ...operation, ids }
    }
    case 'move':
    case 'step':
    case 'lock':
    case 'skip':
    case 'favourite':
    case 'delete':
    case 'restore': {
      const ids = many(operation.ids)
      return ids.length === 0 ? null : { ...operation, ids }
    }
    default:
      return operation
  }
}
