/**
 * The people whom the account has invited: an initial of each, and their progress. Texts are in the namespace `points`.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Table, type Column } from '../table'
import { Tag, type TagTone } from '../tag'
import { useSigned } from './signed-points'
import type { InvitedView } from './view'

const tones = { registered: 'quiet', bound: 'info', rewarded: 'ok', refused: 'bad' } as const satisfies Record<
  InvitedView['state'],
  TagTone
>
const wordOf = ({ state, reason }: InvitedView) => reason ?? state

const useColumns = (): Column<InvitedView>[] => {
  const { t } = useTranslation('points')
  const format = useFormat()
  const signed = useSigned()
  return [
    { key: 'who', header: t('invite.who'), kind: 'name', cell: ({ initial }) => <bdi>{`${initial}…`}</bdi> },
    {
      key: 'state',
      header: t('invite.state'),
      cell: (one) => (
        <Tag tone={tones[one.state]} icon={one.state === 'rewarded' ? 'check' : undefined}>
          {t(`invite.stateOf.${wordOf(one)}`)}
        </Tag>
      ),
    },
    {
      key: 'since',
      header: t('invite.since'),
      kind: 'quiet',
      cell: ({ registeredAt }) => <time dateTime={registeredAt}>{format.date(registeredAt)}</time>,
    },
    {
      key: 'points',
      header: t('column.amount'),
      kind: 'number',
      phone: 'end',
      cell: ({ state, points }) => (state === 'rewarded' && points !== null ? signed(points) : null),
    },
  ]
}

export const InvitedTable = ({ invited }: { invited: readonly InvitedView[] }) => {
  const { t } = useTranslation('points')
  return (
    <Table
      caption={t('invite.list')}
      columns={useColumns()}
      rows={invited}
      rowKey={({ registeredAt, initial }) => `${registeredAt} ${initial}`}
    />
  )
}
