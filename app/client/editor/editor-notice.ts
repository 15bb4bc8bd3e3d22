/** The editor's message about what was just done, or why it was not; one at a time. */
import { useCallback, useState } from 'react'
import type { EditorStore } from './store/store'

/** `hidden-visually` is for screen readers only: the page already shows it. */
export type EditorNotice = {
  text: string
  className: '' | 'ed-bad' | 'hidden-visually'
  turn: number
  /** The button beside it. */ offer: 'undo' | null
  /** It disappears when the person selects something else. */ selection: ReadonlySet<number> | null
}
/** `goes`: the message disappears when the person selects something else, like every message with a button. */
export type Notify = (
  text: string,
  how?: Partial<Pick<EditorNotice, 'className' | 'offer'>> & { goes?: boolean },
) => void

const noNotice: EditorNotice = { text: '', className: '', turn: 0, offer: null, selection: null }

export const useEditorNotice = (store: EditorStore): { notice: EditorNotice; notify: Notify; clearNotice(): void } => {
  const [notice, setNotice] = useState(noNotice)
  const notify: Notify = useCallback(
    (text, { className = '', offer = null, goes = offer !== null } = {}) => {
      const { selection } = store.snapshot()
      setNotice(({ turn }) => ({ text, className, offer, turn: turn + 1, selection: goes ? selection : null }))
    },
    [store],
  )
  const clearNotice = useCallback(() => setNotice(({ turn }) => ({ ...noNotice, turn })), [])
  return { notice, notify, clearNotice }
}
