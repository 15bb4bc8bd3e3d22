/** Takes a chosen language: into the cookie, into the account when somebody is signed in, and back to the page. */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { languageCookie } from '~/i18n/i18n.server'
import { codeOf, parseLanguage } from '~/i18n/languages'
import { setLanguage } from '~/modules/account/account.server'
import { findUser } from '~/web/caller.server'
import { readFields } from '~/web/form.server'
import { returnToOr } from '~/web/return-to'

export const loader = () => redirect('/home')

const textOf = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readFields(request, context)
  const back = returnToOr(read.ok ? textOf(read.values.returnTo) : null, '/home')
  const language = read.ok ? parseLanguage(textOf(read.values.language)) : null
  if (language === null) return redirect(back, 303)
  const user = await findUser(request, context)
  if (user) await setLanguage(user.userId, codeOf(language))
  return redirect(back, { status: 303, headers: { 'set-cookie': languageCookie(language, context.origin.startsWith('https:')) } })
}
