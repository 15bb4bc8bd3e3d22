/** Invites others: the link, its QR code and the code, the reward, and who has registered with it. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { invitationTerms, inviteCodeOf, inviterOf, listInvited } from '~/modules/points/points.server'
import { requireUser } from '~/request/caller.server'
import pointsStyles from '~/styles/points.css'
import styles from '~/styles/wallet.css'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CopyValue } from '~/ui/copy-button'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { useAmounts } from '~/ui/order/amounts'
import { PageHead } from '~/ui/page-head'
import { OddSearch } from '~/ui/odd-search'
import { Pagination } from '~/ui/pagination'
import { PointsTabs } from '~/ui/points/points-tabs'
import { Qr } from '~/ui/qr'
import { makeQr } from '~/ui/qr.server'
import { parsePageQuery } from '~/ui/search-address'
import { useScripts } from '~/ui/with-scripts'
import { requirePage } from '~/web/paging.server'
import { useLocalFormat } from '~/i18n/format'
import { Table, type Column } from '~/ui/table'
import { Tag, type TagTone } from '~/ui/tag'
import { useSigned } from '~/ui/points/signed-points'
import type { InvitedView } from '~/ui/points/view'

const tones = { registered: 'quiet', bound: 'info', rewarded: 'ok', refused: 'bad' } as const satisfies Record<
  InvitedView['state'],
  TagTone
>
const wordOf = ({ state, reason }: InvitedView) => reason ?? state

const useColumns = (): Column<InvitedView>[] => {
  const { t } = useTranslation('points')
  const format = useLocalFormat()
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
      cell: ({ registeredAt }) => <time dateTime={registeredAt}>{format.date(format.dayOf(registeredAt))}</time>,
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

const InvitedTable = ({ invited }: { invited: readonly InvitedView[] }) => {
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

export const handle = { i18n: ['points', 'order', 'parts'], title: 'points:invite.title' } satisfies RouteHandle
export const links: LinksFunction = () => [styles, pointsStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const { odd, ...paging } = parsePageQuery(new URL(request.url).searchParams)
  const [code, inviter, { items, total, points }] = await Promise.all([
    inviteCodeOf(userId),
    inviterOf(userId),
    listInvited(userId, paging),
  ])
  if (odd.length === 0) requirePage(request, { ...paging, total })
  const link = `${context.origin}/register?${new URLSearchParams({ invite: code }).toString()}`
  const terms = invitationTerms()
  const data = {
    ...paging,
    odd,
    code,
    link,
    qr: makeQr(link),
    inviter: inviter?.initial ?? null,
    reward: String(terms.points),
    perDay: terms.perDay,
    proofDays: terms.proofDays,
    points: String(points),
    total,
    invited: items.map(({ initial, state, reason, points: one, registeredAt }) => ({
      initial,
      state,
      reason,
      points: one === null ? null : String(one),
      registeredAt: registeredAt.toISOString(),
    })),
  }
  return json(data, { status: odd.length === 0 ? 200 : 422 })
}

/** Opens the phone's own list of programs to send the link with; shown if the browser has one. */
const ShareLink = ({ link }: { link: string }) => {
  const { t } = useTranslation('points')
  const scripts = useScripts()
  if (!scripts || typeof navigator.share !== 'function') return null
  // Closing that list without sending is not an error.
  const share = () => void navigator.share({ url: link, title: t('invite.title') }).catch(() => undefined)
  return (
    <Button type="button" variant="primary" onClick={share}>
      {t('invite.share')}
    </Button>
  )
}

const LinkCard = ({
  link,
  code,
  qr,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'link' | 'code' | 'qr'>) => {
  const { t } = useTranslation('points')
  return (
    <Card className="invite-card">
      <div className="stack">
        <div>
          <h2 className="wallet-label">{t('invite.link')}</h2>
          <CopyValue value={link} label={t('invite.copyLink')} />
          <ShareLink link={link} />
        </div>
        <div>
          <h2 className="wallet-label">{t('invite.code')}</h2>
          <CopyValue value={code} label={t('invite.copyCode')} />
          <p className="muted small">{t('invite.codeHint')}</p>
        </div>
      </div>
      <Qr qr={qr} label={t('invite.qr')} />
    </Card>
  )
}

const Rules = ({ reward, perDay, proofDays }: { reward: string; perDay: number; proofDays: number }) => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  return (
    <Card title={t('invite.rules')}>
      <ul className="marked wallet-means">
        <li>{t('invite.rule.register')}</li>
        <li>{t('invite.rule.box', { points: amounts.points(reward) })}</li>
        <li>{t('invite.rule.proof', { count: proofDays })}</li>
        <li>{t('invite.rule.once')}</li>
        <li>{t('invite.rule.browser')}</li>
        <li>{t('invite.rule.day', { count: perDay })}</li>
      </ul>
    </Card>
  )
}

const Invite = () => {
  const { t } = useTranslation('points')
  const amounts = useAmounts()
  const data = useLoaderData<typeof loader>()
  const { inviter, reward, perDay, proofDays, points, total, invited, page, size, odd } = data
  const isOff = reward === '0'
  return (
    <>
      <PageHead
        title={t('invite.title')}
        lead={isOff ? t('invite.off') : t('invite.lead', { points: amounts.points(reward) })}
        crumbs={[{ href: '/points', label: t('title') }]}
      />
      <PointsTabs />
      <div className="stack">
        {inviter === null ? null : (
          <Notice tone="info">
            <p>{t('invite.by', { who: `${inviter}…` })}</p>
          </Notice>
        )}
        <LinkCard {...data} />
        {isOff ? null : <Rules reward={reward} perDay={perDay} proofDays={proofDays} />}
        <Card title={t('invite.list')}>
          {points === '0' ? null : <p>{t('invite.sum', { points: amounts.points(points) })}</p>}
          {odd.length > 0 ? (
            <OddSearch odd={odd} all="/points/invite" level={3} />
          ) : invited.length === 0 ? (
            <EmptyState art="none" level={3} title={t('invite.emptyTitle')} text={t('invite.emptyText')} />
          ) : (
            <InvitedTable invited={invited} />
          )}
          <Pagination
            page={page}
            size={size}
            total={odd.length > 0 ? 0 : total}
            href={(to, rows) =>
              `/points/invite?${new URLSearchParams({ page: String(to), size: String(rows) }).toString()}`
            }
          />
        </Card>
      </div>
    </>
  )
}
export default Invite
