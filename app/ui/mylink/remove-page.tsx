/** Asks before links or a category are deleted: how many, which, and for how long they can be restored. */
import type { TFunction } from 'i18next'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../error-summary'
import { CancelLink } from '../form-actions'
import { PageHead } from '../page-head'
import { useLinkKept } from './kept'
import { crumbsOf, linkTexts, restoreDays, type ShelfView } from './view'

/** For a category, `count` is the number of its links, and there are no names. */
export type RemoveView = {
  shelf: ShelfView
  isCategory: boolean
  count: number
  names: string[]
  here: string
  back: string
  batch: string
}

export const removalTitle = ({ shelf, isCategory, count }: RemoveView, t: TFunction): string =>
  isCategory
    ? t('mylink:category.deleteTitle', { name: shelf.name })
    : t('mylink:remove.title', { what: t(`mylink:of.${shelf.service}.count`, { count }) })

export const RemovePage = () => {
  const view = useLoaderData<RemoveView>()
  const { shelf, isCategory, count, names, here, back, batch } = view
  const { t } = useTranslation(linkTexts)
  const { errors } = useLinkKept()
  const lead = !isCategory
    ? t('remove.lead')
    : count === 0
      ? t('category.deleteEmpty')
      : t('category.deleteWith', { count })
  return (
    <div className="narrow">
      <PageHead
        title={removalTitle(view, t)}
        lead={`${lead} ${t('deleted.promise', { number: restoreDays })}`}
        crumbs={crumbsOf(t, shelf)}
      />
      <ErrorSummary errors={errors.map(({ message }) => ({ field: null, message }))} />
      <Card tone="danger">
        <div className="stack">
          {isCategory ? null : (
            <ul className="marked">
              {names.map((name, index) => (
                <li key={index}>
                  <bdi>{name}</bdi>
                </li>
              ))}
              {count > names.length ? (
                <li className="muted">{t('remove.more', { number: count - names.length })}</li>
              ) : null}
            </ul>
          )}
          <form noValidate method="post" action={here} className="form-actions">
            <input type="hidden" name="batch" value={batch} />
            <Button variant="danger" icon="trash">
              {t(isCategory ? 'category.delete' : 'remove.submit')}
            </Button>
            <CancelLink href={back} />
          </form>
        </div>
      </Card>
    </div>
  )
}
