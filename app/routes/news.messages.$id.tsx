/** One system message; opening it marks it as read. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandOf } from '~/brand/brand'
import { useReadHere } from '~/client/unread/read-here'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { findMessage, readMessage } from '~/modules/message/message.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/news.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Logo } from '~/ui/logo'
import { PlainText } from '~/ui/news/plain-text'
import { PageHead } from '~/ui/page-head'
import { Time } from '~/ui/time'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { isSeen } from '~/web/news/news.server'
import { unreadOf } from '~/modules/unread/unread.server'
import { countAfter } from '~/web/news/unread.server'

type Shown = { title: string }
export const handle = {
  i18n: ['news'],
  title: (data: Shown | undefined, t) => data?.title ?? t('news:title'),
} satisfies RouteHandle<Shown>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const load = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = params.id ?? ''
  const language = await getLanguage(request, context)
  const opened = isSeen(request) ? await readMessage(user.userId, id, language) : null
  const message = opened === null ? await findMessage(user.userId, id, language) : opened.ok ? opened.value : null
  if (message === null) throw json({ code: 'A0404', context: 'message' }, { status: 404 })
  const unread = await unreadOf(user)
  return json({
    title: message.title,
    text: message.text,
    lang: message.language,
    at: message.createdAt.toISOString(),
    now: now().toISOString(),
    provider: brandOf(new URL(context.origin).host).name,
    unread: unread.messages + unread.replies,
  })
}
export const loader = (args: LoaderFunctionArgs) => countAfter(args.context, load(args))

const Message = () => {
  const { t } = useTranslation('news')
  const format = useLocalFormat()
  const { title, text, lang, at, now: shownAt, provider, unread } = useLoaderData<typeof loader>()
  useReadHere(unread)
  return (
    <article className="stack news-message">
      <PageHead title={<bdi lang={lang}>{title}</bdi>} crumbs={[{ href: '/news', label: t('title') }]} />
      <Card className="stack letter">
        <p className="letter-from">
          <Logo size={36} />
          <b>
            <bdi>{provider}</bdi>
          </b>{' '}
          <span className="muted small">
            {format.date(format.dayOf(at))} · <Time value={at} now={shownAt} />
          </span>
        </p>
        <PlainText text={text} lang={lang} />
      </Card>
      <div className="form-actions">
        <ButtonLink href="/news">{t('messages.back')}</ButtonLink>
        <ButtonLink variant="quiet" href="/news/feedback/new">
          {t('messages.ask')}
        </ButtonLink>
      </div>
    </article>
  )
}
export default Message
