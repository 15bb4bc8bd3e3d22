/** The start of a form that changes something stored: its mark, and a note while it shows an earlier unsent change. */
import { useTranslation } from 'react-i18next'
import type { GivenFields } from './kept'
import { Notice } from './notice'

/** `given` is what `useGiven` found for the mark. */
export const Draft = ({ mark, given }: { mark: string; given: GivenFields | null }) => {
  const { t } = useTranslation('common')
  return (
    <>
      <input type="hidden" name="draft" value={mark} />
      {given === null ? null : <Notice tone="info">{t('begun')}</Notice>}
    </>
  )
}
