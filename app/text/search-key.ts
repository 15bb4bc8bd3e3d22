/**
 * Search keys: normalised texts stored beside the original. A substring is found whatever its case, accents, keyboard
 * or digits, in any database, and % and _ are ordinary characters.
 */
import { latinDigits } from './digits'
import { normalForm } from './normal-form'

/**
 * Characters with a meaning in LIKE: % for any run of letters, _ for one letter, \ to escape. Their full-width twins
 * replace them; no other text contains those, because they are folded to the plain characters first.
 */
const twins: Readonly<Record<string, string>> = { '%': '\uff05', _: '\uff3f', '\\': '\uff3c' }
/** Letters of Persian and Arabic keyboards that look alike. */
const keyboards: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک' }

/** Returns a text's key. Line breaks stay, so that no match spans two lines. The key of a key is the key itself. */
export const searchKeyOf = (...parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .flatMap((part) => part.split('\n'))
    .map(keyOfLine)
    .filter((line) => line !== '')
    .join('\n')

/**
 * Upper case first: it unifies ß and SS, the two small sigmas, and the Turkish dotless i. Combining marks and joiners
 * are removed, including vowel marks.
 */
const keyOfLine = (line: string): string =>
  normalForm(normalForm(latinDigits(line), 'NFKC').toLowerCase().toUpperCase().toLowerCase(), 'NFKD')
    .replaceAll(/[\p{Mn}\p{Cf}\u0640]/gu, '')
    .replaceAll(/[يىك]/g, (letter) => keyboards[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[%_\\]/g, (sign) => twins[sign] ?? sign)

/** Returns the key to search for; null if the query is empty. */
export const findSearchKey = (asked: string | null | undefined): string | null => {
  const key = searchKeyOf((asked ?? '').replaceAll('\n', ' '))
  return key === '' ? null : key
}
