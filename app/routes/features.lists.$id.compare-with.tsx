/** Compares a list with another one, an earlier version of it, or an uploaded file: counts, filters and rows. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { compareLists } from '~/modules/channel-list/channel-list.server'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Differences } from '~/ui/channel-list/differences'
import { differenceShows, showText } from '~/ui/channel-list/difference-text'
import { listErrorsOf } from '~/ui/channel-list/error-text'
import { isolate } from '~/ui/channel-list/joined'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { OtherChoice } from '~/ui/channel-list/other-choice'
import { Notice } from '~/ui/notice'
import { searchHref } from '~/ui/search-address'
import type { EditAnswer } from '~/web/lists/answer.server'
import { describeRow } from '~/web/lists/difference.server'
import { answerHeldFile, openWithOther } from '~/web/lists/other.server'

export const handle = { i18n: ['merge', 'lists', 'problems'], title: 'merge:compare.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async (args: LoaderFunctionArgs) => {
  const showIn = (params: URLSearchParams) => differenceShows.find((one) => one === params.get('show')) ?? null
  const { search, value, page } = await openWithOther(args, {
    lines: false,
    read: ({ user, id, other, search, paging }) => compareLists(user, id, { other, show: showIn(search), ...paging }),
    totalOf: ({ differences }) => differences.total,
  })
  return json({
    ...page,
    show: showIn(search),
    result: value && {
      revision: value.revision,
      other: value.other,
      counts: value.counts,
      same: value.same,
      total: value.differences.total,
      rows: value.differences.items.map(describeRow),
    },
  })
}

export const action = async (args: ActionFunctionArgs) => answerHeldFile(args, 'compare-with', { mayBeLines: false })

const CompareWithPage = () => {
  const { list, options, chosen, failure, show, page, size, result } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['merge', 'lists'])
  const path = `/features/lists/${list.id}`
  const here = `${path}/compare-with`
  const hrefOf = (to: string | null, more: Record<string, number> = {}): string =>
    `${searchHref(here, { with: chosen, show: to, ...more })}#differences`
  const labelOf = (one: (typeof differenceShows)[number]): string =>
    one === 'removed' ? t('merge:compare.onlyMine') : one === 'added' ? t('merge:compare.onlyTheirs') : showText(one, t)
  const errors = listErrorsOf([...(answer?.failure?.errors ?? []), ...(failure === null ? [] : [failure])], t)
  const theirs = result?.other.name || t('merge:other.file')
  const both = t('merge:compare.result', { mine: isolate(list.name), theirs: isolate(theirs) })
  const all = result === null ? 0 : result.counts.added + result.counts.removed + result.counts.changed
  return (
    <div className="stack stack-wide">
      <ListPageHead list={list} title={t('merge:compare.title')} lead={t('merge:compare.lead')} errors={errors} />
      {result !== null && (
        <Card
          id="differences"
          title={both}
          actions={
            <ButtonLink href={`${path}/merge?with=${chosen ?? ''}`} variant="quiet">
              {t('merge:merge.title')}
            </ButtonLink>
          }
        >
          <div className="stack">
            <p className="muted">{t('merge:compare.same', { number: result.same })}</p>
            {all === 0 ? (
              <Notice tone="ok">{t('merge:compare.none')}</Notice>
            ) : (
              <Differences
                {...result}
                {...{ show, page, size, labelOf }}
                labels={{ mine: list.name, theirs, both }}
                href={hrefOf}
              />
            )}
          </div>
        </Card>
      )}
      <OtherChoice options={options} chosen={chosen} action={here} errors={errors} />
    </div>
  )
}
export default CompareWithPage
