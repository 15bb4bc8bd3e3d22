/** Which channels are selected, among those shown. */
import type { Snapshot } from './store/snapshot'

export type Chosen = { ids: readonly number[]; places: readonly number[] }
/**
 * The subject of the inspector: the selected channels, without hidden ones unless they are included, otherwise the
 * keyboard's row. It is found in the snapshot alone, which may be older than the store while many rows change.
 */
export const chosenIn = ({ columns, rows, selection, active, withHidden }: Snapshot): Chosen => {
  const places: number[] = []
  if (selection.size === 0 && active === null) return { ids: [], places }
  const shown = withHidden ? null : rows
  const count = shown ? shown.length : columns.length
  for (let index = 0; index < count; index++) {
    const place = shown ? (shown[index] ?? 0) : index
    const id = columns.id[place] ?? -1
    if (selection.size > 0 ? selection.has(id) : id === active) places.push(place)
  }
  // If they are shown in another order, the list's order still counts.
  places.sort((a, b) => a - b)
  return { ids: places.map((place) => columns.id[place] ?? -1), places }
}
