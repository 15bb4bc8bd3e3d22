/**
 * Joins short facts into one line. Each part keeps its own direction, so that a Latin name doesn't reorder the number
 * beside it.
 */
const fsi = '\u2068'
const pdi = '\u2069'

export const isolate = (text: string): string => `${fsi}${text}${pdi}`
export const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.flatMap((part) => (part ? [isolate(part)] : [])).join(' · ')
