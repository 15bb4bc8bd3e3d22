/** Undo and Redo, with what they would do and whose change it was. They submit the revision that the person sees. */
import { useTranslation } from 'react-i18next'
import { Button } from '~/ui/button'

type UndoButtonsProps = { action: string; base: number; undo: string | null; redo: string | null }

export const UndoButtons = ({ action, base, undo, redo }: UndoButtonsProps) => {
  const { t } = useTranslation('lists')
  if (undo === null && redo === null) return null
  return (
    <form noValidate method="post" action={action} className="row undo" data-keep-scroll="">
      <input type="hidden" name="base" value={base} />
      {undo !== null && (
        <Button name="intent" value="undo" icon="undo" title={undo} aria-label={undo}>
          {t('action.undo')}
        </Button>
      )}
      {redo !== null && (
        <Button name="intent" value="redo" icon="redo" title={redo} aria-label={redo}>
          {t('action.redo')}
        </Button>
      )}
    </form>
  )
}
