/** The message centre's first half: the provider's messages, newest first, with unread ones marked. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useReadHere } from '~/client/unread/read-here'
import { momentsOf } from '~/i18n/date-range'
import type { RouteHandle } from '~/i18n/handle'
import { findMessages } from '~/modules/message/message.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/news.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { NewsArt } from '~/ui/news/news-art'
import { NewsFrame, NewsSearch, ReadAll } from '~/ui/news/news-frame'
import { parseNewsQuery } from '~/ui/news/query'
import { Pagination } from '~/ui/pagination'
import { isFiltered, pageHref } from '~/ui/search-address'
import { Time } from '~/ui/time'
import { VisuallyHidden } from '~/ui/visually-hidden'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { unreadOf } from '~/modules/unread/unread.server'
import { excerptOf } from '~/web/news/news.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['news', 'parts'], title: 'news:title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const query = parseNewsQuery(new URL(request.url).searchParams)
  const { page, size, search, show, range } = query
  const language = await getLanguage(request, context)
  const [found, unread] = await Promise.all([
    findMessages(user.userId, { page, size, search, unread: show !== null, ...momentsOf(range), language }),
    unreadOf(user),
  ])
  requirePage(request, { page, size, total: found.total })
  return json({
    query,
    unread,
    total: found.total,
    messages: found.items.map(({ id, title, text, language: lang, createdAt, readAt }) => ({
      id,
      title,
      begins: excerptOf(text),
      lang,
      at: createdAt.toISOString(),
      isRead: readAt !== null,
    })),
    now: now().toISOString(),
  })
}

const Messages = () => {
  const { t } = useTranslation('news')
  const { query, unread, total, messages, now: at } = useLoaderData<typeof loader>()
  useReadHere(unread.messages + unread.replies)
  const nothing = isFiltered(query) ? (
    <EmptyState
      art={<NewsArt kind="search" />}
      title={t('none.title')}
      text={t('none.text')}
      action={<ButtonLink href="/news">{t('none.all')}</ButtonLink>}
    />
  ) : (
    <EmptyState art={<NewsArt kind="letter" />} title={t('messages.empty.title')} text={t('messages.empty.text')} />
  )
  return (
    <NewsFrame current="messages" unread={unread} actions={<ReadAll what="messages" count={unread.messages} />}>
      <div className="stack stack-tight">
        <NewsSearch path="/news" query={query} />
        <Card>
          {messages.length === 0 ? (
            nothing
          ) : (
            <ul className="news-list" aria-label={t('tabs.messages')}>
              {messages.map((message) => (
                <li key={message.id} className={message.isRead ? 'news-row' : 'news-row unread'}>
                  <a className="news-link" href={`/news/messages/${message.id}`} lang={message.lang}>
                    {message.isRead ? null : <VisuallyHidden>{t('messages.unreadMark')} </VisuallyHidden>}
                    <bdi>{message.title}</bdi>
                  </a>
                  <p className="news-begins">
                    <bdi lang={message.lang}>{message.begins}</bdi>
                  </p>
                  <span className="news-at">
                    <Time value={message.at} now={at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          <Pagination {...query} total={total} href={(page, size) => pageHref('/news', query, page, size)} />
        </Card>
      </div>
    </NewsFrame>
  )
}
export default Messages
