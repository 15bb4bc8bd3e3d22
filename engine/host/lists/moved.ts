/** Compares orders: which members moved between two of them, and an order with some members placed anew. */
/** The indexes of a longest increasing run of numbers: these keep their order, however far others were moved. */
export function risingOf(numbers: ArrayLike<number>): Set<number> {
  /** By run length: the index of the run's last number, as low as possible. */
  const ends: number[] = []
  const before = new Int32Array(numbers.length).fill(-1)
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const rising = new Set<number>()
  for (let at = ends[ends.length - 1] ?? -1; at >= 0; at = before[at] ?? -1) rising.add(at)
  return rising
}
/** The indexes outside that run: what has moved. */
export const outOfOrder = (numbers: readonly number[]): number[] => {
  const rising = risingOf(numbers)
  return [...numbers.keys()].filter((at) => !rising.has(at))
}

/**
 * The fewest members whose moves explain how one order became the other: those outside a longest common subsequence.
 * Members that only one order has are omitted.
 */
export function movedBetween(before: ArrayLike<number>, after: ArrayLike<number>): Set<number> {
  const places = new Map(Array.from(after, (id, at) => [id, at]))
  const common = Array.from(before).filter((id) => places.has(id))
  return new Set(outOfOrder(common.map((id) => places.get(id) ?? 0)).map((at) => common[at] ?? 0))
}

/** The order with moved channels placed after their neighbour in `guide`. */
export function placeBehind(order: readonly number[], guide: readonly number[], moved: ReadonlySet<number>): number[] {
  const standing = new Set(order)
  const front: number[] = []
  const behind = new Map<number, number[]>()
  let group = front
  for (const id of guide) {
    if (moved.has(id)) group.push(id)
    else if (standing.has(id)) behind.set(id, (group = []))
  }
  const placed = [...front]
  for (const id of order) {
    if (moved.has(id)) continue
    placed.push(id, ...(behind.get(id) ?? []))
  }
  return placed
}
