/** Folds text for searching: drops case, accents, invisible characters, and variants of letters and digits. */
import { normalForm } from './normal-form'

/** Letters that Unicode does not decompose, but readers do. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ـ: '',
}
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')
const ascii = /^[\u0020-\u007e]*$/

/** Folds a text for comparing parts of names. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return normalForm(text, 'NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}
