/** Exit: ends the session and says so on the home page. Only a form can do it; a link to here goes home. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { signOut, signOutIdle } from '~/web/caller.server'
import { readFields } from '~/web/form.server'
import { parseReturnTo } from '~/web/return-to'

export const loader = () => redirect('/home')

/** A page's script ends the session after the idle time (`reason=idle`) and names the page to come back to. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readFields(request, context)
  const { reason, page } = read.ok ? read.values : {}
  return reason === 'idle' ? signOutIdle(request, context, parseReturnTo(typeof page === 'string' ? page : null)) : signOut(request, context, 'account:flash.exit')
}
