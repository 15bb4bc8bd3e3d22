/**
 * Undo beside the message about an edit of a list: the same form as the one over the list's rows. It returns to the
 * page on which it was pressed.
 */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import type { Toast } from './toast'

export const ToastUndo = ({ toast }: { toast: Toast }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (toast.undo === undefined) return null
  const { action, base, batch } = toast.undo
  return (
    <form noValidate method="post" action={action} className="toast-undo">
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="batch" value={batch} />
      <input type="hidden" name="from" value={pathname} />
      <button className="btn" name="intent" value="undo">
        <Icon name="undo" />
        {t('action.undo')}
      </button>
    </form>
  )
}
