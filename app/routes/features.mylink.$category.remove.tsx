/** Asks before channels of MyLink are deleted. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/lists.css'
import { RemoveQuestion } from '~/ui/mylink/remove-question'
import { newBatch, type InvalidAnswer } from '~/web/form/form.server'
import { answerRemoval, readRemoval } from '~/web/mylink/links-action.server'
import { requireCategory } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink'], title: 'mylink:channel.delete' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { category, shelf } = await requireCategory(user, params['category'])
  const removal = await readRemoval(request, shelf)
  if (removal === null) throw redirect(shelf.path)
  return json({ ...removal, batch: newBatch(), path: shelf.path, category: category.name })
}

export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args.request, args.context)
  const { shelf } = await requireCategory(user, args.params['category'])
  return answerRemoval(args, shelf)
}

const RemovePage = () => {
  const { path, category, ...removal } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  return (
    <RemoveQuestion
      {...removal}
      kind="channels"
      failure={failure}
      crumbs={[
        { href: '/features/mylink', label: t('title') },
        { href: path, label: category },
      ]}
    />
  )
}
export default RemovePage
