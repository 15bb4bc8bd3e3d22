/** What the editor shows only after a person did something: a chunk of its own, fetched at the first sign of a person. */
export { FavouriteDialog, KeysDialog, MoveDialog, SortDialog } from './dialogs'
export { Troubles } from './troubles'
