/**
 * The parts of the inspector, in the order in which they are shown: each gets the same properties and decides by itself
 * whether it has something to show. A new part is one line here.
 */
import type { ComponentType } from 'react'
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import type { Deeds } from '../deeds'
import type { Snapshot } from '../store/snapshot'
import type { EditorStore } from '../store/store'
import { BoxPart } from './box-part'
import { CategoryPart } from './category-part'
import { FactsPart } from './facts-part'
import { FieldsPart } from './fields-part'
import { GroupsPart } from './groups-part'
import { NamePart } from './name-part'
import { NamesPart } from './names-part'

export type InspectorProps = {
  store: EditorStore
  snapshot: Snapshot
  deeds: Deeds
  list: { id: string; path: string }
  /** What the default categories are called in the reader's language, by their own names. */
  categoryNames: CategoryNames
  /**
   * The selected channels that the filter shows, in the order of the list; where none is selected, the keyboard's.
   * Never empty. They are in the snapshot.
   */
  ids: readonly number[]
  /** Their places in the snapshot's columns, counted from 0. */
  places: readonly number[]
}

export const inspectorParts: readonly { key: string; Part: ComponentType<InspectorProps> }[] = [
  { key: 'name', Part: NamePart },
  { key: 'groups', Part: GroupsPart },
  { key: 'category', Part: CategoryPart },
  { key: 'box', Part: BoxPart },
  { key: 'names', Part: NamesPart },
  { key: 'facts', Part: FactsPart },
  { key: 'fields', Part: FieldsPart },
]
