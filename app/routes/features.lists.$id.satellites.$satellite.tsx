/** One satellite: its own fields, and its transponders. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf, useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { channelsColumn, TablePage, tablePath, useKept, Version } from '~/ui/channel-list/tables/parts'
import { SatelliteFields } from '~/ui/channel-list/tables/satellite-fields'
import { TransponderFields } from '~/ui/channel-list/tables/transponder-fields'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { Code } from '~/ui/code'
import { Draft } from '~/ui/draft'
import { EmptyState } from '~/ui/empty-state'
import { FormActions } from '~/ui/form-actions'
import { draftMark, useGiven } from '~/ui/kept'
import { joined } from '~/ui/channel-list/joined'
import { angleText, titleOf } from '~/ui/sky-arc/angle'
import { Pagination } from '~/ui/pagination'
import { Table } from '~/ui/table'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerSatellite, readSatelliteOf } from '~/web/lists/tables/satellites.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t, language) => (data ? titleOf(data.satellite, t, formatsOf(language)) : ''),
} satisfies RouteHandle<{ satellite: { name: string; angle: number | null } }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readSatelliteOf(user, params['id'], params['satellite'], request))
}

export const action = (args: ActionFunctionArgs) => answerSatellite(args)

const SatellitePage = () => {
  const { list, version, satellite, transponders, paging, action } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const mark = draftMark('save', [satellite.name, satellite.angle, satellite.band])
  const given = useGiven(mark)
  const saving = useKept(answer?.failure, 'save', given)
  const adding = useKept(answer?.failure, 'add-transponder', useGiven())
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, `/satellites/${satellite.id}`)
  return (
    <TablePage
      list={list}
      title={<bdi>{titleOf(satellite, t, format)}</bdi>}
      lead={joined([
        angleText(satellite.angle, t, format),
        t('lists:counts.transponders', { count: satellite.transponders }),
        t('lists:channels.count', { count: satellite.channels }),
      ])}
      crumbs={[{ href: tablePath(list, '/satellites'), label: t('satellites.title') }]}
      actions={
        <ButtonLink href={`${tablePath(list)}?satellite=${satellite.index}#channels`} variant="quiet" icon="list">
          {t('satellites.toChannels')}
        </ButtonLink>
      }
      failure={answer?.failure}
    >
      {list.canChange && (
        <Card title={t('satellites.edit')}>
          <form noValidate method="post" action={action} className="form" data-draft={mark} key={version.revision}>
            <Version {...version} />
            <Draft mark={mark} given={given} />
            <SatelliteFields kept={saving} satellite={satellite} />
            <FormActions submit={t('action.save')} intent="save" cancelHref={tablePath(list, '/satellites')}>
              <ButtonLink
                href={tablePath(list, `/take-out/satellite/${satellite.id}`)}
                variant="quiet-danger"
                icon="trash"
              >
                {t('satellites.delete')}
              </ButtonLink>
            </FormActions>
          </form>
        </Card>
      )}
      <Card title={t('transponders.title')} id="transponders">
        {transponders.length === 0 ? (
          <EmptyState title={t('transponders.empty')} art="none" />
        ) : (
          <>
            <Table
              caption={t('transponders.title')}
              rows={transponders}
              rowKey={(row) => row.id}
              columns={[
                {
                  key: 'place',
                  header: t('lists:column.transponder'),
                  kind: 'name',
                  cell: (row) => (
                    <a href={tablePath(list, `/transponders/${row.id}`)}>
                      <Code>{transponderTitle(row) || '–'}</Code>
                    </a>
                  ),
                },
                {
                  key: 'fec',
                  header: t('lists:channel.fec'),
                  cell: (row) =>
                    row.fec === null ? '' : row.fec === 'auto' ? t('transponders.auto') : <Code>{row.fec}</Code>,
                },
                channelsColumn(t, format),
              ]}
            />
            <Pagination {...paging} href={(page, size) => `${here}?page=${page}&size=${size}#transponders`} />
          </>
        )}
      </Card>
      {list.canChange && (
        <Card title={t('transponders.add')} id="add">
          <form noValidate method="post" action={action} className="form" data-draft="" key={version.revision}>
            <Version {...version} />
            <TransponderFields kept={adding} transponder={null} />
            <FormActions variant="plain" icon="plus" submit={t('transponders.addSubmit')} intent="add-transponder" />
          </form>
        </Card>
      )}
    </TablePage>
  )
}
export default SatellitePage
