/**
 * The edit state: everything that differs from the file, in as few bytes as possible. The layout (host/state.ts reads
 * it too):
 *   "MES1" · record count u32 · source hash u64 · encoding u8 (0 the file's, else its index + 1)
 *   runs: count, then each: zigzag(start − end of the previous run), length: the live channels in list order
 *   names: count, then each: id − previous id − 1, bytes, UTF-8
 *   flags: count, then each: (id − previous id − 1) × 4 + lock + 2 × skip
 *   favourites: count, then each: id − previous id − 1, groups
 * Numbers are LEB128. A state is read twice: once to check every byte of it, then to apply it.
 */
import { dropRow } from './edit'
import {
  FLAG_EDITABLE, FLAG_LOCK, FLAG_SKIP, FLAG_SOURCE_LOCK, FLAG_SOURCE_SKIP, ROW_BYTES, ROW_FAVOURITES, ROW_FLAGS, ROW_RENAMED,
  ROW_SOURCE_FAVOURITES, encoding, favouriteGroups, hashSource, live, order, places, reach, resetEdits, rowCount, rowOf, rows, scratch, setEncoding,
  setLive, setName, sourceEncoding,
} from './model'
import { ENCODINGS, UTF8, UTF8_ASCII, UTF8_VALID, decodeName, encodeName, utf8Kind } from './text/charset'

const MAGIC: u32 = 0x3153454d // MES1
const HEADER: u32 = 17
/** Far more than 50 characters with all their marks; a limit on what `load` accepts. */
const MAX_NAME_BYTES: u32 = 4096

let out: usize = 0

function put(value: u32): void {
  while (value > 127) { store<u8>(out++, <u8>(value | 128)); value >>= 7 }
  store<u8>(out++, <u8>value)
}
function putSigned(value: i32): void { put(<u32>((value << 1) ^ (value >> 31))) }

/** Writes the state at scratch and returns its length. */
export function writeState(): u32 {
  const start = scratch()
  out = start
  // Runs take at most 10 bytes, flags and favourites 5 + 5 and 5 per channel; memory for names is grown one by one.
  reach(out + HEADER + 64 + <usize>rowCount * 10)
  store<u32>(out, MAGIC)
  store<u32>(out, rowCount, 4)
  store<u64>(out, hashSource(), 8)
  store<u8>(out, <u8>(encoding == sourceEncoding ? 0 : encoding + 1), 16)
  out += HEADER

  let runs: u32 = 0
  let before: u32 = 0
  for (let place: u32 = 0; place < live; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    if (!place || id != before + 1) runs++
    before = id
  }
  put(runs)
  let end: u32 = 0
  for (let place: u32 = 0; place < live; ) {
    const first = load<u32>(order + (<usize>place << 2))
    let length: u32 = 1
    while (place + length < live && load<u32>(order + (<usize>(place + length) << 2)) == first + length) length++
    putSigned(<i32>first - <i32>end)
    put(length)
    end = first + length
    place += length
  }

  let count: u32 = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) if (load<u32>(row, ROW_RENAMED)) count++
  put(count)
  let last: u32 = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    const name = <usize>load<u32>(row, ROW_RENAMED)
    if (!name) continue
    const units = load<u32>(name, 4)
    reach(out + <usize>units * 6 + 64)
    put(id - last)
    last = id + 1
    // The length precedes the bytes: they are written after its widest form and moved up to it.
    const bytes = encodeName(name + 8, units, UTF8, out + 8, units * 3)
    const text = out + 8
    put(bytes)
    memory.copy(out, text, bytes)
    out += bytes
  }
  reach(out + 64 + <usize>rowCount * 15)

  count = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) if (flagsDiffer(row)) count++
  put(count)
  last = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    if (!flagsDiffer(row)) continue
    put(((id - last) << 2) | ((<u32>load<u16>(row, ROW_FLAGS) & FLAG_EDITABLE) >> 2))
    last = id + 1
  }

  count = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) if (load<u32>(row, ROW_FAVOURITES) != load<u32>(row, ROW_SOURCE_FAVOURITES)) count++
  put(count)
  last = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    const groups = load<u32>(row, ROW_FAVOURITES)
    if (groups == load<u32>(row, ROW_SOURCE_FAVOURITES)) continue
    put(id - last)
    put(groups)
    last = id + 1
  }
  return <u32>(out - start)
}

@inline
function flagsDiffer(row: usize): bool {
  const flags = <u32>load<u16>(row, ROW_FLAGS)
  return (flags & FLAG_EDITABLE) != ((flags & (FLAG_SOURCE_LOCK | FLAG_SOURCE_SKIP)) >> 4)
}

let input: usize = 0
let inputEnd: usize = 0
let good: bool = false

/** Reads the next number; clears `good` if there is none or it does not fit in 32 bits. */
function take(): u32 {
  let value: u64 = 0
  for (let low: u64 = 0; low < 35; low += 7) {
    if (input >= inputEnd) break
    const byte = load<u8>(input++)
    value |= <u64>(byte & 127) << low
    if (byte < 128) {
      if (value > 0xffffffff) break
      return <u32>value
    }
  }
  good = false
  return 0
}

/**
 * Replaces the edits by the state of `length` bytes at scratch. Returns 0, with nothing changed, if it is not a state
 * of this list.
 */
export function loadState(length: u32): u32 {
  const start = scratch()
  if (length < HEADER || load<u32>(start) != MAGIC || load<u32>(start, 4) != rowCount || load<u64>(start, 8) != hashSource()) return 0
  if (<u32>load<u8>(start, 16) > ENCODINGS) return 0
  if (!readState(start, length, false)) return 0
  // Names grow the heap, where scratch begins: move the state after everything that they may need.
  const safe = start + (<usize>length << 2) + <usize>rowCount * 16 + 4096
  reach(safe + length + 64)
  memory.copy(safe, start, length)
  resetEdits()
  readState(safe, length, true)
  return 1
}

function readState(start: usize, length: u32, apply: bool): bool {
  input = start + HEADER
  inputEnd = start + length
  good = true
  const rowTotal = rowCount
  if (apply && load<u8>(start, 16)) setEncoding(<u32>load<u8>(start, 16) - 1)
  // 1 in `places` means live in this state.
  memory.fill(places, 0, <usize>rowTotal << 2)

  const runs = take()
  if (!good || runs > rowTotal) return false
  let end: i64 = 0
  let count: u32 = 0
  for (let i: u32 = 0; i < runs; i++) {
    const step = take()
    const size = take()
    const first = end + <i64>((<i32>(step >> 1)) ^ -<i32>(step & 1))
    if (!good || first < 0 || !size || first + <i64>size > <i64>rowTotal) return false
    for (let id = <u32>first; id < <u32>first + size; id++) {
      const place = places + (<usize>id << 2)
      if (load<u32>(place)) return false
      store<u32>(place, 1)
      if (apply) store<u32>(order + (<usize>count << 2), id)
      count++
    }
    end = first + size
  }
  if (apply) {
    setLive(count)
    for (let id: u32 = 0; id < rowTotal; id++) if (!load<u32>(places + (<usize>id << 2))) dropRow(id, rowOf(id))
  }

  let names = take()
  if (!good || names > count) return false
  let last: u64 = 0
  while (names--) {
    const id = last + take()
    const bytes = take()
    if (!good || id >= rowTotal || !load<u32>(places + (<usize>id << 2)) || !bytes || bytes > MAX_NAME_BYTES || input + bytes > inputEnd) return false
    const kind = utf8Kind(input, bytes)
    if (kind != UTF8_ASCII && kind != UTF8_VALID) return false
    for (let i: u32 = 0; i < bytes; i++) if (load<u8>(input + i) < 0x20) return false
    if (apply) {
      const text = (inputEnd + 7) & ~7
      reach(text + (<usize>bytes << 1) + 64)
      setName(<u32>id, text, decodeName(input, bytes, UTF8, text))
    }
    input += bytes
    last = id + 1
  }

  let flagged = take()
  if (!good || flagged > count) return false
  last = 0
  while (flagged--) {
    const packed = take()
    const id = last + (packed >> 2)
    if (!good || id >= rowTotal || !load<u32>(places + (<usize>id << 2))) return false
    if (apply) {
      const row = rowOf(<u32>id)
      store<u16>(row, <u16>((<u32>load<u16>(row, ROW_FLAGS) & ~(FLAG_LOCK | FLAG_SKIP)) | ((packed & 3) << 2)), ROW_FLAGS)
    }
    last = id + 1
  }

  let favoured = take()
  if (!good || favoured > count) return false
  last = 0
  while (favoured--) {
    const id = last + take()
    const groups = take()
    if (!good || id >= rowTotal || !load<u32>(places + (<usize>id << 2))) return false
    if (favouriteGroups < 32 && groups >> favouriteGroups) return false
    if (apply) store<u32>(rowOf(<u32>id), groups, ROW_FAVOURITES)
    last = id + 1
  }
  return good && input == inputEnd
}
