/** A list's revisions: who did what and when, each restorable. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { findRevisions } from '~/modules/channel-list/channel-list.server'
import { now } from '~/platform/clock.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { operationText } from '~/ui/channel-list/operation-text'
import { Pagination, parsePaging } from '~/ui/pagination'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { Time } from '~/ui/time'
import { newBatch } from '~/web/form/form.server'
import { requireUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { authorText, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { requireList } from '~/web/lists/channels-action.server'
import { answerVersionForm } from '~/web/lists/version-action.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['lists', 'problems'], title: 'lists:history.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, list] = await Promise.all([getT(request, context), requireList(user, params['id'])])
  const paging = parsePaging(new URL(request.url).searchParams)
  const revisions = requireValue(await findRevisions(user, list.id, paging))
  requirePage(request, { ...paging, total: revisions.total })
  return json({
    list: { id: list.id, name: list.name, revision: list.revision, canChange: list.canChange },
    ...paging,
    total: revisions.total,
    now: now().toISOString(),
    batch: newBatch(),
    items: revisions.items.map((revision) => ({
      number: revision.number,
      what: operationText(revision, t),
      who: authorText(revision, user.userId, t),
      when: revision.createdAt.toISOString(),
      channels: revision.channels,
      merged: revision.merged,
      dropped: revision.dropped,
    })),
  })
}

export const action = async (args: ActionFunctionArgs) => answerVersionForm(args)

const HistoryPage = () => {
  const { list, items, page, size, total, batch, now: shownAt } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  const format = useFormat()
  const path = `/features/lists/${list.id}`
  return (
    <div className="stack stack-wide">
      <ListPageHead
        list={list}
        title={t('history.title')}
        lead={t('history.lead', { name: list.name })}
        failure={answer?.failure}
      />
      <Card>
        <Table
          caption={t('history.title')}
          rows={items}
          rowKey={(row) => row.number}
          columns={[
            {
              key: 'number',
              header: t('column.revision'),
              kind: 'number',
              phone: 'lead',
              cell: (row) => format.number(row.number),
            },
            {
              key: 'what',
              header: t('history.what'),
              kind: 'name',
              cell: (row) => (
                <>
                  {row.what} {row.number === list.revision && <Tag tone="ok">{t('history.current')}</Tag>}
                  {row.merged && <Tag>{t('history.merged')}</Tag>}
                  {row.dropped > 0 && <Tag>{t('history.dropped')}</Tag>}
                </>
              ),
            },
            { key: 'who', header: t('history.who'), cell: (row) => <bdi>{row.who}</bdi> },
            {
              key: 'when',
              header: t('history.when'),
              kind: 'quiet',
              cell: (row) => <Time value={row.when} now={shownAt} />,
            },
            {
              key: 'channels',
              header: t('column.channels'),
              kind: 'number',
              phone: 'hide',
              cell: (row) => format.number(row.channels),
            },
            ...(list.canChange
              ? [
                  {
                    key: 'actions',
                    header: t('column.actions'),
                    kind: 'actions' as const,
                    phone: 'end' as const,
                    cell: (row: (typeof items)[number]) =>
                      row.number === list.revision ? null : (
                        <form noValidate method="post" action={`${path}/history`}>
                          <input type="hidden" name="revision" value={row.number} />
                          <input type="hidden" name="base" value={list.revision} />
                          <input type="hidden" name="batch" value={batch} />
                          <Button
                            variant="quiet"
                            aria-label={`${t('action.restore')}: ${t('page.revision', { number: row.number })}`}
                          >
                            {t('action.restore')}
                          </Button>
                        </form>
                      ),
                  },
                ]
              : []),
          ]}
        />
        <Pagination
          page={page}
          size={size}
          total={total}
          href={(toPage, toSize) => `${path}/history?page=${toPage}&size=${toSize}`}
        />
      </Card>
    </div>
  )
}
export default HistoryPage
