/** The editor's message about what was just done, or why it was not; one at a time. */
import { useCallback, useState } from 'react'
import type { EditorStore } from './store/store'

/** `hidden-visually` is for screen readers only: the page already shows it. */
export type Said = {
  text: string
  look: '' | 'ed-bad' | 'hidden-visually'
  turn: number
  /** The button beside it. */ offer: 'undo' | null
  /** It disappears when the person selects something else. */ selection: ReadonlySet<number> | null
}
/** `goes`: the message disappears when the person selects something else, like every message with a button. */
export type Say = (text: string, how?: Partial<Pick<Said, 'look' | 'offer'>> & { goes?: boolean }) => void

const nothingSaid: Said = { text: '', look: '', turn: 0, offer: null, selection: null }

export const useSaid = (store: EditorStore): { said: Said; say: Say; hush(): void } => {
  const [said, setSaid] = useState(nothingSaid)
  const say: Say = useCallback(
    (text, { look = '', offer = null, goes = offer !== null } = {}) => {
      const { selection } = store.snapshot()
      setSaid(({ turn }) => ({ text, look, offer, turn: turn + 1, selection: goes ? selection : null }))
    },
    [store],
  )
  const hush = useCallback(() => setSaid(({ turn }) => ({ ...nothingSaid, turn })), [])
  return { said, say, hush }
}
