/** Asks before links or a category are deleted: how many, which, and for how long they can be restored. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { ErrorSummary } from '../error-summary'
import { PageHead } from '../page-head'
import { useLinkKept } from './kept'
import { restoreDays, type ShelfView } from './view'
import { crumbsOf, removalTitle, wordsOf } from './words'

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

export const RemovePage = () => {
  const { shelf, isCategory, count, names, here, back, batch } = useLoaderData<RemoveView>()
  const { texts } = wordsOf[shelf.service]
  const { t } = useTranslation([...texts, 'common'])
  const { errors } = useLinkKept()
  const lead = !isCategory
    ? t('mylink:remove.lead')
    : count === 0
      ? t('mylink:category.deleteEmpty')
      : t('mylink:category.deleteWith', { count })
  return (
    <div className="narrow">
      <PageHead
        title={removalTitle(t, shelf.service, { shelf, isCategory, count })}
        lead={`${lead} ${t('mylink:deleted.promise', { number: restoreDays })}`}
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
                <li className="muted">{t('mylink:remove.more', { number: count - names.length })}</li>
              ) : null}
            </ul>
          )}
          <form noValidate method="post" action={here} className="form-actions">
            <input type="hidden" name="batch" value={batch} />
            <Button variant="danger" icon="trash">
              {t(isCategory ? 'mylink:category.delete' : 'mylink:remove.submit')}
            </Button>
            <ButtonLink href={back} variant="quiet">
              {t('common:action.cancel')}
            </ButtonLink>
          </form>
        </div>
      </Card>
    </div>
  )
}
