/** The favourite groups of a list: the box's eight, and the user's own. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/lists.css'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { groupName } from '~/ui/channel-list/group-name'
import {
  Arranged,
  channelsColumn,
  EntryNameField,
  TablePage,
  tablePath,
  useKept,
  Version,
} from '~/ui/channel-list/tables/parts'
import { StepButtons } from '~/ui/step-buttons'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Table, type Column } from '~/ui/table'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerGroups } from '~/web/lists/tables/groups.server'
import { readTable } from '~/web/lists/tables/table.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:groups.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readTable(user, params['id'], (view) => ({ groups: view.favouriteGroups() })))
}

export const action = (args: ActionFunctionArgs) => answerGroups(args)

const GroupsPage = () => {
  const { list, version, groups } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const kept = useKept(answer?.failure, 'add')
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, '/groups')
  const isFull = groups.length >= limits.favouriteGroups
  type Row = (typeof groups)[number]
  const actions: Column<Row> = {
    key: 'actions',
    header: t('lists:column.actions'),
    kind: 'actions',
    cell: (row) => (
      <StepButtons
        id={row.id}
        href={`${here}/${row.id}`}
        name={groupName(row.name, row.index, t)}
        first={row === groups[0]}
        last={row === groups.at(-1)}
      />
    ),
  }
  const table = (
    <Table
      caption={t('groups.title')}
      rows={groups}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          header: t('lists:column.name'),
          kind: 'name',
          cell: (row) => (
            <a href={`${here}/${row.id}`}>
              <bdi>{groupName(row.name, row.index, t)}</bdi>
            </a>
          ),
        },
        channelsColumn(t),
        ...(list.canChange ? [actions] : []),
      ]}
    />
  )
  return (
    <TablePage
      list={list}
      title={t('groups.title')}
      lead={t('groups.lead', { number: groups.length, most: limits.favouriteGroups })}
      failure={answer?.failure}
    >
      <Arranged list={list} version={version} action={here}>
        {table}
      </Arranged>
      {list.canChange && isFull && <Notice tone="info">{t('groups.full', { most: limits.favouriteGroups })}</Notice>}
      {list.canChange && (!isFull || kept.refused) && (
        <Card title={t('groups.add')} id="add">
          <form noValidate method="post" action={here} className="form" key={version.revision}>
            <Version {...version} />
            <EntryNameField kept={kept} present="" />
            <FormActions submit={t('groups.addSubmit')} icon="plus" intent="add" />
          </form>
        </Card>
      )}
    </TablePage>
  )
}
export default GroupsPage
