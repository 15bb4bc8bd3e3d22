/** One category: its name, its picture, and its channels. */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { ChannelNames } from '~/ui/channel-list/tables/channel-names'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { LogoImage } from '~/ui/channel-list/tables/logo-image'
import { EntryNameField, TablePage, tablePath, useKept, Version } from '~/ui/channel-list/tables/parts'
import { FileField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { requireUser } from '~/request/caller.server'
import type { EditAnswer } from '~/web/lists/answer.server'
import { answerCategory } from '~/web/lists/tables/groups.server'
import { absent, idOf, maxNamesShown, readTable } from '~/web/lists/tables/table.server'

export const handle = {
  i18n: ['tables', 'lists', 'problems'],
  title: (data, t) => categoryName(data?.category.name ?? '', t),
} satisfies RouteHandle<{ category: { name: string } }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const id = idOf(params['category'])
  const { category, ...page } = await readTable(user, params['id'], (view) => ({
    category: view.categories().find((one) => one.id === id) ?? null,
    channels: id === null ? [] : view.inCategory(id, maxNamesShown),
  }))
  if (category === null) throw absent('Q2103')
  return json({ ...page, category })
}

export const action = (args: ActionFunctionArgs) => answerCategory(args)

const CategoryPage = () => {
  const { list, version, category, channels } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation(['tables', 'lists'])
  const saving = useKept(answer?.failure, 'save')
  const sending = useKept(answer?.failure)
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  const here = tablePath(list, `/categories/${category.id}`)
  return (
    <TablePage
      list={list}
      title={<bdi>{categoryName(category.name, t)}</bdi>}
      lead={t('lists:channels.count', { count: category.channels })}
      crumbs={[{ href: tablePath(list, '/categories'), label: t('categories.title') }]}
      failure={answer?.failure}
    >
      {list.canChange && (
        <div className="cols">
          <Card title={t('categories.rename')}>
            <form noValidate method="post" action={here} className="form" key={version.revision}>
              <Version {...version} />
              <EntryNameField kept={saving} present={categoryName(category.name, t)} />
              <FormActions submit={t('action.save')} intent="save">
                <ButtonLink
                  href={tablePath(list, `/take-out/category/${category.id}`)}
                  variant="quiet-danger"
                  icon="trash"
                >
                  {t('categories.delete')}
                </ButtonLink>
              </FormActions>
            </form>
          </Card>
          <Card title={t('categories.logo')}>
            <div className="stack">
              <LogoImage list={list} logo={category.logo} size={96} />
              <form
                noValidate
                method="post"
                action={here}
                encType="multipart/form-data"
                className="form"
                key={version.revision}
              >
                <Version {...version} />
                <input type="hidden" name="intent" value="logo" />
                <FileField
                  name="file"
                  label={t('categories.picture')}
                  hint={t('categories.logoHint')}
                  error={sending.error('file')}
                  accept="image/png,image/jpeg"
                  button={t('categories.pickFile')}
                  none={t('lists:upload.none')}
                />
                <FormActions variant="plain" icon="upload" submit={t('categories.send')} />
              </form>
              {category.logo !== null && (
                <form noValidate method="post" action={here}>
                  <Version {...version} />
                  <Button variant="quiet-danger" icon="trash" name="intent" value="no-logo">
                    {t('categories.removeLogo')}
                  </Button>
                </form>
              )}
            </div>
          </Card>
        </div>
      )}
      <Card title={t('lists:column.channels')}>
        <ChannelNames linked list={list} channels={channels} total={category.channels} />
        {list.canChange && <p className="muted small">{t('categories.fill')}</p>}
      </Card>
    </TablePage>
  )
}
export default CategoryPage
