/** What each part of the inspector gets. */
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import type { EditorActions } from '../editor-actions'
import type { Snapshot } from '../store/snapshot'
import type { EditorStore } from '../store/store'

export type InspectorProps = {
  store: EditorStore
  snapshot: Snapshot
  actions: EditorActions
  list: { id: string; path: string }
  /** The names of the default categories in the reader's language, by their own names. */
  categoryNames: CategoryNames
  /**
   * The selected channels that the filter shows, in list order; if none is selected, the keyboard's row. Never empty.
   * They are in the snapshot.
   */
  ids: readonly number[]
  /** Their places in the snapshot's columns, counted from 0. */
  places: readonly number[]
}
