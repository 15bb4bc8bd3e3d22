/**
 * Generates engine/assembly/text/collation-table.ts from this Node's reference collator (Intl.Collator, root order,
 * digits by value). Run it by hand (`tsx scripts/make-collation.ts`); the output is checked in, and a test checks that
 * it still agrees.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { upperHalves } from '../engine/host/text/charset-table'

/** The order that the engine implements: root collation, which English does not change. */
export const reference = new Intl.Collator('en', { numeric: true })
const byBase = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byAccent = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/** The table's pages of 256 code points; all other characters sort by code point. */
const pages = [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x1e, 0x20, 0x21, 0x22]
/**
 * In the reference, superscript digits are symbols, not numbers; fractions are spelled with them: ¼ is ¹⁄⁴, and sorts
 * after every number.
 */
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const ligatures: Record<string, string> = { æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ß: 'ss', ẞ: 'SS' }

const range = (from: number, to = from): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i))
const candidates = [
  ...range(0x20, 0x7e),
  ...Object.values(upperHalves).flatMap((half) => [...half]),
  ...range(0xa0, 0x17f),
  ...range(0x18f),
  ...range(0x259),
  ...range(0x218, 0x21b),
  ...range(0x1a0, 0x1a1),
  ...range(0x1af, 0x1b0),
  ...range(0x1e9e),
  ...range(0x1ea0, 0x1ef9),
  ...range(0x300, 0x362),
  ...range(0x386, 0x3ce),
  ...range(0x400, 0x45f),
  ...range(0x490, 0x493),
  ...[0x496, 0x49a, 0x4a2, 0x4ae, 0x4b0, 0x4b2, 0x4b6, 0x4ba, 0x4d8, 0x4e2, 0x4e8, 0x4ee].flatMap((point) =>
    range(point, point + 1),
  ),
  ...range(0x5b0, 0x5bd),
  ...range(0x5d0, 0x5ea),
  ...range(0x621, 0x63a),
  ...range(0x640, 0x652),
  ...range(0x660, 0x669),
  ...range(0x6f0, 0x6f9),
  ...[
    0x60c, 0x61b, 0x61f, 0x66a, 0x670, 0x671, 0x679, 0x67e, 0x686, 0x688, 0x691, 0x698, 0x6a9, 0x6af, 0x6ba, 0x6be,
    0x6c1, 0x6c3, 0x6cc, 0x6d2, 0x6d5,
  ].flatMap((point) => range(point)),
  ...range(0x2b9, 0x2bc),
  ...range(0x2009, 0x2026),
  ...raised,
  ...range(0x2080, 0x2089),
  ...range(0x2044),
  ...range(0x2150, 0x2151),
  ...range(0x2153, 0x215e),
]

const known = [...new Set(candidates)].filter((letter) => {
  const point = letter.charCodeAt(0)
  return point >= 0x20 && !(point >= 0x7f && point < 0xa0) && pages.includes(point >> 8) && /\p{Assigned}/u.test(letter)
})

const expansionOf = (letter: string): string | null => {
  const plain = ligatures[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  const spelled = plain.includes('⁄') ? plain.replaceAll(/\d/g, (digit) => raised.charAt(Number(digit))) : plain
  return spelled.length > 1 && byBase.compare(letter, spelled) === 0 && byBase.compare(letter, spelled.charAt(0)) !== 0
    ? spelled
    : null
}

export type Collation = {
  /**
   * Letters with the same primary weight, in order; within each the accents in order; within each the cases in order,
   * equal letters as one text.
   */
  classes: string[][][]
  ignorable: string[]
  expansions: Map<string, string>
}

/** Reads the reference collator's order of single letters. */
export const readCollation = (): Collation => {
  const ignorable = known.filter((letter) => byBase.compare(letter, '') === 0)
  const expansions = new Map(
    known.flatMap((letter) => {
      const expansion = expansionOf(letter)
      return expansion === null ? [] : [[letter, expansion] as const]
    }),
  )
  const single = known
    .filter((letter) => !expansions.has(letter) && byBase.compare(letter, '') !== 0)
    .sort(reference.compare)
  const classes: string[][][] = []
  let before: string | null = null
  for (const letter of single) {
    const last = classes.at(-1)
    if (before === null || last === undefined || byBase.compare(before, letter) !== 0) classes.push([[letter]])
    else if (byAccent.compare(before, letter) !== 0) last.push([letter])
    else {
      const accents = last.at(-1) ?? []
      if (reference.compare(before, letter) === 0) accents.push((accents.pop() ?? '') + letter)
      else accents.push(letter)
    }
    before = letter
  }
  return { classes, ignorable, expansions }
}

const isDigitClass = (group: string[][]): boolean => /^\p{Nd}/u.test(group[0]?.[0] ?? '')

/** The contents of the engine's table: 16 bits per code point: 9 primary, 5 secondary, 2 tertiary. */
export const collationFile = (): string => {
  const { classes, ignorable, expansions } = readCollation()
  const weights = new Map<string, number>()
  const digits = classes.filter(isDigitClass)
  const firstDigit = classes.findIndex(isDigitClass)
  if (classes.slice(firstDigit, firstDigit + 10).some((group) => !isDigitClass(group)) || digits.length !== 10)
    throw new Error('digits are not together')
  // 1 is for symbols that are not in the table. The ten digits share one primary weight, and their secondary is their
  // value.
  let primary = 1
  let numberPrimary = 0
  let symbolPrimary = 0
  classes.forEach((group, i) => {
    if (i === firstDigit) {
      symbolPrimary = ++primary
      numberPrimary = ++primary
    } else if (i < firstDigit || i >= firstDigit + 10) primary++
    group.forEach((accents, accent) =>
      accents.forEach((letters, variant) => {
        if (accent > 30 || variant > 3) throw new Error(`too many variants of ${letters}`)
        const isDigit = i >= firstDigit && i < firstDigit + 10
        for (const letter of letters)
          weights.set(letter, (primary << 7) | ((isDigit ? i - firstDigit : accent) << 2) | (isDigit ? 0 : variant))
      }),
    )
  })
  const expansionPrimary = 511
  if (primary >= expansionPrimary) throw new Error('too many primary weights')
  for (const letter of ignorable) weights.set(letter, 1)
  const spelled = [...expansions].map(([letter, text], i) => {
    weights.set(letter, (expansionPrimary << 7) | i)
    const marked = byAccent.compare(letter, text) !== 0
    const units = [...text].map((part, k) => {
      const weight = weights.get(part)
      if (weight === undefined) throw new Error(`no weight for ${part}`)
      return marked && k === 0 ? weight | (31 << 2) : marked ? weight : weight | 3
    })
    return [...units, 0, 0, 0].slice(0, 3)
  })
  const points = pages.flatMap((page) => range(page << 8, (page << 8) + 255)).map((letter) => weights.get(letter) ?? 0)
  const lines = pages.map((_, i) => '  ' + points.slice(i * 256, i * 256 + 256).join(', ') + ',').join('\n')
  return `/** Made by scripts/make-collation.ts from Intl.Collator: 16 bits a code point (9 primary, 5 secondary, 2 tertiary), 0 unknown, 1 ignored. */
/** The primary of numbers, of symbols that the table has not, and of letters that are spelled out. */
export const NUMBER: u32 = ${numberPrimary}
export const OTHER_SYMBOL: u32 = ${symbolPrimary}
export const SPELLED: u32 = ${expansionPrimary}
/** Three weights for each letter that is spelled out; 0 where it has fewer. */
// prettier-ignore
export const SPELLINGS = memory.data<u16>([${spelled.flat().join(', ')}])
/** Which page of WEIGHTS holds code points ×256, +1; 0 for none. Index: the code point's high byte up to 0x22. */
export const PAGES = memory.data<u8>([${Array.from({ length: 0x23 }, (_, high) => pages.indexOf(high) + 1).join(', ')}])
// prettier-ignore
export const WEIGHTS = memory.data<u16>([
${lines}
])
`
}

if (import.meta.url === `file://${process.argv[1]}`)
  writeFileSync(path.resolve(import.meta.dirname, '../engine/assembly/text/collation-table.ts'), collationFile())
