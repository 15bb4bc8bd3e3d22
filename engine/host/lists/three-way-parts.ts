/**
 * The parts of a three-way merge beyond rows: satellites, transponders, groups and categories with their values, the
 * fields of channels, and the order inside groups.
 */
import { byName } from '../channel-fields'
import { isChannelValue, partRules } from '../rules'
import {
  type FecChoice,
  type Operation,
  type OperationOf,
  type PartKind,
  fecChoices,
  limits,
  partFields,
  partKinds,
} from '../types'
import { pairParts, partsOf } from './parts'
import type { ChannelPairs, PartField, PartPairs, PartValue, Pairs } from './parts'
import { placeBehind } from './moved'
import type { ClashOfRows, SameFile, Side, Trio } from './three-way'
import type { ListRow, ListRows } from './rows'
import { isSameValue, wholeFields, type Access, type WholeField, type WholeList, type WholeValue } from './whole'

export type WholeClashField = ClashOfRows['field'] | WholeField | PartField | `${PartKind}.existence` | 'group.order'
export type WholeClash = {
  key: string
  field: WholeClashField
  /** The channel; null if the clash is about something else. */
  mine: ListRow | null
  theirs: ListRow | null
  /** The values of a field, in each side's own ids; null if the rows contain them. */
  values: readonly [mine: WholeValue, theirs: WholeValue] | null
  /** The other item that the clash is about, by its ids. */
  part: { kind: PartKind; mine: number | null; theirs: number | null } | null
  /** The side that wins without a choice. */
  default: Side
}
/** A satellite, transponder, group or category in the three versions, by its ids there. */
export type PartTrio = { kind: PartKind; base: number | null; mine: number | null; theirs: number | null }
export type Lists = { base: WholeList | null; mine: WholeList; theirs: WholeList }
type Version = keyof Lists
const versions: readonly Version[] = ['base', 'mine', 'theirs']
export type SideOf = (clash: WholeClash) => Side

const noPairs: PartPairs = { satellite: new Map(), transponder: new Map(), group: new Map(), category: new Map() }

/** The channels that two versions have in common. */
const commonOf = (trios: readonly Trio[], a: 'baseAt' | 'mineAt', b: 'mineAt' | 'theirsAt'): ChannelPairs =>
  trios.flatMap((one) => (one[a] >= 0 && one[b] >= 0 ? [[one[a], one[b]] as const] : []))

function partTriosOf(kind: PartKind, lists: Lists, bm: Pairs, bt: Pairs, mt: Pairs): PartTrio[] {
  const idsIn = (list: WholeList | null): number[] =>
    list === null ? [] : partsOf(list.parts, kind).map(({ id }) => id)
  const trios = idsIn(lists.base).map((id): PartTrio => ({
    kind,
    base: id,
    mine: bm.get(id) ?? null,
    theirs: bt.get(id) ?? null,
  }))
  const [mineKnown, theirsKnown] = [new Set(bm.values()), new Set(bt.values())]
  for (const id of idsIn(lists.mine)) {
    if (mineKnown.has(id)) continue
    const other = mt.get(id)
    const theirs = other === undefined || theirsKnown.has(other) ? null : other
    if (theirs !== null) theirsKnown.add(theirs)
    trios.push({ kind, base: null, mine: id, theirs })
  }
  for (const id of idsIn(lists.theirs))
    if (!theirsKnown.has(id)) trios.push({ kind, base: null, mine: null, theirs: id })
  return trios
}

const isWholeMHz = (kHz: number): boolean => kHz % 1000 === 0
/** Dialects store the same transponder in whole MHz or in kHz. */
const isSamePart = (field: string, a: PartValue, b: PartValue): boolean =>
  a === b ||
  (field === 'frequencyKHz' &&
    typeof a === 'number' &&
    typeof b === 'number' &&
    Math.abs(a - b) < 1000 &&
    isWholeMHz(a) !== isWholeMHz(b))
const indexed = /* @__PURE__ */ new WeakMap<readonly object[], ReadonlyMap<number, object>>()
const partById = (list: WholeList, kind: PartKind): ReadonlyMap<number, object> => {
  const rows = partsOf(list.parts, kind)
  const known = indexed.get(rows) ?? new Map(rows.map((one) => [one.id, one]))
  indexed.set(rows, known)
  return known
}
/** A version's value of a part. */
const valueIn = (list: WholeList | null, kind: PartKind, id: number | null, field: string): PartValue => {
  const part = list === null || id === null ? undefined : partById(list, kind).get(id)
  return ((part as Record<string, unknown> | undefined)?.[field] ?? null) as PartValue
}
/** True for a value that may be set on a part; a value that a file lacks may not. */
const isPartValueAllowed = (kind: PartKind, field: string, value: PartValue): boolean =>
  value !== null && (partRules[kind] as Record<string, (one: unknown) => boolean>)[field]?.(value) === true

type PartChange = { trio: PartTrio; field: string; value: PartValue }
type PartClash = { clash: WholeClash; trio: PartTrio; change: PartChange | null }
export type PartsMerge = ReturnType<typeof comparePartsOf>

/** The channels in a group, by trio. */
const membersIn = (list: WholeList, group: number, trios: readonly Trio[], at: 'baseAt' | 'mineAt'): Set<Trio> => {
  const bit = list.parts.groups.find(({ id }) => id === group)?.index ?? 32
  return new Set(trios.filter((one) => ((list.rows.rows[one[at]]?.favourites ?? 0) >>> bit) & 1 && bit < 32))
}

/** Parts by version, kind and their id there. */
type KnownTrios = Record<Version, Record<PartKind, Map<number, PartTrio>>>
function knownTrios(trios: readonly PartTrio[]): KnownTrios {
  const known = byName(versions, () => byName(partKinds, () => new Map<number, PartTrio>()))
  for (const trio of trios)
    for (const version of versions) {
      const id = trio[version]
      if (id !== null) known[version][trio.kind].set(id, trio)
    }
  return known
}

/** Compares satellites, transponders, groups and categories: pairs them, and finds differing values. */
export function comparePartsOf(lists: Lists, channels: readonly Trio[], same: SameFile) {
  const { base, mine, theirs } = lists
  const bm = base === null ? noPairs : pairParts(base, mine, commonOf(channels, 'baseAt', 'mineAt'), same.mine)
  const bt = base === null ? noPairs : pairParts(base, theirs, commonOf(channels, 'baseAt', 'theirsAt'), same.theirs)
  const mt = pairParts(mine, theirs, commonOf(channels, 'mineAt', 'theirsAt'), same.both)
  const trios = partKinds.flatMap((kind) => partTriosOf(kind, lists, bm[kind], bt[kind], mt[kind]))
  const known = knownTrios(trios)
  const taken: PartChange[] = []
  const clashes: PartClash[] = []
  const comes: PartTrio[] = []
  const goes: PartTrio[] = []
  const tell = (
    trio: PartTrio,
    field: string,
    values: WholeClash['values'],
    otherwise: Side,
    change: PartChange | null,
  ) =>
    clashes.push({
      trio,
      change,
      clash: {
        key: `${trio.kind}.${field}.${trio.mine ?? `t${trio.theirs ?? ''}`}`,
        field: `${trio.kind}.${field}` as WholeClashField,
        mine: null,
        theirs: null,
        values,
        part: { kind: trio.kind, mine: trio.mine, theirs: trio.theirs },
        default: otherwise,
      },
    })
  for (const trio of trios) {
    const { kind } = trio
    const fields = partFields[kind] as readonly string[]
    const of = (version: Version, field: string): PartValue => valueIn(lists[version], kind, trio[version], field)
    const isChanged = (side: 'mine' | 'theirs'): boolean =>
      fields.some((field) => {
        const value = of(side, field)
        return isPartValueAllowed(kind, field, value) && !isSamePart(field, of('base', field), value)
      })
    if (trio.mine !== null && trio.theirs !== null) {
      for (const field of fields) {
        const [my, their] = [of('mine', field), of('theirs', field)]
        if (isSamePart(field, my, their) || !isPartValueAllowed(kind, field, their)) continue
        const change = { trio, field, value: their }
        if (trio.base === null) tell(trio, field, [my, their], 'mine', change)
        else if (isSamePart(field, of('base', field), their)) continue
        else if (isSamePart(field, of('base', field), my)) taken.push(change)
        else tell(trio, field, [my, their], 'mine', change)
      }
    } else if (trio.theirs !== null) {
      const isPlace = kind === 'satellite' || kind === 'transponder'
      if (trio.base === null && !(isPlace && base === null)) comes.push(trio)
      else if (trio.base !== null && isChanged('theirs')) tell(trio, 'existence', [null, true], 'theirs', null)
    } else if (kind === 'group' && base !== null && trio.base !== null && trio.mine !== null) {
      if (trio.mine < limits.defaultFavouriteGroups) continue
      const before = membersIn(base, trio.base, channels, 'baseAt')
      const joined = [...membersIn(mine, trio.mine, channels, 'mineAt')].some((one) => !before.has(one))
      if (joined || isChanged('mine')) tell(trio, 'existence', [true, null], 'mine', null)
      else goes.push(trio)
    }
  }
  return {
    trios,
    clashes,
    /** Groups of the other side that are added unless the user chooses otherwise. */
    coming: [...comes, ...clashes.filter(({ trio }) => trio.mine === null).map(({ trio }) => trio)],
    trioOf: (version: Version, kind: PartKind, id: number): PartTrio | null => known[version][kind].get(id) ?? null,
    countOf: (kind: PartKind): number =>
      new Set([...taken.map(({ trio }) => trio), ...comes, ...goes].filter((trio) => trio.kind === kind)).size,
    /** `bringsAll` false: groups and categories that only the other side has are added only if something needs them. */
    plan: (sideOf: SideOf, drawId: () => number, bringsAll = true) =>
      planParts(lists, { taken, clashes, comes: bringsAll ? comes : [], goes, known }, sideOf, drawId),
  }
}

type Compared = {
  taken: readonly PartChange[]
  clashes: readonly PartClash[]
  comes: readonly PartTrio[]
  goes: readonly PartTrio[]
  known: KnownTrios
}

/** The operations that the choices lead to. `idOf`: a part's id in my list; a missing part is added. */
function planParts(
  lists: Lists,
  { taken, clashes, comes, goes, known }: Compared,
  sideOf: SideOf,
  drawId: () => number,
) {
  const { mine, theirs } = lists
  const chosen = clashes.filter(({ clash }) => sideOf(clash) === 'theirs')
  const byTrio = new Map<PartTrio, Record<string, PartValue>>()
  for (const { trio, field, value } of [...taken, ...chosen.flatMap(({ change }) => change ?? [])])
    byTrio.set(trio, { ...byTrio.get(trio), [field]: value })
  const operations: Operation[] = [...byTrio].map(([{ kind, mine: id }, values]) => ({
    op: 'set',
    target: kind,
    id: id ?? 0,
    values,
  }))
  const refused = new Set(
    clashes.filter(({ clash, trio }) => trio.mine === null && sideOf(clash) === 'mine').map(({ trio }) => trio),
  )
  const added = new Map<PartTrio, number | null>()
  let categories = mine.parts.categories.length
  const add = (trio: PartTrio): number | null => {
    const { kind, theirs: other } = trio
    const value = (field: string): PartValue => valueIn(theirs, kind, other, field)
    const values = Object.fromEntries(partFields[kind].map((field) => [field, value(field)]))
    if (kind === 'transponder')
      values['fec'] = fecChoices.find((one): one is FecChoice => one === values['fec']) ?? 'auto'
    const nullable: readonly string[] = ['band', 'logo']
    const isFit = Object.entries(values).every(
      ([field, one]) => isPartValueAllowed(kind, field, one) || (one === null && nullable.includes(field)),
    )
    if (!isFit || (kind === 'category' && ++categories > limits.categories)) return null
    if (kind !== 'transponder') {
      const id = drawId()
      operations.push({ op: 'add', target: kind, id, values } as Operation)
      return id
    }
    const place = theirs.parts.transponders.find(({ id }) => id === other)?.satellite ?? -1
    const over = known.theirs.satellite.get(theirs.parts.satellites[place]?.id ?? -1)
    const satellite = over === undefined ? null : idOf(over)
    if (satellite === null) return null
    const id = drawId()
    operations.push({ op: 'add', target: kind, id, satellite, values } as Operation)
    return id
  }
  const idOf = (trio: PartTrio): number | null => {
    if (trio.mine !== null) return trio.mine
    if (refused.has(trio) || trio.theirs === null) return null
    const there = added.get(trio)
    if (there !== undefined) return there
    const id = add(trio)
    added.set(trio, id)
    return id
  }
  for (const trio of comes) idOf(trio)
  for (const { trio } of chosen) if (trio.mine === null) idOf(trio)
  const gone = [...goes, ...chosen.filter(({ trio }) => trio.theirs === null).map(({ trio }) => trio)]
  const removals = gone.map(({ kind, mine: id }): OperationOf<'remove'> => ({
    op: 'remove',
    target: kind,
    id: id ?? 0,
  }))
  return { operations, removals, idOf }
}

/** True if an edit may set the value; a value that a file lacks can't be set. */
export function isWholeValueAllowed(field: WholeField, value: WholeValue | undefined): boolean {
  if (value === undefined) return false
  switch (field) {
    case 'access':
      return value !== null && isChannelValue('encryption', (value as NonNullable<Access>).encryption)
    case 'transponder':
    case 'category':
      return field === 'category' || value !== null
    case 'url':
      return value !== null && isChannelValue('url', value)
    case 'number':
      return value === null || (Number(value) >= limits.channelNumber[0] && Number(value) <= limits.channelNumber[1])
    default:
      return isChannelValue(field, value)
  }
}

/** `value`: in the other side's own ids; `trio`: the transponder or category that it refers to. */
export type ValueChange = { field: WholeField; id: number; value: WholeValue; trio: PartTrio | null }

const indexedFields = [...wholeFields.entries()]

/** Compares every field beyond the rows, for every channel that both have. */
export function compareValues({ base, mine, theirs }: Lists, trios: readonly Trio[], parts: PartsMerge) {
  const taken: ValueChange[] = []
  const clashes: { clash: WholeClash; change: ValueChange }[] = []
  const partOf = (version: Version, field: WholeField, value: WholeValue): PartTrio | null =>
    (field === 'transponder' || field === 'category') && typeof value === 'number'
      ? parts.trioOf(version, field, value)
      : null
  /** Compares values across versions, because ids differ between versions. */
  const isSame = (field: WholeField, a: Version, one: WholeValue, b: Version, other: WholeValue): boolean =>
    field === 'transponder' || field === 'category'
      ? partOf(a, field, one) === partOf(b, field, other)
      : isSameValue(one, other)
  for (const { base: was, mine: a, theirs: b, baseAt, mineAt, theirsAt } of trios) {
    if (a === null || b === null) continue
    const [before, my, their] = [base?.values[baseAt] ?? [], mine.values[mineAt] ?? [], theirs.values[theirsAt] ?? []]
    for (const [index, field] of indexedFields) {
      const own = my[index] ?? null
      const other = their[index] ?? null
      if (isSame(field, 'mine', own, 'theirs', other) || !isWholeValueAllowed(field, other)) continue
      const first = before[index] ?? null
      if (was !== null && isSame(field, 'base', first, 'theirs', other)) continue
      const change = { field, id: a.id, value: other, trio: partOf('theirs', field, other) }
      if (was !== null && isSame(field, 'base', first, 'mine', own)) taken.push(change)
      else
        clashes.push({
          change,
          clash: {
            key: `${field}.${a.id}`,
            field,
            mine: mine.rows.rows[mineAt] ?? null,
            theirs: theirs.rows.rows[theirsAt] ?? null,
            values: [own, other],
            part: null,
            default: 'mine',
          },
        })
    }
  }
  /** Whether a side changed a channel that the other one deleted. */
  const isEdited = ({ baseAt, mineAt, theirsAt }: Trio, side: Side): boolean => {
    const [before, now] = [base?.values[baseAt] ?? [], side === 'mine' ? mine.values[mineAt] : theirs.values[theirsAt]]
    return wholeFields.some((field, index) => {
      const value = now?.[index] ?? null
      return !isSame(field, 'base', before[index] ?? null, side, value) && isWholeValueAllowed(field, value)
    })
  }
  return { taken, clashes, isEdited }
}

/**
 * Gives groups one name in all versions, so that favourites are compared bit by bit. A group that only the other side
 * has gets its own bit; if none is left, it is `missing`.
 */
export function alignGroups({ base, mine, theirs }: Lists, parts: PartsMerge) {
  const indexes = new Map<PartTrio, number>()
  const used = new Set<number>()
  const trioOf = (version: Version, id: number): PartTrio | null => parts.trioOf(version, 'group', id)
  for (const { id, index } of mine.parts.groups) {
    const trio = trioOf('mine', id)
    if (trio !== null) indexes.set(trio, index)
    used.add(index)
  }
  const missing: string[] = []
  for (const trio of parts.coming) {
    if (trio.kind !== 'group') continue
    const free = Array.from({ length: limits.favouriteGroups }, (_, at) => at).find((at) => !used.has(at))
    if (free === undefined) missing.push(String(valueIn(theirs, 'group', trio.theirs, 'name') ?? ''))
    else {
      used.add(free)
      indexes.set(trio, free)
    }
  }
  const namesIn = (version: Version, list: WholeList | null): string[] => {
    const names: string[] = []
    for (const { id, index } of list?.parts.groups ?? []) {
      const trio = trioOf(version, id)
      const at = trio === null ? undefined : indexes.get(trio)
      // A group that one side added or removed counts as absent from the base.
      const isNew = version === 'base' && (trio?.mine === null || trio?.theirs === null)
      names[index] = at === undefined || isNew ? `${version} ${index}` : `g${at}`
    }
    return Array.from({ length: limits.favouriteGroups }, (_, at) => names[at] ?? `${version} ${at}`)
  }
  const mineNames = namesIn('mine', mine)
  for (const at of indexes.values()) mineNames[at] = `g${at}`
  const [baseNames, theirNames] = [namesIn('base', base), namesIn('theirs', theirs)]
  return {
    missing,
    mineNames,
    theirNames,
    named: (rows: ListRows, version: Version): ListRows => ({
      ...rows,
      groups: version === 'mine' ? mineNames : version === 'base' ? baseNames : theirNames,
    }),
    /** My groups' ids by their bits. */
    idsBy: (idOf: (trio: PartTrio) => number | null): number[] => {
      const ids = Array.from({ length: limits.favouriteGroups }, () => -1)
      for (const [trio, at] of indexes) ids[at] = idOf(trio) ?? -1
      return ids
    },
  }
}

type GroupOrder = { trio: PartTrio; order: number[] }

/** How many channels of an order are shown. */
const maxOrderShown = 3

/** Compares the order of channels inside each group. An order that follows the list's own counts as unset. */
export function compareGroupOrders(lists: Lists, channels: readonly Trio[], parts: PartsMerge) {
  const taken: GroupOrder[] = []
  const clashes: (GroupOrder & { clash: WholeClash })[] = []
  const known = (version: Version): Map<number, Trio> =>
    new Map(channels.flatMap((one) => (one[version] === null ? [] : [[one[version].id, one] as const])))
  const byId = { base: known('base'), mine: known('mine'), theirs: known('theirs') }
  const read = (version: Version, id: number | null) => {
    const order = lists[version]?.parts.groups.find((one) => one.id === id)?.order ?? []
    const places = order.flatMap((one) => byId[version].get(one) ?? [])
    const at = `${version}At` as const
    return { places, isOwn: places.some((one, index) => index > 0 && (places[index - 1]?.[at] ?? 0) > one[at]) }
  }
  const differ = (a: readonly Trio[], b: readonly Trio[]): boolean => {
    const [inA, inB] = [new Set(a), new Set(b)]
    const rest = b.filter((one) => inA.has(one))
    return a.filter((one) => inB.has(one)).some((one, at) => one !== rest[at])
  }
  /** Enough to tell two orders apart: the names of some channels from the first difference on. */
  const told = (side: 'mine' | 'theirs', places: readonly Trio[], from: number): string => {
    const names = places.slice(from, from + maxOrderShown).map((one) => one[side]?.name ?? '')
    return [from > 0 ? '…' : '', names.join(' · '), from + maxOrderShown < places.length ? '…' : ''].join(' ').trim()
  }
  const tellBoth = (my: readonly Trio[], their: readonly Trio[]): [string, string] => {
    const from = my.findIndex((one, at) => one !== their[at])
    return [told('mine', my, Math.max(0, from)), told('theirs', their, Math.max(0, from))]
  }
  for (const trio of parts.trios) {
    if (trio.kind !== 'group' || trio.theirs === null) continue
    const [was, my, their] = [read('base', trio.base), read('mine', trio.mine), read('theirs', trio.theirs)]
    // An incoming channel is given by its index.
    const idIn = ({ mine, theirsAt }: Trio): number => mine?.id ?? -1 - theirsAt
    const theirIds = their.places.map(idIn)
    const shared = new Set(their.places)
    const own = my.places.filter((one) => !shared.has(one)).map(idIn)
    const order = own.length === 0 ? theirIds : placeBehind(theirIds, my.places.map(idIn), new Set(own))
    if (trio.mine === null) {
      if (their.isOwn) taken.push({ trio, order })
      continue
    }
    if (!differ(my.places, their.places) || !(my.isOwn || their.isOwn)) continue
    const isKnown = trio.base !== null
    if (isKnown && !((their.isOwn || was.isOwn) && differ(was.places, their.places))) continue
    if (isKnown && !((my.isOwn || was.isOwn) && differ(was.places, my.places))) taken.push({ trio, order })
    else
      clashes.push({
        trio,
        order,
        clash: {
          key: `group.order.${trio.mine}`,
          field: 'group.order',
          mine: null,
          theirs: null,
          values: tellBoth(my.places, their.places),
          part: { kind: 'group', mine: trio.mine, theirs: trio.theirs },
          default: 'mine',
        },
      })
  }
  return { taken, clashes }
}
