/**
 * Names for the two- and three-letter codes in a channel's record, in the reader's language. The server looks them up,
 * because browsers know different names.
 */
import type { Language } from './languages'

/**
 * Reads ISO 3166 two-letter codes as regions and ISO 639 codes as languages. Null for an unknown code or one without a
 * name.
 */
export const findCodeName = (type: 'region' | 'language', code: string | null, language: Language): string | null => {
  if (code === null || !(type === 'region' ? /^[a-z]{2}$/i : /^[a-z]{2,3}$/i).test(code)) return null
  const known = type === 'region' ? code.toUpperCase() : code.toLowerCase()
  try {
    const name = new Intl.DisplayNames([language], { type, fallback: 'none' }).of(known) ?? null
    return name === known ? null : name
  } catch {
    // The code is well formed, but the standard does not allow it.
    return null
  }
}
