/** One message of the demo's outbox as text; a mail can also be viewed as mail programs show it, at its own address. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { directionOf, parseLanguage } from '~/i18n/languages'
import { findOutboxMessage } from '~/modules/outbox/outbox.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { PageHead } from '~/ui/page-head'
import { requireDemo } from '~/web/mail/outbox-page.server'

export const handle = {
  i18n: ['mail'],
  title: (data, t) =>
    data?.channel === 'mail' && data.subject !== null
      ? data.subject
      : t(`mail:outbox.channel.${data?.channel ?? 'mail'}`),
} satisfies RouteHandle<{ channel: string; subject: string | null }>
export const headers = () => ({ 'Cache-Control': 'no-store' })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  requireDemo()
  const message = await findOutboxMessage(params.id ?? '')
  if (message === null) throw json({ code: 'A0404', context: 'message' }, { status: 404 })
  const { to, channel, template, state, tries, createdAt, expiresAt, lastError, subject, mail, sms, content } = message
  const language = parseLanguage(message.language) ?? 'en'
  return json({
    ...{ to, channel, template, state, tries, createdAt, expiresAt, lastError, subject, language },
    direction: directionOf(language),
    text: mail?.text ?? sms,
    asMail: mail === null ? null : `/dev/outbox/${message.id}/mail`,
    code: content?.template === 'code' ? content.values.code : null,
  })
}

const OutboxMessage = () => {
  const { t } = useTranslation('mail')
  const format = useFormat()
  const message = useLoaderData<typeof loader>()
  const time = (at: string) => <time dateTime={at}>{format.dateTime(at)}</time>
  const facts: readonly (readonly [key: string, shown: ReactNode])[] = [
    ['to', <Code>{message.to}</Code>],
    ['code', message.code && <Code className="message-code">{message.code}</Code>],
    ['at', time(message.createdAt)],
    ['expires', message.expiresAt && time(message.expiresAt)],
    ['state.label', t(`outbox.state.${message.state}`)],
    ['tries', message.tries > 0 && format.number(message.tries)],
    ['lastError', message.lastError && <Code>{message.lastError}</Code>],
    ['template', message.template && <Code>{message.template}</Code>],
  ]
  return (
    <>
      <PageHead
        title={
          message.channel === 'mail' && message.subject !== null ? (
            <bdi lang={message.language}>{message.subject}</bdi>
          ) : (
            t(`outbox.channel.${message.channel}`)
          )
        }
        crumbs={[{ href: '/dev/outbox', label: t('outbox.title') }]}
        actions={
          message.asMail === null ? null : (
            <ButtonLink href={message.asMail} data-reload="">
              {t('outbox.asHtml')}
            </ButtonLink>
          )
        }
      />
      <Card>
        <dl className="facts">
          {facts.map(([key, shown]) =>
            shown ? (
              <Fragment key={key}>
                <dt>{t(`outbox.${key}`)}</dt>
                <dd>{shown}</dd>
              </Fragment>
            ) : null,
          )}
        </dl>
      </Card>
      <Card title={t('outbox.asText')}>
        {message.text === null ? (
          <p>{t('outbox.emptied')}</p>
        ) : (
          <pre className="message-text" lang={message.language} dir={message.direction}>
            {message.text}
          </pre>
        )}
      </Card>
    </>
  )
}
export default OutboxMessage
