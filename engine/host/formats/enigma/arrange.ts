/**
 * Orders a bouquet's entries after its group was changed: entries that aren't channels stay before the same channel.
 */

export type Arranged = { entry: number } | { channel: number }

type Member = { channel: number; record: number | null; radio: boolean }

/**
 * The entries of a bouquet and new channels in their new order. `places`: for each entry its record, or −1 if it is no
 * channel. `members`: the channels of the group now; `record` is null for one that the upload doesn't have. Lists keep
 * television and radio apart, but a file that mixes them stays mixed.
 */
export const arrange = (places: readonly number[], members: readonly Member[]): Arranged[] => {
  const staying = new Map(members.flatMap((one) => (one.record === null ? [] : [[one.record, one] as const])))
  const entryOf = new Map<number, number>()
  places.forEach((place, entry) => {
    if (staying.has(place) && !entryOf.has(place)) entryOf.set(place, entry)
  })
  const order = mixed(
    [...entryOf.keys()].map((record) => staying.get(record)?.radio === true),
    members,
    entryOf,
  )
  const ahead = aheadOf(places, staying, entryOf)
  const entriesAt = (entry: number): Arranged[] => (ahead.get(entry) ?? []).map((one) => ({ entry: one }))
  const arranged = order.map(({ channel, record }): Arranged[] => {
    const entry = record === null ? undefined : entryOf.get(record)
    return entry === undefined ? [{ channel }] : [...entriesAt(entry), { entry }]
  })
  return [...arranged.flat(), ...entriesAt(places.length)]
}

/** For each remaining entry the ones directly before it: markers and the like, but no removed channels. */
const aheadOf = (
  places: readonly number[],
  staying: ReadonlyMap<number, unknown>,
  entryOf: ReadonlyMap<number, number>,
): Map<number, number[]> => {
  const ahead = new Map<number, number[]>()
  let open: number[] = []
  places.forEach((place, entry) => {
    if (entryOf.get(place) === entry) {
      ahead.set(entry, open)
      open = []
    } else if (place < 0 || staying.has(place)) open.push(entry)
  })
  return ahead.set(places.length, open)
}

/** Members in their order, with television and radio in the positions that the file has for each. */
const mixed = (
  slots: readonly boolean[],
  members: readonly Member[],
  entryOf: ReadonlyMap<number, number>,
): Member[] => {
  const queues = [members.filter(({ radio }) => radio), members.filter(({ radio }) => !radio)] as const
  const next = [0, 0]
  const order: Member[] = []
  for (const radio of slots) {
    const side = radio ? 0 : 1
    for (let isThere = false; !isThere;) {
      const member = queues[side][next[side] ?? 0]
      if (member === undefined) break
      next[side] = (next[side] ?? 0) + 1
      order.push(member)
      isThere = member.record !== null && entryOf.has(member.record)
    }
  }
  return [...order, ...queues[1].slice(next[1]), ...queues[0].slice(next[0])]
}
