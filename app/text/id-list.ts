/**
 * Writes ids of channels into an address: as runs if there are few or they are consecutive ("3.14-20.97"), as bits if
 * there are many ("~" and base64url), because an address has at most 8 KB. Unreadable parts are ignored, never an
 * error.
 */

/** Longer lists of runs are written as bits if that is shorter. */
const runsMost = 400
/** Ids from here on are random and never consecutive; as bits they would be endless. */
const bitsBelow = 100_000
/** No list has more channels. */
const idsMost = 100_000

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const writeRuns = (sorted: readonly number[]): string => {
  const parts: string[] = []
  for (let at = 0; at < sorted.length;) {
    const first = sorted[at] ?? 0
    let end = at
    while (sorted[end + 1] === first + (end + 1 - at)) end++
    parts.push(end - at > 1 ? `${first}-${sorted[end]}` : sorted.slice(at, end + 1).join('.'))
    at = end + 1
  }
  return parts.join('.')
}

const writeBits = (sorted: readonly number[]): string => {
  const sixes = new Uint8Array(Math.floor((sorted.at(-1) ?? 0) / 6) + 1)
  for (const id of sorted) sixes[Math.floor(id / 6)]! |= 1 << (id % 6)
  return `~${Array.from(sixes, (six) => digits[six]).join('')}`
}

/** Writes ids for an address; `parseIds` reads the same set again. */
export const writeIds = (ids: readonly number[]): string => {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  const runs = writeRuns(sorted)
  if (runs.length <= runsMost) return runs
  const low = sorted.filter((id) => id < bitsBelow)
  const high = sorted.slice(low.length)
  const bits = [...(low.length > 0 ? [writeBits(low)] : []), ...(high.length > 0 ? [writeRuns(high)] : [])].join('.')
  return bits.length < runs.length ? bits : runs
}

/** Reads ids from an address, each once. */
export const parseIds = (text: string | null | undefined): number[] => {
  const found = new Set<number>()
  for (const part of (text ?? '').split('.')) {
    if (found.size > idsMost) break
    if (part.startsWith('~')) {
      for (let at = 1; at < part.length; at++) {
        const six = digits.indexOf(part[at] ?? '')
        for (let bit = 0; bit < 6 && six >= 0; bit++) if ((six >> bit) & 1) found.add((at - 1) * 6 + bit)
      }
      continue
    }
    const match = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(part)
    if (match === null) continue
    const first = Number(match[1])
    const last = match[2] === undefined ? first : Number(match[2])
    for (let id = first; id <= last && id - first < idsMost; id++) found.add(id)
  }
  return [...found].filter((id) => id < 2 ** 31)
}
