/**
 * The saved version beside a list's name. On a narrow window the number alone is drawn; the words are still read to
 * those who hear the page.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Tag } from '~/ui/tag'

/** `children`: the words, where they are others than the version's. */
export const VersionTag = ({ revision, children }: { revision: number; children?: ReactNode }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <Tag tone="ok" icon="check">
      <span className="tag-words">{children ?? t('page.revision', { number: revision })}</span>{' '}
      <bdi className="tag-short" aria-hidden="true" data-short={format.number(revision)} />
    </Tag>
  )
}
