/** The head of a list's page, with and without the editor: what the list contains, and its links. */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '~/ui/button'
import { PageHead } from '~/ui/page-head'
import { Tag } from '~/ui/tag'
import { isolate, joined } from './joined'

type HeadedList = { name: string; kind: string; dialect: string; version: string | null }
type ListHeadingProps = { list: HeadedList; channels: number; satellites: number; transponders: number }

export const ListHeading = ({ list, channels, satellites, transponders }: ListHeadingProps) => {
  const { t } = useTranslation('lists')
  return (
    <PageHead
      title={<bdi>{list.name}</bdi>}
      crumbs={[{ href: '/features', label: t('title') }]}
      lead={
        <>
          {list.kind !== 'user' && (
            <>
              <Tag tone={list.kind === 'system' ? 'info' : 'quiet'}>{t(`kind.${list.kind}`)}</Tag>{' '}
            </>
          )}
          {joined([
            t('channels.count', { count: channels }),
            t('counts.satellites', { count: satellites }),
            t('counts.transponders', { count: transponders }),
            t('page.from', { format: isolate([t(`dialect.${list.dialect}`), list.version].filter(Boolean).join(' ')) }),
          ])}
        </>
      }
    />
  )
}

/** Links to the copy, the export, the history, the report and the sorting of the list. */
export const ListWays = ({ path, canChange }: { path: string; canChange: boolean }) => {
  const { t } = useTranslation('lists')
  return (
    <div className="list-ways">
      {!canChange && (
        <ButtonLink href={`${path}/copy`} variant="primary">
          {t('action.saveAsMine')}
        </ButtonLink>
      )}
      <ButtonLink href={`${path}/export`} icon="download">
        {t('action.export')}
      </ButtonLink>
      <ButtonLink href={`${path}/history`} icon="history" variant="quiet">
        {t('action.history')}
      </ButtonLink>
      <ButtonLink href={`${path}/report`} variant="quiet">
        {t('action.report')}
      </ButtonLink>
      {canChange && (
        <ButtonLink href={`${path}/sort`} variant="quiet">
          {t('action.sort')}
        </ButtonLink>
      )}
    </div>
  )
}
