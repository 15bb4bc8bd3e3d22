/** The categories of a list: a grouping that only the portal stores, each with an optional picture. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { defaultCategoryNames, limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { FormActions } from '~/ui/form-actions'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { EntriesPage } from '~/ui/channel-list/tables/entries-page'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { LogoImage } from '~/ui/channel-list/tables/logo-image'
import {
  type Kept,
  type TableList,
  tablePath,
  type TableVersion,
  useKept,
  Version,
} from '~/ui/channel-list/tables/parts'
import { FieldGroup } from '~/ui/field-group'
import type { Column } from '~/ui/table'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerCategories } from '~/web/lists/tables/groups.server'
import { readTable } from '~/web/lists/tables/table.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:categories.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  return json(await readTable(user, params['id'], (view) => ({ categories: view.categories() })))
}

export const action = (args: ActionFunctionArgs) => answerCategories(args)

type DefaultsProps = {
  list: TableList
  version: TableVersion
  categories: readonly { name: string }[]
  kept: Kept
}
/** The deleted default categories, to add again. */
const DefaultsCard = ({ list, version, categories, kept: picking }: DefaultsProps) => {
  const { t } = useTranslation('tables')
  const lacking = defaultCategoryNames.filter((name) => !categories.some((one) => one.name === name))
  const picked = new Set(picking.values('pick'))
  if (lacking.length === 0) return null
  const here = tablePath(list, '/categories')
  return (
    <Card title={t('categories.defaults')}>
      <form noValidate method="post" action={here} className="form" key={version.revision}>
        <Version {...version} />
        <FieldGroup id="field-pick" legend={t('categories.pick')} legendHidden error={picking.error('pick')}>
          <div className="check-grid">
            {lacking.map((name) => (
              <label key={name} className="choice">
                <input type="checkbox" name="pick" value={name} defaultChecked={picked.has(name)} />{' '}
                <bdi>{categoryName(name, t)}</bdi>
              </label>
            ))}
          </div>
        </FieldGroup>
        <FormActions variant="plain" icon="plus" submit={t('categories.addPicked')} intent="defaults" />
      </form>
    </Card>
  )
}

const CategoriesPage = () => {
  const { list, version, categories } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const picking = useKept(answer?.failure, 'defaults')
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const logos: Column<(typeof categories)[number]> = {
    key: 'logo',
    header: t('categories.logo'),
    phone: 'lead',
    cell: (row) => <LogoImage list={list} logo={row.logo} />,
  }
  return (
    <EntriesPage
      list={list}
      version={version}
      kind="categories"
      entries={categories}
      most={limits.categories}
      nameOf={(category) => categoryName(category.name, t)}
      before={categories.some((row) => row.logo !== null) ? [logos] : []}
      failure={answer?.failure}
    >
      {list.canChange && (categories.length < limits.categories || picking.refused) && (
        <DefaultsCard list={list} version={version} categories={categories} kept={picking} />
      )}
    </EntriesPage>
  )
}
export default CategoriesPage
