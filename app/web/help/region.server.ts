/**
 * The restricted countries as a page shows them: in the reader's language and its sort order. Computed once per
 * language.
 */
import { pageTextsFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { restrictedRegions } from '~/modules/catalogue/catalogue.server'

export type ShownRegion = { code: string; name: string }

const made = new Map<Language, readonly ShownRegion[]>()

const make = (language: Language): readonly ShownRegion[] => {
  const names = new Intl.DisplayNames([language], { type: 'region', style: 'short', fallback: 'none' })
  const { t } = pageTextsFor(language)
  // For countries with two names the locale's text has both. A country without a name there keeps the specification's.
  const nameOf = ({ code, name }: ShownRegion): string =>
    String(t(`provider:regions.name.${code}`, { defaultValue: names.of(code) ?? name }))
  const inOrder = new Intl.Collator(language).compare
  return restrictedRegions
    .map((region) => ({ code: region.code, name: nameOf(region) }))
    .sort((a, b) => inOrder(a.name, b.name))
}

export const restrictedRegionsIn = (language: Language): readonly ShownRegion[] => {
  const known = made.get(language) ?? make(language)
  made.set(language, known)
  return known
}
