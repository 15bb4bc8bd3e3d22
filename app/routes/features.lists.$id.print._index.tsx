/** A whole list on one page: to print, or to save as PDF. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { readList } from '~/modules/channel-list/channel-list.server'
import styles from '~/styles/printed.css'
import { PrintedList } from '~/ui/channel-list/printed-list'
import { PrintedHead } from '~/ui/channel-list/printed-head'
import { requireUser } from '~/request/caller.server'
import { getLanguage, getT } from '~/request/language.server'
import { requireValue } from '~/web/lists/answer.server'
import { requireList } from '~/web/lists/channels-action.server'
import { waitForPageTurn } from '~/web/lists/page-turns.server'
import { printedByIn, readPrinted, wordPrinted } from '~/web/lists/printed.server'

export const handle = { i18n: ['merge', 'lists'], title: (data) => data?.list.name ?? '' } satisfies RouteHandle<{
  list: { name: string }
}>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [t, language, list] = await Promise.all([
    getT(request, context),
    getLanguage(request, context),
    requireList(user, params['id']),
  ])
  const by = printedByIn(new URL(request.url).searchParams.get('by'))
  requireValue(await waitForPageTurn(user.userId, list.channels))
  const read = requireValue(await readList(user, list.id, {}, readPrinted('page')))
  const printed = await wordPrinted(read, by, t, formatsOf(language))
  return json({ list: { id: list.id, name: list.name }, by, ...printed })
}

const PrintPage = () => {
  const { list, by, total, cut, none, sections } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['merge', 'lists'])
  const path = `/features/lists/${list.id}`
  return (
    <div className="stack stack-wide">
      <PrintedHead
        name={list.name}
        total={total}
        cut={cut}
        by={by}
        here={`${path}/print`}
        pdf={`${path}/print/pdf?by=${by}`}
        crumbs={[
          { href: '/features', label: t('lists:title') },
          { href: path, label: list.name },
        ]}
      />
      <PrintedList
        name={list.name}
        none={none}
        groups={by === 'group' && total > 0 ? `${path}/groups` : null}
        sections={sections}
      />
    </div>
  )
}
export default PrintPage
