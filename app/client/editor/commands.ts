/** What each command does, whichever key, button or menu triggers it: one table. */
import type { Command } from './actions'
import type { EditorActions } from './editor-actions'
import type { GivenKeyCommand } from './key-table'
import type { Question } from './questions'
import type { EditorStore } from './store/store'

type Row = { do(): void; /** Disabled in a read-only list. */ edits: boolean }
type Parts = {
  store: EditorStore
  actions: EditorActions
  clearNotice(): void
  ask(question: Question): void
  rename(): void
  number(): void
  openDetails(): void
  search(): void
}

export const createCommandTable = (parts: Parts): Record<Exclude<GivenKeyCommand, 'select'> | Command, Row> => {
  const { store, actions, ask } = parts
  const always = (work: () => void): Row => ({ do: work, edits: false })
  const edits = (work: () => void): Row => ({ do: work, edits: true })
  /** Asks about channels only if there are any. */
  const askAbout = (question: Question) => () => {
    if (store.targets().length > 0) ask(question)
  }
  return {
    search: always(parts.search),
    keys: always(() => ask('keys')),
    details: always(parts.openDetails),
    all: edits(actions.selectAll),
    clear: edits(() => {
      store.clearSelection()
      parts.clearNotice()
    }),
    move: edits(askAbout('move')),
    swap: edits(actions.swap),
    favourite: edits(askAbout('favourite')),
    inspect: always(askAbout('inspect')),
    rename: edits(parts.rename),
    number: edits(parts.number),
    lock: edits(() => actions.toggle('lock')),
    skip: edits(() => actions.toggle('skip')),
    delete: edits(actions.delete),
    up: edits(() => actions.step(-1)),
    down: edits(() => actions.step(1)),
    undo: edits(actions.undo),
    redo: edits(actions.redo),
  }
}
export type CommandName = keyof ReturnType<typeof createCommandTable>
