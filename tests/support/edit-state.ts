/**
 * Edit states in plain TypeScript, apart from the engine: decodes the bytes that it writes and loads (layout in
 * assembly/state.ts). Throws RangeError for bytes that are not a state; only `OpenList.load` can tell whether they fit
 * a file.
 */
import type { Added, Cells } from '../../engine/host/contract'
import { encodings, limits, type Encoding } from '../../engine/host/types'

/** A decoded edit state, for comparing two of them (merging stale edits). */
export type DecodedState = {
  order: Uint32Array
  names: Map<number, string>
  /** id → bit 0 lock, bit 1 skip; only where it differs from the source. */
  flags: Map<number, number>
  favourites: Map<number, number>
  encoding: Encoding | null
  cells: Cells
  added: Added
}

const magic = 0x3153454d
const headerBytes = 17

const noneAdded: Added = { channel: [], satellite: [], transponder: [], group: [], category: [] }

class Reader {
  private at: number
  constructor(
    private readonly bytes: Uint8Array,
    from: number,
  ) {
    this.at = from
  }

  number(): number {
    let value = 0
    for (let low = 0; low < 35; low += 7) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) break
      value += (byte & 127) * 2 ** low
      if (byte < 128) {
        if (value > 0xffffffff) break
        return value
      }
    }
    throw new RangeError('an edit state ends too early or holds a number that is too large')
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new RangeError('an edit state ends too early')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new RangeError('an edit state goes on after its end')
  }
}

/** Decodes an edit state. Throws RangeError for anything else. */
export function decodeState(state: Uint8Array): DecodedState {
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength)
  if (state.length < headerBytes || view.getUint32(0, true) !== magic) throw new RangeError('not an edit state')
  const records = view.getUint32(4, true)
  if (records > limits.records) throw new RangeError('an edit state of too many records')
  const encodingByte = state[16] ?? 0
  const encoding = encodingByte ? encodings[encodingByte - 1] : null
  if (encoding === undefined) throw new RangeError('an edit state of an unknown encoding')
  const reader = new Reader(state, headerBytes)

  const seen = new Uint8Array(records)
  const order = new Uint32Array(records)
  let count = 0
  let end = 0
  for (let runs = reader.number(); runs > 0; runs--) {
    const step = reader.number()
    const length = reader.number()
    const first = end + (step % 2 ? -(step + 1) / 2 : step / 2)
    if (first < 0 || length === 0 || first + length > records)
      throw new RangeError('an edit state names a channel that is not there')
    for (let id = first; id < first + length; id++) {
      if (seen[id]) throw new RangeError('an edit state names a channel twice')
      seen[id] = 1
      order[count++] = id
    }
    end = first + length
  }

  const entries = <Value>(read: () => [gap: number, value: Value]): Map<number, Value> => {
    const map = new Map<number, Value>()
    let last = 0
    for (let left = reader.number(); left > 0; left--) {
      const [gap, value] = read()
      const id = last + gap
      if (!seen[id]) throw new RangeError('an edit state edits a channel that is not there')
      map.set(id, value)
      last = id + 1
    }
    return map
  }
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const names = entries(() => {
    const gap = reader.number()
    const bytes = reader.take(reader.number())
    try {
      return [gap, utf8.decode(bytes)]
    } catch {
      throw new RangeError('an edit state holds a name that is not UTF-8')
    }
  })
  const flags = entries(() => {
    const packed = reader.number()
    return [Math.floor(packed / 4), packed % 4]
  })
  const favourites = entries(() => [reader.number(), reader.number()])
  reader.end()
  return { order: order.slice(0, count), names, flags, favourites, encoding, cells: new Map(), added: noneAdded }
}
