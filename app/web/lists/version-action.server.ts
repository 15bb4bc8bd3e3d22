/** What the pages of a list's versions ask for: an earlier version brought back, or a box's save left where it is. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { keepMine, restoreRevision } from '~/modules/channel-list/channel-list.server'
import { requireUser } from '~/web/caller.server'
import { redirectWithFlash } from '~/web/flash.server'
import { invalid, readForm, refused } from '~/web/form.server'
import { listPathOf } from './answer.server'
import { requireList } from './channels-action.server'
import { historyForm } from './forms.server'

export const answerVersionForm = async ({ request, params, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const list = await requireList(user, params['id'])
  const read = await readForm(request, context, historyForm)
  if (!read.ok) return invalid(read)
  const { revision, base, intent } = read.value
  if (intent === 'keep') {
    const kept = await keepMine(user, list.id, { revision })
    return kept.ok ? redirectWithFlash(context, listPathOf(list.id), { kind: 'done', key: 'lists:beside.kept' }) : refused(kept, read.values)
  }
  const restored = await restoreRevision(user, list.id, { revision, base })
  if (!restored.ok) return refused(restored, read.values)
  return redirectWithFlash(context, listPathOf(list.id), { kind: 'done', key: 'lists:done.restored', params: { number: revision } })
}
