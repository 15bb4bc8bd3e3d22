/** From a proven account to a signed-in browser: at once, or over the second step. */
import { redirect, type AppLoadContext } from '@remix-run/node'
import type { SignInStep } from '~/modules/account/account.server'
import { signIn } from './caller.server'
import { stepCookie } from './step.server'

/** Signs in, or leads to the second step where the account has one. */
export const goOn = async (request: Request, context: AppLoadContext, step: SignInStep): Promise<Response> => {
  if (step.step === 'second') return redirect('/login/second', { status: 303, headers: { 'set-cookie': stepCookie(context, { flow: 'second', token: step.token }) } })
  const response = await signIn(request, context, step.account.id)
  response.headers.append('set-cookie', stepCookie(context, null))
  return response
}
