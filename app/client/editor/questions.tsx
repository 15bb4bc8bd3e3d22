/** The question that is open over the list, and what its answers do. */
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import type { EditorActions } from './editor-actions'
import { ExitDialog, FavouriteDialog, KeysDialog, SortDialog } from './dialogs'
import { ExportDialog } from './export-dialog'
import { InspectorSheet } from './inspector/inspector-sheet'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

export type LaterQuestion = 'sort' | 'favourite' | 'keys' | 'exit' | 'export' | 'inspect'
export type Question = 'move' | LaterQuestion
export type QuestionsProps = {
  question: LaterQuestion
  store: EditorStore
  snapshot: Snapshot
  actions: EditorActions
  list: { id: string; path: string }
  categoryNames: CategoryNames
  onClose(): void
  /** The person exits, even if edits are lost. */
  onExit(): void
}

export const Questions = (props: QuestionsProps) => {
  const { question, store, snapshot, actions, list, categoryNames, onClose, onExit } = props
  const ids = store.targets()
  const about = { store, snapshot, ids, onClose }
  switch (question) {
    case 'sort':
      return (
        <SortDialog
          {...about}
          ids={ids.length > 1 ? ids : []}
          onSort={(mode, variant, only) => {
            onClose()
            actions.sort(mode, variant, only)
          }}
        />
      )
    case 'favourite':
      return <FavouriteDialog {...about} onToggle={(group, name) => actions.toggleFavourite(ids, group, name)} />
    case 'export':
      return <ExportDialog store={store} snapshot={snapshot} href={`${list.path}/export`} onClose={onClose} />
    case 'inspect':
      return <InspectorSheet {...{ store, snapshot, actions, list, categoryNames, onClose }} />
    case 'keys':
      return <KeysDialog onClose={onClose} />
    case 'exit':
      return <ExitDialog waiting={snapshot.save.waiting} onClose={onClose} onExit={onExit} />
  }
}
