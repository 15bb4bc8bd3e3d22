/** Takes a proven account to a signed-in browser: at once, or through the second step. */
import type { AppLoadContext } from '@remix-run/node'
import type { SignInStep, SignInVia } from '~/modules/account/account.server'
import { signIn } from './session.server'
import { goToStep, stepCookie } from './step.server'

/**
 * Signs in, or redirects to the second step if the account has one. `via` says how the person proved the account, for
 * its history.
 */
export const continueSignIn = async (
  request: Request,
  context: AppLoadContext,
  step: SignInStep,
  via: SignInVia = 'password',
): Promise<Response> => {
  if (step.step === 'second') return goToStep(context, '/login/second', { flow: 'second', token: step.token })
  const response = await signIn(request, context, step.account.id, '/home', via)
  response.headers.append('set-cookie', stepCookie(context, null))
  return response
}
