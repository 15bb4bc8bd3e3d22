/** Adds channels to a category of MyLink: one, or several at once. */
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
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerAdd } from '~/web/mylink/links-action.server'
import { readAddPage } from '~/web/mylink/pages.server'
import { requireCategory } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink'], title: 'mylink:channel.add' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { category, shelf } = await requireCategory(user, params['category'])
  return json({
    ...(await readAddPage({ request, context, user, shelf })),
    path: shelf.path,
    name: category.name,
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args.request, args.context)
  const { shelf } = await requireCategory(user, args.params['category'])
  return answerAdd(args, shelf)
}

const AddPage = () => {
  const { path, name, lock, ...page } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  const { errors } = useLinkKept(failure)
  return (
    <div className="narrow stack">
      <PageHead
        title={t('channel.add')}
        crumbs={[
          { href: '/features/mylink', label: t('title') },
          { href: path, label: name },
        ]}
      />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={errors} />
      {lock === null ? (
        <AddForms
          {...page}
          action={`${path}/add`}
          fromList={`${path}/from-list`}
          failure={failure}
          words={{
            submit: t('channel.addSubmit'),
            several: t('many.title'),
            perLine: t('many.field'),
          }}
        />
      ) : null}
    </div>
  )
}
export default AddPage
