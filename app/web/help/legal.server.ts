/** The data of the pages of legal texts: the brand's text in the page's language, and the values inserted into it. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { brandOf } from '~/brand/brand'
import { getLegalText } from '~/brand/legal.server'
import type { LegalKind } from '~/brand/legal-text'
import { getLanguage } from '~/request/language.server'
import { contactOf } from '~/modules/provider/provider.server'

export const loadLegal = async (
  kind: LegalKind,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
) => {
  const brand = brandOf(new URL(context.origin).host)
  const text = getLegalText(brand, kind, await getLanguage(request, context))
  return json({ text, brand: { name: brand.name, email: contactOf(brand).email } })
}
