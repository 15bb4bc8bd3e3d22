/**
 * The legal texts of each brand, in every language of the portal. They are read on the server only. The texts that ship
 * are samples, translated from the English ones; `sampleTexts` names them, and the program refuses to start in
 * production while any are left.
 */
import { brands, type Brand } from './brand'
import ar from './legal/ar.json'
import en from './legal/en.json'
import es from './legal/es.json'
import fa from './legal/fa.json'
import fr from './legal/fr.json'
import pt from './legal/pt.json'
import ru from './legal/ru.json'
import uk from './legal/uk.json'
import { legalKinds, type LegalKind, type LegalText, type LegalTexts } from './legal-text'

/** Keyed by language tag; English is shown if a language is missing. `changedOn` is the day of the last change. */
type BrandLegal = {
  changedOn: Readonly<Record<LegalKind, string>>
  texts: { en: LegalTexts } & Readonly<Record<string, LegalTexts>>
}

const sample: BrandLegal = {
  changedOn: { agreement: '2026-11-21', privacy: '2026-11-21' },
  texts: { en, fa, ar, ru, uk, pt, es, fr },
}

/**
 * Keyed by brand id. A brand without its own texts shows the samples, which keeps the program from starting in
 * production.
 */
const legalOfBrands: Readonly<Record<string, BrandLegal>> = { mango: sample }
const legalOf = (brand: Pick<Brand, 'id'>): BrandLegal => legalOfBrands[brand.id] ?? sample

export type FoundLegalText = LegalText & { language: string; changedOn: string }

/** Returns a brand's text in a language, or in English. */
export const getLegalText = (brand: Pick<Brand, 'id'>, kind: LegalKind, language: string): FoundLegalText => {
  const { texts, changedOn } = legalOf(brand)
  const own = texts[language]
  return { ...(own ?? texts.en)[kind], language: own === undefined ? 'en' : language, changedOn: changedOn[kind] }
}

/** Lists the legal texts that are still samples, as "brand: agreement (en, fa)". */
export const sampleTexts = (): string[] =>
  brands.flatMap((brand) =>
    legalKinds.flatMap((kind) => {
      const languages = Object.entries(legalOf(brand).texts)
        .filter(([, texts]) => texts[kind].sample)
        .map(([language]) => language)
      return languages.length > 0 ? [`${brand.id}: ${kind} (${languages.join(', ')})`] : []
    }),
  )
