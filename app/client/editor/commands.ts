/** What each command does, whichever key, button or menu triggers it: one table. */
import type { Command } from './actions'
import type { EditorActions } from './editor-actions'
import type { GivenKeyCommand } from './key-table'
import type { Question } from './questions'
import type { EditorStore } from './store/store'

type Row = { do(): void; /** Disabled in a read-only list. */ edits: boolean }
type Parts = {
  store: EditorStore
  deeds: EditorActions
  hush(): void
  ask(question: Question): void
  rename(): void
  number(): void
  openDetails(): void
  search(): void
}

export const createCommandTable = (parts: Parts): Record<Exclude<GivenKeyCommand, 'select'> | Command, Row> => {
  const { store, deeds, ask } = parts
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
    all: edits(deeds.selectAll),
    clear: edits(() => {
      store.clearSelection()
      parts.hush()
    }),
    move: edits(askAbout('move')),
    swap: edits(deeds.swap),
    favourite: edits(askAbout('favourite')),
    inspect: always(askAbout('inspect')),
    rename: edits(parts.rename),
    number: edits(parts.number),
    lock: edits(() => deeds.toggle('lock')),
    skip: edits(() => deeds.toggle('skip')),
    delete: edits(deeds.delete),
    up: edits(() => deeds.step(-1)),
    down: edits(() => deeds.step(1)),
    undo: edits(deeds.undo),
    redo: edits(deeds.redo),
  }
}
export type CommandName = keyof ReturnType<typeof createCommandTable>
