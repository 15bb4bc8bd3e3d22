/**
 * Compares a box's save that waits beside a list's newest version with that version, in counts and row by row, and
 * offers the choice between them.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { UnsavedNotice } from '~/client/editor/unsaved-notice'
import type { RouteHandle } from '~/i18n/handle'
import { compareConflictCopy } from '~/modules/channel-list/channel-list.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { boxText } from '~/ui/channel-list/box-text'
import { Differences } from '~/ui/channel-list/differences'
import { differenceShows } from '~/ui/channel-list/difference-text'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { Notice } from '~/ui/notice'
import { parsePaging } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'
import { newBatch } from '~/web/form/form.server'
import { redirectWithFlash } from '~/request/flash.server'
import { listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { describeRow } from '~/web/lists/difference.server'
import { requireUserAndList } from '~/web/lists/list-form.server'
import { answerVersionForm } from '~/web/lists/version-action.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['lists', 'problems'], title: 'lists:compare.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const search = new URL(request.url).searchParams
  const paging = parsePaging(search)
  const show = differenceShows.find((one) => one === search.get('show')) ?? null
  const compared = requireValue(await compareConflictCopy(user, list.id, { ...paging, show }))
  // The choice has been made since, or there was none to make.
  if (compared === null)
    throw redirectWithFlash(context, listPathOf(list.id), { kind: 'note', key: 'lists:beside.past' })
  const { beside, revision, counts, differences } = compared
  requirePage(request, { ...paging, total: differences.total })
  return json({
    list: { id: list.id, name: list.name },
    userId: user.userId,
    batch: newBatch(),
    beside,
    revision,
    counts,
    show,
    ...paging,
    total: differences.total,
    rows: differences.items.map(describeRow),
  })
}

export const action = async (args: ActionFunctionArgs) => answerVersionForm(args, 'beside')

const ComparePage = () => {
  const { list, userId, batch, beside, revision, counts, show, page, size, total, rows } =
    useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const path = `/features/lists/${list.id}`
  const here = `${path}/compare`
  const all = counts.added + counts.removed + counts.changed
  const hrefOf = (to: string | null, more: Record<string, number> = {}): string =>
    `${searchHref(here, { show: to, ...more })}#differences`
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t('compare.title')}
        lead={t('compare.lead', { mine: revision, theirs: beside.revision, box: boxText(beside, t) })}
        failure={answer?.failure}
      />
      <UnsavedNotice userId={userId} listId={list.id} listPath={path} revision={revision} of="compare" />
      <Card>
        <form noValidate method="post" action={here} className="stack">
          <p>
            {t('compare.choose')}
            {beside.earlier !== null && (
              <> {t('beside.earlier', { number: beside.revision, earlier: beside.earlier })}</>
            )}
          </p>
          <div className="form-actions">
            <input type="hidden" name="revision" value={beside.revision} />
            <input type="hidden" name="base" value={revision} />
            <input type="hidden" name="batch" value={batch} />
            <Button name="intent" value="keep" variant="primary">
              {t('beside.keep')}
            </Button>
            <Button>{t('beside.use')}</Button>
            <ButtonLink href={`${path}/reconcile`}>{t('beside.merge')}</ButtonLink>
            <ButtonLink href={path} variant="quiet">
              {t('action.back')}
            </ButtonLink>
          </div>
        </form>
      </Card>
      {all === 0 ? (
        <Notice tone="ok">{t('compare.same')}</Notice>
      ) : (
        <Card id="differences" title={t('compare.differences')}>
          <div className="stack">
            <Differences {...{ counts, show, page, size, total, rows }} href={hrefOf} />
          </div>
        </Card>
      )}
    </div>
  )
}
export default ComparePage
