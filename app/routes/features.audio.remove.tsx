/** Asks before audio sources are deleted. */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/lists.css'
import { RemoveQuestion } from '~/ui/mylink/remove-question'
import { audioPath, audioShelf } from '~/web/mylink/shelf.server'
import { newBatch, type InvalidAnswer } from '~/web/form/form.server'
import { answerRemoval, readRemoval } from '~/web/mylink/links-action.server'

export const handle = { i18n: ['audio', 'mylink'], title: 'audio:delete' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const removal = await readRemoval(request, audioShelf(user))
  if (removal === null) throw redirect(audioPath)
  return json({ ...removal, batch: newBatch(), path: audioPath })
}

export const action = async (args: ActionFunctionArgs) =>
  answerRemoval(args, audioShelf(await requireUser(args.request, args.context)))

const RemovePage = () => {
  const { path, ...removal } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('audio')
  return <RemoveQuestion {...removal} kind="audio" failure={failure} crumbs={[{ href: path, label: t('title') }]} />
}
export default RemovePage
