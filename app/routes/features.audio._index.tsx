/** The audio sources of an account, a page at a time. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { DeletedCard } from '~/ui/mylink/deleted-card'
import { useLinkKept } from '~/ui/mylink/kept'
import { LinksCard } from '~/ui/mylink/links-card'
import { TableCard } from '~/ui/mylink/table-card'
import { PageHead } from '~/ui/page-head'
import { LockedNotice } from '~/ui/service/locked'
import { audioPath, audioShelf } from '~/web/mylink/shelf.server'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerRows } from '~/web/mylink/links-action.server'
import { readLinksPage } from '~/web/mylink/pages.server'

export const handle = { i18n: ['audio', 'mylink', 'parts'], title: 'audio:title' } satisfies RouteHandle
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const page = await readLinksPage({ request, context, user, shelf: audioShelf(user) })
  return json({ ...page, path: audioPath }, { status: page.query.odd.length > 0 ? 422 : 200 })
}

export const action = async (args: ActionFunctionArgs) =>
  answerRows(args, audioShelf(await requireUser(args.request, args.context)))

const AudioPage = () => {
  const { path, lock, deleted, ...page } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation(['audio', 'mylink'])
  const kept = useLinkKept(failure)
  const canChange = lock === null
  const hasLinks = page.total > 0 || page.query.search !== ''
  const add = (
    <ButtonLink href={`${path}/add`} variant="primary" icon="plus">
      {t('audio:add')}
    </ButtonLink>
  )
  return (
    <div className="stack stack-wide">
      <PageHead
        title={t('audio:title')}
        lead={t('audio:lead')}
        crumbs={[{ href: '/features', label: t('mylink:features') }]}
        actions={canChange && hasLinks ? add : null}
      />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={kept.errors} />
      <LinksCard
        {...page}
        service="audio"
        path={path}
        hrefOf={(id) => `${path}/entries/${id}`}
        caption={t('audio:title')}
        canChange={canChange}
        kept={kept}
        empty={
          <EmptyState
            title={t('audio:empty')}
            text={canChange ? t('audio:emptyText') : undefined}
            action={canChange ? add : undefined}
          />
        }
      />
      <TableCard service="audio" canImport={canChange} hasLinks={hasLinks} />
      {canChange ? <DeletedCard service="audio" path={path} batch={page.batch} deleted={deleted} /> : null}
    </div>
  )
}
export default AudioPage
