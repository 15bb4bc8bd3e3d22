/** The satellites of a list, in its own order: names, positions, bands and counts; adds one, and moves them. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { Arranged, channelsColumn, TablePage, tablePath, useKept, Version } from '~/ui/channel-list/tables/parts'
import { StepButtons } from '~/ui/step-buttons'
import { SatelliteFields } from '~/ui/channel-list/tables/satellite-fields'
import { Code } from '~/ui/code'
import { EmptyState } from '~/ui/empty-state'
import { FormActions } from '~/ui/form-actions'
import { Pagination } from '~/ui/pagination'
import { angleText, plainSatelliteName, titleOf } from '~/ui/sky-arc/angle'
import { Table } from '~/ui/table'
import { useGiven } from '~/ui/kept'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerSatellites, readSatellites } from '~/web/lists/tables/satellites.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:satellites.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readSatellites(user, params['id'], request))
}

export const action = (args: ActionFunctionArgs) => answerSatellites(args)

const SatellitesPage = () => {
  const { list, version, satellites, paging, action } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const kept = useKept(answer?.failure, 'add', useGiven())
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, '/satellites')
  const table = (
    <>
      <Table
        caption={t('satellites.title')}
        rows={satellites}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'name',
            header: t('lists:column.name'),
            kind: 'name',
            cell: (row) => (
              <a href={`${here}/${row.id}`}>
                <bdi>{plainSatelliteName(row.name) || t('lists:satellite.unnamed')}</bdi>
              </a>
            ),
          },
          { key: 'angle', header: t('satellites.angle'), phone: 'sub', cell: (row) => angleText(row.angle, t, format) },
          {
            key: 'band',
            header: t('lists:channel.band'),
            phone: 'hide',
            cell: (row) => (row.band === null ? '' : <Code>{row.band}</Code>),
          },
          {
            key: 'transponders',
            header: t('satellites.transponders'),
            kind: 'number',
            phone: 'hide',
            cell: (row) => format.number(row.transponders),
          },
          channelsColumn(t, format),
          ...(list.canChange
            ? [
                {
                  key: 'actions',
                  header: t('lists:column.actions'),
                  kind: 'actions' as const,
                  cell: (row: (typeof satellites)[number]) => (
                    <StepButtons
                      id={row.id}
                      href={`${here}/${row.id}`}
                      name={titleOf(row, t, format)}
                      first={paging.page === 1 && row === satellites[0]}
                      last={paging.page * paging.size >= paging.total && row === satellites.at(-1)}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <Pagination {...paging} href={(page, size) => `${here}?page=${page}&size=${size}`} />
    </>
  )
  return (
    <TablePage
      list={list}
      title={t('satellites.title')}
      lead={t('satellites.lead', { name: list.name })}
      failure={answer?.failure}
    >
      {satellites.length === 0 ? (
        <EmptyState title={t('satellites.empty')} art="none" />
      ) : (
        <Arranged list={list} version={version} action={action} wide>
          {table}
        </Arranged>
      )}
      {list.canChange && (
        <Card title={t('satellites.add')} id="add">
          <form noValidate method="post" action={action} className="form" data-draft="" key={`${version.revision}`}>
            <Version {...version} />
            <SatelliteFields kept={kept} satellite={null} />
            <FormActions submit={t('satellites.addSubmit')} icon="plus" intent="add" />
          </form>
        </Card>
      )}
    </TablePage>
  )
}
export default SatellitesPage
