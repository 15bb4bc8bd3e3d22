/** One favourite group: its name, and its channels in the group's own order. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { ActionBar } from '~/ui/action-bar'
import { ButtonLink } from '~/ui/button'
import { FormActions } from '~/ui/form-actions'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { groupName } from '~/ui/channel-list/group-name'
import {
  EntryNameField,
  type Kept,
  pickColumn,
  TablePage,
  tablePath,
  useKept,
  Version,
} from '~/ui/channel-list/tables/parts'
import { StepButtons } from '~/ui/step-buttons'
import { EmptyState } from '~/ui/empty-state'
import { numberInput } from '~/ui/number-input'
import { Pagination, parsePaging } from '~/ui/pagination'
import { Table, type Column } from '~/ui/table'
import { TickedError, tickedBox } from '~/ui/ticked-error'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerGroup } from '~/web/lists/tables/groups.server'
import { absent, idOf, readTable } from '~/web/lists/tables/table.server'
import { shortened } from '~/web/lists/shortened.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t) => (data ? groupName(data.group.name, data.group.index, t) : ''),
} satisfies RouteHandle<{ group: { name: string; index: number } }>
export { links } from '~/styles/list-links'

/** A channel of the group: its number there, and in the whole list. */
type Row = { id: number; name: string; position: number; place: number }

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = idOf(params['group'])
  const asked = parsePaging(new URL(request.url).searchParams)
  const { group, ...page } = await readTable(user, params['id'], (view) => {
    const group = view.favouriteGroups().find((one) => one.id === id) ?? null
    if (group === null) return { group, rows: [] as Row[], paging: { ...asked, total: 0 } }
    const order = view.groupOrder(group.id)
    const last = Math.max(1, Math.ceil(order.length / asked.size))
    const page = Math.min(asked.page, last)
    const from = (page - 1) * asked.size
    return {
      group,
      rows: order.slice(from, from + asked.size).flatMap((channel, at) => {
        const row = view.row(channel)
        return row === null
          ? []
          : [{ id: row.id, name: shortened(row.name), position: row.position, place: from + at + 1 }]
      }),
      paging: { page, size: asked.size, total: order.length },
    }
  })
  if (group === null) throw absent('C1118')
  return json({ ...page, group })
}

export const action = (args: ActionFunctionArgs) => answerGroup(args)

type Data = SerializeFrom<typeof loader>

const NameForm = ({ data: { list, version, group }, kept }: { data: Data; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const isDefault = group.id < limits.defaultFavouriteGroups
  return (
    <Card title={t('groups.rename')}>
      <form
        noValidate
        method="post"
        action={tablePath(list, `/groups/${group.id}`)}
        className="form"
        key={version.revision}
      >
        <Version {...version} />
        <EntryNameField kept={kept} present={groupName(group.name, group.index, t)} />
        <FormActions submit={t('action.save')} intent="save">
          {isDefault ? (
            <span className="muted small">{t('groups.isDefault')}</span>
          ) : (
            <ButtonLink href={tablePath(list, `/take-out/group/${group.id}`)} variant="quiet-danger" icon="trash">
              {t('groups.delete')}
            </ButtonLink>
          )}
        </FormActions>
      </form>
    </Card>
  )
}

/** The channels of a page with their numbers in the group; users who may change them can tick and move them. */
const OrderTable = ({ data: { list, rows, paging }, kept }: { data: Data; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const nameOf = (row: Row): string => (row.name === '' ? t('lists:row.unnamed') : row.name)
  const actions: Column<Row> = {
    key: 'actions',
    header: t('lists:column.actions'),
    kind: 'actions',
    cell: (row) => (
      <StepButtons id={row.id} name={nameOf(row)} first={row.place === 1} last={row.place === paging.total} />
    ),
  }
  return (
    <Table
      caption={t('groups.order')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        ...(list.canChange ? [pickColumn(t, kept, rows)] : []),
        {
          key: 'place',
          header: t('groups.place'),
          kind: 'number',
          phone: 'lead',
          cell: (row) => format.number(row.place),
        },
        {
          key: 'name',
          header: t('lists:column.channel'),
          kind: 'name',
          cell: (row) => (
            <a href={tablePath(list, `/channels/${row.id}`)}>
              <bdi>{nameOf(row)}</bdi>
            </a>
          ),
        },
        {
          key: 'position',
          header: t('groups.inList'),
          kind: 'number',
          phone: 'hide',
          cell: (row) => format.number(row.position),
        },
        ...(list.canChange ? [actions] : []),
      ]}
    />
  )
}

/** The group's channels and their actions. */
const OrderCard = ({ data, kept }: { data: Data; kept: Kept }) => {
  const { list, version, group, rows, paging } = data
  const { t } = useTranslation(['tables', 'lists'])
  const path = tablePath(list, `/groups/${group.id}`)
  const href = (page: number, size: number): string => `${path}?page=${page}&size=${size}#channels`
  if (rows.length === 0)
    return (
      <Card title={t('groups.order')} id="channels">
        <EmptyState title={t('groups.empty')} text={list.canChange ? t('groups.emptyText') : undefined} art="none" />
      </Card>
    )
  const table = <OrderTable data={data} kept={kept} />
  const pages = <Pagination page={paging.page} size={paging.size} total={paging.total} href={href} />
  if (!list.canChange)
    return (
      <Card title={t('groups.order')} id="channels">
        {table}
        {pages}
      </Card>
    )
  return (
    <Card title={t('groups.order')} id="channels">
      <form
        noValidate
        method="post"
        action={href(paging.page, paging.size)}
        className="channels-form"
        data-keep-scroll=""
        key={`${version.revision}.${paging.page}`}
      >
        <Version {...version} />
        <input type="hidden" name="intent" value="step" />
        {/* Enter in a field presses the form's first button. */}
        <button className="hidden-visually" name="act" value="move" tabIndex={-1} aria-hidden="true">
          {t('lists:bar.move')}
        </button>
        <TickedError name="id" error={kept.error('id')} />
        <TickedError name="to" error={kept.error('to')} />
        {table}
        {pages}
        <div className="selection-bar">
          <ActionBar label={t('lists:bar.label')}>
            <span className="bar-part">
              <label htmlFor="field-to">{t('groups.moveTo')}</label>{' '}
              <input
                {...numberInput()}
                name="to"
                className="input bar-number"
                defaultValue={kept.value('to', '')}
                {...tickedBox('to', kept.error('to'), true)}
              />{' '}
              <button className="btn" name="act" value="move">
                {t('lists:bar.move')}
              </button>
            </span>{' '}
            <button className="btn" name="act" value="remove">
              {t('groups.takeOut')}
            </button>
          </ActionBar>
        </div>
      </form>
    </Card>
  )
}

const GroupPage = () => {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const saving = useKept(answer?.failure, 'save')
  const ordering = useKept(answer?.failure, 'step')
  const { list, group, paging } = data
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  return (
    <TablePage
      list={list}
      title={<bdi>{groupName(group.name, group.index, t)}</bdi>}
      lead={t('lists:channels.count', { count: paging.total })}
      crumbs={[{ href: tablePath(list, '/groups'), label: t('groups.title') }]}
      failure={answer?.failure}
    >
      <OrderCard data={data} kept={ordering} />
      {list.canChange && <NameForm data={data} kept={saving} />}
    </TablePage>
  )
}
export default GroupPage
