/** One audio source: its name, where it comes from, its picture. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ErrorSummary } from '~/ui/error-summary'
import { EditLink } from '~/ui/mylink/edit-link'
import { useLinkKept } from '~/ui/mylink/kept'
import { PageHead } from '~/ui/page-head'
import { LockedNotice } from '~/ui/service/locked'
import { audioPath, audioShelf } from '~/web/mylink/shelf.server'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerLink } from '~/web/mylink/links-action.server'
import { readLinkPage } from '~/web/mylink/pages.server'

export const handle = {
  i18n: ['audio', 'mylink'],
  title: (data, t) => data?.link.name ?? t('audio:edit'),
} satisfies RouteHandle<{ link: { name: string } }>
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const shelf = audioShelf(user)
  const page = await readLinkPage({ request, context, user, shelf }, params['entry'])
  return json({ ...page, path: audioPath, here: shelf.pathOf(page.link.id) })
}

export const action = async (args: ActionFunctionArgs) =>
  answerLink(args, audioShelf(await requireUser(args.request, args.context)), args.params['entry'] ?? '')

const EntryPage = () => {
  const { path, here, link, lock, ...page } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('audio')
  const { errors } = useLinkKept(failure)
  return (
    <div className="stack stack-wide">
      <PageHead title={<bdi>{link.name}</bdi>} crumbs={[{ href: path, label: t('title') }]} />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={errors} />
      <EditLink
        {...page}
        service="audio"
        here={here}
        path={path}
        link={link}
        canChange={lock === null}
        remove={t('delete')}
        failure={failure}
      />
    </div>
  )
}
export default EntryPage
