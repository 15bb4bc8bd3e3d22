/** Several links at once, one a line. */
import { useTranslation } from 'react-i18next'
import { TextAreaField } from '../field'
import { examples, type Kept } from './kept'

export const ManyField = ({ label, most, kept }: { label: string; most: number; kept: Kept }) => {
  const { t } = useTranslation('mylink')
  return (
    <TextAreaField
      name="lines"
      label={label}
      hint={t('many.hint', { number: most, example: examples.place })}
      defaultValue={kept.value('lines')}
      error={kept.error('lines')}
      rows={6}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
    />
  )
}
