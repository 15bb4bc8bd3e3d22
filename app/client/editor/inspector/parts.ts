/**
 * The parts of the inspector, in display order. Each gets the same properties and decides whether it has something to
 * show. A new part is one line here.
 */
import type { ComponentType } from 'react'
import { BoxPart } from './box-part'
import { CategoryPart } from './category-part'
import { FactsPart } from './facts-part'
import { FieldsPart } from './fields-part'
import { GroupsPart } from './groups-part'
import { NamePart } from './name-part'
import { NamesPart } from './names-part'
import type { InspectorProps } from './props'
import { ValuesPart } from './values-part'

export const inspectorParts: readonly { key: string; Part: ComponentType<InspectorProps> }[] = [
  { key: 'name', Part: NamePart },
  { key: 'groups', Part: GroupsPart },
  { key: 'category', Part: CategoryPart },
  { key: 'box', Part: BoxPart },
  { key: 'names', Part: NamesPart },
  { key: 'facts', Part: FactsPart },
  { key: 'values', Part: ValuesPart },
  { key: 'fields', Part: FieldsPart },
]
