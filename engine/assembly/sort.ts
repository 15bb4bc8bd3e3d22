/**
 * Sorts in SPEC.md's modes. Every mode becomes one number per channel (satellite, transponder rank, name rank or SID
 * side by side), sorted stably by radix, so that ties keep the current order. Name ranks come from collation keys and
 * are cached until a name changes.
 */
import { nameBound, nameText } from './names'
import { unmark } from './edit'
import {
  FLAG_MARK, ROW_FLAGS, ROW_SATELLITE, ROW_SID, ROW_TRANSPONDER, TRANSPONDER_FREQUENCY, TRANSPONDER_POLARISATION, live, nameRanks,
  nameRanksValid, order, reach, rowOf, scratch, setNameRanksValid, transponderAt, transponderCount,
} from './model'
import { collationKey } from './text/collation'

/** In the order of `sortModes` in host/types.ts. */
const AZ: u32 = 0
const ZA: u32 = 1
const SATELLITE: u32 = 2
const TRANSPONDER: u32 = 3
const SATELLITE_NAME: u32 = 4
const SATELLITE_FREQUENCY_NAME: u32 = 5
const SATELLITE_FREQUENCY_SID: u32 = 6

/** The width of a field in a sort number: ranks go up to 100 000, so 17 bits hold one and "none", which sorts last. */
const FIELD_BITS: u64 = 17
const LAST: u32 = (1 << 17) - 1

/** Longer names are compared by their first letters only; real names don't differ only beyond that. */
const MAX_UNITS: u32 = 256
/** Radix digits: 11 bits are 2048 counters. */
const DIGIT_BITS: u64 = 11
const DIGITS: u32 = 1 << 11
const COUNTERS = memory.data(8192)

/**
 * Sorts `count` numbers (u64) with their values (u32) stably by their low `bits`. `keys` and `values` have room for
 * twice as many. Returns 0 if the result is in the first halves, 1 if it is in the second.
 */
function radixSort(keys: usize, values: usize, count: u32, bits: u64): u32 {
  const keysBehind = keys + (<usize>count << 3)
  const valuesBehind = values + (<usize>count << 2)
  let side: u32 = 0
  for (let low: u64 = 0; low < bits; low += DIGIT_BITS) {
    const fromKeys = side ? keysBehind : keys
    const fromValues = side ? valuesBehind : values
    const toKeys = side ? keys : keysBehind
    const toValues = side ? values : valuesBehind
    memory.fill(COUNTERS, 0, DIGITS << 2)
    for (let i: u32 = 0, at = fromKeys; i < count; i++, at += 8) {
      const counter = COUNTERS + (<usize>((load<u64>(at) >> low) & (DIGITS - 1)) << 2)
      store<u32>(counter, load<u32>(counter) + 1)
    }
    const one = COUNTERS + (<usize>((load<u64>(fromKeys) >> low) & (DIGITS - 1)) << 2)
    if (load<u32>(one) == count) continue
    let sum: u32 = 0
    for (let at = COUNTERS; at < COUNTERS + (DIGITS << 2); at += 4) {
      const here = load<u32>(at)
      store<u32>(at, sum)
      sum += here
    }
    for (let i: u32 = 0, at = fromKeys; i < count; i++, at += 8) {
      const key = load<u64>(at)
      const counter = COUNTERS + (<usize>((key >> low) & (DIGITS - 1)) << 2)
      const place = <usize>load<u32>(counter)
      store<u32>(counter, <u32>place + 1)
      store<u64>(toKeys + (place << 3), key)
      store<u32>(toValues + (place << 2), load<u32>(fromValues + (<usize>i << 2)))
    }
    side ^= 1
  }
  return side
}

/**
 * Ranks transponders by frequency, then H V L R; equal ones share a rank. Writes u32s at `to` and uses the memory
 * after it.
 */
function rankTransponders(to: usize): usize {
  const count = transponderCount
  const keys = (to + (<usize>count << 2) + 7) & ~7
  const values = keys + (<usize>count << 4)
  const end = values + (<usize>count << 3)
  reach(end)
  if (!count) return to
  for (let i: u32 = 0; i < count; i++) {
    const at = transponderAt(i)
    const polarisation = <u64>load<u8>(at, TRANSPONDER_POLARISATION)
    store<u64>(keys + (<usize>i << 3), (<u64>load<u32>(at, TRANSPONDER_FREQUENCY) << 3) | (polarisation ? polarisation : 7))
    store<u32>(values + (<usize>i << 2), i)
  }
  const side = radixSort(keys, values, count, 35)
  const sortedKeys = keys + (side ? <usize>count << 3 : 0)
  const sortedValues = values + (side ? <usize>count << 2 : 0)
  let rank: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    if (i && load<u64>(sortedKeys + (<usize>i << 3)) != load<u64>(sortedKeys + (<usize>(i - 1) << 3))) rank = i
    store<u32>(to + (<usize>load<u32>(sortedValues + (<usize>i << 2)) << 2), rank)
  }
  return keys
}

// ---- Name ranks ----
// An item is 16 bytes: eight bytes of its key as a number, the id, the address of the key (length u32 before it).
const ITEM: usize = 16
/** The largest sizes at which insertion and merging are fastest: a radix pass costs its 2048 counters. */
const SMALL: u32 = 12
const MEDIUM: u32 = 2000

/** Eight bytes of a key from `depth`, as a number that compares as the bytes do; keys are padded with zeros. */
@inline
function prefix(key: usize, depth: u32): u64 { return depth < load<u32>(key - 4) ? bswap<u64>(load<u64>(key + depth)) : 0 }

/** True when key `a` sorts after key `b`; the bytes before `depth` are known to be equal. */
@inline
function isBehind(a: usize, b: usize, depth: u32): bool {
  const lengthA = load<u32>(a - 4)
  const lengthB = load<u32>(b - 4)
  const shorter = min(lengthA, lengthB)
  // Eight zeros follow every key, so the last word may read beyond it.
  for (; depth < shorter; depth += 8) {
    const wordA = load<u64>(a + depth)
    const wordB = load<u64>(b + depth)
    if (wordA != wordB) return bswap<u64>(wordA) > bswap<u64>(wordB)
  }
  return lengthA > lengthB
}

/**
 * Sorts items [from, to) by the rest of their keys; the bytes before `depth` are equal. `spare` has room for as many.
 */
function sortItems(from: usize, to: usize, spare: usize, depth: u32): void {
  const count = <u32>((to - from) / ITEM)
  if (count <= SMALL) {
    for (let at = from + ITEM; at < to; at += ITEM) {
      const item = v128.load(at)
      const key = <usize>load<u32>(at, 12)
      let hole = at
      while (hole > from && isBehind(load<u32>(hole - ITEM, 12), key, depth)) {
        v128.store(hole, v128.load(hole - ITEM))
        hole -= ITEM
      }
      if (hole != at) v128.store(hole, item)
    }
    return
  }
  for (let at = from; at < to; at += ITEM) store<u64>(at, prefix(load<u32>(at, 12), depth))
  if (count > MEDIUM) radixItems(from, count, spare)
  else mergeItems(from, to, spare)
  // Groups with equal prefixes continue with their next eight bytes, unless all of them end here.
  for (let start = from; start < to; ) {
    const word = load<u64>(start)
    let longest = load<u32>(<usize>load<u32>(start, 12) - 4)
    let end = start + ITEM
    for (; end < to && load<u64>(end) == word; end += ITEM) longest = max(longest, load<u32>(<usize>load<u32>(end, 12) - 4))
    if (end - start > ITEM && longest > depth + 8) sortItems(start, end, spare, depth + 8)
    start = end
  }
}

const RUN: usize = 8 * ITEM

/** Sorts items [from, to) by their words, stably: insertion in runs of eight, then merging. */
function mergeItems(from: usize, to: usize, spare: usize): void {
  const bytes = to - from
  for (let start = from; start < to; start += RUN) {
    const stop = min(start + RUN, to)
    for (let at = start + ITEM; at < stop; at += ITEM) {
      const word = load<u64>(at)
      if (load<u64>(at - ITEM) <= word) continue
      const item = v128.load(at)
      let hole = at
      do {
        v128.store(hole, v128.load(hole - ITEM))
        hole -= ITEM
      } while (hole > start && load<u64>(hole - ITEM) > word)
      v128.store(hole, item)
    }
  }
  let source = from
  let target = spare
  for (let width = RUN; width < bytes; width <<= 1) {
    const end = source + bytes
    let out = target
    for (let start = source; start < end; start += width << 1) {
      let left = start
      const middle = min(start + width, end)
      let right = middle
      const stop = min(middle + width, end)
      while (left < middle && right < stop) {
        const useRight = load<u64>(right) < load<u64>(left)
        v128.store(out, v128.load(useRight ? right : left))
        out += ITEM
        if (useRight) right += ITEM
        else left += ITEM
      }
      for (; left < middle; left += ITEM, out += ITEM) v128.store(out, v128.load(left))
      for (; right < stop; right += ITEM, out += ITEM) v128.store(out, v128.load(right))
    }
    const swap = source
    source = target
    target = swap
  }
  if (source != from) memory.copy(from, source, bytes)
}

const BYTE_COUNTERS = memory.data(8192)

/** The same by radix, one byte at a time; bytes in which no items differ are skipped. */
function radixItems(from: usize, count: u32, spare: usize): void {
  const bytes = <usize>count * ITEM
  memory.fill(BYTE_COUNTERS, 0, 8192)
  for (let at = from; at < from + bytes; at += ITEM) {
    const word = load<u64>(at)
    for (let byte: usize = 0; byte < 8; byte++) {
      const counter = BYTE_COUNTERS + (byte << 10) + (<usize>((word >> (<u64>byte << 3)) & 255) << 2)
      store<u32>(counter, load<u32>(counter) + 1)
    }
  }
  let source = from
  let target = spare
  for (let byte: usize = 0; byte < 8; byte++) {
    const counters = BYTE_COUNTERS + (byte << 10)
    const low = <u64>byte << 3
    if (load<u32>(counters + (<usize>((load<u64>(source) >> low) & 255) << 2)) == count) continue
    let sum: u32 = 0
    for (let at = counters; at < counters + 1024; at += 4) {
      const here = load<u32>(at)
      store<u32>(at, sum)
      sum += here
    }
    for (let at = source; at < source + bytes; at += ITEM) {
      const item = v128.load(at)
      const counter = counters + (<usize>((load<u64>(at) >> low) & 255) << 2)
      const place = load<u32>(counter)
      store<u32>(counter, place + 1)
      v128.store(target + <usize>place * ITEM, item)
    }
    const swap = source
    source = target
    target = swap
  }
  if (source != from) memory.copy(from, source, bytes)
}

/** The key of a name without any letter: only the terminators of its levels. */
const NO_LETTERS: u32 = 2

/** True for spaces only, whatever their width: such a name counts as missing. */
function isBlank(text: usize, units: u32): bool {
  for (let i: u32 = 0; i < units; i++) {
    const unit: u32 = load<u16>(text + (<usize>i << 1))
    if (unit != 0x20 && unit != 0xa0 && unit != 0x3000 && (unit < 0x2000 || unit > 0x200b)) return false
  }
  return true
}

/**
 * Ranks the live channels' names. Equal keys share a rank, and channels without a name come last. Does nothing if no
 * name has changed.
 */
export function rankNames(): void {
  if (nameRanksValid) return
  const count = live
  const items = scratch()
  const spare = items + <usize>count * ITEM
  let out = spare + <usize>count * ITEM
  reach(out)
  for (let place: u32 = 0; place < count; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    const row = rowOf(id)
    const bound = nameBound(row)
    const most = min(bound, MAX_UNITS)
    const key = out + 8
    const text = key + <usize>most * 16 + 32
    reach(text + (<usize>bound << 1) + 1024)
    const read = min(nameText(row, text), MAX_UNITS)
    const units = isBlank(text, read) ? 0 : read
    const length = collationKey(text, units, key)
    store<u64>(key + length, 0)
    store<u32>(key - 4, length)
    out = (key + length + 15) & ~7
    const item = items + <usize>place * ITEM
    store<u32>(item, id, 8)
    store<u32>(item, <u32>key, 12)
  }
  sortItems(items, spare, spare, 0)
  let rank: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const item = items + <usize>i * ITEM
    if (i && !equalKeys(load<u32>(item, 12), load<u32>(item - ITEM, 12))) rank = i
    store<u32>(nameRanks + (<usize>load<u32>(item, 8) << 2), load<u32>(<usize>load<u32>(item, 12) - 4) <= NO_LETTERS ? LAST : rank)
  }
  setNameRanksValid(true)
}

@inline
function nameField(id: u32): u32 { return load<u32>(nameRanks + (<usize>id << 2)) }

@inline
function equalKeys(a: usize, b: usize): bool {
  const length = load<u32>(a - 4)
  return length == load<u32>(b - 4) && load<u64>(a) == load<u64>(b) && (length <= 8 || memory.compare(a, b, length) == 0)
}

/**
 * Sorts the list by a mode and variant (1 transponders by frequency, 2 by their serial order). With `onlyMarked` it
 * sorts the marked channels among their own places.
 */
export function sortList(mode: u32, variant: u32, onlyMarked: u32): void {
  const byName = mode == AZ || mode == ZA || mode == SATELLITE_NAME || mode == SATELLITE_FREQUENCY_NAME
  const byTransponder = mode == TRANSPONDER || mode == SATELLITE_FREQUENCY_NAME || mode == SATELLITE_FREQUENCY_SID
  if (byName) rankNames()
  let free = scratch()
  const transponderRanks = free
  if (byTransponder && variant != 2) free = rankTransponders(free)
  const keys = (free + 7) & ~7
  const values = keys + (<usize>live << 4)
  reach(values + (<usize>live << 3))
  let count: u32 = 0
  for (let place: u32 = 0; place < live; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    const row = rowOf(id)
    if (onlyMarked && !(load<u16>(row, ROW_FLAGS) & FLAG_MARK)) continue
    let key: u64
    if (mode == AZ) key = nameField(id)
    // Channels without a name come last from Z to A, too.
    else if (mode == ZA) key = nameField(id) == LAST ? LAST : LAST - 1 - nameField(id)
    else {
      key = min(load<u32>(row, ROW_SATELLITE), LAST)
      if (byTransponder) {
        const transponder = load<u32>(row, ROW_TRANSPONDER)
        const rank = transponder >= transponderCount ? LAST : variant == 2 ? transponder : load<u32>(transponderRanks + (<usize>transponder << 2))
        key = (key << FIELD_BITS) | min(rank, LAST)
      }
      if (byName) key = (key << FIELD_BITS) | nameField(id)
      else if (mode == SATELLITE_FREQUENCY_SID) key = (key << FIELD_BITS) | min(load<u32>(row, ROW_SID), LAST)
    }
    store<u64>(keys + (<usize>count << 3), key)
    store<u32>(values + (<usize>count << 2), id)
    count++
  }
  if (count) {
    // The halves that `radixSort` uses lie after `count`, not after `live`.
    const fields: u64 = mode == AZ || mode == ZA || mode == SATELLITE ? 1 : mode == TRANSPONDER || mode == SATELLITE_NAME ? 2 : 3
    const sorted = values + (radixSort(keys, values, count, fields * FIELD_BITS) ? <usize>count << 2 : 0)
    if (!onlyMarked) memory.copy(order, sorted, <usize>count << 2)
    else {
      let next = sorted
      for (let place: u32 = 0; place < live; place++) {
        const at = order + (<usize>place << 2)
        if (load<u16>(rowOf(load<u32>(at)), ROW_FLAGS) & FLAG_MARK) { store<u32>(at, load<u32>(next)); next += 4 }
      }
    }
  }
  if (onlyMarked) unmark()
}
