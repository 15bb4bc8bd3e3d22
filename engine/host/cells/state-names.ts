/**
 * Takes the names in other languages out of an edit state and puts them back: they are most of its bytes, and few edits
 * change them, so whoever keeps many states keeps them once. Pure code.
 */
import { isCellState } from '../needs-cells'
import { putNumber } from '../runs'

const headerBytes = 17
type Table = [name: string, ...lines: unknown[]]
type Text = [added: unknown, tables: Table[]]

const isNameTable = ([name]: Table): boolean => name.startsWith('channel.name.')

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

const withText = (state: Uint8Array, end: number, text: Text): Uint8Array => {
  const bytes = new TextEncoder().encode(JSON.stringify(text))
  const length: number[] = []
  putNumber(length, bytes.length)
  const made = new Uint8Array(headerBytes + length.length + bytes.length + state.length - end)
  made.set(state.subarray(0, headerBytes))
  made.set(length, headerBytes)
  made.set(bytes, headerBytes + length.length)
  made.set(state.subarray(end), headerBytes + length.length + bytes.length)
  return made
}

/** The state without its names in other languages, and these; null where it has none. */
export const splitNames = (state: Uint8Array): { state: Uint8Array; names: Uint8Array } | null => {
  if (!isCellState(state)) return null
  const { text, end } = readText(state)
  if (!text.includes('["channel.name.')) return null
  const [added, tables] = JSON.parse(text) as Text
  const names = tables.filter(isNameTable)
  if (names.length === 0) return null
  return {
    state: withText(state, end, [added, tables.filter((table) => !isNameTable(table))]),
    names: new TextEncoder().encode(JSON.stringify(names)),
  }
}

/** The whole state again, byte for byte. */
export const joinNames = (state: Uint8Array, names: Uint8Array): Uint8Array => {
  const { text, end } = readText(state)
  const [added, tables] = JSON.parse(text) as Text
  const all = [...tables, ...(JSON.parse(new TextDecoder().decode(names)) as Table[])]
  return withText(state, end, [added, all.sort(([a], [b]) => (a < b ? -1 : 1))])
}
