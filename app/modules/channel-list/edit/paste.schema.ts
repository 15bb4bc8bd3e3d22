/**
 * Matches pasted lines of names or numbers with a list's channels. A line is a name, a number, or both (“12. News”);
 * then the name counts, because numbers change. An exact name wins over one that is only written similarly. Lines that
 * match no channel, or more than one, are reported, never guessed. Pure code.
 */
import { makeFreeThings, makeNameFinder } from '~/engine/fold'
import { latinDigits } from '~/text/digits'

/** A list has no more channels than this. */
export const pastedLinesMax = 2000
export const pastedCharactersMax = 200_000

export type Pasteable = { id: number; name: string; number: number }
export type PastedLine = {
  text: string
  /** The channel that the line means; null if none or more than one matches. */
  id: number | null
  /** The channels of that name, if there are several. */
  candidates: number[]
  /** True if the channel exists, but another line already has it. */
  again: boolean
}

/** “12”, “12.”, “12)”, “#12”. */
const onlyNumber = /^#?\s*(\d{1,6})\s*[.):]?$/
/**
 * The beginning of “12. News”, “12 - News”, “12\tNews”. The pattern matches in one way only, so long lines cost no
 * backtracking.
 */
const withNumber = /^#?\s*\d{1,6}[\s.):\-–|;,]/
const bullet = /^\s*[-–—•*·]\s+/

/** What a line may mean. `way` 0: it is exactly the channel's name or number. */
type Meant = { way: number; found: readonly Pasteable[] }

const readerOf = (channels: readonly Pasteable[]): ((line: string) => Meant) => {
  const find = makeNameFinder(channels, ({ name }) => name)
  const byNumber = new Map<number, Pasteable>()
  for (const channel of channels) if (!byNumber.has(channel.number)) byNumber.set(channel.number, channel)
  return (line) => {
    const number = onlyNumber.exec(latinDigits(line))?.[1]
    const numbered = number === undefined ? undefined : byNumber.get(Number(number))
    const rest = withNumber.test(latinDigits(line)) ? line.replace(/^[^\s.):\-–|;,]+\s*[.):\-–|;,]?\s*/u, '') : ''
    const all: Meant[] = [find(line), { way: 0, found: numbered === undefined ? [] : [numbered] }, find(rest)]
    return all
      .filter(({ found }) => found.length > 0)
      .reduce<Meant>((best, one) => (best.found.length === 0 || one.way < best.way ? one : best), { way: 0, found: [] })
  }
}

/**
 * Matches each line that is not empty with a channel. A channel that an earlier line has is not matched again.
 * Ambiguous names are asked about once, however often they are pasted, so all candidates together are at most a few
 * times the list.
 */
export const matchPasted = (text: string, channels: readonly Pasteable[]): PastedLine[] => {
  const read = readerOf(channels)
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(bullet, '').trim())
    .filter((line) => line !== '')
    .slice(0, pastedLinesMax)
  const meant = lines.map(read)
  const free = makeFreeThings<Pasteable>()
  /** Groups of equally named channels whose candidates were already returned. */
  const asked = new Set<readonly Pasteable[]>()
  const askedIds = new Set<number>()
  const matched: (PastedLine | null)[] = lines.map(() => null)
  // Exact names take their channel before lines that only resemble it.
  for (const ofWay of [0, 1, 2])
    for (const [at, { way, found }] of meant.entries()) {
      if (way !== ofWay) continue
      const line = { text: lines[at] ?? '', id: null, candidates: [], again: false }
      const first = free.first(found)
      if (first === undefined) matched[at] = { ...line, again: found.length > 0 }
      else if (free.count(found) === 1) {
        free.take(first)
        matched[at] = { ...line, id: first.id }
      } else if (!asked.has(found)) {
        asked.add(found)
        const candidates = found.filter(free.isFree).map(({ id }) => id)
        if (candidates.every((id) => askedIds.has(id))) continue
        for (const id of candidates) askedIds.add(id)
        matched[at] = { ...line, candidates }
      }
    }
  return matched.flatMap((line) => line ?? [])
}
