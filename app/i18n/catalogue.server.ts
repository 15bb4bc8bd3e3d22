/**
 * Reads the text files once: every namespace of every language. Gaps of a language (a key, a file or its whole folder,
 * or a file that can't be read) are filled from English and reported, so that one bad file breaks no page. English is
 * the reference: the portal does not start without it.
 */
import { basename, join } from 'node:path'
import { listOwnFiles, readOwnFile } from '~/platform/own-file.server'
import { defaultLanguage, languages, type Language } from './languages'

/** A namespace's tree of texts, as in its file. */
export type Texts = { [key: string]: string | Texts }
export type Catalogue = { texts: ReadonlyMap<Language, Record<string, Texts>>; lacks: readonly string[] }

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string' || isTexts(one))

/**
 * The suffixes of plural forms. Each language has its own set, so English forms never complete another language's key.
 */
const pluralForm = /_(zero|one|two|few|many|other)$/

const completed = (texts: Texts, english: Texts): Texts => {
  const result: Texts = { ...texts }
  for (const [key, value] of Object.entries(english)) {
    const own = texts[key]
    if (own === undefined) {
      const stem = key.replace(pluralForm, '')
      if (!(pluralForm.test(key) && `${stem}_other` in texts)) result[key] = value
    } else if (typeof own !== typeof value) result[key] = value
    else if (typeof own !== 'string' && typeof value !== 'string') result[key] = completed(own, value)
  }
  return result
}

const readTexts = (file: string): Texts => {
  const texts: unknown = JSON.parse(readOwnFile(file).toString('utf8'))
  if (!isTexts(texts)) throw new Error('it is no tree of texts')
  return texts
}

/** Reads the folder of all languages. Throws if English can't be read. */
export const readCatalogue = (folder: string): Catalogue => {
  const names = listOwnFiles(join(folder, defaultLanguage))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => basename(file, '.json'))
  const english = Object.fromEntries(
    names.map((name) => [name, readTexts(join(folder, defaultLanguage, `${name}.json`))]),
  )
  const lacks: string[] = []
  const own = (language: Language, name: string): Texts => {
    try {
      return readTexts(join(folder, language, `${name}.json`))
    } catch (error) {
      lacks.push(`${language}/${name}.json: ${error instanceof Error ? error.message : String(error)}`)
      return {}
    }
  }
  const texts = new Map(
    languages.map(({ tag }) => [
      tag,
      tag === defaultLanguage
        ? english
        : Object.fromEntries(names.map((name) => [name, completed(own(tag, name), english[name] ?? {})])),
    ]),
  )
  return { texts, lacks }
}
