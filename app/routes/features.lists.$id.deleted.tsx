/** Restores channels that were deleted from a list, with all their values, at the end or at a number. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import {
  pickColumn,
  TablePage,
  tablePath,
  useKept,
  Version,
  PlaceField,
  receivedColumns,
} from '~/ui/channel-list/tables/parts'
import { Code } from '~/ui/code'
import { EmptyState } from '~/ui/empty-state'
import { FormActions } from '~/ui/form-actions'
import { Pagination, parsePaging } from '~/ui/pagination'
import { Table } from '~/ui/table'
import { TickedError } from '~/ui/ticked-error'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerDeleted, readDeleted } from '~/web/lists/tables/channel-forms.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:deleted.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readDeleted(user, params['id'], parsePaging(new URL(request.url).searchParams)))
}

export const action = (args: ActionFunctionArgs) => answerDeleted(args)

const DeletedPage = () => {
  const { list, version, rows, paging, total } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const kept = useKept(answer?.failure)
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, '/deleted')
  type Row = (typeof rows)[number]
  const nameOf = (row: Row): string => (row.name === '' ? t('lists:row.unnamed') : row.name)
  const content = (
    <>
      <TickedError name="id" error={kept.error('id')} />
      <Table
        caption={t('deleted.title')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          ...(list.canChange ? [pickColumn(t, kept, rows)] : []),
          {
            key: 'name',
            header: t('lists:column.channel'),
            kind: 'name',
            cell: (row) => <bdi>{nameOf(row)}</bdi>,
          },
          ...receivedColumns(t, format),
          {
            key: 'sid',
            header: t('lists:column.sid'),
            kind: 'number',
            phone: 'hide',
            cell: (row) => (row.sid === null ? '' : <Code>{row.sid}</Code>),
          },
        ]}
      />
      <Pagination
        page={paging.page}
        size={paging.size}
        total={paging.total}
        href={(page, size) => `${here}?page=${page}&size=${size}`}
      />
    </>
  )
  return (
    <TablePage list={list} title={t('deleted.title')} lead={t('deleted.lead')} failure={answer?.failure}>
      {rows.length === 0 ? (
        <EmptyState title={t('deleted.empty')} art="none" />
      ) : list.canChange ? (
        <form noValidate method="post" action={here} className="card stack" key={version.revision}>
          <Version {...version} />
          {content}
          <div className="form-row">
            <PlaceField kept={kept} total={total} />
          </div>
          <FormActions submit={t('deleted.restore')} />
        </form>
      ) : (
        <Card>{content}</Card>
      )}
    </TablePage>
  )
}
export default DeletedPage
