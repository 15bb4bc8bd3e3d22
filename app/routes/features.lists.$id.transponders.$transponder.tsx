/** One transponder: its fields and its channels. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { joined } from '~/ui/channel-list/joined'
import { ChannelNames } from '~/ui/channel-list/tables/channel-names'
import { TablePage, tablePath, useKept, Version } from '~/ui/channel-list/tables/parts'
import { TransponderFields } from '~/ui/channel-list/tables/transponder-fields'
import { transponderTitle } from '~/ui/channel-list/tables/transponder-title'
import { Code } from '~/ui/code'
import { Draft } from '~/ui/draft'
import { CancelLink, FormActions } from '~/ui/form-actions'
import { draftMark, useGiven } from '~/ui/kept'
import { titleOf } from '~/ui/sky-arc/angle'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerTransponder } from '~/web/lists/tables/satellites.server'
import { absent, idOf, maxNamesShown, readTable } from '~/web/lists/tables/table.server'
import { shortened } from '~/web/lists/shortened.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t) => `${t('lists:column.transponder')} ${(data && transponderTitle(data.transponder)) || '–'}`,
} satisfies RouteHandle<{ transponder: Parameters<typeof transponderTitle>[0] }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = idOf(params['transponder'])
  const { transponder, ...page } = await readTable(user, params['id'], (view) => {
    const transponder = id === null ? null : view.transponder(id)
    const satellite =
      transponder === null ? null : (view.satellitesOf({ index: transponder.satellite, most: 0 })[0] ?? null)
    const channels =
      transponder === null ? [] : view.rows({ transponder: transponder.index }, { page: 1, size: maxNamesShown }).items
    return {
      transponder,
      satellite,
      channels: channels.map(({ id, name, position }) => ({ id, name: shortened(name), position })),
    }
  })
  if (transponder === null) throw absent('C1115')
  return json({ ...page, transponder })
}

export const action = (args: ActionFunctionArgs) => answerTransponder(args)

const TransponderPage = () => {
  const { list, version, transponder, satellite, channels } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  const { frequencyKHz, polarisation, symbolRate, fec, band } = transponder
  const mark = draftMark('save', [frequencyKHz, polarisation, symbolRate, fec, band])
  const given = useGiven(mark)
  const kept = useKept(answer?.failure, undefined, given)
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, `/transponders/${transponder.id}`)
  return (
    <TablePage
      list={list}
      title={
        <>
          {t('lists:column.transponder')} <Code>{transponderTitle(transponder) || '–'}</Code>
        </>
      }
      lead={joined([
        satellite === null ? '' : titleOf(satellite, t, format),
        t('lists:channels.count', { count: transponder.channels }),
      ])}
      crumbs={[
        { href: tablePath(list, '/satellites'), label: t('satellites.title') },
        ...(satellite === null
          ? []
          : [{ href: tablePath(list, `/satellites/${satellite.id}`), label: titleOf(satellite, t, format) }]),
      ]}
      actions={
        <>
          <ButtonLink href={`${tablePath(list)}?transponder=${transponder.index}#channels`} variant="quiet" icon="list">
            {t('satellites.toChannels')}
          </ButtonLink>
          {list.canChange && (
            <ButtonLink href={tablePath(list, `/channels/add?transponder=${transponder.id}`)} icon="plus">
              {t('add.title')}
            </ButtonLink>
          )}
        </>
      }
      failure={answer?.failure}
    >
      {list.canChange && (
        <Card title={t('transponders.edit')}>
          <form noValidate method="post" action={here} className="form" data-draft={mark} key={version.revision}>
            <Version {...version} />
            <Draft mark={mark} given={given} />
            <TransponderFields kept={kept} transponder={transponder} />
            <FormActions submit={t('action.save')} intent="save">
              <CancelLink href={tablePath(list, satellite === null ? '/satellites' : `/satellites/${satellite.id}`)} />
              <ButtonLink
                href={tablePath(list, `/take-out/transponder/${transponder.id}`)}
                variant="quiet-danger"
                icon="trash"
              >
                {t('transponders.delete')}
              </ButtonLink>
            </FormActions>
          </form>
        </Card>
      )}
      <Card title={t('lists:column.channels')}>
        <ChannelNames linked list={list} channels={channels} total={transponder.channels} />
      </Card>
    </TablePage>
  )
}
export default TransponderPage
