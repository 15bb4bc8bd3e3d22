/**
 * Adds channels of MyLink, or audio sources, to a channel list: only streams, because a list can't take a place without
 * its transponder.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { findLists } from '~/modules/channel-list/channel-list.server'
import styles from '~/styles/lists.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { isolate } from '~/ui/channel-list/joined'
import { EmptyState } from '~/ui/empty-state'
import { SelectField } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { LinkFrame } from '~/ui/mylink/frame'
import { useLinkKept } from '~/ui/mylink/kept'
import { crumbsOf, linkTexts, sheetsOf } from '~/ui/mylink/view'
import { Notice } from '~/ui/notice'
import { findChosen, maxNamesShown, parseChosen } from '~/web/mylink/chosen.server'
import { readShelf, viewOf } from '~/web/mylink/shelf.server'

export { actOnToList as action } from '~/web/mylink/to-list.server'
export const handle = { i18n: linkTexts, title: 'mylink:toList.title' }
export const links = sheetsOf(styles)

/** The streams among the ticked links, the names of the others, and the account's own lists. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { shelf, batch } = await readShelf(args)
  const { ids, ...ways } = parseChosen(args.request, shelf)
  const [chosen, lists] = await Promise.all([
    findChosen(shelf, ids),
    findLists(shelf.actor, { page: 1, size: 100, kind: 'user' }),
  ])
  const namesOf = (isStreamed: boolean): string[] =>
    chosen.filter(({ address }) => (address !== null) === isStreamed).map(({ name }) => name)
  const names = namesOf(true)
  return json({
    ...ways,
    shelf: viewOf(shelf),
    batch,
    count: names.length,
    names: names.slice(0, maxNamesShown),
    left: namesOf(false).slice(0, maxNamesShown),
    lists: lists.items.map(({ id, name }) => ({ id, name })),
  })
}

const ToListPage = () => {
  const { shelf, count, names, left, lists, here, back, batch } = useLoaderData<typeof loader>()
  const { t } = useTranslation(linkTexts)
  const format = useFormat()
  const kept = useLinkKept()
  return (
    <LinkFrame
      className="narrow stack"
      title={t('toList.title')}
      lead={t(`of.${shelf.service}.count`, { count })}
      crumbs={crumbsOf(t, shelf)}
    >
      {left.length === 0 ? null : (
        <Notice tone="info">{t('toList.left', { names: format.list(left.map(isolate)) })}</Notice>
      )}
      <Card>
        {lists.length === 0 || count === 0 ? (
          <EmptyState
            art="none"
            title={t(lists.length === 0 ? 'pick.none' : 'find.none')}
            action={<ButtonLink href={back}>{t('common:action.cancel')}</ButtonLink>}
          />
        ) : (
          <form noValidate method="post" action={here} className="form">
            <input type="hidden" name="batch" value={batch} />
            <p>{format.list(names.map(isolate))}</p>
            <SelectField
              name="list"
              label={t('pick.list')}
              defaultValue={kept.value('list', lists[0]?.id)}
              error={kept.error('list')}
              options={lists.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <FormActions submit={t('toList.submit')} icon="plus" cancelHref={back} />
          </form>
        )}
      </Card>
    </LinkFrame>
  )
}
export default ToListPage
