/**
 * Countries and area codes as form choices, in the visitor's language and its sort order. Computed once per language.
 */
import type { Language } from '~/i18n/languages'
import { areaCodes } from '~/modules/verification/contact.schema'

export type Choice = { value: string; label: string }
type Choices = { countries: Choice[]; areas: Choice[]; nameOf: (country: string) => string }

const made = new Map<Language, Choices>()

const make = (language: Language): Choices => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  const nameOf = (country: string): string => names.of(country) ?? country
  const inOrder = new Intl.Collator(language).compare
  const known = areaCodes
    .map(({ country, area }) => ({ country, area, name: nameOf(country) }))
    .sort((a, b) => inOrder(a.name, b.name))
  return {
    nameOf,
    countries: known.map(({ country, name }) => ({ value: country, label: name })),
    // Several countries share a code, and a choice's value is only the code, so a browser shows the first of them as
    // selected.
    areas: known.map(({ area, name }) => ({ value: area, label: `${name} \u2066${area}\u2069` })),
  }
}

export const countryChoices = (language: Language): Choices => {
  let choices = made.get(language)
  if (choices === undefined) {
    choices = make(language)
    made.set(language, choices)
  }
  return choices
}
