/**
 * What pages show of manuals: titles in the page's language, files with their languages' own names, download addresses.
 */
import { codeOf, defaultLanguage, directionOf, languages, parseLanguage, type Language } from '~/i18n/languages'
import { bestText, type Instruction } from '~/modules/instruction/instruction.server'
import type { ShownManual } from '~/ui/manual-list'

const rowOf = (tag: string) =>
  languages.find((row) => row.tag === (parseLanguage(tag) ?? defaultLanguage)) ?? languages[0]

/** The download address of a manual's file. */
const addressOf = (id: string, language: Language): string =>
  `/api/modelConfig/instruction/download/instruction/${id}?languageConfigId=${codeOf(language)}`

/** The file in the reader's language comes first. */
export const showManuals = (instructions: readonly Instruction[], language: Language): ShownManual[] =>
  instructions.flatMap(({ id, updatedAt, texts }) => {
    const best = bestText(texts, language)
    if (best === null) return []
    const files = [best, ...texts.filter((text) => text !== best)].map((text) => {
      const { tag, name } = rowOf(text.language)
      return { tag, languageName: name, size: text.size, href: addressOf(id, tag) }
    })
    const { tag } = rowOf(best.language)
    return [{ id, title: best.title, tag, direction: directionOf(tag), updatedAt: updatedAt.toISOString(), files }]
  })
