/** What the editor needs only after a person's first action: a separate chunk, loaded then. */
export { ExitDialog, FavouriteDialog, KeysDialog, MoveDialog, SortDialog } from './dialogs'
export { DragHost } from './drag-host'
export { ExportDialog } from './export-dialog'
export { Troubles } from './troubles'
