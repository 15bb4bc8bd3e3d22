/** What the parts of the open editor share: the store with its present snapshot, the actions, and the list. */
import { createContext, useContext } from 'react'
import type { CategoryNames } from '~/ui/channel-list/rail-sections'
import type { EditorActions } from './editor-actions'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

export type EditorContextValue = {
  store: EditorStore
  snapshot: Snapshot
  actions: EditorActions
  /** `path`: the plain page's address. `userId`: the person who edits. */
  list: { id: string; path: string; userId: string }
  /** The names of the default categories in the reader's language, by their own names. */
  categoryNames: CategoryNames
}

export const EditorContext = createContext<EditorContextValue | null>(null)

export const useEditor = (): EditorContextValue => {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('editor: a part is rendered outside the editor')
  return editor
}
