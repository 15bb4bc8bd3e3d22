/** Links to shared lists had this address once; those that people have sent go on to where the lists are now. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { sharedHeaders } from '~/web/lists/shared.server'

const redirectToShare = ({ request }: Pick<LoaderFunctionArgs, 'request'>): Response => {
  const { pathname, search } = new URL(request.url)
  // 308 keeps the method and the body of a form.
  return redirect(`${pathname.replace('/shared/', '/s/')}${search}`, { status: 308, headers: sharedHeaders })
}

export const loader = (args: LoaderFunctionArgs) => redirectToShare(args)
export const action = (args: ActionFunctionArgs) => redirectToShare(args)
