/** Exit: ends the session and says so on the home page. Only a form can do this; a link to this address goes home. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { leaveSession, signOut } from '~/web/account/session.server'
import { readFields } from '~/request/fields.server'
import { parseTyped } from '~/web/form/kept.server'
import { parseReturnTo } from '~/request/return-to'

export const loader = () => redirect('/home')

/**
 * Exit itself has no fields. A page that leaves because its session ended sends the reason, the page to return to, and
 * the typed values.
 */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readFields(request, context)
  const { reason, page, typed } = read.ok ? read.values : {}
  if (typeof reason !== 'string') return signOut(request, context, 'account:flash.exit')
  return leaveSession(request, context, {
    reason,
    page: parseReturnTo(typeof page === 'string' ? page : null),
    typed: parseTyped(typed),
  })
}
