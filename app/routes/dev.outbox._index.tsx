/** The demo's outbox: messages that would have been sent as mail or SMS, newest first. It exists in demo mode only. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { listOutbox } from '~/modules/outbox/outbox.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { EmptyState } from '~/ui/empty-state'
import { PageHead } from '~/ui/page-head'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { requireDemo } from '~/web/mail/outbox-page.server'
import { now } from '~/platform/clock.server'

export const handle = { i18n: ['mail'], title: 'mail:outbox.title' } satisfies RouteHandle
export const headers = () => ({ 'Cache-Control': 'no-store' })

/** `?to=` shows the messages of one recipient. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  requireDemo()
  const { pathname, search, searchParams } = new URL(request.url)
  const receiver = searchParams.get('to')
  const found = await listOutbox(receiver === null ? {} : { to: receiver })
  const messages = found.map((one) => {
    const { id, channel, to, subject, state, createdAt } = one
    return { id, channel, to, subject, state, createdAt }
  })
  return json({ messages, here: pathname + search, now: now().toISOString() })
}

const tones = { queued: 'info', sending: 'info', sent: 'ok', failed: 'bad' } as const

const Outbox = () => {
  const { t } = useTranslation('mail')
  const { messages, here, now } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('outbox.title')}
        lead={
          <>
            {t('outbox.lead')} {t('outbox.still')}
          </>
        }
        actions={
          <ButtonLink href={here} icon="redo">
            {t('outbox.refresh')}
          </ButtonLink>
        }
      />
      <Card>
        {messages.length === 0 ? (
          <EmptyState title={t('outbox.empty.title')} text={t('outbox.empty.text')} art="none" />
        ) : (
          <Table
            caption={t('outbox.title')}
            rows={messages}
            rowKey={(message) => message.id}
            columns={[
              {
                key: 'subject',
                header: t('outbox.subject'),
                kind: 'name',
                cell: (message) => (
                  <a href={`/dev/outbox/${message.id}`}>
                    <bdi>{message.subject ?? t('outbox.emptied')}</bdi>
                  </a>
                ),
              },
              { key: 'to', header: t('outbox.to'), kind: 'quiet', cell: (message) => <Code>{message.to}</Code> },
              {
                key: 'channel',
                header: t('outbox.channel.label'),
                kind: 'quiet',
                cell: (message) => t(`outbox.channel.${message.channel}`),
              },
              {
                key: 'at',
                header: t('outbox.at'),
                kind: 'quiet',
                cell: (message) => <Time value={message.createdAt} now={now} />,
              },
              {
                key: 'state',
                header: t('outbox.state.label'),
                phone: 'end',
                cell: (message) => <Tag tone={tones[message.state]}>{t(`outbox.state.${message.state}`)}</Tag>,
              },
            ]}
          />
        )}
      </Card>
    </>
  )
}
export default Outbox
