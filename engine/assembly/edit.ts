/**
 * The operations on a list. The host writes ids to scratch memory, and `markIds` checks them and marks their rows. Then
 * one operation works on the marked rows and unmarks them. Nothing changes before everything has been checked.
 */
import { sourceName, nameBound, writeField, fieldCut, fieldLost } from './names'
import {
  DIALECT_SATCODX, FLAG_DELETED, FLAG_EDITABLE, FLAG_LOCK, FLAG_MARK, FLAG_SKIP, FLAG_SOURCE_LOCK, FLAG_SOURCE_SKIP, ROW_BYTES, ROW_FAVOURITES,
  ROW_FLAGS, ROW_RENAMED, ROW_SOURCE_FAVOURITES, compactHeap, dialect, live, order, reach, rowCount, rowOf, rows, scratch, setLive, setName,
} from './model'

/** The number of marked rows that are live. */
let marked: u32 = 0

/**
 * Marks the rows of `count` ids at scratch. Returns -1, or the index of the first id that is not a live channel (then
 * nothing is marked).
 */
export function markIds(count: u32): i32 {
  const ids = scratch()
  marked = 0
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u32>(ids + (<usize>i << 2))
    const row = rowOf(id)
    if (id >= rowCount || load<u16>(row, ROW_FLAGS) & FLAG_DELETED) {
      unmark()
      return i
    }
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    if (!(flags & FLAG_MARK)) marked++
    store<u16>(row, <u16>(flags | FLAG_MARK), ROW_FLAGS)
  }
  return -1
}

export function unmark(): void {
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    store<u16>(row, <u16>(<u32>load<u16>(row, ROW_FLAGS) & ~FLAG_MARK), ROW_FLAGS)
  }
  marked = 0
}

@inline
function idAt(place: u32): u32 { return load<u32>(order + (<usize>place << 2)) }
@inline
function isMarked(id: u32): bool { return (load<u16>(rowOf(id), ROW_FLAGS) & FLAG_MARK) != 0 }

/**
 * Moves the marked channels, in their current order, so that the first of them is at `to` (1-based; clamped so that the
 * block fits).
 */
export function moveMarked(to: u32): void {
  const before = min(to - 1, live - marked)
  const out = scratch()
  reach(out + (<usize>live << 2))
  let block = out + (<usize>before << 2)
  let rest = out
  const gap = block
  const behind = block + (<usize>marked << 2)
  if (rest == gap) rest = behind
  for (let place: u32 = 0; place < live; place++) {
    const id = idAt(place)
    if (isMarked(id)) { store<u32>(block, id); block += 4 }
    else {
      store<u32>(rest, id)
      rest += 4
      if (rest == gap) rest = behind
    }
  }
  memory.copy(order, out, <usize>live << 2)
  unmark()
}

/** Moves each marked channel one place up (-1) or down (1). Adjacent channels stay together and stop at the ends. */
export function stepMarked(by: i32): void {
  let stop: i32 = by < 0 ? 0 : <i32>live - 1
  for (let i: u32 = 0; i < live; i++) {
    const place = by < 0 ? <i32>i : <i32>(live - 1 - i)
    const id = idAt(<u32>place)
    if (!isMarked(id)) continue
    if (place == stop) { stop -= by; continue }
    store<u32>(order + (<usize>place << 2), idAt(<u32>(place + by)))
    store<u32>(order + (<usize>(place + by) << 2), id)
  }
  unmark()
}

/** Deletes the marked channels, together with their other edits. */
export function deleteMarked(): void {
  let to = order
  const count = live
  for (let place: u32 = 0; place < count; place++) {
    const id = idAt(place)
    const row = rowOf(id)
    if (load<u16>(row, ROW_FLAGS) & FLAG_MARK) dropRow(id, row)
    else { store<u32>(to, id); to += 4 }
  }
  setLive(<u32>((to - order) >> 2))
  unmark()
}

/** Deletes a row and restores the file's values in it. */
export function dropRow(id: u32, row: usize): void {
  if (load<u32>(row, ROW_RENAMED)) setName(id, 0, 0)
  const flags = <u32>load<u16>(row, ROW_FLAGS) & ~FLAG_EDITABLE
  store<u16>(row, <u16>(flags | ((flags & (FLAG_SOURCE_LOCK | FLAG_SOURCE_SKIP)) >> 4) | FLAG_DELETED), ROW_FLAGS)
  store<u32>(row, load<u32>(row, ROW_SOURCE_FAVOURITES), ROW_FAVOURITES)
}

/** Sets (value 1) or clears lock or skip: `bit` is FLAG_LOCK or FLAG_SKIP. */
export function flagMarked(bit: u32, value: u32): void {
  bit &= FLAG_LOCK | FLAG_SKIP
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    if (flags & FLAG_MARK) store<u16>(row, <u16>((value ? flags | bit : flags & ~bit) & ~FLAG_MARK), ROW_FLAGS)
  }
}

/** Adds the marked channels to a favourite group, or removes them from it. */
export function favouriteMarked(group: u32, value: u32): void {
  const bit: u32 = 1 << (group & 31)
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    if (!(flags & FLAG_MARK)) continue
    const groups = load<u32>(row, ROW_FAVOURITES)
    store<u32>(row, value ? groups | bit : groups & ~bit, ROW_FAVOURITES)
    store<u16>(row, <u16>(flags & ~FLAG_MARK), ROW_FLAGS)
  }
}

/**
 * Takes the `count` ids at scratch as the new order. Returns 0 (and changes nothing) unless they are exactly the live
 * channels, each once.
 */
export function setOrder(count: u32): u32 {
  if (count != live) return 0
  if (markIds(count) >= 0) return 0
  const complete = marked == live
  if (complete) memory.copy(order, scratch(), <usize>live << 2)
  unmark()
  return complete ? 1 : 0
}

/**
 * Renames a live channel to the `units` of UTF-16 at scratch. Renaming it to the file's own name undoes the edit.
 * Returns what the list's own dialect can't represent: bit 0 the name is cut, bit 1 letters are lost.
 */
export function renameRow(id: u32, units: u32): u32 {
  const row = rowOf(id)
  const text = scratch()
  const old = text + (((<usize>units << 1) + 15) & ~7)
  reach(old + (<usize>nameBound(row) << 1) + 1024)
  const oldUnits = sourceName(row, old)
  if (oldUnits == units && memory.compare(old, text, <usize>units << 1) == 0) {
    setName(id, text, 0)
    return 0
  }
  let lost: u32 = 0
  if (dialect == DIALECT_SATCODX) {
    writeField(row, text, units, old)
    lost = <u32>fieldCut | (<u32>fieldLost << 1)
  }
  setName(id, text, units)
  compactHeap()
  return lost
}
