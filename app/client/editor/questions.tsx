/** The question that is open over the list. */
import { ExitDialog, FavouriteDialog, KeysDialog, SortDialog } from './dialogs'
import { ExportDialog } from './export-dialog'
import { InspectorSheet } from './inspector/inspector'

export type LaterQuestion = 'sort' | 'favourite' | 'keys' | 'exit' | 'export' | 'inspect'
export type Question = 'move' | LaterQuestion
/** `onExit`: the person exits, even if edits are lost. */
type QuestionsProps = { question: LaterQuestion; onClose(): void; onExit(): void }

const dialogs = {
  sort: SortDialog,
  favourite: FavouriteDialog,
  export: ExportDialog,
  inspect: InspectorSheet,
  keys: KeysDialog,
  exit: ExitDialog,
} as const

export const Questions = ({ question, ...props }: QuestionsProps) => {
  const Dialog = dialogs[question]
  return <Dialog {...props} />
}
