/** Asks before a category of MyLink is deleted, and says how many channels go with it. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/lists.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { useLinkKept } from '~/ui/mylink/kept'
import { restoreDays } from '~/ui/mylink/view'
import { PageHead } from '~/ui/page-head'
import { newBatch } from '~/web/form/form.server'
import { answerCategoryRemoval } from '~/web/mylink/categories-action.server'
import { categoryPath, requireCategory } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink'], title: 'mylink:category.delete' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const category = await requireCategory(user, params['category'])
  return json({ path: categoryPath(category.id), name: category.name, channels: category.channels, batch: newBatch() })
}

export const action = (args: ActionFunctionArgs) => answerCategoryRemoval(args)

const DeletePage = () => {
  const { path, name, channels, batch } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['mylink', 'common'])
  const { errors } = useLinkKept()
  return (
    <div className="narrow">
      <PageHead
        title={t('category.deleteTitle', { name })}
        crumbs={[
          { href: '/features/mylink', label: t('title') },
          { href: path, label: name },
        ]}
      />
      <ErrorSummary errors={errors} />
      <Card tone="danger">
        <form noValidate method="post" action={`${path}/delete`} className="form">
          <input type="hidden" name="batch" value={batch} />
          <p>
            {channels === 0 ? t('category.deleteEmpty') : t('category.deleteWith', { count: channels })}{' '}
            {t('deleted.promise', { number: restoreDays })}
          </p>
          <div className="form-actions">
            <Button variant="danger" icon="trash">
              {t('category.delete')}
            </Button>
            <ButtonLink href={path} variant="quiet">
              {t('common:action.cancel')}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  )
}
export default DeletePage
