/**
 * A three-way merge of what a list is now and what a box saved, from what the box had loaded: what each side alone did,
 * the clashes, and the edit that makes one version of both. Pure work of the engine, on either thread.
 */
import {
  defaultSideOf,
  mapGroups,
  isNameAllowed,
  mergeThree,
  pairRows,
  readRows,
  type ClashOfRows,
  type ListRow,
  type ListRows,
  type Side,
  type ThreeWayCounts,
} from '~/engine/lists'
import { nameLanguages, type NameLanguage, type OpenList, type Operation } from '~/engine/types'
import { describeSide } from './compare'
import { bringMarks, bringRows, type MergeEdit } from './merged'
import type { DifferenceSide } from './types'
import type { Host, Stored } from './work'

export type ReconcileClash = {
  key: string
  field: ClashOfRows['field']
  mine: DifferenceSide | null
  theirs: DifferenceSide | null
  /** What holds where nobody chooses. */
  default: Side
}
export type Reconciled = {
  counts: ThreeWayCounts
  clashes: ReconcileClash[]
  total: number
  missingGroups: string[]
  operations: Operation[]
  left: MergeEdit['left']
}

/** The most clashes that are shown; the others have their defaults, with which nothing is lost. */
const clashesShown = 200

type OtherNames = Map<NameLanguage, Map<number, string>>
/** Names in other languages by channel. */
const readOthers = (list: OpenList): OtherNames => {
  const { id } = list.columns()
  return new Map(
    nameLanguages.flatMap((language) => {
      const names = list
        .namesIn(language)
        .flatMap((name, at): [number, string][] => (name === null ? [] : [[id[at] ?? 0, name]]))
      return names.length === 0 ? [] : [[language, new Map(names)] as const]
    }),
  )
}
const readSide = (list: OpenList): { rows: ListRows; others: OtherNames } => ({
  rows: readRows(list),
  others: readOthers(list),
})
type NameChange = { key: string; language: NameLanguage; mine: ListRow; theirs: ListRow; name: string | null }

/**
 * Names in other languages that differ: what only the box changed is taken, what both changed is a clash. Without a
 * base every difference is one.
 */
const compareOthers = (
  was: { rows: ListRows; others: OtherNames } | null,
  a: { rows: ListRows; others: OtherNames },
  b: { rows: ListRows; others: OtherNames },
  same: { mine: boolean; both: boolean },
): { taken: NameChange[]; clashes: NameChange[] } => {
  const found: { taken: NameChange[]; clashes: NameChange[] } = { taken: [], clashes: [] }
  const languages = nameLanguages.filter((one) => a.others.has(one) || b.others.has(one))
  if (languages.length === 0) return found
  const toTheirs = pairRows(a.rows.rows, b.rows.rows, same.both)
  const toBase = was === null ? null : pairRows(a.rows.rows, was.rows.rows, same.mine)
  a.rows.rows.forEach((mine, at) => {
    const theirs = b.rows.rows[toTheirs[at] ?? -1]
    if (theirs === undefined) return
    const base = was?.rows.rows[toBase?.[at] ?? -1]
    for (const language of languages) {
      const nameOf = (others: OtherNames, row: ListRow): string | null => others.get(language)?.get(row.id) ?? null
      const [my, their] = [nameOf(a.others, mine), nameOf(b.others, theirs)]
      if (my === their || (their !== null && !isNameAllowed(their))) continue
      const before = was === null || base === undefined ? undefined : nameOf(was.others, base)
      if (before === their) continue
      found[before === my ? 'taken' : 'clashes'].push({
        key: `name-${language}.${mine.id}`,
        language,
        mine: { ...mine, name: my ?? '' },
        theirs: { ...theirs, name: their ?? '' },
        name: their,
      })
    }
  })
  return found
}

/** `base` null: what the box had loaded is not known, so that every difference is a clash. */
export const reconcile = (
  host: Host,
  {
    base,
    mine,
    theirs,
    same,
    choices,
    seed,
  }: {
    base: Stored | null
    mine: Stored
    theirs: Stored
    same: { mine: boolean; theirs: boolean; both: boolean }
    choices: readonly (readonly [key: string, side: Side])[]
    seed: string
  },
): Reconciled => {
  const before = base === null ? null : readSide(host.open(base))
  const [ours, other] = [readSide(host.open(mine)), readSide(host.open(theirs))]
  const [a, b] = [ours.rows, other.rows]
  const merge = mergeThree(before?.rows ?? null, a, b, same)
  const others = compareOthers(before, ours, other, same)
  const chosen = new Map(choices)
  const plan = merge.plan(chosen)
  const added = plan.added.flatMap((at) => b.rows[at] ?? [])
  const { operations, ids, left } = bringRows(host, { mine, theirs, sameFile: same.both, seed }, added)
  const idOf = ({ id }: ListRow): number => ids.get(id) ?? -1
  operations.push(
    ...bringMarks(
      a,
      added.filter(({ id }) => ids.has(id)),
      mapGroups(a.groups, b.groups),
      idOf,
    ),
  )
  if (plan.names.length > 0)
    operations.push({ op: 'names', names: plan.names.map(({ id, name }): [number, string] => [id, name]) })
  const named = [...others.taken, ...others.clashes.filter(({ key }) => chosen.get(key) === 'theirs')]
  for (const language of nameLanguages) {
    const names = named.flatMap((one): [number, string | null][] =>
      one.language === language ? [[one.mine.id, one.name]] : [],
    )
    if (names.length > 0) operations.push({ op: 'names-in', language, names })
  }
  for (const op of ['lock', 'skip'] as const) {
    if (plan[op].on.length > 0) operations.push({ op, ids: plan[op].on, value: true })
    if (plan[op].off.length > 0) operations.push({ op, ids: plan[op].off, value: false })
  }
  for (const { group, on, off } of plan.favourites) {
    const of = { op: 'favourite' as const, group: a.groupIds[group] ?? group }
    if (on.length > 0) operations.push({ ...of, ids: on, value: true })
    if (off.length > 0) operations.push({ ...of, ids: off, value: false })
  }
  if (plan.removed.length > 0) operations.push({ op: 'delete', ids: plan.removed })
  if (plan.order !== null) {
    const order = plan.order.flatMap((id) => {
      const row = id < 0 ? b.rows[-1 - id] : undefined
      return row === undefined ? [id] : (ids.get(row.id) ?? [])
    })
    if (order.length > 0) operations.push({ op: 'order', order })
  }
  const clashes: ClashOfRows[] = [
    ...merge.clashes,
    ...others.clashes.map(({ key, mine: my, theirs: their }) => ({
      key,
      field: 'name' as const,
      mine: my,
      theirs: their,
    })),
  ]
  return {
    counts: { ...merge.counts, name: merge.counts.name + others.taken.length },
    clashes: clashes.slice(0, clashesShown).map((one) => ({
      key: one.key,
      field: one.field,
      mine: one.mine === null ? null : describeSide(one.mine, a.groups),
      theirs: one.theirs === null ? null : describeSide(one.theirs, b.groups),
      default: defaultSideOf(one),
    })),
    total: clashes.length,
    missingGroups: merge.missingGroups,
    operations,
    left,
  }
}
