/** The marks of picture quality in channels' names: HD, 4K and the like. */

/** Marks, rated by the picture that they promise; a name without one is between SD and HD. */
const ranks: Readonly<Record<string, number>> = {
  SD: 1,
  HEVC: 3,
  HD: 4,
  FHD: 5,
  FULLHD: 5,
  UHD: 6,
  '4K': 6,
  '8K': 7,
}
const plainRank = 2
/** Quickly rules out most names, which have no mark. */
const mayHaveMarker = /[hs]d|[48]k|hevc/i

/** Marks that can be added to names. */
export const markers = ['HD', 'FHD', 'UHD', '4K', '8K', 'SD'] as const
export type Marker = (typeof markers)[number]

const letter = /[\p{L}\p{M}\p{N}]/u
const openings = '([{<'
const closings = ')]}>'

type Word = { start: number; end: number }
/** The runs of letters and digits of a name. */
const wordsOf = (name: string): Word[] => {
  const words: Word[] = []
  let start = -1
  let at = 0
  for (const one of name) {
    const isLetter = letter.test(one)
    if (isLetter && start < 0) start = at
    if (!isLetter && start >= 0) {
      words.push({ start, end: at })
      start = -1
    }
    at += one.length
  }
  if (start >= 0) words.push({ start, end: at })
  return words
}

/** The word's rank as a mark; 0 if it isn't one. "HD+" is the name of a service. */
const rankOf = (name: string, { start, end }: Word): number =>
  name[end] === '+' ? 0 : (ranks[name.slice(start, end).toUpperCase()] ?? 0)

/** How good a picture the name promises: 1 SD, 2 no mark, 3 HEVC, 4 HD, 5 FHD, 6 UHD and 4K, 7 8K. */
export const qualityOf = (name: string): number => {
  if (!mayHaveMarker.test(name)) return plainRank
  let best = 0
  for (const word of wordsOf(name)) best = Math.max(best, rankOf(name, word))
  return best === 0 ? plainRank : best
}

/** True if the word is such a mark. */
export const isMarker = (word: string): boolean => Object.hasOwn(ranks, word.toUpperCase())

/**
 * The name without its marks and the brackets around them. A name of nothing but marks stays unchanged, or it would be
 * empty.
 */
export function removeMarkers(name: string): string {
  if (!mayHaveMarker.test(name)) return name
  let left = ''
  let from = 0
  for (const word of wordsOf(name)) {
    if (rankOf(name, word) === 0) continue
    let { start, end } = word
    const opening = openings.indexOf(name[start - 1] ?? ' ')
    if (start > from && opening >= 0 && name[end] === closings[opening]) {
      start--
      end++
    }
    left += name.slice(from, start)
    from = end
  }
  if (from === 0) return name
  const kept = (left + name.slice(from)).replace(/ {2,}/g, ' ').trim()
  return letter.test(kept) ? kept : name
}

/** The name with a mark at its end, unless it has this mark or a better one. */
export const addMarker = (name: string, marker: Marker): string => {
  const own = ranks[marker] ?? 0
  const best = Math.max(0, ...wordsOf(name).map((word) => rankOf(name, word)))
  return name.trim() === '' || best >= own ? name : `${name.trimEnd()} ${marker}`
}
