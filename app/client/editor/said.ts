/** What the editor says at its foot of what was just done, or why not; one sentence at a time. */
import { useCallback, useState } from 'react'
import type { EditorStore } from './store/store'

/** `hidden-visually` is for listeners only: what it says stands on the page already. */
export type Said = {
  text: string
  look: '' | 'ed-bad' | 'hidden-visually'
  turn: number
  /** The button that stands beside it. */ offer: 'undo' | 'redo' | null
  /** It goes when the person picks something else. */ selection: ReadonlySet<number> | null
}
export type Say = (text: string, how?: Partial<Pick<Said, 'look' | 'offer'>>) => void

const nothingSaid: Said = { text: '', look: '', turn: 0, offer: null, selection: null }

export const useSaid = (store: EditorStore): { said: Said; say: Say; hush(): void } => {
  const [said, setSaid] = useState(nothingSaid)
  const say: Say = useCallback(
    (text, { look = '', offer = null } = {}) => {
      const { selection } = store.snapshot()
      setSaid(({ turn }) => ({ text, look, offer, turn: turn + 1, selection: offer === null ? null : selection }))
    },
    [store],
  )
  const hush = useCallback(() => setSaid(({ turn }) => ({ ...nothingSaid, turn })), [])
  return { said, say, hush }
}
