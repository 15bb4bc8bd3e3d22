/** The feedback tab of the message centre: the customer's feedback, most recently active first. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useReadHere } from '~/client/unread/read-here'
import { momentsOf } from '~/i18n/date-range'
import type { RouteHandle } from '~/i18n/handle'
import { findFeedbacks } from '~/modules/feedback/feedback.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/news.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FeedbackStateTag } from '~/ui/news/feedback-state'
import { EmptyState } from '~/ui/empty-state'
import { NewsArt } from '~/ui/news/news-art'
import { NewsFrame, NewsSearch, ReadAll } from '~/ui/news/news-frame'
import { parseNewsQuery } from '~/ui/news/query'
import { Pagination } from '~/ui/pagination'
import { isFiltered, pageHref } from '~/ui/search-address'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { requireUser } from '~/request/caller.server'
import { unreadOf } from '~/modules/unread/unread.server'
import { excerptOf } from '~/web/news/news.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['news', 'parts'], title: 'news:tabs.feedback' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const query = parseNewsQuery(new URL(request.url).searchParams)
  const { page, size, search, show, range } = query
  const [found, unread] = await Promise.all([
    findFeedbacks(user.userId, { page, size, search, unread: show !== null, ...momentsOf(range) }),
    unreadOf(user),
  ])
  requirePage(request, { page, size, total: found.total })
  return json({
    query,
    unread,
    total: found.total,
    feedbacks: found.items.map(({ text, updatedAt, ...entry }) => ({
      ...entry,
      begins: excerptOf(text),
      at: updatedAt.toISOString(),
    })),
    now: now().toISOString(),
  })
}

const Feedbacks = () => {
  const { t } = useTranslation('news')
  const { query, unread, total, feedbacks, now: at } = useLoaderData<typeof loader>()
  useReadHere(unread.messages + unread.replies)
  const write = (
    <ButtonLink href="/news/feedback/new" variant="primary" icon="plus">
      {t('feedback.new')}
    </ButtonLink>
  )
  const nothing = isFiltered(query) ? (
    <EmptyState
      art={<NewsArt kind="search" />}
      title={t('none.title')}
      text={t('none.text')}
      action={<ButtonLink href="/news/feedback">{t('none.all')}</ButtonLink>}
    />
  ) : (
    <EmptyState
      art={<NewsArt kind="talk" />}
      title={t('feedback.empty.title')}
      text={t('feedback.empty.text')}
      action={write}
    />
  )
  const isEmpty = feedbacks.length === 0 && !isFiltered(query)
  return (
    <NewsFrame
      current="feedback"
      unread={unread}
      actions={
        isEmpty ? null : (
          <>
            <ReadAll what="replies" count={unread.replies} />
            {write}
          </>
        )
      }
    >
      <div className="stack stack-tight">
        <NewsSearch path="/news/feedback" query={query} />
        <Card>
          {feedbacks.length === 0 ? (
            nothing
          ) : (
            <ul className="news-list" aria-label={t('tabs.feedback')}>
              {feedbacks.map((feedback) => (
                <li key={feedback.id} className={feedback.unread > 0 ? 'news-row unread' : 'news-row'}>
                  <a className="news-link" href={`/news/feedback/${feedback.id}`}>
                    {t(`category.${feedback.category}`)}
                  </a>
                  <p className="news-begins">
                    <bdi lang={feedback.language}>{feedback.begins}</bdi>
                  </p>
                  <p className="news-facts">
                    <FeedbackStateTag state={feedback.state} />
                    {feedback.unread > 0 ? (
                      <Tag tone="warn">{t('feedback.newAnswers', { count: feedback.unread })}</Tag>
                    ) : null}{' '}
                    {feedback.box ? <bdi>{feedback.box.name ?? feedback.box.model ?? feedback.box.sn}</bdi> : null}{' '}
                    {feedback.attachments > 0 ? (
                      <span>{t('feedback.files', { count: feedback.attachments })}</span>
                    ) : null}
                  </p>
                  <span className="news-at">
                    <Time value={feedback.at} now={at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          <Pagination {...query} total={total} href={(page, size) => pageHref('/news/feedback', query, page, size)} />
        </Card>
      </div>
    </NewsFrame>
  )
}
export default Feedbacks
