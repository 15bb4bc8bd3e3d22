/**
 * What the host reads: the facts of the list as one block of words, and names and columns collected in list order in
 * scratch memory.
 */
import { nameBound, nameText, rowEncoding, sourceName } from './names'
import { chlText } from './formats/chl-read'
import {
  DIALECT_CHL, FLAG_LOCK, FLAG_PROBLEM, FLAG_SCRAMBLED, FLAG_SCRAMBLED_UNKNOWN, FLAG_SKIP, ROW_FAVOURITES, ROW_FLAGS, ROW_RENAMED, ROW_SATELLITE,
  ROW_SID, ROW_TRANSPONDER, ROW_TYPE, SATELLITE_NAME, SATELLITE_NAME_LENGTH, dialect, encoding, encodingSource, live, order, places, reach, rowCount,
  rowOf, rows, satelliteAt, satelliteCount, satellites, scratch, slowRecords, source, sourceEncoding, sourceEnd, transponderCount, transponders,
} from './model'
import { decodeName } from './text/charset'

const INFO = memory.data(128)
/** The position of the text or table that was collected last. */
let textAt: usize = 0
let outAt: usize = 0

/** The facts of the list, in the order of `info` in host/core.ts. */
export function info(): usize {
  store<u32>(INFO, <u32>source)
  store<u32>(INFO, <u32>sourceEnd, 4)
  store<u32>(INFO, <u32>rows, 8)
  store<u32>(INFO, rowCount, 12)
  store<u32>(INFO, <u32>order, 16)
  store<u32>(INFO, live, 20)
  store<u32>(INFO, <u32>satellites, 24)
  store<u32>(INFO, satelliteCount, 28)
  store<u32>(INFO, <u32>transponders, 32)
  store<u32>(INFO, transponderCount, 36)
  store<u32>(INFO, encoding, 40)
  store<u32>(INFO, sourceEncoding, 44)
  store<u32>(INFO, encodingSource, 48)
  store<u32>(INFO, slowRecords, 52)
  store<u32>(INFO, <u32>scratch(), 56)
  store<u32>(INFO, <u32>textAt, 60)
  store<u32>(INFO, <u32>outAt, 64)
  return INFO
}

/** Scratch memory of `bytes` for the host to write to. */
export function scratchAt(bytes: u32): usize {
  const at = scratch()
  reach(at + bytes + 64)
  return at
}

/**
 * Names of the places [from, from + count): `count + 1` offsets in units (u32) at `outAt`, the text at `textAt`.
 * Returns the total units.
 */
export function gatherNames(from: u32, count: u32): u32 {
  outAt = scratch()
  textAt = (outAt + (<usize>(count + 1) << 2) + 7) & ~7
  reach(textAt)
  let to = textAt
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(outAt + (<usize>i << 2), <u32>((to - textAt) >> 1))
    const row = rowOf(load<u32>(order + (<usize>(from + i) << 2)))
    reach(to + (<usize>nameBound(row) << 1) + 128)
    to += <usize>nameText(row, to) << 1
  }
  const units = <u32>((to - textAt) >> 1)
  store<u32>(outAt + (<usize>count << 2), units)
  return units
}

/** The name of one channel at `textAt`. */
export function gatherName(id: u32): u32 {
  textAt = scratch()
  const row = rowOf(id)
  reach(textAt + (<usize>nameBound(row) << 1) + 128)
  return nameText(row, textAt)
}

/** The file's name of one channel at `textAt`. */
export function gatherSourceName(id: u32): u32 {
  textAt = scratch()
  const row = rowOf(id)
  reach(textAt + (<usize>nameBound(row) << 1) + 128)
  return sourceName(row, textAt)
}

/** Decodes bytes in an encoding to text at `textAt`; the bytes may be in scratch. */
export function decodeText(at: usize, length: u32, used: u32): u32 {
  textAt = at >= scratch() ? (at + length + 7) & ~7 : scratch()
  reach(textAt + (<usize>length << 1) + 64)
  return decodeName(at, length, used, textAt)
}

/** Decodes the contents of a JSON string of a `.chl` to text at `textAt`. */
export function chlTextAt(at: usize, length: u32): u32 {
  textAt = scratch()
  reach(textAt + (<usize>length << 1) + 64)
  return chlText(at, length, textAt)
}

/** Satellite names, in the form of `gatherNames`. */
export function gatherSatelliteNames(): u32 {
  outAt = scratch()
  textAt = (outAt + (<usize>(satelliteCount + 1) << 2) + 7) & ~7
  reach(textAt)
  let to = textAt
  for (let i: u32 = 0; i < satelliteCount; i++) {
    store<u32>(outAt + (<usize>i << 2), <u32>((to - textAt) >> 1))
    const at = satelliteAt(i)
    const length = load<u32>(at, SATELLITE_NAME_LENGTH)
    reach(to + (<usize>length << 1) + 64)
    to += <usize>(dialect == DIALECT_CHL ? chlText(load<u32>(at, SATELLITE_NAME), length, to) : decodeName(load<u32>(at, SATELLITE_NAME), length, encoding, to)) << 1
  }
  store<u32>(outAt + (<usize>satelliteCount << 2), <u32>((to - textAt) >> 1))
  return <u32>((to - textAt) >> 1)
}

/**
 * Columns in list order at `outAt`: id, satellite, transponder, sid, favourites (a u32 each), then type and flags (a u8
 * each).
 */
export function gatherColumns(): usize {
  const count = <usize>live
  outAt = scratch()
  reach(outAt + count * 22 + 64)
  const step = count << 2
  let at = outAt
  let byte = outAt + step * 5
  for (let place: usize = 0; place < count; place++, at += 4, byte++) {
    const id = load<u32>(order + (place << 2))
    const row = rowOf(id)
    store<u32>(at, id)
    store<u32>(at + step, load<u32>(row, ROW_SATELLITE))
    store<u32>(at + step * 2, load<u32>(row, ROW_TRANSPONDER))
    store<u32>(at + step * 3, load<u32>(row, ROW_SID))
    store<u32>(at + step * 4, load<u32>(row, ROW_FAVOURITES))
    store<u8>(byte, load<u8>(row, ROW_TYPE))
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    store<u8>(byte + count, <u8>(
      (flags & (FLAG_SCRAMBLED | FLAG_SCRAMBLED_UNKNOWN | FLAG_LOCK | FLAG_SKIP))
      | (load<u32>(row, ROW_RENAMED) ? 16 : 0)
      | (flags & FLAG_PROBLEM ? 32 : 0)))
  }
  return outAt
}

/** Writes each id's position (1-based; 0 deleted) as u32s and returns where. */
export function findPositions(): usize {
  memory.fill(places, 0, <usize>rowCount << 2)
  for (let place: u32 = 0; place < live; place++) store<u32>(places + (<usize>load<u32>(order + (<usize>place << 2)) << 2), place + 1)
  return places
}

/** The encoding (its index) for reading a channel's own name. */
export function nameEncodingOf(id: u32): u32 { return rowEncoding(rowOf(id)) }
