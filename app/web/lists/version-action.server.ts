/** Handles the forms of a list's versions: restoring an earlier version, or leaving a box's save in the history. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { keepMine, restoreRevision } from '~/modules/channel-list/channel-list.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { invalid, readForm, refused } from '~/web/form/form.server'
import { keyOfForm, listPathOf } from './answer.server'
import { historyForm } from './forms.server'
import { requireUserAndList } from './list-form.server'

/** `of`: `beside` if the form chooses between the newest version and a waiting save. */
export const answerVersionForm = async (
  { request, params, context }: ActionFunctionArgs,
  of: 'history' | 'beside' = 'history',
) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const read = await readForm(request, context, historyForm)
  if (!read.ok) return invalid(read)
  const { revision, base, intent } = read.value
  if (of === 'beside' && list.beside?.revision !== revision) {
    // The choice that the page showed no longer exists: nothing is done, and the user is told the current state.
    if (list.beside === null)
      return redirectWithFlash(context, listPathOf(list.id), { kind: 'note', key: 'lists:beside.past' })
    return redirectWithFlash(context, `${listPathOf(list.id)}/compare`, {
      kind: 'note',
      key: 'lists:beside.earlier',
      params: { number: list.beside.revision, earlier: revision },
    })
  }
  if (intent === 'keep') {
    const kept = await keepMine(user, list.id, { revision })
    return kept.ok ? redirectDone(context, listPathOf(list.id), 'lists:beside.kept') : refused(kept, read.values)
  }
  const restored = await restoreRevision(user, list.id, {
    revision,
    base,
    batch: keyOfForm(read.value.batch, revision),
  })
  if (!restored.ok) return refused(restored, read.values)
  return redirectDone(context, listPathOf(list.id), 'lists:done.restored', { number: revision })
}
