/**
 * The upload for the scripted form: does the same as the plain form, but answers JSON with the next address and the
 * message to show there.
 */
import { json, type ActionFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/request/caller.server'
import { getT } from '~/request/language.server'
import { takeUpload } from '~/web/lists/upload.server'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const outcome = await takeUpload(request, context, user)
  // The script continues without reloading the frame, so it gets the message itself instead of a cookie for the next
  // frame.
  if (outcome.ok) {
    const { to, name, next } = outcome
    const t = await getT(request, context)
    return json({
      to,
      done: t('lists:upload.done', { name }),
      ...(next && { next: { href: next.href, text: t(next.key) } }),
    })
  }
  if (outcome.held !== null) return json({ to: `/features/uploads/${outcome.held}` })
  return json({ failure: outcome.failure }, { status: outcome.status })
}
