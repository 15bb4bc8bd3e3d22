/**
 * Generates engine/assembly/text/charset-table.ts and letter-table.ts from engine/host/text/charset-table.ts and the
 * letter frequencies below. Run it by hand (`tsx scripts/make-charset.ts`) when they change; a test checks that the
 * files agree.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { encodings } from '../engine/host/types'
import { upperHalves } from '../engine/host/text/charset-table'

type SingleByte = keyof typeof upperHalves

/** The letters of bytes 0x80–0xFF; control characters if an ISO table has them. */
const upperHalf = (encoding: SingleByte): string => {
  const half = upperHalves[encoding]
  const controls = Array.from({ length: 128 - half.length }, (_, i) => String.fromCharCode(0x80 + i)).join('')
  return controls + half
}

/**
 * How frequent letters are in channel names, by family: groups of decreasing weight. A capital weighs like its small
 * letter unless it is listed itself.
 */
const habits = {
  western: {
    7: 'éüöä',
    6: 'ñáãçóíå',
    5: 'êàôâøè',
    4: 'úßæîÉÜÖÄ',
    3: 'ëïùõýœ',
    2: 'ûìòÕÊÀÆÅÃ',
    1: 'ªº´’šžÈ',
    0: 'ÿðþ€–“”…»«¿¡·°²³®©ÌÒÙÏÛ',
  },
  central: {
    7: 'šłéöüá',
    6: 'žóíčČ',
    5: 'ćśżřőţşșțęńú',
    4: 'ěăôâäç',
    3: 'ůąťňđďźűîý',
    2: 'ľë',
    0: '„”–…°',
    '-1': 'ŕĺ',
  },
  turkish: { 7: 'ışüö', 6: 'İğç', 4: 'â', 3: 'îû', 0: '’“”…' },
  baltic: { 7: 'šž', 5: 'āīėčēūäöü', 4: 'ąęįųņļķģõ', 0: '„“”–é', '-1': 'ŗō' },
  cyrillic: {
    7: 'оеа',
    6: 'интрскл',
    5: 'вдмпу',
    4: 'зяыьгбчй',
    3: 'хжшюці',
    1: 'щэфїј',
    0: 'ъёєўњљ№«»–',
    '-1': 'ђћџґ',
    '-2': 'ѓќѕ',
  },
  greek: { 7: 'αοι', 6: 'ετνρσ', 5: 'ηυκλπάί', 4: 'έόςμδγήώ', 3: 'ύθχφω', 2: 'βξζ', 0: 'ψΐϊ' },
  arabic: { 7: 'الين', 6: 'مورتةبعد', 5: 'سفهكقأحجش', 4: 'طصخىذثءپگکچ', 2: 'ضإزغئظآژ', 0: 'ؤں،ـھہے' },
  hebrew: { 7: 'יוהלרת', 6: 'אבשםמנחדק', 5: 'עפצסטזגןכ', 3: 'ךףץ', 0: '׳״' },
  thai: { 5: 'านรอก่เงวลมดสทตี้ิปยคั', 4: 'บแไพหะขชจำโใ์ึื', 3: 'ณผถซธศษฟๆภุูโ็ญฐฑฎฏฒฝฬฮฌฆฉฯ' },
} as const

/**
 * Encodings that the guess may give, in the order that decides ties, each with its family and an initial score for how
 * common it is.
 */
const candidates = [
  ['windows-1252', 'western', 3],
  ['iso-8859-15', 'western', -3],
  ['iso-8859-9', 'turkish', 1],
  ['windows-1254', 'turkish', 0],
  ['iso-8859-2', 'central', 1],
  ['windows-1250', 'central', 0],
  ['iso-8859-16', 'central', -8],
  ['iso-8859-13', 'baltic', -3],
  ['windows-1257', 'baltic', -3],
  ['iso-8859-5', 'cyrillic', 0],
  ['windows-1251', 'cyrillic', 0],
  ['koi8-r', 'cyrillic', -10],
  ['koi8-u', 'cyrillic', -11],
  ['iso-8859-7', 'greek', 0],
  ['windows-1253', 'greek', -1],
  ['iso-8859-6', 'arabic', 0],
  ['windows-1256', 'arabic', 0],
  ['iso-8859-8', 'hebrew', 0],
  ['windows-1255', 'hebrew', -1],
  ['iso-8859-11', 'thai', 0],
] as const satisfies readonly (readonly [SingleByte, keyof typeof habits, number])[]
const families = Object.keys(habits)

/**
 * Countries (ISO 3166) and languages (ISO 639-2, both spellings) as in SatcoDX columns, and the family that they
 * indicate.
 */
const places = {
  western:
    'at de ch li lu fr be nl es pt it dk se no fi is ad mc sm br mx ger deu fre fra spa por ita dut nld dan swe nor fin ice isl cat',
  central: 'pl cz sk hu hr si ba ro al pol cze ces slo slk hun hrv scr slv bos rum ron alb sqi',
  turkish: 'tr tur',
  baltic: 'lt lv ee lit lav est',
  cyrillic: 'ru ua by bg mk rs kz kg tj mn rus ukr bel bul mac mkd srp scc kaz',
  greek: 'gr cy gre ell',
  arabic: 'sa ae eg iq ir af pk jo kw lb ly ma om ps qa sd sy tn ye dz bh ara per fas urd kur',
  hebrew: 'il heb',
  thai: 'th tha',
} as const satisfies Record<keyof typeof habits, string>
/** Positions (tenths of a degree eastward) whose lists are mostly of one family: used only if nothing else decides. */
const skies = {
  turkish: [420],
  cyrillic: [360, 560, 1400],
  arabic: [260, 3530, 3525, 525, 620],
  greek: [390],
  hebrew: [3560],
  thai: [785],
} as const

/** Four bytes each: the code (two letters end in 0), then the family. */
const placeBytes = Object.entries(places).flatMap(([family, codes]) =>
  codes
    .split(' ')
    .flatMap((code) => [
      code.charCodeAt(0),
      code.charCodeAt(1),
      code.length > 2 ? code.charCodeAt(2) : 0,
      families.indexOf(family),
    ]),
)
const skyWords = Object.entries(skies).flatMap(([family, angles]) =>
  angles.flatMap((angle) => [angle, families.indexOf(family)]),
)

const weightsOf = (family: keyof typeof habits): Map<string, number> => {
  const weights = new Map<string, number>()
  const listed = new Set(Object.values(habits[family]).join(''))
  for (const [weight, letters] of Object.entries(habits[family])) {
    for (const letter of letters) {
      weights.set(letter, Number(weight))
      // A separate capital for each language: Turkish dotless and dotted i don't pair as elsewhere.
      const capital = letter.toLocaleUpperCase('en')
      if (capital.length === 1 && letter !== 'ı' && letter !== 'ß' && !listed.has(capital))
        weights.set(capital, Number(weight))
    }
  }
  return weights
}

const kinds = { none: 0, sign: 1, small: 2, capital: 3, caseless: 4 } as const
const kindOf = (letter: string): number => {
  const point = letter.codePointAt(0) ?? 0
  if (letter === '\ufffd' || point < 0xa0) return kinds.none
  if (/\p{Mn}/u.test(letter)) return kinds.caseless
  if (!/\p{L}/u.test(letter) || letter === 'ª' || letter === 'º') return kinds.sign
  if (letter !== letter.toLowerCase()) return kinds.capital
  return letter !== letter.toUpperCase() ? kinds.small : kinds.caseless
}
const vowels = new Set('aeiouyаеёиоуыэюяіїєαεηιουω')
const isVowel = (letter: string): boolean =>
  (vowels.has(letter.toLowerCase().normalize('NFD').charAt(0)) && letter.toLowerCase() !== 'й') ||
  'ıøœæ'.includes(letter.toLowerCase())

/** One byte per candidate and upper byte: bits 0–2 kind, bit 3 vowel, bits 4–7 weight + 8. */
const western = weightsOf('western')
const letterBytes = candidates.flatMap(([encoding, family]) => {
  const weights = weightsOf(family)
  return [...upperHalf(encoding)].map((letter, i) => {
    const kind = kindOf(letter)
    const unlisted = kind === kinds.none ? -8 : kind === kinds.sign ? -3 : -4
    // A byte that reads the same in windows-1252 can't distinguish the two, so it has the same weight.
    const own = weights.get(letter)
    const alike = own !== undefined && letter === upperHalf('windows-1252').charAt(i) ? western.get(letter) : undefined
    const weight = alike ?? own ?? unlisted
    return kind | (isVowel(letter) ? 8 : 0) | ((weight + 8) << 4)
  })
})

const rows = (values: readonly number[], perLine: number): string =>
  values.flatMap((_, i) => (i % perLine === 0 ? ['  ' + values.slice(i, i + perLine).join(', ') + ','] : [])).join('\n')

/** The contents of both files. */
export const charsetFiles = (): Record<string, string> => ({
  'engine/assembly/text/charset-table.ts': `/** Made by scripts/make-charset.ts from engine/host/text/charset-table.ts: 128 code units (bytes 0x80–0xFF) for each encoding but UTF-8. */
// prettier-ignore
export const UPPER_HALVES = memory.data<u16>([
${encodings
  .filter((encoding) => encoding !== 'utf-8')
  .map((encoding) =>
    rows(
      [...upperHalf(encoding)].map((letter) => letter.charCodeAt(0)),
      128,
    ),
  )
  .join('\n')}
])
`,
  'engine/assembly/text/letter-table.ts': `/** Made by scripts/make-charset.ts: what bytes 0x80–0xFF are worth in each encoding that a guess may give (bits 0–2 kind, 3 vowel, 4–7 weight + 8). */
export const CANDIDATES: u32 = ${candidates.length}
/** Encoding and family of each candidate. */
export const CANDIDATE_ENCODINGS = memory.data<u8>([${candidates.map(([encoding]) => encodings.indexOf(encoding)).join(', ')}])
export const CANDIDATE_STARTS = memory.data<i8>([${candidates.map(([, , start]) => start).join(', ')}])
export const CANDIDATE_FAMILIES = memory.data<u8>([${candidates.map(([, family]) => families.indexOf(family)).join(', ')}])
${families.map((family, i) => `export const ${family.toUpperCase()}: u32 = ${i}`).join('\n')}
export const FAMILIES: u32 = ${families.length}
/** Codes of countries and languages with the family they speak for, 4 bytes each. */
export const PLACES: u32 = ${placeBytes.length / 4}
// prettier-ignore
export const PLACE_CODES = memory.data<u8>([
${rows(placeBytes, 64)}
])
/** Angles with the family they speak for, two u16 each. */
export const SKIES: u32 = ${skyWords.length / 2}
export const SKY_ANGLES = memory.data<u16>([${skyWords.join(', ')}])
// prettier-ignore
export const LETTERS = memory.data<u8>([
${rows(letterBytes, 128)}
])
`,
})

if (import.meta.url === `file://${process.argv[1]}`) {
  const root = path.resolve(import.meta.dirname, '..')
  for (const [file, text] of Object.entries(charsetFiles())) writeFileSync(path.join(root, file), text)
}
