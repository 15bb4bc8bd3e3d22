/**
 * What the two- and three-letter codes of a channel's record mean, in the reader's language. Said by the server:
 * browsers know other names.
 */
import type { Language } from './languages'

/** ISO 3166 of two letters as a region, ISO 639 as a language. Null for what is no such code or has no name. */
export const findCodeName = (type: 'region' | 'language', code: string | null, language: Language): string | null => {
  if (code === null || !(type === 'region' ? /^[a-z]{2}$/i : /^[a-z]{2,3}$/i).test(code)) return null
  const known = type === 'region' ? code.toUpperCase() : code.toLowerCase()
  try {
    const name = new Intl.DisplayNames([language], { type, fallback: 'none' }).of(known) ?? null
    return name === known ? null : name
  } catch {
    // Well formed, and yet none that the standard allows.
    return null
  }
}
