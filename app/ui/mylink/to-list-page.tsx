/** Asks which channel list the ticked links are added to, and names those that can't be added. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { EmptyState } from '../empty-state'
import { SelectField } from '../field'
import { Notice } from '../notice'
import { LinkFrame } from './frame'
import { useLinkKept } from './kept'
import type { RemoveView } from './remove-page'
import { crumbsOf, wordsOf } from './words'

export type ToListView = Omit<RemoveView, 'isCategory'> & {
  /** Links that are places. */
  left: string[]
  lists: { id: string; name: string }[]
}

export const ToListPage = () => {
  const { shelf, count, names, left, lists, here, back, batch } = useLoaderData<ToListView>()
  const { texts, kind } = wordsOf[shelf.service]
  const { t } = useTranslation([...texts, 'common'])
  const format = useFormat()
  const kept = useLinkKept()
  return (
    <LinkFrame
      className="narrow stack"
      title={t('mylink:toList.title')}
      lead={t(kind, { count })}
      crumbs={crumbsOf(t, shelf)}
    >
      {left.length === 0 ? null : <Notice tone="info">{t('mylink:toList.left', { names: format.list(left) })}</Notice>}
      <Card>
        {lists.length === 0 || count === 0 ? (
          <EmptyState
            art="none"
            title={t(lists.length === 0 ? 'mylink:pick.none' : 'mylink:find.none')}
            action={<ButtonLink href={back}>{t('common:action.cancel')}</ButtonLink>}
          />
        ) : (
          <form noValidate method="post" action={here} className="form">
            <input type="hidden" name="batch" value={batch} />
            <p>
              <bdi>{format.list(names)}</bdi>
            </p>
            <SelectField
              name="list"
              label={t('mylink:pick.list')}
              defaultValue={kept.value('list', lists[0]?.id)}
              error={kept.error('list')}
              options={lists.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <div className="form-actions">
              <Button variant="primary" icon="plus">
                {t('mylink:toList.submit')}
              </Button>
              <ButtonLink href={back} variant="quiet">
                {t('common:action.cancel')}
              </ButtonLink>
            </div>
          </form>
        )}
      </Card>
    </LinkFrame>
  )
}
