/**
 * Replaces a list's rows if its address asks for something that the list can't answer. Texts are in the namespace
 * `parts`.
 */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button'
import { EmptyState } from './empty-state'
import type { Asked } from './search-address'
import { Unbroken } from './unbroken'

/** `all`: the address of the whole list. Days have their own sentences, at their fields. */
export const OddSearch = ({ odd, all, level }: Pick<Asked, 'odd'> & { all: string; level?: 2 | 3 }) => {
  const { t } = useTranslation('parts')
  return (
    <EmptyState
      art="none"
      {...(level !== undefined && { level })}
      title={t('odd.title')}
      text={
        odd.length === 0 ? t('odd.days') : <Unbroken text={(what) => t('odd.text', { what })} value={odd.join(', ')} />
      }
      action={<ButtonLink href={all}>{t('odd.all')}</ButtonLink>}
    />
  )
}
