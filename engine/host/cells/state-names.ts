/**
 * Takes the names in other languages out of an edit state and puts them back. They are most of its bytes and seldom
 * change, so a store of many states can keep them once. Pure code.
 */
import { isCellState } from '../needs-cells'
import { putNumber } from '../runs'

const headerBytes = 17

/**
 * The beginning of a table in a state's cells. Only tables are arrays that begin with a text and go on with an array,
 * and every quotation mark inside a text is escaped. So megabytes of names need no parsing.
 */
const head = /\["((?:channel|satellite|transponder|group|category|list)\.[\w.]+)",\[/g
const names = 'channel.name.'

/** The JSON of a state's cells, and where it ends. The state must be the engine's own. */
const readText = (state: Uint8Array): { text: string; end: number } => {
  let at = headerBytes
  let length = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = state[at++]
    if (byte === undefined) throw new RangeError('an edit state ends too early')
    length += (byte & 127) * scale
    if (byte < 128) break
  }
  return { text: new TextDecoder().decode(state.subarray(at, at + length)), end: at + length }
}

const withText = (state: Uint8Array, end: number, text: string): Uint8Array => {
  const bytes = new TextEncoder().encode(text)
  const length: number[] = []
  putNumber(length, bytes.length)
  const made = new Uint8Array(headerBytes + length.length + bytes.length + state.length - end)
  made.set(state.subarray(0, headerBytes))
  made.set(length, headerBytes)
  made.set(bytes, headerBytes + length.length)
  made.set(state.subarray(end), headerBytes + length.length + bytes.length)
  return made
}

/** Where the tables of names are among the others, which are sorted: up to the next table, or the end. */
const findNames = (text: string): { from: number; to: number; isLast: boolean } => {
  let from = -1
  for (const { index, 1: name = '' } of text.matchAll(head)) {
    if (name < names) continue
    if (from < 0) from = index
    if (!name.startsWith(names)) return { from, to: index, isLast: false }
  }
  const to = text.length - ']]'.length
  return { from: from < 0 ? to : from, to, isLast: true }
}

/** The state without its names in other languages, and these names; null if it has none. */
export const splitNames = (state: Uint8Array): { state: Uint8Array; names: Uint8Array } | null => {
  if (!isCellState(state)) return null
  const { text, end } = readText(state)
  const { from, to, isLast } = findNames(text)
  if (from === to) return null
  // Remove one of the commas around them, too.
  const tables = text.slice(from, isLast ? to : to - 1)
  const before = text.slice(0, isLast && text[from - 1] === ',' ? from - 1 : from)
  return {
    state: withText(state, end, before + text.slice(to)),
    names: new TextEncoder().encode(`[${tables}]`),
  }
}

/** The whole state again, byte for byte. */
export const joinNames = (state: Uint8Array, own: Uint8Array): Uint8Array => {
  const { text, end } = readText(state)
  const { to, isLast } = findNames(text)
  const tables = new TextDecoder().decode(own).slice(1, -1)
  const before = text.slice(0, to)
  const comma = before.endsWith('[') ? '' : ','
  return withText(
    state,
    end,
    isLast ? before + comma + tables + text.slice(to) : `${before}${tables},${text.slice(to)}`,
  )
}
