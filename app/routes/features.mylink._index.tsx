/** MyLink: the categories of an account's own links, in the order in which its boxes show them. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import type { RouteHandle } from '~/i18n/handle'
import { parseNumber } from '~/i18n/number'
import { addShelf, categoriesMax, findShelvesWithNames, moveShelf } from '~/modules/link/link.server'
import { requireUser } from '~/request/caller.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { CategoryCards } from '~/ui/mylink/category-cards'
import { DeletedCard } from '~/ui/mylink/deleted-card'
import { LinkFrame } from '~/ui/mylink/frame'
import { useLinkKept, type Kept } from '~/ui/mylink/kept'
import { NameField } from '~/ui/mylink/link-fields'
import { rowDrag } from '~/ui/mylink/row-drag'
import { TableCard } from '~/ui/mylink/table-card'
import { homeOf, sheetsOf } from '~/ui/mylink/view'
import { Notice } from '~/ui/notice'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import { keyOfForm } from '~/web/lists/answer.server'
import { done, refuseLink } from '~/web/mylink/answer.server'
import { oneForm } from '~/web/mylink/forms.server'
import { answerRestore } from '~/web/mylink/links-action.server'
import { categoryPath, findLinkLock, readDeleted, requireCategory } from '~/web/mylink/shelf.server'

export const handle = { i18n: ['mylink'], title: 'mylink:of.mylink.title' } satisfies RouteHandle
export const links = sheetsOf(listStyles, styles)
const path = homeOf('mylink')

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [categories, lock, deleted] = await Promise.all([
    findShelvesWithNames(user, 'mylink'),
    findLinkLock({ request, context }, user, 'mylink'),
    readDeleted(user, 'mylink', null),
  ])
  const { searchParams } = new URL(request.url)
  // On the way from a channel list: its channels are the next page, in the only category or the one that is chosen.
  const list = searchParams.get('list')
  const pick = list === null ? '' : `/from-list?${searchParams.toString()}`
  const [only, ...others] = categories
  if (pick !== '' && lock === null && only !== undefined && others.length === 0)
    throw redirect(categoryPath(only.id) + pick)
  return json({
    pick,
    categories,
    lock,
    deleted,
    batch: newBatch(),
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, oneForm('arrange', 'add', 'restore'))
  if (!read.ok) return invalid(read)
  const { intent, up, down, drop, name, batch, deleted } = read.value
  if (intent === 'restore') return answerRestore({ request, context }, 'mylink', { deleted, batch, back: path })
  if (intent === 'add') {
    const added = await addShelf(user, 'mylink', { name, batch: keyOfForm(batch, ['add', name]) })
    if (!added.ok) return refuseLink(added.code === 'Q2102' ? { ...added, field: 'name' } : added, read.values)
    // The next step is to put links into it.
    return done(context, categoryPath(added.value.id), 'mylink:done.added', { name: added.value.name })
  }
  const [dropped = '', place = ''] = drop.split('.')
  const category = await requireCategory(user, dropped || up || down)
  const at = parseNumber(place, { min: 1, max: categoriesMax }) ?? category.position
  const to = dropped !== '' ? at : up === '' ? 'down' : 'up'
  const moved = await moveShelf(user, 'mylink', category.id, to, { batch: keyOfForm(batch, [to, category.id]) })
  if (!moved.ok) return refuseLink(moved, read.values)
  return moved.value.position === category.position
    ? done(context, path, 'mylink:done.nothing', {}, 'note')
    : done(context, path, 'mylink:done.moved', { name: category.name })
}

const AddCard = ({ kept, batch, isPrimary }: { kept: Kept; batch: string; isPrimary: boolean }) => {
  const { t } = useTranslation('mylink')
  return (
    <Card title={t('category.add')} id="add">
      <form noValidate method="post" action={path} className="form">
        <input type="hidden" name="batch" value={batch} />
        <NameField kept={kept} most={limits.otherNameCharacters} />
        <div className="form-actions">
          <Button variant={isPrimary ? 'primary' : 'plain'} icon="plus" name="intent" value="add">
            {t('category.addSubmit')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const MyLinkPage = () => {
  const { categories, lock, deleted, pick, batch } = useLoaderData<typeof loader>()
  const { t } = useTranslation('mylink')
  const adding = useLinkKept('add')
  const isEmpty = categories.length === 0
  const isFull = categories.length >= limits.categories
  const canChange = lock === null
  const cards = <CategoryCards rows={categories} canChange={canChange} pick={pick} />
  return (
    <LinkFrame
      title={t('of.mylink.title')}
      lead={t('of.mylink.lead')}
      crumbs={[{ href: '/features', label: t('features') }]}
      actions={
        canChange && !isEmpty && !isFull ? (
          <ButtonLink href="#field-name" variant="primary" icon="plus">
            {t('category.add')}
          </ButtonLink>
        ) : null
      }
      lock={lock}
    >
      {pick !== '' && canChange ? <Notice tone="info">{t('pick.choose')}</Notice> : null}
      {isEmpty ? (
        <div className="card">
          <EmptyState title={t('category.empty')} text={canChange ? t('category.emptyText') : undefined} />
        </div>
      ) : (
        <section aria-labelledby="categories-title">
          <h2 id="categories-title">{t('category.of', { number: categories.length, most: limits.categories })}</h2>
          {canChange ? (
            <form noValidate method="post" action={path} data-keep-scroll="" {...rowDrag}>
              <input type="hidden" name="intent" value="arrange" />
              <input type="hidden" name="batch" value={batch} />
              {cards}
            </form>
          ) : (
            cards
          )}
        </section>
      )}
      {canChange && isFull ? <Notice tone="info">{t('category.full', { most: limits.categories })}</Notice> : null}
      {canChange && (!isFull || adding.refused) ? <AddCard kept={adding} batch={batch} isPrimary={isEmpty} /> : null}
      <TableCard service="mylink" canImport={canChange} hasLinks={!isEmpty} />
      {canChange ? <DeletedCard service="mylink" path={path} batch={batch} deleted={deleted} /> : null}
    </LinkFrame>
  )
}
export default MyLinkPage
