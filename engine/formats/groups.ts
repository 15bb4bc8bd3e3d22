/**
 * What became of a favourite group between two states of a list, told in the numbers of the uploaded file's records:
 * an unchanged group keeps its bytes, and what stands between its channels (markers) stays before the same channel.
 */
import { List, MOST_GROUPS, before, now } from './model'

/** Places in `now` of what is in a group, in the order in which it is to be written. */
export function membersNow(g: i32): i32[] {
  const members = now.groups[g].members
  if (g >= before.groups.length) return members
  const was = before.groups[g].members
  const placeOf = new Map<i32, i32>()
  for (let i = 0; i < members.length; i++) {
    const no = now.channels[members[i]].no
    if (no >= 0) placeOf.set(no, members[i])
  }
  // Those that were there, in the order they had, then the new ones: unless somebody ordered the group itself.
  if (now.groups[g].ordered) return members
  const all: i32[] = []
  const taken = new Map<i32, i32>()
  for (let i = 0; i < was.length; i++) {
    const no = before.channels[was[i]].no
    if (!placeOf.has(no) || taken.has(no)) continue
    taken.set(no, 1)
    all.push(placeOf.get(no))
  }
  for (let i = 0; i < members.length; i++) {
    const no = now.channels[members[i]].no
    if (no < 0 || !taken.has(no)) all.push(members[i])
  }
  return all
}

/** True where a group still holds the same records in the same order. */
export function isUnchanged(g: i32): bool {
  if (g >= now.groups.length || g >= before.groups.length) return false
  const members = membersNow(g)
  const was = before.groups[g].members
  if (members.length != was.length) return false
  for (let i = 0; i < was.length; i++) if (now.channels[members[i]].no != before.channels[was[i]].no) return false
  return true
}

export function isRenamed(g: i32): bool {
  return g < now.groups.length && g < before.groups.length && now.groups[g].name != before.groups[g].name
}

/** The groups that each channel is in, one bit each. */
export function bitsOf(list: List): StaticArray<u32> {
  const bits = new StaticArray<u32>(list.channels.length)
  for (let g = 0; g < min(list.groups.length, MOST_GROUPS); g++) {
    const members = list.groups[g].members
    for (let i = 0; i < members.length; i++) bits[members[i]] |= 1 << g
  }
  return bits
}
