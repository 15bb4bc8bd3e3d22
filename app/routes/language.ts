/**
 * Stores a chosen language: in the cookie, and in the account if somebody is signed in. Then returns to the page with
 * the content of its forms.
 */
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { languageCookie } from '~/i18n/i18n.server'
import { codeOf, parseLanguage } from '~/i18n/languages'
import { setLanguage } from '~/modules/account/account.server'
import { findUser } from '~/request/caller.server'
import { readFields } from '~/request/fields.server'
import { keepTyped, parseTyped } from '~/web/form/kept.server'
import { returnToOr } from '~/request/return-to'

export const loader = () => redirect('/home')

const textOf = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const read = await readFields(request, context)
  const values = read.ok ? read.values : {}
  const back = returnToOr(textOf(values.returnTo), '/home')
  const language = parseLanguage(textOf(values.language))
  if (language === null) return redirect(back, 303)
  const headers = new Headers({ 'set-cookie': languageCookie(language, context.origin.startsWith('https:')) })
  const user = await findUser(request, context)
  if (user) await setLanguage(user.userId, codeOf(language))
  const typed = parseTyped(values.typed)
  if (Object.keys(typed).length > 0) await keepTyped(context, user, back, typed, headers)
  return redirect(back, { status: 303, headers })
}
