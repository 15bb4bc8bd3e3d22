/** The upload for the scripted form: the same doing as the plain form's, answered as JSON with the address to go on to. */
import { json, type ActionFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/web/caller.server'
import { flashCookie } from '~/web/flash.server'
import { takeUpload } from '~/web/lists/upload.server'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const outcome = await takeUpload(request, context, user)
  if (outcome.ok) return json({ to: outcome.to }, { headers: { 'set-cookie': flashCookie(context, { kind: 'done', key: 'lists:upload.done', params: { name: outcome.name } }) } })
  if (outcome.held !== null) return json({ to: `/features/uploads/${outcome.held}` })
  return json({ failure: outcome.failure }, { status: outcome.status })
}
