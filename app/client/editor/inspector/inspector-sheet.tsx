/** The inspector as a sheet, if the window has no room for it beside the rows. */
import { useTranslation } from 'react-i18next'
import { Icon } from '~/ui/icon'
import { useModal } from '~/ui/use-modal'
import { chosenIn } from '../chosen'
import { Inspector } from './inspector'
import type { InspectorProps } from './props'

type SheetProps = Omit<InspectorProps, 'ids' | 'places'> & { onClose(): void }

export const InspectorSheet = ({ onClose, ...parts }: SheetProps) => {
  const { t } = useTranslation(['editor', 'common'])
  const dialog = useModal()
  const chosen = chosenIn(parts.snapshot)
  return (
    <dialog
      ref={dialog}
      className="dialog sheet"
      aria-label={t('inspector.label')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        className="btn quiet sheet-close"
        onClick={onClose}
        aria-label={t('common:action.close')}
        title={t('common:action.close')}
      >
        <Icon name="close" />
      </button>
      {chosen.ids.length > 0 && <Inspector {...parts} {...chosen} />}
    </dialog>
  )
}
