/**
 * Messages about what just happened, repeated at the anchor to which an action returns. Without scripts the page opens
 * there, far below its top, so they are only visible there (`:target`). With scripts the toasts show them.
 */
import { useRouteLoaderData } from '@remix-run/react'
import type { Toast } from './toast'
import { ToastUndo } from './toast-undo'

export const PlacedMessages = () => {
  const toasts = (useRouteLoaderData('root') as { toasts?: readonly Toast[] } | undefined)?.toasts ?? []
  if (toasts.length === 0) return null
  return (
    <div className="placed-messages">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={toast.kind === 'problem' ? 'notice bad' : toast.kind === 'done' ? 'notice ok' : 'notice'}
        >
          <p>{toast.text}</p>
          <ToastUndo toast={toast} />
        </div>
      ))}
    </div>
  )
}
