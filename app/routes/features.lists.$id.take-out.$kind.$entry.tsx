/**
 * Asks before a satellite, a transponder, a group or a category is deleted: what is deleted with it, and what stays.
 */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf, useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { Card } from '~/ui/card'
import { FormActions } from '~/ui/form-actions'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { ChannelNames } from '~/ui/channel-list/tables/channel-names'
import { entryTitle, type Entry, type EntryKind } from '~/ui/channel-list/tables/entry-title'
import { TablePage, tablePath, Version } from '~/ui/channel-list/tables/parts'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerTakeOut, parseKind, readEntry, tableOfKind } from '~/web/lists/tables/take-out.server'
import { absent, idOf } from '~/web/lists/tables/table.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t, language) =>
    t('tables:takeOut.title', { name: data ? entryTitle(data.kind, data.entry, t, formatsOf(language)) : '' }),
} satisfies RouteHandle<{ kind: EntryKind; entry: Entry }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const kind = parseKind(params['kind'])
  const id = idOf(params['entry'])
  if (kind === null) throw absent('A0404')
  const { entry, ...page } = await readEntry(user, params['id'], kind, id)
  if (entry === null) throw absent(tableOfKind[kind].missing)
  const back = `/features/lists/${page.list.id}/${tableOfKind[kind].page}`
  if (!page.list.canChange || entry.isDefault) throw redirect(back)
  return json({ ...page, kind, entry, back })
}

export const action = (args: ActionFunctionArgs) => answerTakeOut(args)

const TakeOutPage = () => {
  const { list, version, kind, entry, back } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const format = useFormat()
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const name = entryTitle(kind, entry, t, format)
  const channels = t('lists:channels.count', { count: entry.channels })
  return (
    <TablePage
      narrow
      list={list}
      title={t('takeOut.title', { name })}
      crumbs={[{ href: back, label: t(`${tableOfPage[kind]}.title`) }]}
      failure={answer?.failure}
    >
      <Card tone="danger">
        <div className="stack">
          <p>
            {t(`takeOut.${kind}`, {
              channels,
              transponders: t('lists:counts.transponders', { count: entry.transponders }),
            })}{' '}
            {t('takeOut.undo')}
          </p>
          {(kind === 'satellite' || kind === 'transponder') && entry.channels > 0 && (
            <ChannelNames list={list} channels={entry.names} total={entry.channels} />
          )}
          <form noValidate method="post" action={tablePath(list, `/take-out/${kind}/${entry.id}`)}>
            <Version {...version} />
            <FormActions variant="danger" icon="trash" submit={t('lists:action.delete')} cancelHref={back} />
          </form>
        </div>
      </Card>
    </TablePage>
  )
}
const tableOfPage = {
  satellite: 'satellites',
  transponder: 'satellites',
  group: 'groups',
  category: 'categories',
} as const
export default TakeOutPage
