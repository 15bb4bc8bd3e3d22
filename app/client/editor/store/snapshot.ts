/** What components read of the store: immutable, and the same object until something changes. */
import type { ChannelFilter } from '~/ui/channel-list/query'
import type { Beside } from '../engine-data'
import type { SaveView } from '../save/save-queue'
import type { Carry } from './carry-lookup'
import type { Contents } from './document'

export type Snapshot = Contents & {
  /** Grows with every change of the document. */
  version: number
  /** The file that ids belong to; another one makes them other channels. */
  sourceId: string
  name: string
  canEdit: boolean
  length: number
  filter: ChannelFilter
  /** Places (0-based, whole list) of the rows that the filter lets through; null shows all. */
  rows: Uint32Array | null
  rowCount: number
  selection: ReadonlySet<number>
  /** How many of the selected channels the filter hides: no command acts on them. */
  hiddenSelected: number
  /** The row that the keyboard is on, by channel; null before the first visit, and where the filter hides it. */
  active: number | null
  canUndo: boolean
  canRedo: boolean
  save: SaveView
  /** The file was replaced under waiting acts: what of them was found in the new one. `looking` while that is asked. */
  carry: Carry
  /** An earlier tab's edits were found and are being saved. */
  restored: number
  /** The list was deleted or taken away meanwhile. */
  gone: boolean
  /** A box's save that waits for the owner's choice. */
  beside: Beside | null
}
