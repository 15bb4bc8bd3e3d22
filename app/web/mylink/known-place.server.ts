/** Whether a place that somebody typed is one that the channel lists in sight know: a typing error is told at once. */
import { findLists, readList, type Actor } from '~/modules/channel-list/channel-list.server'
import type { LinkEntry } from '~/modules/link/link.server'

/** Lists that are looked through, the last edited first. */
const listsRead = 20
/** A list names a transponder to the kHz, a link to the MHz; tuners take what is this near for the same. */
const nearKHz = 2000

/** True where no list has a channel there. False where one has, where it can't be told, and without a list or place. */
export const isUnseen = async (user: Actor, { satellite, tp, sid }: LinkEntry): Promise<boolean> => {
  if (satellite === null || tp === null || sid === null) return false
  const { items } = await findLists(user, { page: 1, size: listsRead })
  for (const { id } of items) {
    const found = await readList(user, id, {}, (view) =>
      view
        .rows({ angle: satellite, search: String(sid) }, { page: 1, size: 100 })
        .items.some(
          (row) => row.sid === sid && row.frequencyKHz !== null && Math.abs(row.frequencyKHz - tp * 1000) <= nearKHz,
        ),
    )
    if (!found.ok || found.value) return false
  }
  return items.length > 0
}
