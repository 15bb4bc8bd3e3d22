/** A whole shared list on one page: to print, or to save as PDF. */
import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/printed.css'
import { PrintedHead } from '~/ui/channel-list/printed-head'
import { PrintedList } from '~/ui/channel-list/printed-list'
import { getLanguage, getT } from '~/request/language.server'
import { waitForPageTurn } from '~/web/lists/page-turns.server'
import { printedByIn, readPrinted, wordPrinted } from '~/web/lists/printed.server'
import { requireWholeShared, sharedHeaders, sharedRefusal } from '~/web/lists/shared.server'

export const handle = { i18n: ['merge', 'lists'], title: (data) => data?.name ?? '' } satisfies RouteHandle<{
  name: string
}>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex, nofollow' }]
export const headers = () => sharedHeaders

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  const by = printedByIn(new URL(request.url).searchParams.get('by'))
  const { name, channels, read } = await requireWholeShared(context, params['token'])
  const turn = await waitForPageTurn(context.address, channels)
  const found = turn.ok ? await read(readPrinted('page')) : turn
  if (!found.ok) throw sharedRefusal(found)
  const printed = await wordPrinted(found.value.value, by, t, formatsOf(language))
  return json({ name, path: `/s/${params['token'] ?? ''}`, by, ...printed }, { headers: sharedHeaders })
}

const SharedPrintPage = () => {
  const { name, path, by, total, cut, none, sections } = useLoaderData<typeof loader>()
  const { t } = useTranslation('merge')
  return (
    <div className="stack stack-wide">
      <PrintedHead
        name={name}
        total={total}
        cut={cut}
        by={by}
        here={`${path}/print`}
        pdf={`${path}/print/pdf?by=${by}`}
        crumbs={[{ href: path, label: t('shared.back') }]}
      />
      <PrintedList name={name} none={none} sections={sections} />
    </div>
  )
}
export default SharedPrintPage
