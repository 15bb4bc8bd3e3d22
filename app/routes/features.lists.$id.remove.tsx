/** Asks before channels are deleted: which ones and how many; the deletion can be undone. */
import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CancelLink } from '~/ui/form-actions'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { ListPageHead } from '~/ui/channel-list/list-page-head'
import { redirectWithFlash } from '~/request/flash.server'
import { invalid, newBatch } from '~/web/form/form.server'
import { answerEdit, keyOfForm, type EditAnswer } from '~/web/lists/answer.server'
import { removeForm } from '~/web/lists/forms.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'
import { addressOf, backOf, readSelection } from '~/web/lists/selection.server'

export const handle = {
  i18n: ['lists', 'problems'],
  title: (data, t) => t('lists:remove.title', { channels: t('lists:channels.count', { count: data?.count ?? 0 }) }),
} satisfies RouteHandle<{ count: number }>
export { links } from '~/styles/list-links'

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const url = new URL(request.url)
  const selection = await readSelection(user, list.id, url)
  if (selection === null)
    throw redirectWithFlash(context, backOf(url, list.id), { kind: 'problem', key: 'lists:done.replaced' })
  if (selection.ids.length === 0 || !list.canChange) throw redirect(backOf(url, list.id))
  return json({
    list: { id: list.id, name: list.name },
    count: selection.ids.length,
    names: selection.names,
    batch: newBatch(),
    here: addressOf(url, selection),
    back: backOf(url, list.id, selection.ids, selection.source),
  })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, user, t, list, read } = await readListForm({ request, params, context }, removeForm)
  if (!read.ok) return invalid(read)
  const url = new URL(request.url)
  const selection = await readSelection(user, list.id, url)
  if (selection === null)
    return redirectWithFlash(context, backOf(url, list.id), { kind: 'problem', key: 'lists:done.replaced' })
  const { ids, base, source } = selection
  if (ids.length === 0) return redirect(backOf(url, list.id), { status: 303 })
  const channels = t('lists:channels.count', { count: ids.length })
  return answerEdit({
    ...ask,
    base,
    source,
    batch: keyOfForm(read.value.batch, ids),
    operations: [{ op: 'delete', ids }],
    to: backOf(url, list.id),
    done: { key: 'lists:done.delete', params: { channels } },
  })
}

const RemovePage = () => {
  const { list, count, names, batch, here, back } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  return (
    <div className="narrow">
      <ListPageHead
        list={list}
        title={t('remove.title', { channels: t('channels.count', { count }) })}
        lead={t('remove.lead', { name: list.name })}
        failure={answer?.failure}
      />
      <Card tone="danger">
        <div className="stack">
          <ul className="marked">
            {names.map((name, index) => (
              <li key={index}>
                <bdi>{name === '' ? t('row.unnamed') : name}</bdi>
              </li>
            ))}
            {count > names.length && <li className="muted">{t('remove.more', { number: count - names.length })}</li>}
          </ul>
          <form noValidate method="post" action={here} className="form-actions">
            <input type="hidden" name="batch" value={batch} />
            <Button variant="danger" icon="trash">
              {t('remove.submit')}
            </Button>
            <CancelLink href={back} />
          </form>
        </div>
      </Card>
    </div>
  )
}
export default RemovePage
