/** The history of signing in: when, from where, how, and whether it was right. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { listSignIns } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { PageHead } from '~/ui/page-head'
import { Pagination, parsePaging } from '~/ui/pagination'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { nameOfBrowser } from '~/web/browser-name'
import { requireUser } from '~/web/caller.server'

export const handle = { i18n: ['account'], title: 'account:signIns.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const paging = parsePaging(new URL(request.url).searchParams)
  const { items, total } = await listSignIns(user.userId, paging)
  return json({ ...paging, total, items: items.map(({ id, at, via, outcome, address, userAgent }) => ({ id, at, via, outcome, address, browser: nameOfBrowser(userAgent) })) })
}

const tones = { done: 'ok', 'second-step': 'info', 'wrong-password': 'bad', 'wrong-code': 'bad', disabled: 'bad' } as const

const SignIns = () => {
  const { t } = useTranslation('account')
  const format = useFormat()
  const { items, total, page, size } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('signIns.title')} lead={t('signIns.lead')} crumbs={[{ href: '/personal', label: t('personal.title') }]} />
      <Card>
        <Table
          caption={t('signIns.title')}
          rows={items}
          rowKey={item => item.id}
          columns={[
            { key: 'at', header: t('signIns.at'), kind: 'name', cell: item => <time dateTime={item.at} suppressHydrationWarning>{format.dateTime(item.at)}</time> },
            { key: 'via', header: t('signIns.via'), cell: item => t(`signIns.by.${item.via}`) },
            { key: 'browser', header: t('sessions.browser'), kind: 'quiet', cell: item => <bdi>{item.browser ?? t('sessions.unknown')}</bdi> },
            { key: 'address', header: t('sessions.address'), kind: 'quiet', cell: item => <bdi className="code" dir="ltr">{item.address}</bdi> },
            { key: 'outcome', header: t('signIns.outcome'), phone: 'end', cell: item => <Tag tone={tones[item.outcome]}>{t(`signIns.state.${item.outcome}`)}</Tag> },
          ]}
        />
        <Pagination page={page} size={size} total={total} href={(to, rows) => `/personal/sign-ins?page=${to}&size=${rows}`} />
      </Card>
      <p className="center"><a href="/personal/sessions">{t('sessions.title')}</a></p>
    </>
  )
}
export default SignIns
