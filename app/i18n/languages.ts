/**
 * The eight languages of the interface. `tag` is the BCP 47 tag used inside (i18next, files, Intl, <html lang>). `code`
 * is what people and programs see (cookie, form, API); it differs only for Ukrainian, which is `ua` there.
 */
export const languages = [
  { tag: 'en', code: 'en', name: 'English', direction: 'ltr' },
  { tag: 'fa', code: 'fa', name: 'فارسی', direction: 'rtl' },
  { tag: 'ar', code: 'ar', name: 'العربية', direction: 'rtl' },
  { tag: 'ru', code: 'ru', name: 'Русский', direction: 'ltr' },
  { tag: 'uk', code: 'ua', name: 'Українська', direction: 'ltr' },
  { tag: 'pt', code: 'pt', name: 'Português', direction: 'ltr' },
  { tag: 'es', code: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'fr', code: 'fr', name: 'Français', direction: 'ltr' },
] as const

export type Language = (typeof languages)[number]['tag']
export type LanguageCode = (typeof languages)[number]['code']
export type Direction = (typeof languages)[number]['direction']

export const defaultLanguage: Language = 'en'

/** Reads a code (`ua`), a tag (`uk`) or a tag with a region (`pt-BR`); null for any other language. */
export const parseLanguage = (text: string | null | undefined): Language | null => {
  if (!text) return null
  const wanted = text.trim().toLowerCase().split(/[-_]/)[0]
  return languages.find((language) => language.tag === wanted || language.code === wanted)?.tag ?? null
}

const rowOf = (language: Language) => languages.find((row) => row.tag === language) ?? languages[0]

/** Returns the code that people and programs see: `ua` for `uk`. */
export const codeOf = (language: Language): LanguageCode => rowOf(language).code
export const directionOf = (language: Language): Direction => rowOf(language).direction
