/**
 * Texts as a search sees them: kept beside what people wrote, so that a part is found whatever its case, accents,
 * keyboard or script of digits, in any database, and % and _ are letters like others.
 */
import { latinDigits } from './digits'

/**
 * Signs with a meaning in LIKE: % for a run of letters, _ for one letter, \ to take such a meaning away. Their
 * full-width twins stand for them; they can't come from elsewhere, since those are folded to the plain ones before.
 */
const twins: Readonly<Record<string, string>> = { '%': '\uff05', _: '\uff3f', '\\': '\uff3c' }
/** The letters of Persian and Arabic keyboards that look alike. */
const keyboards: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک' }

/** A text's key. Lines stay apart, so that nothing is found across two of them. A key's key is the key. */
export const searchKeyOf = (...parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .flatMap((part) => part.split('\n'))
    .map(keyOfLine)
    .filter((line) => line !== '')
    .join('\n')

/**
 * Upper case first: ß and SS, the two small sigmas, the Turkish dotless i. Marks and joiners go, also those of vowels.
 */
const keyOfLine = (line: string): string =>
  latinDigits(line)
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Cf}\u0640]/gu, '')
    .replaceAll(/[يىك]/g, (letter) => keyboards[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[%_\\]/g, (sign) => twins[sign] ?? sign)

/** What is looked for; null where nothing is asked for. */
export const findSearchKey = (asked: string | null | undefined): string | null => {
  const key = searchKeyOf((asked ?? '').replaceAll('\n', ' '))
  return key === '' ? null : key
}
