/**
 * Undo and Redo, with what they would do and whose change it was. They submit the revision that the person sees. Both
 * are always present, so that a second press on one never hits the other.
 */
import { useTranslation } from 'react-i18next'
import { Button } from '~/ui/button'

type UndoButtonsProps = { action: string; base: number; batch: string; undo: string | null; redo: string | null }

export const UndoButtons = ({ action, base, batch, ...steps }: UndoButtonsProps) => {
  const { t } = useTranslation('lists')
  return (
    <form noValidate method="post" action={action} className="undo" data-keep-scroll="">
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="batch" value={batch} />
      {(['undo', 'redo'] as const).map((step) => {
        const text = steps[step] ?? t(`action.${step}`)
        return (
          <Button
            key={step}
            name="intent"
            value={step}
            icon={step}
            disabled={steps[step] === null}
            title={text}
            aria-label={text}
          >
            <span className="undo-word">{t(`action.${step}`)}</span>
          </Button>
        )
      })}
    </form>
  )
}
