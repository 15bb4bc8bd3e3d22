/**
 * The names of a ready-made list by language: what customers and boxes see. Like the list's one name, they are not part
 * of a version.
 */
import { parseListName } from './name'

/** The languages of the portal, by the codes that people and programs see. */
export const titleLanguages = ['en', 'fa', 'ar', 'ru', 'ua', 'pt', 'es', 'fr'] as const
export type TitleLanguage = (typeof titleLanguages)[number]
export type ListTitles = Partial<Record<TitleLanguage, string>>

/** The stored names: JSON of the languages that have one. */
export const parseTitles = (text: string | null): ListTitles => (text === null ? {} : (JSON.parse(text) as ListTitles))

/** The text to store, null without any name; `odd`: the languages whose name is not valid. */
export const packTitles = (
  raw: Readonly<Partial<Record<TitleLanguage, string>>>,
): { text: string | null; odd: TitleLanguage[] } => {
  const titles: ListTitles = {}
  const odd: TitleLanguage[] = []
  for (const language of titleLanguages) {
    const given = raw[language]?.trim() ?? ''
    if (given === '') continue
    const name = parseListName(given)
    if (name === null) odd.push(language)
    else titles[language] = name
  }
  return { text: Object.keys(titles).length === 0 ? null : JSON.stringify(titles), odd }
}

/** The list's name in the first of these languages that has one, else its one name. `uk` is `ua` here. */
export const titleIn = (
  { name, titles }: { name: string; titles: string | null },
  languages: readonly (string | null | undefined)[],
): string => {
  if (titles === null) return name
  const known = parseTitles(titles)
  for (const asked of languages) {
    const code = asked === 'uk' ? 'ua' : titleLanguages.find((one) => one === asked)
    const title = code === undefined ? undefined : known[code]
    if (title !== undefined) return title
  }
  return name
}
