/** What components read from the store: immutable, and the same object until something changes. */
import type { ViewSort } from '~/engine/types'
import type { ChannelFilter } from '~/ui/channel-list/query'
import type { ConflictCopy } from '~/modules/channel-list/types'
import type { SaveView } from '../save/save-queue'
import type { CarryOverState } from './carry-over-lookup'
import type { Contents } from './document'

export type Snapshot = Contents & {
  /** Increases with every change of the document. */
  version: number
  /** The file that ids belong to; in another file they are other channels. */
  sourceId: string
  name: string
  canEdit: boolean
  length: number
  filter: ChannelFilter
  /** The order in which the rows are shown; null for the list's own. */
  sort: ViewSort | null
  /** Places (0-based, whole list) of the rows that pass the filter, as shown; null shows the list unchanged. */
  rows: Uint32Array | null
  rowCount: number
  selection: ReadonlySet<number>
  /** How many of the selected channels the filter hides. */
  hiddenSelected: number
  /** The person included hidden channels: commands act on them too. Otherwise they are left out. */
  withHidden: boolean
  /** The keyboard's row; null before the first visit, and if the filter hides it. */
  active: number | null
  canUndo: boolean
  canRedo: boolean
  save: SaveView
  /**
   * The file was replaced under waiting actions: which of their channels were found in the new one. `looking` during
   * the lookup.
   */
  carryOver: CarryOverState
  /** How many edits of an earlier tab were found and are being saved. */
  restored: number
  /** The list was deleted or taken away in the meantime. */
  gone: boolean
  /** A box's save that waits for the owner's choice. */
  beside: ConflictCopy | null
}
