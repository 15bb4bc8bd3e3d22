/** One message of the demo's outbox as text; a mail can also be viewed as mail programs show it, at its own address. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
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
  const {
    to,
    channel,
    language,
    template,
    state,
    tries,
    createdAt,
    expiresAt,
    lastError,
    subject,
    mail,
    sms,
    content,
  } = message
  const tag = parseLanguage(language) ?? 'en'
  return json({
    to,
    channel,
    template,
    state,
    tries,
    createdAt,
    expiresAt,
    lastError,
    subject,
    language: tag,
    direction: directionOf(tag),
    text: mail?.text ?? sms,
    asMail: mail === null ? null : `/dev/outbox/${message.id}/mail`,
    code: content?.template === 'code' ? content.values.code : null,
  })
}

const OutboxMessage = () => {
  const { t } = useTranslation('mail')
  const format = useFormat()
  const message = useLoaderData<typeof loader>()
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
          <dt>{t('outbox.to')}</dt>
          <dd>
            <Code>{message.to}</Code>
          </dd>
          {message.code === null ? null : (
            <>
              <dt>{t('outbox.code')}</dt>
              <dd>
                <Code className="message-code">{message.code}</Code>
              </dd>
            </>
          )}
          <dt>{t('outbox.at')}</dt>
          <dd>
            <time dateTime={message.createdAt}>{format.dateTime(message.createdAt)}</time>
          </dd>
          {message.expiresAt === null ? null : (
            <>
              <dt>{t('outbox.expires')}</dt>
              <dd>
                <time dateTime={message.expiresAt}>{format.dateTime(message.expiresAt)}</time>
              </dd>
            </>
          )}
          <dt>{t('outbox.state.label')}</dt>
          <dd>{t(`outbox.state.${message.state}`)}</dd>
          {message.tries === 0 ? null : (
            <>
              <dt>{t('outbox.tries')}</dt>
              <dd>{format.number(message.tries)}</dd>
            </>
          )}
          {message.lastError === null ? null : (
            <>
              <dt>{t('outbox.lastError')}</dt>
              <dd>
                <Code>{message.lastError}</Code>
              </dd>
            </>
          )}
          {message.template === null ? null : (
            <>
              <dt>{t('outbox.template')}</dt>
              <dd>
                <Code>{message.template}</Code>
              </dd>
            </>
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
