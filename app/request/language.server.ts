/**
 * The language of a request and its texts: the account's choice, then the cookie, then Accept-Language, then English.
 */
import type { AppLoadContext } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { instanceFor, requestLanguage } from '~/i18n/i18n.server'
import { parseLanguage, type Language } from '~/i18n/languages'
import { findUser } from './caller.server'

const find = async (request: Request, context: AppLoadContext): Promise<Language> =>
  parseLanguage((await findUser(request, context))?.language) ?? requestLanguage(request)

/** Returns the request's language, determined once. */
export const getLanguage = (request: Request, context: AppLoadContext): Promise<Language> => {
  const known = context.memo.get('language') as Promise<Language> | undefined
  if (known) return known
  const found = find(request, context)
  context.memo.set('language', found)
  return found
}

/** Returns the texts of the request's language, with every namespace loaded. */
export const getT = async (request: Request, context: AppLoadContext): Promise<TFunction> =>
  instanceFor(await getLanguage(request, context)).t
