/** What the editor needs only after a person's first action: a separate chunk, loaded then. */
export { FilterFields } from './filter-fields'
export { DragHost } from './grid/drag-host'
export { NumberField } from './grid/number-field'
export { RenameField } from './grid/rename-field'
export { MinePanel } from './mine-panel'
export { Inspector } from './inspector/inspector'
export { Questions } from './questions'
export { Troubles } from './troubles'
