/** One channel of MyLink: its name, where it comes from, its picture. */
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
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerLink } from '~/web/mylink/links-action.server'
import { readLinkPage } from '~/web/mylink/pages.server'
import { requireCategory } from '~/web/mylink/shelf.server'

export const handle = {
  i18n: ['mylink'],
  title: (data, t) => data?.link.name ?? t('mylink:channel.edit'),
} satisfies RouteHandle<{ link: { name: string } }>
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { category, shelf } = await requireCategory(user, params['category'])
  const page = await readLinkPage({ request, context, user, shelf }, params['channel'])
  return json({ ...page, path: shelf.path, here: shelf.pathOf(page.link.id), category: category.name })
}

export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args.request, args.context)
  const { shelf } = await requireCategory(user, args.params['category'])
  return answerLink(args, shelf, args.params['channel'] ?? '')
}

const ChannelPage = () => {
  const { path, here, category, link, lock, ...page } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  const { errors } = useLinkKept(failure)
  return (
    <div className="stack stack-wide">
      <PageHead
        title={<bdi>{link.name}</bdi>}
        crumbs={[
          { href: '/features/mylink', label: t('title') },
          { href: path, label: category },
        ]}
      />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={errors} />
      <EditLink
        {...page}
        service="mylink"
        here={here}
        path={path}
        link={link}
        canChange={lock === null}
        remove={t('channel.delete')}
        failure={failure}
      />
    </div>
  )
}
export default ChannelPage
