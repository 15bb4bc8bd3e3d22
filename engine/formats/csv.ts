/**
 * Tables: a channel a row, columns found by their headings, separated by commas, semicolons or tabs; and ChanSort's neutral
 * list, which has no headings. What a spreadsheet would run gets an apostrophe before it.
 */
import { exchanged, parts, digits, closeOutput, decode, emit, emitByte, emitBytes, emitNumber, isUtf8, lowered, numberOf, numberWithin, openOutput, outputAt, put, putText, rewind, setPlain, thousandths, written } from './bytes'
import { emitMHz } from './chl'
import { titlesOf } from './groups'
import { Channel, DATA, Group, LETTERS, List, MOST_GROUPS, MOST_RECORDS, RADIO, TV, Track, angleText, before, calledBy, now, original, satelliteOf, transponderOf } from './model'

const NUMBER: i32 = 0
const NAME: i32 = 1
const TYPE: i32 = 2
const SATELLITE: i32 = 3
const ANGLE: i32 = 4
const FREQUENCY: i32 = 5
const POLARISATION: i32 = 6
const RATE: i32 = 7
const FEC: i32 = 8
const SID: i32 = 9
const ONID: i32 = 10
const TSID: i32 = 11
const PROVIDER: i32 = 12
const SCRAMBLED: i32 = 13
const LOCK: i32 = 14
const SKIP: i32 = 15
const VIDEO: i32 = 16
const AUDIO: i32 = 17
const PCR: i32 = 18
const PMT: i32 = 19
const GROUPS: i32 = 20
const URL: i32 = 21
const IDENTITY: i32 = 22
const COLUMNS: i32 = 23

const HEADINGS = [
  'Number', 'Name', 'Type', 'Satellite', 'Angle', 'Frequency', 'Polarisation', 'Symbol rate', 'FEC', 'SID', 'ONID', 'TSID', 'Provider', 'Scrambled',
  'Lock', 'Skip', 'Video PID', 'Audio PID', 'PCR PID', 'PMT PID', 'Groups', 'URL',
]
/** Other words for the same columns, in small letters without spaces and signs. */
const OTHERS = [
  'nr no pos position programnr lcn channelnumber', 'channel channelname programname servicename title', 'servicetype', 'sat satname', 'orbit orbitalposition satposition',
  'freq freqmhz frequencymhz freqinmhz', 'polarization pol polarity', 'sr symbolrateks srate', '', 'serviceid svid', 'nid networkid originalnetworkid', 'tid transportstreamid', 'package',
  'encrypted encryption ca crypt', 'locked', 'skipped', 'vpid', 'apid', 'pcr', 'pmt', 'group favourites favorites fav bouquet', 'address stream', 'uid onidtsidsid identity',
]
const columns = new StaticArray<i32>(64)
let separator: u32 = 0x2c

let cellStarts = new StaticArray<usize>(64)
let cellEnds = new StaticArray<usize>(64)
let cells: i32 = 0
/** Reads the row at `at`, its cells with their quotes; returns where the next one begins. */
function readRow(at: usize, end: usize): usize {
  cells = 0
  for (;;) {
    const from = at
    if (at < end && load<u8>(at) == 0x22) {
      at++
      while (at < end) {
        if (load<u8>(at) == 0x22) {
          at++
          if (at >= end || load<u8>(at) != 0x22) break
        }
        at++
      }
    }
    while (at < end && <u32>load<u8>(at) != separator && load<u8>(at) != 0x0a) at++
    if (cells < 64) {
      cellStarts[cells] = from
      cellEnds[cells++] = at > from && load<u8>(at - 1) == 0x0d && (at >= end || load<u8>(at) == 0x0a) ? at - 1 : at
    }
    if (at >= end || load<u8>(at) == 0x0a) break
    at++
  }
  return at >= end ? end : at + 1
}
function textOf(i: i32): string {
  let at = cellStarts[i]
  let end = cellEnds[i]
  let text: string
  if (at < end && load<u8>(at) == 0x22) {
    if (end > at + 1 && load<u8>(end - 1) == 0x22) end--
    text = exchanged(decode(at + 1, end), '""', '"')
  } else text = decode(at, end)
  // An apostrophe that keeps a spreadsheet from running the cell.
  if (text.length > 1 && text.charAt(0) == "'" && isRun(text.charCodeAt(1))) return text.substring(1)
  return text
}
function isRun(unit: u32): bool {
  return unit == 0x3d || unit == 0x2b || unit == 0x2d || unit == 0x40 || unit == 9 || unit == 13 || unit == 0xff1d || unit == 0xff0b || unit == 0xff0d || unit == 0xff20
}

function columnOf(heading: string): i32 {
  // No heading is so long: a quotation mark that is never closed makes one cell of the whole file.
  if (heading.length > 64) return -1
  let plain = ''
  const lower = lowered(heading)
  for (let i = 0; i < lower.length; i++) {
    const unit = lower.charCodeAt(i)
    if (unit > 0x60 && unit < 0x7b) plain += lower.charAt(i)
  }
  if (!plain.length) return -1
  for (let c = 0; c < HEADINGS.length; c++) if (exchanged(lowered(HEADINGS[c]), ' ', '') == plain) return c
  for (let c = 0; c < OTHERS.length; c++) if ((' ' + OTHERS[c] + ' ').includes(' ' + plain + ' ')) return c
  return -1
}

let rowsAt: usize = 0
let tailAt: usize = 0
let plainFile = false

/** Finds the separator that the first row has most of. */
function findSeparator(at: usize, end: usize): void {
  let best = 0
  const signs: u32[] = [0x3b, 0x2c, 9]
  for (let s = 0; s < 3; s++) {
    let count = 0
    for (let i = at; i < end && load<u8>(i) != 0x0a; i++) if (<u32>load<u8>(i) == signs[s]) count++
    if (count > best) { best = count; separator = signs[s] }
  }
}

function angleOf(text: string): i32 {
  let tenths = 0
  let digits = 0
  let behind = -1
  let west = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit < 0x3a) {
      if (behind < 0) { tenths = tenths * 10 + (unit - 0x30) * 10; digits++ }
      else if (!behind++) tenths += unit - 0x30
    } else if (unit == 0x2e || unit == 0x2c) behind = 0
    else if (unit == 0x57 || unit == 0x77 || unit == 0x2d) west = true
  }
  if (!digits || digits > 3 || tenths > 3600) return -1
  return tenths % 3600 == 0 ? 0 : west ? 3600 - min(tenths, 1800) : tenths
}
function isYes(text: string): bool {
  const plain = lowered(text.trim())
  return plain == '1' || plain == 'true' || plain == 'yes' || plain == 'y' || plain == 'x'
}
function numberIn(i: i32, most: i64): i32 {
  if (i < 0 || i >= cells) return -1
  const quoted: usize = load<u8>(cellStarts[i]) == 0x22 && cellEnds[i] > cellStarts[i] + 1 ? 1 : 0
  return numberWithin(cellStarts[i] + quoted, cellEnds[i] - quoted, most)
}

/** “onid-tsid-sid”. */
function readIdentity(channel: Channel, text: string): void {
  const pieces = parts(text, '-')
  if (pieces.length < 3) return
  const from = pieces.length - 3
  channel.onid = <i32>numberOf(pieces[from])
  channel.tsid = <i32>numberOf(pieces[from + 1])
  channel.sid = <i32>numberOf(pieces[from + 2])
  if (channel.sid < 0 || channel.sid > 0xffff) channel.sid = -1
  if (channel.onid < 0 || channel.onid > 0xffff) channel.onid = -1
  if (channel.tsid < 0 || channel.tsid > 0xffff) channel.tsid = -1
}

function readChannel(list: List, groups: Map<string, i32>): Channel {
  const made = new Channel()
  let satelliteName = ''
  let angle = -1
  let kHz = -1
  let polarisation = 0
  let fec = ''
  let named = ''
  for (let i = 0; i < cells; i++) {
    const column = columns[i]
    if (column < 0 || cellEnds[i] <= cellStarts[i]) continue
    const text = textOf(i).trim()
    if (column == NAME) made.name = text
    else if (column == NUMBER) made.number = numberIn(i, 99_999)
    else if (column == TYPE) {
      const plain = lowered(text)
      made.type = plain == '1' || plain == 'r' || plain.startsWith('radio') ? RADIO : plain.startsWith('data') ? DATA : TV
    } else if (column == SATELLITE) satelliteName = text
    else if (column == ANGLE) angle = angleOf(text)
    else if (column == FREQUENCY) {
      const quoted: usize = load<u8>(cellStarts[i]) == 0x22 ? 1 : 0
      const value = thousandths(cellStarts[i] + quoted, cellEnds[i] - quoted)
      kHz = value <= 0 ? -1 : value > 100_000_000 ? <i32>min<i64>(value / 1000, 100_000_000) : <i32>value
    } else if (column == POLARISATION) {
      polarisation = text.length ? calledBy(text.charCodeAt(0)) : 0
    } else if (column == FEC) fec = text
    else if (column == SID) made.sid = numberIn(i, 0xffff)
    else if (column == ONID) made.onid = numberIn(i, 0xffff)
    else if (column == TSID) made.tsid = numberIn(i, 0xffff)
    else if (column == PROVIDER) made.provider = text
    else if (column == SCRAMBLED) made.scrambled = isYes(text) ? 1 : 0
    else if (column == LOCK) made.lock = isYes(text)
    else if (column == SKIP) made.skip = isYes(text)
    else if (column == VIDEO) made.videoPid = numberIn(i, 8191)
    else if (column == PCR) made.pcrPid = numberIn(i, 8191)
    else if (column == PMT) made.pmtPid = numberIn(i, 8191)
    else if (column == AUDIO) {
      const pid = numberIn(i, 8191)
      if (pid > 0) { const track = new Track(); track.pid = pid; made.audio = [track] }
    } else if (column == GROUPS) named = text
    else if (column == URL) made.url = text
    else if (column == IDENTITY) readIdentity(made, text)
  }
  let rate = -1
  for (let i = 0; i < cells; i++) if (columns[i] == RATE) rate = numberIn(i, 99_999)
  if (kHz > 0) {
    const satellite = angle >= 0 || satelliteName.length ? satelliteOf(list, angle, satelliteName.length ? satelliteName : angleText(angle)) : -1
    if (satellite >= 0 && satelliteName.length) list.satellites[satellite].name = satelliteName
    made.transponder = transponderOf(list, satellite, kHz, polarisation, rate, fec, '')
  } else if (made.onid >= 0 || made.tsid >= 0) {
    made.transponder = transponderOf(list, angle >= 0 ? satelliteOf(list, angle, satelliteName) : -1, -1, 0, -1, '', digits(made.onid + 1) + ' ' + digits(made.tsid + 1))
  }
  made.group = named
  const all = parts(named, ';')
  for (let i = 0; i < all.length; i++) {
    const name = all[i].trim()
    if (!name.length) continue
    if (!groups.has(name)) {
      if (list.groups.length >= MOST_GROUPS) continue
      const group = new Group()
      group.name = name
      groups.set(name, list.groups.length)
      list.groups.push(group)
    }
    const members = list.groups[groups.get(name)].members
    if (!members.length || members[members.length - 1] != list.channels.length) members.push(list.channels.length)
  }
  return made
}

/** Reads a table. `neutral`: ChanSort's list, whose columns are number, name and identity. */
export function readCsv(list: List, from: usize, end: usize, neutral: bool): i32 {
  plainFile = !isUtf8(from, end)
  setPlain(plainFile)
  let at = from
  if (load<u8>(at) == 0xef && load<u8>(at, 1) == 0xbb && load<u8>(at, 2) == 0xbf) at += 3
  for (let i = 0; i < 64; i++) columns[i] = -1
  if (neutral) {
    separator = 0x3b
    columns[0] = NUMBER
    columns[1] = NAME
    columns[2] = IDENTITY
  } else {
    findSeparator(at, end)
    at = readRow(at, end)
    let named = false
    const taken = new Map<i32, i32>()
    for (let i = 0; i < cells; i++) {
      const column = columnOf(textOf(i))
      if (column < 0 || taken.has(column)) continue
      taken.set(column, 1)
      columns[i] = column
      if (column == NAME) named = true
    }
    if (!named) { setPlain(false); return 0 }
  }
  rowsAt = at
  const groups = new Map<string, i32>()
  // Rows without a channel go along with the next one that has one.
  tailAt = at
  while (at < end) {
    at = readRow(at, end)
    if (cells < 2 && cellEnds[0] <= cellStarts[0]) continue
    if (list.channels.length >= MOST_RECORDS) return -1
    const made = readChannel(list, groups)
    if (!made.name.length && made.sid < 0 && !made.url.length) continue
    made.no = list.channels.length
    made.at = tailAt
    made.end = at
    tailAt = at
    list.channels.push(made)
  }
  setPlain(false)
  return list.channels.length
}

// ---- Writing ----

function emitCell(text: string): void {
  const first: u32 = text.length ? text.charCodeAt(0) : 0
  const guarded = first && isRun(first) ? "'" + text : text
  let quoted = false
  for (let i = 0; i < guarded.length && !quoted; i++) {
    const unit: u32 = guarded.charCodeAt(i)
    quoted = unit == separator || unit == 0x22 || unit == 0x0a || unit == 0x0d || unit == 0x3b || unit == 0x2c || unit == 9
  }
  if (quoted) putText('"%"', exchanged(guarded, '"', '""'))
  else emit(guarded)
}
function emitKnown(value: i32): void { if (value >= 0) emitNumber(value) }
const TYPES = ['TV', 'Radio', 'Data', 'Other']

/** The list that cells are written of. */
let shown = now
/** Writes one column's cell of a channel; nothing where the list says nothing. */
function emitColumn(column: i32, channel: Channel, number: i32, title: string): void {
  const one = channel.transponder >= 0 ? shown.transponders[channel.transponder] : null
  const satellite = one && one.satellite >= 0 ? shown.satellites[one.satellite] : null
  switch (column) {
    case NUMBER: emitNumber(number); break
    case NAME: emitCell(channel.name); break
    case TYPE: emit(TYPES[channel.type]); break
    case SATELLITE: if (satellite) emitCell(satellite.name); break
    case ANGLE: if (satellite && satellite.angle >= 0) emit(angleText(satellite.angle)); break
    case FREQUENCY: if (one && one.kHz >= 0) emitMHz(one.kHz); break
    case POLARISATION: if (one) emit(LETTERS[one.polarisation]); break
    case RATE: if (one) emitKnown(one.symbolRate); break
    case FEC: if (one) emitCell(one.fec); break
    case SID: emitKnown(channel.sid); break
    case ONID: emitKnown(channel.onid); break
    case TSID: emitKnown(channel.tsid); break
    case PROVIDER: emitCell(channel.provider); break
    case SCRAMBLED: emitKnown(channel.scrambled); break
    case LOCK: emitNumber(channel.lock ? 1 : 0); break
    case SKIP: emitNumber(channel.skip ? 1 : 0); break
    case VIDEO: emitKnown(channel.videoPid); break
    case AUDIO: { const audio = channel.audio; if (audio && audio[0].pid > 0) emitNumber(audio[0].pid); break }
    case PCR: emitKnown(channel.pcrPid); break
    case PMT: emitKnown(channel.pmtPid); break
    case GROUPS: emitCell(title); break
    case URL: emitCell(channel.url); break
    case IDENTITY: put('%-%-%', max(0, channel.onid), max(0, channel.tsid), max(0, channel.sid)); break
  }
}
/** True where a column's cell differs between the two states. */
function differs(column: i32, channel: Channel, was: Channel, title: string, titleBefore: string): bool {
  if (column == NUMBER) return channel.number != was.number && channel.number >= 0
  const from = written()
  shown = before
  emitColumn(column, was, 0, titleBefore)
  shown = now
  const middle = written()
  emitColumn(column, channel, 0, title)
  const length = middle - from
  const at = outputAt() + from
  const isOther = written() - middle != length || memory.compare(at, at + length, length) != 0
  rewind(from)
  return isOther
}
export function rewriteCsv(from: usize, end: usize): void {
  setPlain(plainFile)
  openOutput()
  emitBytes(from, rowsAt)
  const groupsNow = titlesOf(now)
  const groupsBefore = titlesOf(before)
  let width = 0
  for (let i = 0; i < 64; i++) if (columns[i] >= 0) width = i + 1
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    if (channel.no < 0) {
      for (let c = 0; c < width; c++) {
        if (c) emitByte(separator)
        if (columns[c] >= 0) emitColumn(columns[c], channel, channel.number > 0 ? channel.number : i + 1, groupsNow[i])
      }
      emitByte(0x0a)
      continue
    }
    const was = before.channels[channel.no]
    const record = original.channels[channel.no]
    let row = record.at
    let next = readRow(row, record.end)
    while (next < record.end) { row = next; next = readRow(row, record.end) }
    let at = record.at
    for (let c = 0; c < cells; c++) {
      if (columns[c] < 0 || !differs(columns[c], channel, was, groupsNow[i], groupsBefore[channel.no])) continue
      emitBytes(at, cellStarts[c])
      emitColumn(columns[c], channel, channel.number, groupsNow[i])
      at = cellEnds[c]
    }
    emitBytes(at, record.end)
    if (i + 1 < now.channels.length && load<u8>(record.end - 1) != 0x0a) emitByte(0x0a)
  }
  emitBytes(tailAt, end)
  closeOutput('')
  setPlain(false)
}

export function writeCsv(): void {
  openOutput()
  separator = 0x2c
  // Spreadsheets read UTF-8 where a mark says so.
  emit('\ufeff')
  for (let c = 0; c < HEADINGS.length; c++) {
    if (c) emitByte(separator)
    emit(HEADINGS[c])
  }
  emit('\r\n')
  const groups = titlesOf(now)
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    for (let c = 0; c < HEADINGS.length; c++) {
      if (c) emitByte(separator)
      emitColumn(c, channel, channel.number > 0 ? channel.number : i + 1, groups[i])
    }
    emit('\r\n')
  }
  closeOutput('')
}
export function writeNeutral(): void {
  openOutput()
  separator = 0x3b
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    emitNumber(channel.number > 0 ? channel.number : i + 1)
    emitByte(0x3b)
    emitCell(channel.name)
    emitByte(0x3b)
    emitColumn(IDENTITY, channel, 0, '')
    emitByte(0x0a)
  }
  closeOutput('')
}
