/** Passes new recovery codes to the page that shows them once. */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { onceCookie, takeOnce } from '~/request/once.server'

const purpose = (userId: string): string => `recovery-codes:${userId}`

/** A 303 to the page that shows these codes once. */
export const redirectToRecoveryCodes = (context: AppLoadContext, userId: string, codes: readonly string[]): Response =>
  redirect('/personal/authenticator/codes', {
    status: 303,
    headers: { 'set-cookie': onceCookie(context, purpose(userId), codes.join(' ')) },
  })

/** The codes to show, and the header that removes them; null if they were already shown. */
export const takeRecoveryCodes = (
  request: Request,
  context: AppLoadContext,
  userId: string,
): { codes: string[] | null; header: string } => {
  const { secret, header } = takeOnce(request, context, purpose(userId))
  return { codes: secret === null ? null : secret.split(' '), header }
}
