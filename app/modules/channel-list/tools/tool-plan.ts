/**
 * Plans what a tool would do with a list: what it found, row by row, and the operations that do it. Stores nothing.
 * Pure engine code; runs on the main or worker thread.
 */
import {
  codecRank,
  columnsOf,
  findDuplicates,
  findVanished,
  indexOf,
  keeperOf,
  linesOfPicture,
  manyMatches,
  matchLists,
  noMatch,
  refuseName,
  renameAll,
  skyNames,
  type NameRefusal,
  type NameRule,
  type ToolColumns,
} from '~/engine/tools'
import { keptName } from '~/engine/rules'
import { limits, type OpenList, type Operation } from '~/engine/types'
import { shortened } from '~/text/graphemes'
import { planCopy } from './tool-copy'
import {
  emptyRow,
  factsOf,
  noCounts,
  openOther,
  pageOf,
  placesIn,
  rowAt,
  scopeOf,
  type ListFacts,
  type ToolInput,
  type ToolPlan,
} from './tool-facts'
import { planSky } from './tool-sky'
import type { ToolAskOf } from './tools.schema'
import type { Paging, ToolCounts, ToolRow } from '../types'
import type { Host } from '../engine/stored'

type Change = { place: number; after: string; refusal: NameRefusal | null }
/** Renames in one operation; channels whose new name is not allowed keep theirs. */
const planRenames = (
  facts: ListFacts,
  changes: readonly Change[],
  counts: Partial<ToolCounts>,
  paging: Paging | null,
): ToolPlan => {
  const made = changes.filter(({ refusal }) => refusal === null)
  const names = made.map(({ place, after }): [number, string] => [facts.columns.id[place] ?? 0, after])
  return {
    read: true,
    counts: { ...noCounts, ...counts, changes: made.length, refused: changes.length - made.length },
    total: changes.length,
    rows: pageOf(changes, paging).map(({ place, after, refusal }) =>
      rowAt(facts, place, { after: shortened(after), refusal }),
    ),
    satellites: [],
    operations: names.length === 0 ? [] : [{ op: 'names', names }],
  }
}

/** The rule that a form asks for. */
const ruleOf = ({
  find,
  by,
  how,
  word,
  case: isCase,
  start,
  markers,
  letters,
  clean,
}: ToolAskOf<'names'>): NameRule => ({
  ...(find === '' ? {} : { replace: { find, by, start, pattern: how === 'pattern', word, case: isCase } }),
  ...(markers === 'keep' ? {} : { markers }),
  ...(letters === 'keep' ? {} : { letters }),
  clean,
})

const planNames = (facts: ListFacts, asked: ToolAskOf<'names'>, paging: Paging | null): ToolPlan => {
  const places = placesIn(facts, scopeOf(facts, asked))
  const changes = renameAll(
    places.map((place) => facts.columns.names[place] ?? ''),
    ruleOf(asked),
  ).map(({ at, after, refusal }): Change => ({ place: places[at] ?? 0, after, refusal }))
  return planRenames(facts, changes, { looked: places.length }, paging)
}

const planFrom = (facts: ListFacts, theirs: ToolColumns, asked: ToolAskOf<'from'>, paging: Paging | null): ToolPlan => {
  const isMeant = scopeOf(facts, asked)
  const counts = { looked: 0, ambiguous: 0, missing: 0 }
  const changes: Change[] = []
  matchLists(facts.columns, indexOf(theirs)).forEach((found, place) => {
    if (!isMeant(place)) return
    counts.looked++
    if (found === manyMatches) counts.ambiguous++
    else if (found === noMatch) counts.missing++
    if (found < 0) return
    const after = keptName(theirs.names[found] ?? '')
    // If the other list has no name for it, nothing changes.
    if (after !== '' && after !== facts.columns.names[place]) changes.push({ place, after, refusal: refuseName(after) })
  })
  return planRenames(facts, changes, counts, paging)
}

/** Moves the other channels of each group after the one that stays; everything else keeps its order. */
const orderTogether = ({ columns }: ListFacts, groups: readonly { stays: number; others: number[] }[]): Operation => {
  const behind = new Map(groups.map(({ stays, others }) => [stays, others]))
  const moved = new Set(groups.flatMap(({ others }) => others))
  const order: number[] = []
  for (let place = 0; place < columns.length; place++) {
    if (moved.has(place)) continue
    order.push(columns.id[place] ?? 0)
    for (const other of behind.get(place) ?? []) order.push(columns.id[other] ?? 0)
  }
  return { op: 'order', order }
}
const moveToEnd = (facts: ListFacts, ids: number[]): Operation => ({ op: 'move', ids, to: facts.columns.length })

/** Adds the remaining channel of a set of duplicates to the groups of the others, one operation a group. */
const gatherFavourites = (
  { columns, groups }: ListFacts,
  found: readonly { stays: number; others: number[] }[],
): Operation[] =>
  groups.flatMap(({ index, id }): Operation[] => {
    const has = (place: number): boolean => (((columns.favourites[place] ?? 0) >>> index) & 1) === 1
    const ids = found.filter(({ stays, others }) => !has(stays) && others.some(has)).map(({ stays }) => stays)
    return ids.length === 0
      ? []
      : [{ op: 'favourite', ids: ids.map((place) => columns.id[place] ?? 0), group: id, value: true }]
  })

/** The maximum number of members shown of a group: a thousand channels without a name are one group. */
const maxMembersShown = 10

const planDuplicates = (
  list: OpenList,
  facts: ListFacts,
  asked: ToolAskOf<'duplicates'>,
  paging: Paging | null,
): ToolPlan => {
  const isMeant = scopeOf(facts, asked)
  const { columns } = facts
  const pictureOf = (place: number): number => {
    const { videoType = null, system = null } = list.channel(columns.id[place] ?? -1) ?? {}
    return linesOfPicture(videoType) * 10 + Math.max(codecRank(videoType), codecRank(system))
  }
  const groups = findDuplicates(columns, asked.kind, isMeant).map((group) => {
    const stays = keeperOf(columns, group, asked.keep, pictureOf)
    return { stays, others: group.filter((place) => place !== stays), group }
  })
  const ids = groups.flatMap(({ others }) => others.map((place) => columns.id[place] ?? 0))
  const together = asked.act === 'together' ? orderTogether(facts, groups) : null
  const isOrdered = together?.op === 'order' && together.order.every((id, at) => id === columns.id[at])
  const acts: Operation[] =
    ids.length === 0
      ? []
      : asked.act === 'delete'
        ? [{ op: 'delete', ids }]
        : asked.act === 'end'
          ? [moveToEnd(facts, ids)]
          : together === null || isOrdered
            ? []
            : [together]
  return {
    read: true,
    counts: { ...noCounts, looked: placesIn(facts, isMeant).length, changes: ids.length, groups: groups.length },
    total: groups.length,
    rows: pageOf(groups, paging).flatMap(({ stays, others }) =>
      [stays, ...others.slice(0, maxMembersShown - 1)].map((place) =>
        rowAt(facts, place, {
          group: columns.id[stays] ?? 0,
          keeps: place === stays,
          more: place === stays ? Math.max(0, others.length + 1 - maxMembersShown) : 0,
        }),
      ),
    ),
    satellites: [],
    operations: [...(asked.gather ? gatherFavourites(facts, groups) : []), ...acts],
  }
}

const planVanished = (
  facts: ListFacts,
  sky: readonly ToolColumns[],
  asked: ToolAskOf<'vanished'>,
  paging: Paging | null,
): ToolPlan => {
  const isMeant = scopeOf(facts, asked)
  const { columns } = facts
  const { places, covered, uncovered, unknown } = findVanished(
    columns,
    sky.map((list) => ({ places: indexOf(list), names: skyNames(list) })),
    isMeant,
  )
  const ids = places.map((place) => columns.id[place] ?? 0)
  return {
    read: true,
    counts: {
      ...noCounts,
      looked: placesIn(facts, isMeant).length,
      changes: ids.length,
      uncovered,
      ambiguous: unknown,
    },
    total: places.length,
    rows: pageOf(places, paging).map((place) => rowAt(facts, place)),
    satellites: facts.satellites.flatMap(({ name, channels }, index) =>
      covered[index] && channels > 0 ? [shortened(name)] : [],
    ),
    operations: ids.length === 0 ? [] : [asked.act === 'delete' ? { op: 'delete', ids } : moveToEnd(facts, ids)],
  }
}

/** Finds what is empty: satellites and transponders without channels, added or further groups without members. */
const emptyParts = ({ satellites, transponders, groups }: ListFacts, kinds: ReadonlySet<string>): ToolRow[] => {
  const bare = kinds.has('satellites') ? satellites.filter(({ channels }) => channels === 0) : []
  // Removing a satellite removes its transponders.
  const gone = new Set(bare.map(({ index }) => index))
  return [
    ...bare.map(({ id, name, angle }): ToolRow => ({ ...emptyRow, id, name: shortened(name), angle })),
    ...(kinds.has('transponders')
      ? transponders
          .filter(({ channels, satellite }) => channels === 0 && !gone.has(satellite))
          .map(({ id, satellite, frequencyKHz, polarisation, symbolRate }): ToolRow => ({
            ...emptyRow,
            kind: 'transponder',
            id,
            satelliteName: satellites[satellite] === undefined ? null : shortened(satellites[satellite].name),
            angle: satellites[satellite]?.angle ?? null,
            frequencyKHz,
            polarisation,
            symbolRate,
          }))
      : []),
    ...(kinds.has('groups')
      ? groups
          .filter(({ index, channels }) => channels === 0 && index >= limits.defaultFavouriteGroups)
          .map(({ id, name }): ToolRow => ({ ...emptyRow, kind: 'group', id, name: shortened(name) }))
      : []),
  ]
}

const planTidy = (facts: ListFacts, asked: ToolAskOf<'tidy'>, paging: Paging | null): ToolPlan => {
  const kinds: ReadonlySet<string> = new Set(asked.kinds)
  const { columns } = facts
  const isMeant = scopeOf(facts, asked)
  const isRubbish = (place: number): boolean =>
    (kinds.has('unnamed') && (columns.names[place] ?? '').trim() === '') ||
    (kinds.has('services') && (columns.type[place] ?? 0) >= 2)
  const places = placesIn(facts, (place) => isMeant(place) && isRubbish(place))
  const parts = emptyParts(facts, kinds)
  const rows = [...places, ...parts]
  return {
    read: true,
    counts: { ...noCounts, looked: columns.length, changes: rows.length },
    total: rows.length,
    rows: pageOf(rows, paging).map((row) => (typeof row === 'number' ? rowAt(facts, row) : row)),
    satellites: [],
    operations: [
      ...(places.length === 0 ? [] : [{ op: 'delete' as const, ids: places.map((place) => columns.id[place] ?? 0) }]),
      ...parts
        .slice(0, limits.operationsPerBatch - 1)
        .map(({ kind, id }): Operation => ({ op: 'remove', target: kind as 'satellite', id })),
    ],
  }
}

/** Plans one tool's work. */
export const planTool = (host: Host, input: ToolInput): ToolPlan => {
  const { stored, others, asked, paging } = input
  if (asked.tool === 'copy') return planCopy(host, { ...input, asked })
  if (asked.tool === 'sky') return planSky(host, { ...input, asked })
  // The engine holds one list at a time, so read the others first.
  const theirs = others.flatMap((other) => {
    const list = openOther(host, other)
    return list === null ? [] : [columnsOf(list)]
  })
  const list = host.open(stored)
  const facts = factsOf(list)
  switch (asked.tool) {
    case 'names':
      return planNames(facts, asked, paging)
    case 'duplicates':
      return planDuplicates(list, facts, asked, paging)
    case 'from': {
      const [first] = theirs
      return first === undefined
        ? { ...planRenames(facts, [], {}, paging), read: false }
        : planFrom(facts, first, asked, paging)
    }
    case 'vanished':
      return planVanished(facts, theirs, asked, paging)
    case 'tidy':
      return planTidy(facts, asked, paging)
  }
}
