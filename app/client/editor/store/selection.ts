/**
 * The selection and the keyboard's row, by channel, as one value, and how each action changes it. Pure code: it knows
 * the list only by the visible rows. The set of selected channels stays the same object until its contents change.
 */
import type { Shown } from './shown'

export type Selection = {
  readonly ids: ReadonlySet<number>
  /** Where a range begins. */
  readonly anchor: number | null
  /** The keyboard's row; null before the first visit, and if the filter hides it. */
  readonly active: number | null
}
export const nothingSelected: Selection = { ids: new Set(), anchor: null, active: null }

/** Only this one, toggled, or everything since the last pick. */
export type Pick = 'only' | 'toggle' | 'range'
/** The selection follows the keyboard (`follow`), extends from the anchor to it (`extend`), or stays (`walk`). */
export type Visit = 'follow' | 'extend' | 'walk'

/** A pick by a pointer or a key. */
export const pick = (selection: Selection, shown: Shown, id: number, how: Pick): Selection => {
  const { ids, anchor } = selection
  if (how === 'range' && anchor !== null && shown.has(anchor))
    return { ids: new Set([...ids, ...shown.range(shown.indexOf(anchor), shown.indexOf(id))]), anchor, active: id }
  if (how === 'only') return { ids: new Set([id]), anchor: id, active: id }
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, active: id }
}

/** Moves the keyboard to a visible row, or the nearest one. A read-only list has no selection. */
export const visit = (
  selection: Selection,
  shown: Shown,
  index: number,
  how: Visit,
  canEdit: boolean,
): { selection: Selection; index: number } | null => {
  const goal = Math.min(Math.max(index, 0), shown.count() - 1)
  const id = shown.idAt(goal)
  if (id === null) return null
  if (how === 'walk') return { selection: { ...selection, active: id }, index: goal }
  if (how === 'follow' || !canEdit)
    return { selection: { ids: canEdit ? new Set([id]) : selection.ids, anchor: id, active: id }, index: goal }
  const anchor = selection.anchor ?? selection.active ?? id
  const from = shown.indexOf(anchor)
  return { selection: { ids: new Set(shown.range(from < 0 ? goal : from, goal)), anchor, active: id }, index: goal }
}

/** The selection without deleted channels. */
export const onlyLiving = (selection: Selection, living: ReadonlySet<number>): Selection => {
  const { ids, active } = selection
  return {
    ...selection,
    ids: [...ids].every((id) => living.has(id)) ? ids : new Set([...ids].filter((id) => living.has(id))),
    active: active !== null && living.has(active) ? active : null,
  }
}

/** The keyboard never stays on a row that is hidden. */
export const onlySeen = (selection: Selection, shown: Shown): Selection => {
  const active = selection.active !== null && shown.has(selection.active) ? selection.active : null
  const anchor = selection.anchor === null || shown.has(selection.anchor) ? selection.anchor : active
  return { ...selection, active, anchor }
}

/** How many selected channels the filter hides: no command acts on them. */
export const countHidden = ({ ids }: Selection, shown: Shown): number => {
  if (!shown.rows) return 0
  let count = 0
  for (const id of ids) if (!shown.has(id)) count++
  return count
}

/**
 * The channels that a command acts on, in list order: the visible selected ones, otherwise the keyboard's row. Never
 * hidden channels.
 */
export const targetsOf = ({ ids, active }: Selection, shown: Shown): number[] => {
  const seen = [...ids].filter(shown.has)
  const meant = seen.length > 0 ? seen : active !== null && shown.has(active) ? [active] : []
  return meant
    .map((id) => [id, shown.indexOf(id)] as const)
    .sort((a, b) => a[1] - b[1])
    .map(([id]) => id)
}

/**
 * The channel that a single-channel command acts on; null if several are selected and the keyboard is on none of them.
 */
export const targetOf = (selection: Selection, shown: Shown): number | null => {
  const ids = targetsOf(selection, shown)
  if (ids.length === 1) return ids[0] ?? null
  return selection.active !== null && ids.includes(selection.active) ? selection.active : null
}

/** Where the keyboard moves once these channels are gone: to the first remaining row after it, otherwise before it. */
export const activeWithout = ({ active }: Selection, shown: Shown, ids: readonly number[]): number | null => {
  const from = active === null ? -1 : shown.indexOf(active)
  if (from < 0) return null
  const gone = new Set(ids)
  const stays = (index: number): number | null => {
    const id = shown.idAt(index)
    return id === null || gone.has(id) ? null : id
  }
  for (let i = from; i < shown.count(); i++) if (stays(i) !== null) return stays(i)
  for (let i = from; i >= 0; i--) if (stays(i) !== null) return stays(i)
  return null
}
