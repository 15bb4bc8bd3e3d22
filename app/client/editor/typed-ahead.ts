/**
 * Keys and presses while a question is still loading. Text and Enter are meant for the question: the list below must
 * not act on them, and they are applied when it opens; Escape cancels it. Once something is entered, whatever follows
 * waits for it and then happens in its order, so that no way out of the list overtakes an edit.
 */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { commandOf } from './keys'
import type { Question } from './questions'
import type { EditorStore } from './store/store'

export type TypedAhead = { text: string; isEntered: boolean }
/** What is asked: over the list, or by a field in a row. */
export type Asked = Question | 'rename' | 'number'

type Press = KeyboardEvent | MouseEvent

const withText: ReadonlySet<Asked> = new Set(['move', 'rename', 'number'])
const isKey = (press: Press): press is KeyboardEvent => press instanceof KeyboardEvent
const isWriting = ({ target }: Press): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')

/** What follows waits for this one. A name is kept when its field is left, as it is once the field is there. */
const isEnd = (press: Press, asked: Asked | null): boolean =>
  isKey(press) ? press.key === 'Enter' || (press.key === 'Tab' && asked === 'rename') : asked === 'rename'

/** Takes the text out of the presses, and the Enter behind it; what follows stays. */
const takeText = (presses: Press[], asked: Asked | null): TypedAhead => {
  let text = ''
  for (let press = presses[0]; press; press = presses[0]) {
    if (isEnd(press, asked)) {
      // A press elsewhere leaves the field, and is still to be done.
      if (isKey(press)) presses.shift()
      return { text, isEntered: isKey(press) || text !== '' }
    }
    if (!isKey(press) || press.key === 'Escape') break
    presses.shift()
    if (press.key === 'Backspace') text = text.slice(0, -1)
    else if (press.key.length === 1) text += press.key
  }
  return { text, isEntered: false }
}

/** A press that opens another tab, whose page knows only what the portal has. */
const isElsewhere = (press: Press): boolean =>
  !isKey(press) && (press.type === 'auxclick' || press.ctrlKey || press.metaKey || press.shiftKey)
const savingMs = 50

/** Does what the press would have done. */
const repeat = (press: Press): void => {
  if (!isKey(press)) {
    press.target?.dispatchEvent(new MouseEvent(press.type, press))
    return
  }
  const target = document.activeElement ?? document.body
  const again = new KeyboardEvent('keydown', press)
  target.dispatchEvent(again)
  if (again.defaultPrevented || !(target instanceof HTMLElement)) return
  if ((press.key === 'Enter' || press.key === ' ') && target.matches('a, button, summary')) target.click()
}

type Parts = {
  store: Pick<EditorStore, 'flush' | 'hold' | 'snapshot'>
  /** The question that is open or loading, and the channel that a field is about. */
  asked: Asked | null
  about: number | null
  isLoading: boolean
  onCancel(): void
}

/** Returns what was typed before the question opened. */
export const useTypedAhead = ({ store, asked, about, isLoading, onCancel }: Parts): (() => TypedAhead) => {
  const presses = useRef<Press[]>([])
  const taken = useRef<TypedAhead | null>(null)
  const release = useRef<(() => void) | null>(null)
  const now = useRef({ asked, isLoading, onCancel })
  now.current = { asked, isLoading, onCancel }
  const clear = useCallback(() => {
    presses.current = []
    release.current?.()
    release.current = null
  }, [])
  useLayoutEffect(() => {
    taken.current = null
  }, [asked, about])

  useEffect(() => {
    const heard = (press: Press) => {
      const { asked, isLoading, onCancel } = now.current
      const waits = asked !== null && isLoading
      const queue = presses.current
      // The repeated ones are not the person's own.
      if (!press.isTrusted || (!waits && queue.length === 0)) return
      // Whatever follows something that was entered waits behind it.
      const isEntered = !waits || queue.some((one) => isEnd(one, asked))
      if (!isKey(press)) {
        const leavesName = asked === 'rename' && queue.length > 0
        if (!isEntered && !leavesName) {
          // Nothing was entered: the question is given up, and the press does what it says.
          clear()
          return onCancel()
        }
      } else {
        if (isWriting(press)) return
        press.stopImmediatePropagation()
        const isCombined = press.ctrlKey || press.metaKey || press.altKey
        if (press.key === 'Tab') {
          if (asked === 'move' && !isEntered) return press.preventDefault()
          if (!isEntered && asked === 'rename' && queue.length > 0) queue.push(press)
          else if (!isEntered) onCancel()
          return
        }
        // Other combinations are left to the browser.
        if (isCombined && !(isEntered && (commandOf(press) !== null || press.key.startsWith('Arrow')))) return
        if (!isEntered) {
          press.preventDefault()
          if (press.key === 'Escape') {
            clear()
            return onCancel()
          }
          if (!withText.has(asked)) return
        }
      }
      press.stopImmediatePropagation()
      press.preventDefault()
      queue.push(press)
      if (isEntered || isEnd(press, asked)) release.current ??= store.hold()
    }
    const kinds = ['keydown', 'click', 'auxclick'] as const
    for (const kind of kinds) window.addEventListener(kind, heard, true)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, heard, true)
      clear()
    }
  }, [clear, store])

  useEffect(() => {
    // Given up: nothing came that it could be done in.
    if (asked === null && isLoading) clear()
    if (isLoading) return
    let timer = 0
    /** What was entered is done by now: true while it is on its way to the portal. */
    const isSaving = (): boolean => {
      release.current?.()
      release.current = null
      store.flush()
      return /pending|saving/.test(store.snapshot().save.state)
    }
    const next = () => {
      const [first] = presses.current
      if (first && isElsewhere(first) && isSaving()) {
        timer = window.setTimeout(next, savingMs)
        return
      }
      const press = presses.current.shift()
      if (!press) return clear()
      const { asked } = now.current
      // A dialog that stayed open covers what is below it: a number that is none of the list's, for example.
      if (asked === null || asked === 'rename' || asked === 'number') repeat(press)
      timer = window.setTimeout(next)
    }
    timer = window.setTimeout(next)
    return () => window.clearTimeout(timer)
  }, [asked, about, isLoading, clear, store])

  return useCallback(() => (taken.current ??= takeText(presses.current, now.current.asked)), [])
}
