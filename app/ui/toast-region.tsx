/**
 * Short messages about what just happened. They come with the page from the server; with scripts they leave after three
 * seconds (not while a person points at them or reads them by keyboard), equal ones count as one.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { VisuallyHidden } from './visually-hidden'

export type Toast = { id: string; kind: 'done' | 'note' | 'problem'; text: string }

const shownMs = 3000
/** Scripts hand a message over by this event on the document; its detail is the toast. */
export const toastEvent = 'portal-toast'

export const ToastRegion = ({ toasts: given }: { toasts: readonly Toast[] }) => {
  const { t } = useTranslation()
  const [added, setAdded] = useState<readonly Toast[]>([])
  useEffect(() => {
    const add = (event: Event) => {
      if (event instanceof CustomEvent) setAdded(before => [...before.slice(-4), event.detail as Toast])
    }
    document.addEventListener(toastEvent, add)
    return () => document.removeEventListener(toastEvent, add)
  }, [])
  const toasts = [...given, ...added]
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [held, setHeld] = useState(false)
  const shown = toasts.filter(toast => !gone.has(toast.id)).filter((toast, index, living) => living.findIndex(other => other.text === toast.text) === index)
  const ids = shown.map(toast => toast.id).join(' ')
  useEffect(() => {
    if (!ids || held) return
    const timer = setTimeout(() => setGone(before => new Set([...before, ...ids.split(' ')])), shownMs)
    return () => clearTimeout(timer)
  }, [ids, held])
  return (
    <div className="toasts" role="status" aria-live="polite" onMouseEnter={() => setHeld(true)} onMouseLeave={() => setHeld(false)} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      {shown.map(toast => (
        <div key={toast.id} className={`toast toast-${toast.kind}`}>
          <Icon name={toast.kind === 'problem' ? 'warning' : toast.kind === 'done' ? 'check' : 'bell'} />
          <span>{toast.text}</span>
          <button type="button" className="toast-close" onClick={() => setGone(before => new Set([...before, toast.id]))}>
            <Icon name="close" />
            <VisuallyHidden>{t('action.close')}</VisuallyHidden>
          </button>
        </div>
      ))}
    </div>
  )
}
