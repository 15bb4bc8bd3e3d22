/** Adds channels of the account’s lists as audio sources. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ErrorSummary } from '~/ui/error-summary'
import { useLinkKept } from '~/ui/mylink/kept'
import { PickForm } from '~/ui/mylink/pick-form'
import { PageHead } from '~/ui/page-head'
import { LockedNotice } from '~/ui/service/locked'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerPick, readPick } from '~/web/mylink/pick.server'
import { audioShelf } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink', 'audio'], title: 'mylink:pick.title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const shelf = audioShelf(user)
  return json({ view: await readPick({ request, context }, user, shelf), home: shelf.path })
}

export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args.request, args.context)
  return answerPick(args, audioShelf(user))
}

const PickPage = () => {
  const { view, home } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation(['mylink', 'audio'])
  const kept = useLinkKept(failure)
  return (
    <div className="stack stack-wide">
      <PageHead title={t('mylink:pick.title')} crumbs={[{ href: home, label: t('audio:title') }]} />
      <LockedNotice lock={view.lock} />
      <ErrorSummary errors={kept.errors} />
      {view.lock === null ? <PickForm view={view} kept={kept} /> : null}
    </div>
  )
}
export default PickPage
