/**
 * The decision on a conflict: apply my edits to the newest revision, or drop them. If the decision conflicts again, the
 * page shows the new conflict.
 */
import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { readList, withChannels } from '~/modules/channel-list/channel-list.server'
import type { Operation } from '~/engine/types'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ClashPanel } from '~/ui/channel-list/clash-panel'
import { listErrorText } from '~/ui/channel-list/error-text'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { redirectWithFlash } from '~/request/flash.server'
import { invalid } from '~/web/form/form.server'
import { answerEdit, keyOfForm, listPathOf, requireValue, type EditAnswer } from '~/web/lists/answer.server'
import { clashForm } from '~/web/lists/forms.server'
import { readListForm, requireUserAndList } from '~/web/lists/list-form.server'

export const handle = { i18n: ['lists', 'problems'], title: 'lists:clash.title' } satisfies RouteHandle
export { links } from '~/styles/list-links'

/** The operations without deleted channels, which can't be edited any more. */
const onlyLiving = (batch: readonly Operation[], living: ReadonlySet<number>): Operation[] =>
  batch.flatMap((operation): Operation[] => {
    if (operation.op === 'order') {
      const kept = operation.order.filter((id) => living.has(id))
      const named = new Set(kept)
      return [{ op: 'order', order: [...kept, ...[...living].filter((id) => !named.has(id))] }]
    }
    // Channels to restore are not in the list yet.
    if (operation.op === 'restore') {
      const ids = operation.ids.filter((id) => !living.has(id))
      return ids.length === 0 ? [] : [{ op: 'restore', ids }]
    }
    const kept = withChannels(operation, (id) => (living.has(id) ? id : undefined))
    return kept === null ? [] : [kept]
  })

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { list } = await requireUserAndList({ request, params, context })
  return json({ list: { id: list.id, name: list.name } })
}

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const { ask, user, list, read } = await readListForm({ request, params, context }, clashForm)
  if (!read.ok) return invalid(read)
  const to = `${listPathOf(list.id)}#channels`
  if (read.value.intent === 'drop') return redirectWithFlash(context, to, { kind: 'note', key: 'lists:done.dropped' })
  const { base, source, operations } = read.value
  const key = keyOfForm(read.value.batch, operations)
  const newest = requireValue(
    await readList(user, list.id, {}, (view) => ({ source: view.source, living: new Set(view.ids({})) })),
  )
  // If the file was replaced once more, the ids belong to other channels: the edit is refused and mapped again.
  const batch = newest.source === source ? onlyLiving(operations, newest.living) : operations
  if (batch.length === 0) return redirectWithFlash(context, to, { kind: 'note', key: 'lists:done.nothing' })
  return answerEdit({
    ...ask,
    base,
    source,
    batch: key,
    operations: batch,
    to,
    done: { key: 'lists:done.applied' },
    again: true,
  })
}

const ClashPage = () => {
  const { list } = useLoaderData<typeof loader>()
  const answer = useActionData<EditAnswer>()
  const { t } = useTranslation('lists')
  if (answer?.clash) return <ClashPanel clash={answer.clash} list={list} />
  return (
    <div className="narrow">
      <ErrorSummary
        errors={(answer?.failure?.errors ?? []).map((error) => ({ field: null, message: listErrorText(error, t) }))}
      />
      <Card>
        <EmptyState
          level={1}
          title={t('clash.title')}
          action={
            <ButtonLink href={`/features/lists/${list.id}`} variant="primary">
              {t('action.back')}
            </ButtonLink>
          }
        />
      </Card>
    </div>
  )
}
export default ClashPage
