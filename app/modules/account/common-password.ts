/**
 * Passwords that are guessed first: the words, names, keyboard rows and dates at the top of leaked lists, and the
 * endings that people add to them. They are generated from rules of this project's own, so that no foreign list is
 * shipped.
 */
import { words } from './common-word'
import { passwordText } from './password-text'

/** Keyboard rows and counting sequences; any piece of 8 to 16 of these, forwards or backwards, is common. */
const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhnujm',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1s2d3f4g5h6j7k8l9',
  'z1x2c3v4b5n6m7',
  'zxcasdqwe123',
  '135792468',
  '246813579',
  '123454321',
  '1234554321',
  'qwertytrewq',
  'asdfghgfdsa',
  'zaq12wsxcde34rfv',
  '1qazxsw23edcvfr4',
  'zag12wsxcde34rfv',
  '1234qwerasdfzxcv',
  'qwer1234asdf5678',
  'asdf1234zxcv5678',
  'a1b2c3d4e5f6g7h8',
  '1a2b3c4d5e6f7g8h',
  'abcd1234efgh5678',
  'qwerty1234567890',
  'asdfghjkl1234567890',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  'абвгдеёжзийклмноп',
  'ضصثقفغعهخحجد',
  'شسيبلاتنمكط',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  '147258369',
  '741852963',
  '963852741',
  '159357456',
  '159753456',
  '123698745',
  '123654789',
  '789456123',
  '321654987',
  '123321123',
  '112233445566778899',
  '998877665544332211',
  '010203040506070809',
  '10203040506070',
  '123456789a',
  '123456789q',
  '12345678a',
  'a123456789',
  'aa123456789',
  'aa@123456789',
  'a@123456789',
  '123qweasdzxc',
  'qweasdzxc123',
  '!@#$%^&*()',
]
const backwards = (text: string): string => [...text].reverse().join('')
const bothWays = [...rows, ...rows.map(backwards)]
const isPieceOfRow = (text: string): boolean => bothWays.some((row) => row.includes(text))
const swaps: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}
const unswapped = (text: string): string => [...text].map((letter) => swaps[letter] ?? letter).join('')

const known: ReadonlySet<string> = new Set(words)
const longestWord = Math.max(...words.map((word) => word.length))
/** This many adjacent keys of a row count as a word. */
const leastOfRow = 4
/** The word itself, with look-alike signs for letters, or some adjacent keys of a row. */
const isWord = (text: string): boolean =>
  text.length <= longestWord &&
  (known.has(text) || known.has(unswapped(text)) || (text.length >= leastOfRow && isPieceOfRow(text)))

/**
 * What people add when a rule asks for digits or a sign: one or two digits, a year, a well-known number, with a sign
 * before or after; or a sign, or a few letters.
 */
const ending =
  /^(?:[@#_.!*$-]?(?:\d{1,2}|19[4-9]\d|20[0-4]\d|123|1234|12345|123456|1234567|12345678|123456789|321|4321|54321|[0-9]00|000|0000|111|1111|222|2222|333|444|555|5555|666|777|7777|786|888|8888|999|9999|007|1122|1212|1313|2580)[@#_.!*$]{0,2}|[!@.*$]{1,2}|a|abc|abcd?123|qwerty|qwe)$/
/** Common prefixes. */
const beginning = /^(?:\d{1,2}|123|1234|12345|123456)$/

/** A word with a common ending or beginning, or the same word twice. */
const isWordAndMore = (text: string): boolean => {
  for (let cut = 1; cut <= Math.min(text.length, longestWord); cut++) {
    const [head, tail] = [text.slice(0, cut), text.slice(cut)]
    if ((tail === '' || tail === head || ending.test(tail)) && isWord(head)) return true
    if (beginning.test(head) && isWord(tail)) return true
  }
  return false
}

/** One or two characters, up to four digits, or a short piece repeated ("aaaa1111", "12344321", "abcabcabc"). */
const isRepeated = (text: string): boolean => {
  const { size } = new Set(text)
  return size <= 2 || (size <= 4 && (/^\d+$/.test(text) || /^(.{1,4}?)\1+.{0,3}$/u.test(text)))
}
/** A date as people write it: eight digits, day or year first. */
const isDate = (text: string): boolean => {
  const parts = /^(?:(\d\d)[./-]?(\d\d)[./-]?(?:19|20)\d\d|(?:19|20)\d\d[./-]?(\d\d)[./-]?(\d\d))$/.exec(text)
  if (parts === null) return false
  const [a, b] = [Number(parts[1] ?? parts[3]), Number(parts[2] ?? parts[4])]
  return a >= 1 && b >= 1 && ((a <= 31 && b <= 12) || (a <= 12 && b <= 31))
}

/** True for a password that programs guess among their first tries. */
export const isCommonPassword = (password: string): boolean => {
  const text = passwordText(password).normalize('NFKC').toLowerCase()
  if (isRepeated(text) || isDate(text)) return true
  return isPieceOfRow(text) || isWordAndMore(text)
}
