/** Adds audio sources: one, or several at once. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ErrorSummary } from '~/ui/error-summary'
import { AddForms } from '~/ui/mylink/add-forms'
import { useLinkKept } from '~/ui/mylink/kept'
import { PageHead } from '~/ui/page-head'
import { LockedNotice } from '~/ui/service/locked'
import { audioPath, audioShelf } from '~/web/mylink/shelf.server'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerAdd } from '~/web/mylink/links-action.server'
import { readAddPage } from '~/web/mylink/pages.server'

export const handle = { i18n: ['audio', 'mylink'], title: 'audio:add' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json({ ...(await readAddPage({ request, context, user, shelf: audioShelf(user) })), path: audioPath })
}

export const action = async (args: ActionFunctionArgs) =>
  answerAdd(args, audioShelf(await requireUser(args.request, args.context)))

const AddPage = () => {
  const { path, lock, ...page } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('audio')
  const { errors } = useLinkKept(failure)
  return (
    <div className="narrow stack">
      <PageHead title={t('add')} crumbs={[{ href: path, label: t('title') }]} />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={errors} />
      {lock === null ? (
        <AddForms
          {...page}
          action={`${path}/add`}
          fromList={`${path}/from-list`}
          failure={failure}
          words={{ submit: t('addSubmit'), several: t('several'), perLine: t('perLine') }}
        />
      ) : null}
    </div>
  )
}
export default AddPage
