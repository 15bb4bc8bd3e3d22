/** Checks whether typed places occur in the user's channel lists, so that a typing error is reported at once. */
import { limits } from '~/engine/types'
import { findLists, readList, type Actor } from '~/modules/channel-list/channel-list.server'
import type { LinkEntry } from '~/modules/link/link.server'

/** How many lists are searched, last edited first. */
const maxListsRead = 20
/** Lists give a transponder's frequency in kHz, links in MHz; tuners accept a difference this small. */
const nearKHz = 2000

/** Those whose place is in no list. Empty if that can't be determined, or if there are no lists. */
export const findUnseen = async <T extends Pick<LinkEntry, 'satellite' | 'tp' | 'sid'>>(
  user: Actor,
  links: readonly T[],
): Promise<T[]> => {
  let unseen = links.filter(({ satellite }) => satellite !== null)
  if (unseen.length === 0) return []
  const { items } = await findLists(user, { page: 1, size: maxListsRead })
  for (const { id } of items) {
    const found = await readList(user, id, {}, (view) => {
      const rows = new Map(
        [...new Set(unseen.map(({ satellite }) => satellite ?? 0))].map((angle) => [
          angle,
          view.rows({ angle }, { page: 1, size: limits.records }).items,
        ]),
      )
      return unseen.filter(
        ({ satellite, tp, sid }) =>
          rows
            .get(satellite ?? 0)
            ?.every(
              (row) =>
                row.sid !== sid || row.frequencyKHz === null || Math.abs(row.frequencyKHz - (tp ?? 0) * 1000) > nearKHz,
            ) !== false,
      )
    })
    if (!found.ok) return []
    unseen = found.value
    if (unseen.length === 0) return []
  }
  return items.length === 0 ? [] : unseen
}
