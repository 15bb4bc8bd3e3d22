/**
 * Shared by both halves of the message centre, above their lists: the title, the two tabs with unread counts, and the
 * search.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button } from '~/ui/button'
import { Field, SelectField } from '~/ui/field'
import { PageHead } from '~/ui/page-head'
import { ListSearch } from '~/ui/search-form'
import { Tabs } from '~/ui/tabs'
import type { NewsQuery } from './query'

export type UnreadCounts = { messages: number; replies: number }

/** `current` is the half that is shown. */
export const NewsFrame = ({
  current,
  unread,
  actions,
  children,
}: {
  current: 'messages' | 'feedback'
  unread: UnreadCounts
  actions?: ReactNode
  children: ReactNode
}) => {
  const { t } = useTranslation('news')
  const format = useFormat()
  const labelOf = (name: string, count: number): string =>
    count > 0 ? t('tabs.unread', { name, number: format.number(count) }) : name
  return (
    <>
      <PageHead title={t(current === 'feedback' ? 'tabs.feedback' : 'title')} lead={t('lead')} actions={actions} />
      <Tabs
        label={t('tabs.label')}
        items={[
          { href: '/news', label: labelOf(t('tabs.messages'), unread.messages), current: current === 'messages' },
          {
            href: '/news/feedback',
            label: labelOf(t('tabs.feedback'), unread.replies),
            current: current === 'feedback',
          },
        ]}
      />
      {children}
    </>
  )
}

/** The search in one half. It is closed until it is used, because most people only read what is new. */
export const NewsSearch = ({ path, query }: { path: string; query: NewsQuery }) => {
  const { t } = useTranslation('news')
  return (
    <ListSearch title={t('search.open')} label={t('search.label')} path={path} query={query} days={t('search.days')}>
      <Field
        type="search"
        name="search"
        label={t('search.text')}
        defaultValue={query.search}
        maxLength={100}
        dir="auto"
      />
      <SelectField
        name="show"
        label={t('search.show')}
        defaultValue={query.show ?? ''}
        options={[
          { value: '', label: t('search.all') },
          { value: 'unread', label: t('search.unread') },
        ]}
      />
    </ListSearch>
  )
}

/** Marks all of one half as read. It is hidden if nothing is unread. */
export const ReadAll = ({ what, count }: { what: 'messages' | 'replies'; count: number }) => {
  const { t } = useTranslation('news')
  if (count === 0) return null
  return (
    <form noValidate method="post" action="/news/read-all">
      <Button icon="check" name="what" value={what}>
        {t('readAll')}
      </Button>
    </form>
  )
}
