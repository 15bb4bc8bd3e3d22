/**
 * Short messages about what just happened. The server renders them; with scripts they disappear after three seconds,
 * with a button after ten. Exceptions: the end of a session stays until it was seen, and any message stays while a
 * person points at it or focuses it. Equal messages count as one.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { toastEvent, type Toast } from './toast'
import { ToastUndo } from './toast-undo'
import { VisuallyHidden } from './visually-hidden'
import { WithScripts } from './with-scripts'

const shownMs = 3000
/** Long enough to read the message and reach its button. */
const shownWithButtonMs = 10_000

/** The maximum number of messages shown at once, so that the page stays visible. */
const maxShown = 5

const ToastNote = ({ toast, held, onGone }: { toast: Toast; held: boolean; onGone: (id: string) => void }) => {
  const { t } = useTranslation()
  useEffect(() => {
    if (held || toast.stays === true) return
    const timer = setTimeout(() => onGone(toast.id), (toast.undo ?? toast.next) ? shownWithButtonMs : shownMs)
    return () => clearTimeout(timer)
  }, [toast, held, onGone])
  return (
    <div className={`toast toast-${toast.kind}`} onSubmit={() => onGone(toast.id)}>
      <Icon name={toast.kind === 'problem' ? 'warning' : toast.kind === 'done' ? 'check' : 'bell'} />
      <span>{toast.text}</span> <ToastUndo toast={toast} />
      {toast.next && (
        <a className="btn toast-next" href={toast.next.href} onClick={() => onGone(toast.id)}>
          {toast.next.text}
        </a>
      )}
      <WithScripts>
        <button type="button" className="toast-close" onClick={() => onGone(toast.id)}>
          <Icon name="close" />
          <VisuallyHidden>{t('action.close')}</VisuallyHidden>
        </button>
      </WithScripts>
    </div>
  )
}

export const ToastRegion = ({ toasts: given }: { toasts: readonly Toast[] }) => {
  const [added, setAdded] = useState<readonly Toast[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const add = (event: Event) => {
      if (event instanceof CustomEvent) setAdded((before) => [...before, event.detail as Toast].slice(-maxShown))
    }
    document.addEventListener(toastEvent, add)
    return () => document.removeEventListener(toastEvent, add)
  }, [])
  const all = [...given, ...added]
  const known = useRef(all)
  useEffect(() => {
    known.current = all
  })
  // Equal messages disappear together, because they were shown as one.
  const onGone = useCallback((id: string) => {
    const text = known.current.find((toast) => toast.id === id)?.text
    setGone(
      (before) =>
        new Set([...before, id, ...known.current.filter((toast) => toast.text === text).map((toast) => toast.id)]),
    )
  }, [])
  const living = all.filter((toast) => !gone.has(toast.id))
  // Of equal messages the last one counts, with its own three seconds.
  const shown = living
    .filter((toast, index) => !living.slice(index + 1).some((other) => other.text === toast.text))
    .slice(-maxShown)
  return (
    <div
      className="toasts"
      role="status"
      aria-live="polite"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <ToastNote key={toast.id} toast={toast} held={held} onGone={onGone} />
      ))}
    </div>
  )
}
