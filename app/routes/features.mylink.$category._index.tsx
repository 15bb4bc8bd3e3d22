/** The channels of a category of MyLink, a page at a time. */
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
import { PageHead } from '~/ui/page-head'
import { LockedNotice } from '~/ui/service/locked'
import type { InvalidAnswer } from '~/web/form/form.server'
import { answerRows } from '~/web/mylink/links-action.server'
import { readLinksPage } from '~/web/mylink/pages.server'
import { requireCategory } from '~/web/mylink/shelf.server'

export const handle = {
  i18n: ['mylink', 'parts'],
  title: (data, t) => data?.category.name ?? t('mylink:category.one'),
} satisfies RouteHandle<{ category: { name: string } }>
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: listStyles },
  { rel: 'stylesheet', href: styles },
]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { category, shelf } = await requireCategory(user, params['category'])
  const page = await readLinksPage({ request, context, user, shelf })
  return json(
    { ...page, path: shelf.path, category: { name: category.name, channels: category.channels } },
    { status: page.query.odd.length > 0 ? 422 : 200 },
  )
}

export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args.request, args.context)
  const { shelf } = await requireCategory(user, args.params['category'])
  return answerRows(args, shelf)
}

const CategoryPage = () => {
  const { category, path, lock, deleted, ...page } = useLoaderData<typeof loader>()
  const failure = useActionData<InvalidAnswer>()?.failure
  const { t } = useTranslation('mylink')
  const kept = useLinkKept(failure)
  const canChange = lock === null
  return (
    <div className="stack stack-wide">
      <PageHead
        title={<bdi>{category.name}</bdi>}
        lead={t('channels', { count: category.channels })}
        crumbs={[
          { href: '/features', label: t('features') },
          { href: '/features/mylink', label: t('title') },
        ]}
        actions={
          canChange ? (
            <>
              <ButtonLink href={`${path}/add`} variant="primary" icon="plus">
                {t('channel.add')}
              </ButtonLink>
              <ButtonLink href={`${path}/edit`} icon="edit" aria-label={t('category.edit')}>
                {t('row.edit')}
              </ButtonLink>
            </>
          ) : null
        }
      />
      <LockedNotice lock={lock} />
      <ErrorSummary errors={kept.errors} />
      <LinksCard
        {...page}
        service="mylink"
        path={path}
        hrefOf={(id) => `${path}/channels/${id}`}
        caption={t('column.channels')}
        canChange={canChange}
        kept={kept}
        empty={<EmptyState title={t('channel.empty')} text={canChange ? t('channel.emptyText') : undefined} />}
      />
      {canChange ? <DeletedCard service="mylink" path={path} batch={page.batch} deleted={deleted} /> : null}
    </div>
  )
}
export default CategoryPage
