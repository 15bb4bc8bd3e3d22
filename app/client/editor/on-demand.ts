/**
 * What the editor needs only after a person did something: a chunk of its own, fetched at the first sign of a person.
 */
export { ExitDialog, FavouriteDialog, KeysDialog, MoveDialog, SortDialog } from './dialogs'
export { DragHost } from './drag-host'
export { ExportDialog } from './export-dialog'
export { Troubles } from './troubles'
