/** The categories of a list: a grouping that only the portal stores, each with an optional picture. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { defaultCategoryNames, limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/lists.css'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { LogoImage } from '~/ui/channel-list/tables/logo-image'
import {
  Arranged,
  channelsColumn,
  EntryNameField,
  type Kept,
  type TableList,
  TablePage,
  tablePath,
  type TableVersion,
  useKept,
  Version,
} from '~/ui/channel-list/tables/parts'
import { StepButtons } from '~/ui/step-buttons'
import { EmptyState } from '~/ui/empty-state'
import { FieldGroup } from '~/ui/field-group'
import { FormActions } from '~/ui/form-actions'
import { Notice } from '~/ui/notice'
import { Table, type Column } from '~/ui/table'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerCategories } from '~/web/lists/tables/groups.server'
import { readTable } from '~/web/lists/tables/table.server'

export const handle = { i18n: ['tables', 'lists', 'problems'], title: 'tables:categories.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

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
        <div className="form-actions">
          <Button icon="plus" name="intent" value="defaults">
            {t('categories.addPicked')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const CategoriesPage = () => {
  const { list, version, categories } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const kept = useKept(answer?.failure, 'add')
  const picking = useKept(answer?.failure, 'defaults')
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, '/categories')
  const isFull = categories.length >= limits.categories
  type Row = (typeof categories)[number]
  const actions: Column<Row> = {
    key: 'actions',
    header: t('lists:column.actions'),
    kind: 'actions',
    cell: (row) => (
      <StepButtons
        id={row.id}
        href={`${here}/${row.id}`}
        name={categoryName(row.name, t)}
        first={row === categories[0]}
        last={row === categories.at(-1)}
      />
    ),
  }
  const logos: Column<Row> = {
    key: 'logo',
    header: t('categories.logo'),
    phone: 'lead',
    cell: (row) => <LogoImage list={list} logo={row.logo} />,
  }
  const table = (
    <Table
      caption={t('categories.title')}
      rows={categories}
      rowKey={(row) => row.id}
      columns={[
        ...(categories.some((row) => row.logo !== null) ? [logos] : []),
        {
          key: 'name',
          header: t('lists:column.name'),
          kind: 'name',
          cell: (row) => (
            <a href={`${here}/${row.id}`}>
              <bdi>{categoryName(row.name, t)}</bdi>
            </a>
          ),
        },
        channelsColumn(t),
        ...(list.canChange ? [actions] : []),
      ]}
    />
  )
  return (
    <TablePage
      list={list}
      title={t('categories.title')}
      lead={t('categories.lead', { number: categories.length, most: limits.categories })}
      failure={answer?.failure}
    >
      {categories.length === 0 ? (
        <EmptyState title={t('categories.empty')} art="none" />
      ) : (
        <Arranged list={list} version={version} action={here}>
          {table}
        </Arranged>
      )}
      {list.canChange && isFull && <Notice tone="info">{t('categories.full', { most: limits.categories })}</Notice>}
      {list.canChange && (!isFull || kept.refused) && (
        <Card title={t('categories.add')} id="add">
          <form noValidate method="post" action={here} className="form" key={version.revision}>
            <Version {...version} />
            <EntryNameField kept={kept} present="" />
            <FormActions submit={t('categories.addSubmit')} icon="plus" intent="add" />
          </form>
        </Card>
      )}
      {list.canChange && (!isFull || picking.refused) && (
        <DefaultsCard list={list} version={version} categories={categories} kept={picking} />
      )}
    </TablePage>
  )
}
export default CategoriesPage
