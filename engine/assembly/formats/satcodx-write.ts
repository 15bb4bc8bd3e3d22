/**
 * Writes a SatcoDX list. An unedited list returns the file's own bytes. Otherwise whole records move with their own
 * terminators, and only the two parts of the name are patched in renamed records. Bytes between records follow the
 * record before them; a trailer stays at the end.
 */
import { fieldCut, fieldLost, firstPart, secondPartBytes, writeField } from '../names'
import {
  FLAG_DELETED, FLAG_GAP, FLAG_SKIP, FLAG_LOCK, ROW_BYTES, ROW_FAVOURITES, ROW_FLAGS, ROW_NAME, ROW_NAME2_LENGTH, ROW_NAME2_STEP,
  ROW_NAME_LENGTH, ROW_RENAMED, ROW_START, ROW_TERMINATOR, isPristine, live, order, reach, rowCount, rowOf, rows, source, sourceEnd, trailer,
} from '../model'
import { openOutput, setWritten } from '../output'
import { Loss, loss } from '../report'
import { recordEnd } from './satcodx-read'

const PATCH = memory.data(320)

/** The file's usual terminator: the most frequent one. */
function usualTerminator(): u32 {
  let lf: u32 = 0
  let cr: u32 = 0
  let both: u32 = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    const terminator = load<u8>(row, ROW_TERMINATOR)
    if (terminator == 1) lf++
    else if (terminator == 2) cr++
    else if (terminator == 3) both++
  }
  if (!lf && !cr && !both) return 0
  return lf >= cr && lf >= both ? 1 : cr >= both ? 2 : 3
}

/** The end of the bytes after a record that belong to no record: the next record's start. */
@inline
function gapEnd(id: u32): usize { return id + 1 < rowCount ? <usize>load<u32>(rowOf(id + 1), ROW_START) : recordEnd(rowOf(id)) }

/**
 * Copies the gaps of deleted records from `id` on, up to the next live one: bytes that belong to no record are kept.
 */
function copyGapsOfDeleted(id: u32, to: usize): usize {
  for (; id < rowCount; id++) {
    const row = rowOf(id)
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    if (!(flags & FLAG_DELETED)) break
    if (flags & FLAG_GAP) to = copy(recordEnd(row), gapEnd(id), to)
  }
  return to
}

function copy(from: usize, end: usize, to: usize): usize {
  const bytes = end - from
  memory.copy(to, from, bytes)
  return to + bytes
}

/** Writes the list and returns the file's length; it starts at `written`. */
export function writeSatcodx(): u32 {
  const start = openOutput()
  setWritten(start)
  if (isPristine()) {
    const length = sourceEnd - source
    reach(start + length)
    memory.copy(start, source, length)
    return <u32>length
  }
  const usual = usualTerminator()
  // Every source byte at most once, at most 256 more bytes for each renamed record, and two bytes for a missing
  // terminator.
  let room = sourceEnd - source + 64
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) room += load<u32>(row, ROW_RENAMED) ? 258 : load<u8>(row, ROW_TERMINATOR) ? 0 : 2
  reach(start + room)
  let to = start
  to = copy(source, rowCount ? <usize>load<u32>(rows, ROW_START) : trailer, to)
  to = copyGapsOfDeleted(0, to)
  for (let place: u32 = 0; place < live; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    const row = rowOf(id)
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    const from = <usize>load<u32>(row, ROW_START)
    const end = recordEnd(row)
    const name = <usize>load<u32>(row, ROW_RENAMED)
    if (name) {
      writeField(row, name + 8, load<u32>(name, 4), PATCH)
      if (fieldCut) loss(Loss.nameCut, id)
      if (fieldLost) loss(Loss.nameLetters, id)
      const first = <usize>load<u32>(row, ROW_NAME)
      const second = first + load<u16>(row, ROW_NAME2_STEP)
      to = copy(from, first, to)
      to = copy(PATCH, PATCH + firstPart, to)
      to = copy(first + load<u16>(row, ROW_NAME_LENGTH), second, to)
      to = copy(PATCH + firstPart, PATCH + firstPart + secondPartBytes, to)
      to = copy(second + load<u16>(row, ROW_NAME2_LENGTH), end, to)
    } else to = copy(from, end, to)
    if (flags & FLAG_LOCK) loss(Loss.lock, id)
    if (flags & FLAG_SKIP) loss(Loss.skip, id)
    if (load<u32>(row, ROW_FAVOURITES)) loss(Loss.favourites, id)
    // The record that ended the file without a terminator gets the usual one if it is no longer the last.
    if (usual && place + 1 < live && !load<u8>(row, ROW_TERMINATOR) && id + 1 == rowCount) {
      if (usual & 2) store<u8>(to++, 13)
      if (usual & 1) store<u8>(to++, 10)
    }
    if (flags & FLAG_GAP) to = copy(recordEnd(row), gapEnd(id), to)
    to = copyGapsOfDeleted(id + 1, to)
  }
  to = copy(trailer, sourceEnd, to)
  return <u32>(to - start)
}
