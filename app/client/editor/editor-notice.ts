/** The editor's message about what was just done, or why it was not; one at a time. */
import { useCallback, useState } from 'react'
import type { EditorStore } from './store/store'

/** `hidden-visually` is for screen readers only: the page already shows it. */
export type EditorNotice = {
  text: string
  look: '' | 'ed-bad' | 'hidden-visually'
  turn: number
  /** The button beside it. */ offer: 'undo' | null
  /** It disappears when the person selects something else. */ selection: ReadonlySet<number> | null
}
/** `goes`: the message disappears when the person selects something else, like every message with a button. */
export type Notify = (text: string, how?: Partial<Pick<EditorNotice, 'look' | 'offer'>> & { goes?: boolean }) => void

const noNotice: EditorNotice = { text: '', look: '', turn: 0, offer: null, selection: null }

export const useEditorNotice = (store: EditorStore): { said: EditorNotice; say: Notify; hush(): void } => {
  const [said, setSaid] = useState(noNotice)
  const say: Notify = useCallback(
    (text, { look = '', offer = null, goes = offer !== null } = {}) => {
      const { selection } = store.snapshot()
      setSaid(({ turn }) => ({ text, look, offer, turn: turn + 1, selection: goes ? selection : null }))
    },
    [store],
  )
  const hush = useCallback(() => setSaid(({ turn }) => ({ ...noNotice, turn })), [])
  return { said, say, hush }
}
