/** Exit: ends the session and says so on the home page. Only a form can do it; a link to here goes home. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { signOut } from '~/web/caller.server'

export const loader = () => redirect('/home')
export const action = ({ request, context }: ActionFunctionArgs) => signOut(request, context, 'account:flash.exit')
