/** Favourite lists, group names, and everything else that references a service. */
import type { Part } from '../letters'
import { limits } from '../../types'
import type { Group, List } from '../model'
import { countOf, lettersOf, newCall, newFavourites } from './objects'
import { encodeIn, Patch } from './patch'
import { callIn, callOf, entriesOf, usualName, type Piece } from './read'
import { callAt, type State } from './state'

/** References are not nested deeper than this. */
const depthMax = 4
/** Replaces references to a service: in objects, and in lists of numbers. */
const patchCalls = (state: State, patch: Patch, part: Part, depth = 0): void => {
  const { database, moved } = state
  const { scanner } = database
  const fields = depth > depthMax ? null : scanner.fields(part)
  if (fields === null) return
  const call = callIn(fields)
  if (call !== null) {
    const now = moved.get(callOf(call.transponder, call.sid))
    if (now !== undefined) patch.call(fields, now)
    return
  }
  for (let pair = 0; pair < fields.count; pair++) {
    const value = fields.value(pair)
    if (scanner.isObject(value)) patchCalls(state, patch, value, depth + 1)
    else
      for (const element of scanner.elements(value)) {
        const now = scanner.isObject(element) ? undefined : moved.get(scanner.number(element) ?? -1)
        if (now !== undefined) patch.number(element, callOf(now.transponder, now.sid))
        else if (scanner.isObject(element)) patchCalls(state, patch, element, depth + 1)
      }
  }
}
export const calledText = (state: State, piece: Piece): string => {
  const patch = new Patch(state.database, piece)
  if (state.moved.size > 0) patchCalls(state, patch, piece.body)
  return patch.done()
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((place, at) => place === other[at])
const recordsIn = ({ members }: Group, { channels }: List): number[] =>
  members.map((place) => channels[place]?.no ?? -1)

export class Favourites {
  private readonly callers: ReadonlyMap<number, number>
  private readonly groupAt: ReadonlyMap<number, Group>

  constructor(private readonly state: State) {
    const { made, now, database, slots } = state
    const callers = new Map<number, number>()
    made.channels.forEach(({ transponder, sid, no }) => {
      const number = database.transponderNumbers[made.transponders[transponder ?? -1]?.no ?? -1]
      const call = number === undefined || sid === null ? null : callOf(number, sid)
      if (call !== null && no !== null && !callers.has(call)) callers.set(call, no)
    })
    this.callers = callers
    this.groupAt = new Map(
      now.groups.flatMap((group, at): [number, Group][] => {
        const slot = slots[at] ?? null
        return slot === null ? [] : [[slot, group]]
      }),
    )
  }

  private membersOf(slot: number): number[] {
    return (this.groupAt.get(slot)?.members ?? []).filter((place) => callAt(this.state, place) !== null)
  }
  private isUnchanged(slot: number): boolean {
    const { made, now } = this.state
    const [was, is] = [made.groups[slot], this.groupAt.get(slot)]
    return isSame(was ? recordsIn(was, made) : [], is ? recordsIn(is, now) : [])
  }
  private newEntry(place: number, isPlain: boolean): string {
    const { transponder, sid } = callAt(this.state, place) ?? { transponder: 0, sid: 0 }
    return isPlain ? String(callOf(transponder, sid)) : lettersOf(newCall(transponder, sid))
  }

  /** Entries keep their bytes; those of unknown programmes come after the others. */
  text(piece: Piece): string {
    const { state } = this
    const { database, now } = state
    const { scanner } = database
    const fields = scanner.fields(piece.body)
    const list = fields?.find('stProgNo') ?? null
    const isKnown = piece.number < limits.favouriteGroups && piece.number < state.made.groups.length
    if ((!isKnown && !this.groupAt.has(piece.number)) || this.isUnchanged(piece.number) || list === null)
      return calledText(state, piece)
    const known = new Map<number, Part>()
    const others: string[] = []
    const entries = entriesOf(database, piece)
    for (const entry of entries) {
      const record = this.callers.get(entry.call ?? -1)
      if (record === undefined) others.push(database.text.slice(entry.start, entry.end))
      else if (!known.has(record)) known.set(record, entry)
    }
    const isPlain = entries.length > 0 && entries.every((entry) => !scanner.isObject(entry))
    const members = this.membersOf(piece.number)
    const texts = members.map((place) => {
      const entry = known.get(now.channels[place]?.no ?? -1)
      if (entry === undefined) return this.newEntry(place, isPlain)
      const patch = new Patch(database, entry)
      const call = callAt(state, place)
      if (call !== null && scanner.isObject(entry)) patch.call(scanner.fields(entry), call)
      else if (call !== null) patch.number(entry, callOf(call.transponder, call.sid))
      return patch.done()
    })
    const { tv, radio } = countOf(members, now)
    const patch = new Patch(database, piece)
    patch.raw(list, `[${[...texts, ...others].join(',')}]`)
    patch.number(fields?.find('sNoOfTVFavor') ?? null, tv)
    patch.number(fields?.find('sNoOfRadioFavor') ?? null, radio)
    return patch.done()
  }

  /** New lists for groups that have members but no list, if the file uses lists. */
  added(): string {
    const { database, now } = this.state
    if (database.favourites.size === 0) return ''
    return [...this.groupAt.keys()]
      .filter((slot) => !database.favourites.has(slot) && !this.isUnchanged(slot))
      .map((slot) => {
        const members = this.membersOf(slot)
        const entries = members.map((place) => this.newEntry(place, false))
        return members.length === 0 ? '' : newFavourites(slot, entries, countOf(members, now))
      })
      .join('')
  }

  namesText(piece: Piece): string {
    const { database, made, now, slots } = this.state
    const { names } = database
    const patch = new Patch(database, piece)
    const wanted = new Map<number, string>()
    now.groups.forEach(({ name }, at) => {
      const slot = slots[at] ?? null
      if (slot !== null && name !== made.groups[slot]?.name) wanted.set(slot, name)
    })
    // The name object of a group that was removed.
    made.groups.forEach(({ no }) => {
      if (no !== null && no < names.length && !this.groupAt.has(no)) wanted.set(no, usualName(no))
    })
    const added: string[] = []
    const last = names.at(-1) ?? null
    for (let slot = 0; slot <= Math.max(-1, ...wanted.keys()); slot++) {
      const name = wanted.get(slot)
      const there = names[slot]
      if (there === undefined) added.push(encodeIn(database, last, name ?? made.groups[slot]?.name ?? usualName(slot)))
      else if (name !== undefined) patch.text(there, name)
    }
    const fields = database.scanner.fields(piece.body)
    const list = fields?.find('aucFavReName') ?? fields?.find('FavListName') ?? null
    const room = last?.end ?? (list === null ? null : list.start + 1)
    if (added.length > 0 && room !== null)
      patch.raw({ start: room, end: room }, `${last === null ? '' : ','}${added.join(',')}`)
    return patch.done()
  }
}
