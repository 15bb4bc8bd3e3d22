/** Adds channels of the account’s lists to a category of MyLink. */
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
import { requireCategory } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink'], title: 'mylink:pick.title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { category, shelf } = await requireCategory(user, params['category'])
  return json({ view: await readPick({ request, context }, user, shelf), home: shelf.path, name: category.name })
}

export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args.request, args.context)
  const { shelf } = await requireCategory(user, args.params['category'])
  return answerPick(args, shelf)
}

const PickPage = () => {
  const { view, home, name } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  const kept = useLinkKept(failure)
  return (
    <div className="stack stack-wide">
      <PageHead
        title={t('pick.title')}
        crumbs={[
          { href: '/features/mylink', label: t('title') },
          { href: home, label: name },
        ]}
      />
      <LockedNotice lock={view.lock} />
      <ErrorSummary errors={kept.errors} />
      {view.lock === null ? <PickForm view={view} kept={kept} /> : null}
    </div>
  )
}
export default PickPage
