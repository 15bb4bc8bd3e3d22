/**
 * Decides which headings precede which channels of a written file. A heading begins a section of channels, so a group
 * can be at only one place in the file: where most of its former channels still are in sequence.
 */
import { gather } from '../../gather'
import { limits } from '../../types'
import type { List } from '../model'
import { outOfOrder } from '../../lists/moved'
import type { ChannelsConf, Heading } from './read'

/** A channel of the file to be written: its index in the list, and its record in the upload. */
export type Item = { place: number; record: number | null }
/** A heading of the upload, or an added group. */
export type Opening = { heading: number } | { group: number }

/** A section's identity: a group of the list, or a heading of the upload that is not one of the list's groups. */
type Home = number | null
/** Headings that the list doesn't know have negative numbers, to distinguish them from groups. */
const beyond = (heading: number): number => -1 - heading

/** `own`: how many of its channels were in the section; `still`: how many of those were not moved. */
type Run = { start: number; length: number; own: number; still: number }

const membershipOf = ({ channels, groups }: List): number[][] => {
  const found: number[][] = channels.map(() => [])
  groups.forEach(({ members }, group) => {
    for (const place of members) found[place]?.push(group)
  })
  return found
}

export class Sections {
  /** By item; headings after the last item are at index `length`. */
  private readonly openings = new Map<number, Opening[]>()
  private readonly groupByNo: ReadonlyMap<number | null, number>
  private readonly runs = new Map<number, Run[]>()
  /** How many items each group has. */
  private readonly sizes = new Map<number, number>()

  constructor(
    private readonly conf: ChannelsConf,
    private readonly now: List,
    private readonly items: readonly Item[],
  ) {
    this.groupByNo = new Map(now.groups.flatMap(({ no }, at) => (no === null ? [] : [[no, at] as const])))
    this.findRuns()
    this.placeOpenings(this.starts())
  }

  at(item: number): readonly Opening[] {
    return this.openings.get(item) ?? []
  }

  /** True for a heading whose group the list no longer has. */
  isRemoved(heading: number): boolean {
    const group = this.conf.headings[heading]?.group ?? null
    return group !== null && group < limits.favouriteGroups && !this.groupByNo.has(group)
  }

  private keyOf(heading: number): Home {
    const group = this.conf.headings[heading]?.group ?? null
    if (group === null) return null
    return group < limits.favouriteGroups ? (this.groupByNo.get(group) ?? null) : beyond(heading)
  }
  private headingOf({ record }: Item): number {
    return this.conf.entries[record ?? -1]?.heading ?? -1
  }

  private findRuns(): void {
    const membership = membershipOf(this.now)
    const moved = movedItems(this.items)
    let last: Home = null
    this.items.forEach((item, at) => {
      const groups = membership[item.place] ?? []
      for (const group of groups) this.sizes.set(group, (this.sizes.get(group) ?? 0) + 1)
      const there = this.keyOf(this.headingOf(item))
      const stays = there !== null && (there < 0 ? groups.length === 0 : groups.includes(there))
      const home = stays ? there : (groups[0] ?? null)
      const own = Number(stays)
      const still = stays && !moved.has(at) ? 1 : 0
      const runs = home === null ? undefined : this.runs.get(home)
      const run = runs?.at(-1)
      if (home !== null && (run === undefined || home !== last)) {
        const begun = { start: at, length: 1, own, still }
        if (runs) runs.push(begun)
        else this.runs.set(home, [begun])
      } else if (run) {
        run.length++
        run.own += own
        run.still += still
      }
      last = home
    })
  }

  private put(item: number, opening: Opening): void {
    gather(this.openings, item, opening)
  }

  /** The item before which a line without a section goes: the next of the upload's channels that stays. */
  private anchors(): number[] {
    const itemOf = new Map(this.items.map(({ record }, at) => [record, at]))
    const anchors: number[] = []
    anchors[this.conf.entries.length] = this.items.length
    for (let record = this.conf.entries.length - 1; record >= 0; record--)
      anchors[record] = itemOf.get(record) ?? anchors[record + 1] ?? this.items.length
    return anchors
  }

  /**
   * Where each section begins. A group without any of its former channels gets a section only if that includes no
   * foreign channel: its channels are together, and end where another section begins.
   */
  private starts(): Map<number, number> {
    const starts = new Map<number, number>()
    const taken = new Set([this.items.length])
    const added: { key: number; run: Run }[] = []
    for (const [key, runs] of this.runs) {
      const best = runs.reduce((one, run) => (isBetter(run, one) ? run : one))
      if (best.own > 0) taken.add(best.start)
      if (best.own > 0) starts.set(key, best.start)
      else if (best.length === this.sizes.get(key)) added.push({ key, run: best })
    }
    added.sort((one, other) => other.run.start - one.run.start)
    for (const { key, run } of added) {
      if (!taken.has(run.start + run.length)) continue
      taken.add(run.start)
      starts.set(key, run.start)
    }
    return starts
  }

  /**
   * Where headings of empty sections go after the user has reordered groups: in the list's order, before the next
   * section that has channels. The others stay with their channels.
   */
  private arrangedEmpties(starts: ReadonlyMap<number, number>): Map<number, number> {
    const own = this.now.groups.flatMap(({ no }) => no ?? [])
    if (own.every((no, at) => at === 0 || no > (own[at - 1] ?? 0))) return new Map()
    const headingOf = new Map(this.conf.headings.map(({ group }, at) => [group, at]))
    const found: [number, number][] = []
    let next = this.items.length
    for (let group = this.now.groups.length - 1; group >= 0; group--) {
      const heading = headingOf.get(this.now.groups[group]?.no ?? -1)
      next = starts.get(group) ?? next
      if (heading !== undefined && !starts.has(group)) found.push([heading, next])
    }
    return new Map(found.reverse())
  }

  private placeOpenings(starts: ReadonlyMap<number, number>): void {
    const { headings } = this.conf
    const anchors = this.anchors()
    const places: number[] = []
    const headed = new Set<number>()
    // An empty section stays before the next one.
    let next = this.items.length
    for (let at = headings.length - 1; at >= 0; at--) {
      const { group, before } = headings[at] as Heading
      const key = this.keyOf(at)
      if (key !== null) headed.add(key)
      const start = key === null ? undefined : starts.get(key)
      if (group === null || this.isRemoved(at)) places[at] = anchors[before] ?? this.items.length
      else places[at] = next = start ?? next
    }
    const arranged = this.arrangedEmpties(starts)
    const put = (isMeant: (heading: number) => boolean): void =>
      places.forEach((item, heading) => {
        if (isMeant(heading) && !arranged.has(heading)) this.put(item, { heading })
      })
    if (arranged.size === 0) put(() => true)
    else {
      // A section's own heading is the last one before its channels.
      const isStart = (heading: number): boolean => starts.has(this.keyOf(heading) ?? Number.NaN)
      put((heading) => !isStart(heading))
      for (const [heading, item] of arranged) this.put(item, { heading })
      put(isStart)
    }
    for (const [group, start] of starts) if (!headed.has(group)) this.put(start, { group })
  }
}

const isBetter = (one: Run, other: Run): boolean =>
  one.own > other.own || (one.own === other.own && one.still > other.still)

/** The items that are no longer in the upload's order. */
const movedItems = (items: readonly Item[]): ReadonlySet<number> => {
  const known = items.flatMap(({ record }, at) => (record === null ? [] : [{ at, record }]))
  return new Set(outOfOrder(known.map(({ record }) => record)).flatMap((one) => known[one]?.at ?? []))
}
