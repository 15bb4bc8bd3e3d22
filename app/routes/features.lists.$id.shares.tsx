/** A list's read-only links: creates one, shows it once, and withdraws it. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { findShares, makeShare, withdrawShare } from '~/modules/channel-list/channel-list.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { CopyValue } from '~/ui/copy-button'
import { SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { redirectDone } from '~/request/flash.server'
import { onceCookie, takeOnce } from '~/request/once.server'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { shareDays, shareForm } from '~/web/lists/merge-forms.server'

export const handle = { i18n: ['merge', 'lists', 'problems'], title: 'merge:share.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const shares = requireValue(await findShares(user, list.id))
  const { secret, header } = takeOnce(request, context, `share:${list.id}`)
  return json(
    {
      list: { id: list.id, name: list.name },
      link: secret === null ? null : `${context.origin}/s/${secret}`,
      days: [...shareDays],
      batch: newBatch(),
      shares: shares.map((share) => ({
        id: share.id,
        createdAt: share.createdAt.toISOString(),
        endsAt: share.endsAt?.toISOString() ?? null,
        seenAt: share.seenAt?.toISOString() ?? null,
        isLiving: share.isLiving,
        isWithdrawn: share.withdrawnAt !== null,
      })),
    },
    { headers: { 'set-cookie': header, 'cache-control': 'no-store' } },
  )
}
/** The page shows a new link once, so no cache may keep it. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const read = await readForm(request, context, shareForm)
  if (!read.ok) return invalid(read)
  const to = `${listPathOf(list.id)}/shares`
  if (read.value.intent === 'withdraw') {
    const withdrawn = await withdrawShare(user, list.id, read.value.share)
    return withdrawn.ok ? redirectDone(context, to, 'merge:share.withdrawn') : refused(withdrawn, read.values)
  }
  const { days, batch } = read.value
  const made = await makeShare(user, list.id, { days: days === 0 ? null : days, batch })
  if (!made.ok) return refused(made, read.values)
  const { token } = made.value
  const response = redirectDone(context, to, 'merge:share.made')
  if (token !== null) response.headers.append('set-cookie', onceCookie(context, `share:${list.id}`, token))
  return response
}

const SharesPage = () => {
  const { list, link, days, batch, shares } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists'])
  const format = useLocalFormat()
  const path = `/features/lists/${list.id}`
  const here = `${path}/shares`
  return (
    <div className="stack stack-wide">
      <ListPageHead list={list} title={t('merge:share.title')} lead={t('merge:share.lead')} failure={answer?.failure} />
      {link !== null && (
        <Notice tone="ok" title={t('merge:share.ready')}>
          <p>{t('merge:share.once')}</p>
          <CopyValue value={link} label={t('merge:share.copy')} />
        </Notice>
      )}
      <Card title={t('merge:share.new')}>
        <form noValidate method="post" action={here} className="form">
          <input type="hidden" name="batch" value={batch} />
          <SelectField
            name="days"
            label={t('merge:share.until')}
            options={days.map((value) => ({
              value: String(value),
              label: value === 0 ? t('merge:share.noEnd') : t('merge:share.days', { count: value }),
            }))}
          />
          <FormActions submit={t('merge:share.make')} intent="make">
            <ButtonLink href={path} variant="quiet">
              {t('lists:action.back')}
            </ButtonLink>
          </FormActions>
        </form>
      </Card>
      {shares.length > 0 && (
        <Card title={t('merge:share.links')}>
          <Table
            caption={t('merge:share.links')}
            rows={shares}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'made',
                header: t('merge:share.madeAt'),
                kind: 'name',
                cell: (row) => format.dateTime(row.createdAt),
              },
              {
                key: 'seen',
                header: t('merge:share.seenAt'),
                phone: 'full',
                phoneLabel: 'drawn',
                cell: (row) => (row.seenAt === null ? t('merge:share.never') : format.dateTime(row.seenAt)),
              },
              {
                key: 'ends',
                header: t('merge:share.endsAt'),
                phone: 'full',
                phoneLabel: 'drawn',
                cell: (row) => (row.endsAt === null ? t('merge:share.noEnd') : format.dateTime(row.endsAt)),
              },
              {
                key: 'actions',
                header: t('lists:column.actions'),
                kind: 'actions',
                phone: 'end',
                cell: (row) =>
                  row.isLiving ? (
                    <form noValidate method="post" action={here}>
                      <input type="hidden" name="share" value={row.id} />
                      <Button
                        variant="quiet"
                        name="intent"
                        value="withdraw"
                        aria-label={`${t('merge:share.withdraw')}: ${format.dateTime(row.createdAt)}`}
                      >
                        {t('merge:share.withdraw')}
                      </Button>
                    </form>
                  ) : (
                    <Tag tone="quiet">{t(row.isWithdrawn ? 'merge:share.isWithdrawn' : 'merge:share.isOver')}</Tag>
                  ),
              },
            ]}
          />
        </Card>
      )}
    </div>
  )
}
export default SharesPage
