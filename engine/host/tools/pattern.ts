/**
 * Compiles search patterns as people write them to a matcher with bounded time: the length of the name times that of
 * the pattern. Typed text never becomes a regular expression, because one that backtracks can take minutes on a name of
 * thirty letters.
 *
 * In a pattern `*` stands for any letters (as few as possible, at the end all the rest), `?` for one letter, `#` for a
 * whole number. A backslash makes the next sign an ordinary one.
 */

export type FindOptions = {
  /** Whether `*`, `?` and `#` have their meaning. */
  pattern: boolean
  /** The match neither begins nor ends within a word. */
  word: boolean
  /** Match case. */
  case: boolean
}

type Item = { is: 'letter'; text: string } | { is: 'any' } | { is: 'number' }
/** The items between two `*`. */
type Segment = Item[]

export type Match = {
  start: number
  end: number
  /** What the wildcards matched, in order. */
  parts: string[]
}
/** Finds the first match at or after `from` (in UTF-16 units); null if there is none. */
export type Matcher = (name: string, from: number) => Match | null

/** The longest search text, and the longest replacement. */
export const findMax = 100

const digit = /\p{Nd}/u
const wordLetter = /[\p{L}\p{M}\p{N}]/u

/** A letter in the form for comparing. Its length in UTF-16 units may differ from the letter's. */
const foldLetter = (letter: string): string => letter.toLowerCase()

const parseSegments = (text: string, pattern: boolean): Segment[] => {
  const segments: Segment[] = [[]]
  let escaped = false
  for (const letter of text) {
    const last = segments[segments.length - 1] ?? []
    if (pattern && !escaped && letter === '\\') escaped = true
    else {
      if (pattern && !escaped && letter === '*') {
        // Two stars in a row mean the same as one.
        if (last.length > 0 || segments.length === 1) segments.push([])
      } else if (pattern && !escaped && letter === '?') last.push({ is: 'any' })
      else if (pattern && !escaped && letter === '#') last.push({ is: 'number' })
      else last.push({ is: 'letter', text: letter })
      escaped = false
    }
  }
  // A backslash at the very end stands for itself.
  if (escaped) segments[segments.length - 1]?.push({ is: 'letter', text: '\\' })
  return segments
}

/** The name by letters (code points), with the place of each in UTF-16 units. */
type Letters = { all: string[]; at: number[]; compared: string[] }
const lettersOf = (name: string, isCase: boolean): Letters => {
  const all = [...name]
  const at: number[] = []
  let place = 0
  for (const letter of all) {
    at.push(place)
    place += letter.length
  }
  at.push(place)
  return { all, at, compared: isCase ? all : all.map(foldLetter) }
}

/**
 * The letter that begins at a position in UTF-16 units; -1 if none does. A binary search, as a name may be very long.
 */
const letterAt = (at: readonly number[], place: number): number => {
  let low = 0
  for (let high = at.length; low < high;) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return at[low] === place ? low : -1
}

const isWithinWord = ({ all }: Letters, place: number): boolean =>
  place > 0 && place < all.length && wordLetter.test(all[place - 1] ?? '') && wordLetter.test(all[place] ?? '')

type Found = { end: number; parts: string[] }

/**
 * Matches one segment exactly at a position. The name alone determines what each item takes, so nothing is tried twice.
 */
const matchAt = (segment: readonly Item[], letters: Letters, start: number): Found | null => {
  const { all, compared } = letters
  const parts: string[] = []
  let place = start
  for (const item of segment) {
    const letter = all[place]
    if (letter === undefined) return null
    if (item.is === 'letter') {
      if (compared[place] !== item.text) return null
      place++
    } else if (item.is === 'any') {
      parts.push(letter)
      place++
    } else {
      // A number must match whole: not the end of a longer one.
      if (!digit.test(letter) || (place > 0 && digit.test(all[place - 1] ?? ''))) return null
      const first = place
      while (place < all.length && digit.test(all[place] ?? '')) place++
      parts.push(all.slice(first, place).join(''))
    }
  }
  return { end: place, parts }
}

/**
 * The texts in a segment that a name must contain. Most names lack one, which rules them out without trying every
 * position.
 */
const runsOf = (segment: Segment): string[] => {
  const runs = ['']
  for (const item of segment) {
    if (item.is === 'letter') runs.push(`${runs.pop() ?? ''}${item.text}`)
    else runs.push('')
  }
  return runs.filter((run) => run !== '')
}

/** The first place at or after `from` where a segment matches. */
const search = (
  segment: readonly Item[],
  letters: Letters,
  from: number,
  fits: (start: number, end: number) => boolean,
): (Found & { start: number }) | null => {
  for (let start = from; start <= letters.all.length; start++) {
    const found = matchAt(segment, letters, start)
    if (found !== null && fits(start, found.end)) return { start, ...found }
  }
  return null
}

/**
 * Compiles a search text; null if it is empty. Each segment is matched at its first position: that leaves the most room
 * for the next ones, so no other choice can succeed if this one fails.
 */
export function compileFind(text: string, options: FindOptions): Matcher | null {
  const segments = parseSegments(text, options.pattern).map((segment) =>
    segment.map((item): Item =>
      item.is === 'letter' && !options.case ? { is: 'letter', text: foldLetter(item.text) } : item,
    ),
  )
  const [first = []] = segments
  if (segments.length === 1 && first.length === 0) return null
  const lastAt = segments.length - 1
  const runs = segments.flatMap(runsOf)
  let known: { name: string; letters: Letters; may: boolean } | null = null
  return (name, from) => {
    if (known?.name !== name) {
      const read = lettersOf(name, options.case)
      const whole = read.compared.join('')
      known = { name, letters: read, may: runs.every((run) => whole.includes(run)) }
    }
    const { letters, may } = known
    if (!may) return null
    const { all, at } = letters
    let begin = letterAt(at, from)
    if (begin < 0) return null
    const isFree = (place: number): boolean => !options.word || !isWithinWord(letters, place)
    if (first.length === 0) while (begin < all.length && !isFree(begin)) begin++
    const head = search(first, letters, begin, (start, end) => isFree(start) && (lastAt > 0 || isFree(end)))
    if (head === null) return null
    const parts = [...head.parts]
    let place = head.end
    for (let index = 1; index <= lastAt; index++) {
      const segment = segments[index] ?? []
      // A star at the end takes the rest of the name.
      const isRest = index === lastAt && segment.length === 0
      const next: (Found & { start: number }) | null = isRest
        ? { start: all.length, end: all.length, parts: [] }
        : search(segment, letters, place, (_, end) => index < lastAt || isFree(end))
      if (next === null) return null
      parts.push(all.slice(place, next.start).join(''), ...next.parts)
      place = next.end
    }
    return { start: at[head.start] ?? 0, end: at[place] ?? name.length, parts }
  }
}

type Piece = { is: 'text'; text: string } | { is: 'part'; at: number } | { is: 'number'; width: number }

/**
 * Compiles a replacement: `{n}` is the running number (`{nn}` and `{nnn}` with leading zeros), `{0}` the match, `{1}`
 * to `{9}` what the wildcards matched. Any other brace stands for itself.
 */
export const compileReplacement = (text: string): ((match: { text: string; parts: string[] }, n: number) => string) => {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length;) {
    const end = text[at] === '{' ? text.indexOf('}', at) : -1
    const inside = end < 0 ? '' : text.slice(at + 1, end)
    if (/^n{1,6}$/.test(inside)) pieces.push({ is: 'number', width: inside.length })
    else if (/^\d$/.test(inside)) pieces.push({ is: 'part', at: Number(inside) })
    else {
      const last = pieces.at(-1)
      // Join the text between two braces into one piece.
      if (last?.is === 'text') last.text += text[at] ?? ''
      else pieces.push({ is: 'text', text: text[at] ?? '' })
      at++
      continue
    }
    at = end + 1
  }
  return (match, n) =>
    pieces
      .map((piece) =>
        piece.is === 'text'
          ? piece.text
          : piece.is === 'number'
            ? String(n).padStart(piece.width, '0')
            : piece.at === 0
              ? match.text
              : (match.parts[piece.at - 1] ?? ''),
      )
      .join('')
}
