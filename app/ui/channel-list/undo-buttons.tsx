/** Undo and Redo, with what they would do and whose change it was. They submit the revision that the person sees. */
import { useTranslation } from 'react-i18next'
import { Button } from '~/ui/button'

type UndoButtonsProps = { action: string; base: number; batch: string; undo: string | null; redo: string | null }

export const UndoButtons = ({ action, base, batch, undo, redo }: UndoButtonsProps) => {
  const { t } = useTranslation('lists')
  if (undo === null && redo === null) return null
  return (
    <form noValidate method="post" action={action} className="undo" data-keep-scroll="">
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="batch" value={batch} />
      {undo !== null && (
        <Button name="intent" value="undo" icon="undo" title={undo} aria-label={undo}>
          <span className="undo-word">{t('action.undo')}</span>
        </Button>
      )}
      {redo !== null && (
        <Button name="intent" value="redo" icon="redo" title={redo} aria-label={redo}>
          <span className="undo-word">{t('action.redo')}</span>
        </Button>
      )}
    </form>
  )
}
