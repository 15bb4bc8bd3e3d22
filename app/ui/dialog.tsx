/**
 * A question over the page. Its opener links to a real page with the same question; with scripts the click opens this
 * <dialog> instead. A second confirmation within half a second is ignored as a double click.
 */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { contentOf } from './form-content'

/** A second confirmation within this time counts as the same. */
const confirmDebounceMs = 500

/**
 * Prevents a double click from sending a form twice. A corrected form counts as a new one, however quickly it is sent.
 */
export const useSubmitOnce = <Form extends HTMLFormElement>() => {
  const form = useRef<Form>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    let lastMs = -confirmDebounceMs
    let lastContent = ''
    const guard = (event: Event) => {
      const content = contentOf(element)
      if (event.timeStamp - lastMs < confirmDebounceMs && content === lastContent) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      lastMs = event.timeStamp
      lastContent = content
    }
    element.addEventListener('submit', guard, true)
    return () => element.removeEventListener('submit', guard, true)
  }, [])
  return form
}

export type DialogProps = {
  /** Openers are links with data-dialog={id}. */
  id: string
  title: ReactNode
  /** The confirming form posts here; the page at this address asks the same question. */
  action: string
  confirm: { label: ReactNode; variant?: 'primary' | 'danger'; name?: string; value?: string }
  children?: ReactNode
}

export const Dialog = ({ id, title, action, confirm, children }: DialogProps) => {
  const { t } = useTranslation()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useSubmitOnce<HTMLFormElement>()
  useEffect(() => {
    const open = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const opener = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-dialog]') : null
      if (opener?.dataset.dialog !== id || !dialog.current) return
      event.preventDefault()
      dialog.current.showModal()
    }
    // Runs before the frame's own click handler, which would otherwise follow the link.
    document.addEventListener('click', open, true)
    return () => document.removeEventListener('click', open, true)
  }, [id])
  return (
    <dialog className="dialog" id={id} ref={dialog} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <form
        noValidate
        method="post"
        action={action}
        ref={form}
        className="form-actions"
        onSubmit={() => dialog.current?.close()}
      >
        <Button variant={confirm.variant ?? 'primary'} name={confirm.name} value={confirm.value}>
          {confirm.label}
        </Button>
        <Button type="button" variant="quiet" onClick={() => dialog.current?.close()}>
          {t('action.cancel')}
        </Button>
      </form>
    </dialog>
  )
}
