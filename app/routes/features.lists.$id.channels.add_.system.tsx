/**
 * Adds channels of a ready-made list: searched, ticked, at most 100 at once; those that the list already has are
 * marked.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { isolate } from '~/ui/channel-list/joined'
import {
  type Kept,
  pickColumn,
  TablePage,
  tablePath,
  useKept,
  Version,
  PlaceField,
  receivedColumns,
} from '~/ui/channel-list/tables/parts'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { Code } from '~/ui/code'
import { EmptyState } from '~/ui/empty-state'
import { Field, SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { Pagination, parsePaging } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { TickedError } from '~/ui/ticked-error'
import { requireUser } from '~/request/caller.server'
import { listPathOf, type EditAnswer } from '~/web/lists/answer.server'
import { answerSystemAdd, readSystemPage } from '~/web/lists/tables/system-add.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:system.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const asked = new URL(request.url).searchParams
  const page = await readSystemPage(user, params['id'], {
    from: asked.get('from'),
    search: (asked.get('search') ?? '').trim().slice(0, 100),
    ...parsePaging(asked),
  })
  if (!page.list.canChange) throw redirect(listPathOf(page.list.id))
  return json(page)
}

export const action = (args: ActionFunctionArgs) => answerSystemAdd(args)

type Data = SerializeFrom<typeof loader>
type Found = NonNullable<Data['found']>

/** A page of the ready-made list's channels; those that the user's list has can't be ticked. */
const FoundTable = ({ found, kept }: { found: Found; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const nameOf = (row: { name: string }): string => (row.name === '' ? t('lists:row.unnamed') : row.name)
  return (
    <Table
      caption={t('lists:page.channels')}
      rows={found.rows}
      rowKey={(row) => row.id}
      columns={[
        pickColumn(t, kept, found.rows),
        {
          key: 'name',
          header: t('lists:column.channel'),
          kind: 'name',
          cell: (row) => (
            <>
              <bdi>{nameOf(row)}</bdi>
              {row.isThere && <Tag tone="info">{t('system.there')}</Tag>}
            </>
          ),
        },
        ...receivedColumns(t, format),
        {
          key: 'transponder',
          header: t('lists:column.transponder'),
          phone: 'hide',
          cell: (row) => <Code>{transponderTitle(row)}</Code>,
        },
      ]}
    />
  )
}

/** The form around the rows, with the place for the ticked channels. */
const FoundForm = ({ data, found, kept, from }: { data: Data; found: Found; kept: Kept; from: string }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const { list, version, search, total } = data
  const href = (page: number, size: number): string =>
    searchHref(tablePath(list, '/channels/add/system'), { from, page, size, search })
  return (
    <form
      noValidate
      method="post"
      action={href(found.page, found.size)}
      className="card stack"
      key={`${version.revision} ${from} ${found.page} ${search}`}
    >
      <Version {...version} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="fromSource" value={found.source} />
      <TickedError name="id" error={kept.error('id')} />
      <FoundTable found={found} kept={kept} />
      <Pagination page={found.page} size={found.size} total={found.total} href={href} />
      <div className="form-row">
        <PlaceField kept={kept} total={total} />
      </div>
      <FormActions icon="plus" submit={t('system.submit')}>
        <ButtonLink href={tablePath(list)} variant="quiet">
          {t('lists:action.back')}
        </ButtonLink>
      </FormActions>
    </form>
  )
}

const SystemPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const kept = useKept(answer?.failure)
  const { list, lists, chosen, search, found } = data
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  return (
    <TablePage
      list={list}
      title={t('system.title')}
      lead={t('system.lead', { number: limits.itemsPerAdd })}
      crumbs={[{ href: tablePath(list, '/channels/add'), label: t('add.title') }]}
      failure={answer?.failure}
    >
      {chosen === null || found === null ? (
        <EmptyState title={t('lists:shared.empty')} art="none" />
      ) : (
        <>
          <Card>
            <form
              noValidate
              method="get"
              action={tablePath(list, '/channels/add/system')}
              className="filters"
              role="search"
            >
              <SelectField
                name="from"
                label={t('system.from')}
                defaultValue={chosen.id}
                options={lists.map(({ id, name }) => ({ value: id, label: isolate(name) }))}
              />
              <Field
                name="search"
                type="search"
                label={t('lists:filter.search')}
                hint={t('lists:filter.searchHint')}
                defaultValue={search}
              />
              <FormActions variant="plain" icon="search" submit={t('lists:filter.submit')} />
            </form>
          </Card>
          {found.rows.length === 0 ? (
            <EmptyState title={t('lists:page.noMatch')} art="none" />
          ) : (
            <FoundForm data={data} found={found} kept={kept} from={chosen.id} />
          )}
        </>
      )}
    </TablePage>
  )
}
export default SystemPage
