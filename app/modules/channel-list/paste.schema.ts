/**
 * Pasted lines of names or numbers, matched with a list's channels. A line is a name, a number, or both (“12. News”):
 * the name counts, because numbers change. What fits nothing or more than one channel is reported, never guessed. Pure
 * code.
 */
import { foldText } from '~/engine/fold'
import { latinDigits } from '~/text/digits'

/** More lines than a list has channels are no list. */
export const pastedLinesMax = 2000
export const pastedCharactersMax = 200_000

export type Pasteable = { id: number; name: string; number: number }
export type PastedLine = {
  text: string
  /** The channel that is meant; null where none or more than one fits. */
  id: number | null
  /** The channels of that name, where there are several. */
  candidates: number[]
}

const keyOf = (name: string): string => foldText(name).replaceAll(/\s+/gu, ' ').trim()
/** “12”, “12.”, “12)”, “#12”. */
const onlyNumber = /^#?\s*(\d{1,6})\s*[.):]?$/
/** The beginning of “12. News”, “12 - News”, “12\tNews”. No part of a line fits in two ways, however long it is. */
const numbered = /^#?\s*\d{1,6}[\s.):\-–|;,]/
const bullet = /^\s*[-–—•*·]\s+/

/**
 * Matches each line that is not empty with a channel; a channel that was meant before is not meant again, and of which
 * channels of a name one is meant is asked once, however often the name was pasted: all candidates together are at most
 * the list.
 */
export const matchPasted = (text: string, channels: readonly Pasteable[]): PastedLine[] => {
  const byName = new Map<string, number[]>()
  const byNumber = new Map<number, number>()
  for (const { id, name, number } of channels) {
    const key = keyOf(name)
    const same = byName.get(key)
    if (same !== undefined) same.push(id)
    else if (key !== '') byName.set(key, [id])
    if (!byNumber.has(number)) byNumber.set(number, id)
  }
  const taken = new Set<number>()
  const asked = new Set<readonly number[]>()
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(bullet, '').trim())
    .filter((line) => line !== '')
    .slice(0, pastedLinesMax)
  return lines.flatMap((line): PastedLine[] => {
    const number = onlyNumber.exec(latinDigits(line))?.[1]
    const rest = numbered.test(latinDigits(line)) ? line.replace(/^[^\s.):\-–|;,]+\s*[.):\-–|;,]?\s*/u, '') : ''
    const found =
      byName.get(keyOf(line)) ??
      (number === undefined ? undefined : numberFound(byNumber.get(Number(number)))) ??
      (rest === '' ? undefined : byName.get(keyOf(rest))) ??
      []
    const free = found.filter((id) => !taken.has(id))
    const [id] = free
    if (id === undefined) return [{ text: line, id: null, candidates: [] }]
    if (free.length > 1) {
      if (asked.has(found)) return []
      asked.add(found)
      return [{ text: line, id: null, candidates: free }]
    }
    taken.add(id)
    return [{ text: line, id, candidates: [] }]
  })
}

const numberFound = (id: number | undefined): number[] | undefined => (id === undefined ? undefined : [id])
