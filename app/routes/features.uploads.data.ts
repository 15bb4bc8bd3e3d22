/**
 * The upload for the scripted form: the same doing as the plain form's, answered as JSON with the address to go on to
 * and what to say there.
 */
import { json, type ActionFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { takeUpload } from '~/web/lists/upload.server'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const outcome = await takeUpload(request, context, user)
  // The script goes on without loading the frame anew, so it is told the message instead of a cookie for the next
  // frame.
  if (outcome.ok)
    return json({ to: outcome.to, done: (await getT(request, context))('lists:upload.done', { name: outcome.name }) })
  if (outcome.held !== null) return json({ to: `/features/uploads/${outcome.held}` })
  return json({ failure: outcome.failure }, { status: outcome.status })
}
