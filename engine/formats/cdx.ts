/**
 * JSON “CDX”: a run of objects, each with one key such as program_tv_object_0. Writing keeps every object's text and
 * changes single values in it, because objects hold equal keys twice and others that nobody has described.
 */
import {
  digits, bytesOf, closeOutput, cut, decodeJson, emit, emitByte, emitBytes, emitJson, emitNumber, isDigit, openOutput, put, putText, skipBlank, starts, wholeNumber, written,
} from './bytes'
import { bitsOf, isRenamed, isUnchanged, membersNow } from './groups'
import { Fields, elementAt, elementEnd, nextElement, skipValue } from './json'
import {
  Channel, Group, List, MOST_GROUPS, MOST_RECORDS, RADIO, Satellite, Subtitle, TV, Track, Transponder, before, now, original,
} from './model'

const SATELLITE: i32 = 1
const TRANSPONDER: i32 = 2
const PROGRAM_TV: i32 = 3
const PROGRAM_RADIO: i32 = 4
const FAVOURITES: i32 = 5
const NAMES: i32 = 6
const HEADER: i32 = 7
const GLOBAL: i32 = 8
const ELSE: i32 = 9

/** One top-level object: its bytes, the digits of its key, and its place among those of its kind. */
class Piece {
  constructor(public kind: i32, public at: usize, public end: usize, public digits: usize, public digitsEnd: usize, public place: i32) {}
}
let pieces: Piece[] = []
/** Numbers by which transponders are called, by their place. */
let numbers: i32[] = []
let satelliteNumbers: i32[] = []
let favouriteBits: u32[] = []
let nameMost: u32 = 27
/** Set while the header's size is the number of bytes before it. */
let sizeHolds = false
let lengthHolds = false

const top = new Fields()
const body = new Fields()
const one = new Fields()
const two = new Fields()

function kindOf(at: usize, end: usize): i32 {
  if (starts(at, end, 'program_tv_object_')) return PROGRAM_TV
  if (starts(at, end, 'program_radio_object_')) return PROGRAM_RADIO
  if (starts(at, end, 'transponder_object_')) return TRANSPONDER
  if (starts(at, end, 'satellite_object_')) return SATELLITE
  if (starts(at, end, 'fav_list_object_')) return FAVOURITES
  if (starts(at, end, 'fav_list_info_in_box_object')) return NAMES
  if (starts(at, end, 'database_header_object')) return HEADER
  if (starts(at, end, 'global_variable_object')) return GLOBAL
  return ELSE
}
/** True where an object of this dialect may begin. */
function opens(at: usize, end: usize): bool {
  const key = skipBlank(at + 1, end)
  if (key >= end || load<u8>(key) != 0x22) return false
  return kindOf(key + 1, end) != ELSE || starts(key + 1, end, 'box_object') || starts(key + 1, end, 'watching_prog')
}

// ---- Reading ----

function readSatellite(list: List, number: i32): void {
  const made = new Satellite()
  made.name = body.text('SatName').trim()
  const angle = body.number('SatAngle', -1)
  const west = body.inner('uiSet', one) && one.inner('uiBit', two) && two.number('SatDir', 0) == 1
  made.angle = angle > 3600 ? -1 : west && angle > 0 && angle <= 1800 ? 3600 - angle : angle == 3600 ? 0 : angle
  made.no = list.satellites.length
  list.satellites.push(made)
  satelliteNumbers.push(number)
}

function readTransponder(list: List, number: i32): void {
  const made = new Transponder()
  const mhz = body.number('Freq', -1)
  made.kHz = mhz > 0 && mhz < 100_000 ? mhz * 1000 : -1
  made.symbolRate = body.number('SR', -1)
  let called = number
  if (body.inner('stFlag', one)) {
    const polarisation = one.number('POL', -1)
    made.polarisation = polarisation >= 0 && polarisation < 4 ? polarisation + 1 : 0
    // The number of the satellite; its place is found when all have been read.
    made.satellite = one.number('SatIndex', -1)
    called = one.number('TPIndex', number)
  }
  made.no = list.transponders.length
  list.transponders.push(made)
  numbers.push(called)
}

function readPids(key: string, list: i32): Array<i32> {
  const pids: i32[] = []
  const i = body.find(key)
  if (i < 0) return pids
  const end = body.valueEnd(i)
  let at = body.valueAt(i)
  while (pids.length < list && nextElement(at, end)) {
    at = elementEnd
    if (one.read(elementAt, elementEnd)) pids.push(one.number('PID', one.number('usPID', -1)))
  }
  return pids
}

/** 0 and 8191 stand for no PID. */
function pid(value: i32): i32 { return value > 0 && value < 8191 ? value : -1 }

function readProgram(list: List, type: i32): void {
  const made = new Channel()
  made.type = type
  made.name = body.text('ServiceName')
  if (body.inner('stProgNo', one)) {
    if (one.inner('unShort', two)) {
      made.sid = two.number('sLo16', -1)
      made.transponder = two.number('sHi16', -1)
    } else {
      const word = one.number('uiWord32', -1)
      if (word >= 0) { made.sid = word & 0xffff; made.transponder = word >> 16 }
    }
  }
  if (body.inner('uiSet', one) && one.inner('uiBit', two)) {
    made.lock = two.number('Lock', 0) == 1
    made.skip = two.number('Skip', 0) == 1
    made.hide = two.number('Hide', 0) == 1
    const scrambled = two.number('CA', -1)
    made.scrambled = scrambled < 0 ? 0 : min(scrambled, 1)
    // The one codec whose number is known from a file.
    if (type == TV && two.number('VideoCodec', 0) == 2) made.videoType = 'H264'
  }
  made.videoPid = pid(body.number('VideoPID', -1))
  made.pcrPid = pid(body.number('PCRPID', -1))
  made.pmtPid = pid(body.number('PMTPID', -1))
  made.teletextPid = pid(body.number('TTXPID', -1))
  const onid = body.number('ONID', 0)
  const tsid = body.number('TSID', 0)
  if (onid > 0) made.onid = onid
  if (tsid > 0) made.tsid = tsid
  made.number = body.number('iLCN', -1)
  if (made.number == 0) made.number = -1
  const audio = readPids('AudioArray', 32)
  if (audio.length) {
    const tracks: Track[] = []
    for (let i = 0; i < audio.length; i++) { const track = new Track(); track.pid = audio[i]; tracks.push(track) }
    made.audio = tracks
  }
  const subtitles = readPids('SubtArray', 10)
  if (subtitles.length) {
    const all: Subtitle[] = []
    for (let i = 0; i < subtitles.length; i++) { const track = new Subtitle(); track.pid = subtitles[i]; all.push(track) }
    made.subtitles = all
  }
  favouriteBits.push(<u32>body.number('FavBit', 0))
  made.no = list.channels.length
  list.channels.push(made)
}

/** How an entry of a favourite list calls its programme: transponder's number and service. */
function callOf(at: usize, end: usize): i64 {
  if (load<u8>(at) != 0x7b) return wholeNumber(at, end)
  if (!one.read(at, end)) return -1
  if (one.inner('unShort', two)) {
    const sid = two.number('sLo16', -1)
    const transponder = two.number('sHi16', -1)
    if (sid >= 0 && transponder >= 0) return (<i64>transponder << 16) | sid
  }
  const i = one.find('uiWord32')
  return i < 0 ? -1 : wholeNumber(one.valueAt(i), one.valueEnd(i))
}

/** Programmes by how favourites call them. */
const calls = new Map<i32, i32>()

/** Groups come from the lists of favourites where there are any in use, else from each programme's bits. */
function readGroups(list: List, names: string[]): void {
  for (let i = 0; i < list.channels.length; i++) {
    const channel = list.channels[i]
    if (channel.sid < 0 || channel.transponder < 0) continue
    const call = (channel.transponder << 16) | channel.sid
    if (!calls.has(call)) calls.set(call, i)
  }
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece.kind != FAVOURITES || piece.place >= MOST_GROUPS) continue
    while (list.groups.length <= piece.place) list.groups.push(new Group())
    if (!top.read(piece.at, piece.end) || !body.read(top.valueAt(0), top.valueEnd(0))) continue
    const entries = body.find('stProgNo')
    if (entries < 0) continue
    const end = body.valueEnd(entries)
    let at = body.valueAt(entries)
    const group = list.groups[piece.place]
    const taken = new Map<i32, i32>()
    while (nextElement(at, end)) {
      at = elementEnd
      const call = callOf(elementAt, elementEnd)
      if (call <= 0 || !calls.has(<i32>call)) continue
      const place = calls.get(<i32>call)
      if (taken.has(place)) continue
      taken.set(place, 1)
      group.members.push(place)
    }
  }
  let bits: u32 = 0
  for (let i = 0; i < favouriteBits.length; i++) bits |= favouriteBits[i]
  const inBits = bits ? 32 - clz(bits) : 0
  if (inBits || names.length) while (list.groups.length < max<i32>(8, max(inBits, min(names.length, MOST_GROUPS)))) list.groups.push(new Group())
  for (let g = 0; g < list.groups.length; g++) {
    const group = list.groups[g]
    group.name = g < names.length && names[g].trim().length ? names[g].trim() : 'FAV ' + digits(g + 1)
    if (group.members.length) continue
    for (let i = 0; i < favouriteBits.length; i++) if ((favouriteBits[i] >> g) & 1) group.members.push(i)
  }
}

function readNames(): string[] {
  const names: string[] = []
  let i = body.find('aucFavReName')
  if (i < 0) i = body.find('FavListName')
  if (i < 0) return names
  const end = body.valueEnd(i)
  let at = body.valueAt(i)
  while (names.length < MOST_GROUPS && nextElement(at, end)) {
    at = elementEnd
    namesAt.push(elementAt)
    namesEnd.push(elementEnd)
    names.push(elementText(elementAt, elementEnd))
  }
  return names
}
let namesAt: usize[] = []
let namesEnd: usize[] = []
function elementText(at: usize, end: usize): string {
  return load<u8>(at) == 0x22 ? decodeJson(at + 1, end - 1) : ''
}

/** Reads the file. Returns the number of programmes, or −1 where there are too many. */
export function readCdx(list: List, from: usize, end: usize): i32 {
  let at = from
  let wasted: usize = 0
  let names: string[] = []
  while (at < end) {
    while (at < end && load<u8>(at) != 0x7b) at++
    if (at >= end) break
    if (!opens(at, end)) {
      // Another object of the file, or a brace of a broken one.
      const behind: usize = wasted > (end - from) * 8 ? 0 : skipValue(at, end)
      wasted += behind ? 0 : end - at
      if (behind) at = behind
      else at++
      continue
    }
    const behind: usize = wasted > (end - from) * 8 ? 0 : top.read(at, end)
    if (!behind || !top.count) { wasted += end - at; at++; continue }
    const key = top.keyAt(0)
    const keyEnd = top.keyEnd(0)
    const kind = kindOf(key, keyEnd)
    let digits = keyEnd
    while (digits > key && isDigit(load<u8>(digits - 1))) digits--
    const number = <i32>min<i64>(max<i64>(wholeNumber(digits, keyEnd), 0), 1_000_000)
    const piece = new Piece(kind, at, behind, digits, keyEnd, -1)
    if (body.read(top.valueAt(0), top.valueEnd(0))) {
      if (kind == SATELLITE) { piece.place = list.satellites.length; readSatellite(list, number) }
      else if (kind == TRANSPONDER) { piece.place = list.transponders.length; readTransponder(list, number) }
      else if (kind == PROGRAM_TV || kind == PROGRAM_RADIO) {
        if (list.channels.length >= MOST_RECORDS) return -1
        piece.place = list.channels.length
        readProgram(list, kind == PROGRAM_TV ? TV : RADIO)
        list.channels[piece.place].at = at
        list.channels[piece.place].end = behind
      } else if (kind == FAVOURITES) piece.place = number
      else if (kind == NAMES) names = readNames()
      else if (kind == GLOBAL) nameMost = <u32>max(1, min(body.number('max_service_name_length', 27), 250))
      else if (kind == HEADER) {
        sizeHolds = body.number('uiOriginalSize', -1) == <i32>(at - from)
        lengthHolds = body.number('uiFileLength', -1) == <i32>(at - from)
      }
    } else if (kind != ELSE) piece.kind = ELSE
    pieces.push(piece)
    at = behind
  }
  readGroups(list, names)
  const satellites = new Map<i32, i32>()
  for (let i = satelliteNumbers.length - 1; i >= 0; i--) satellites.set(satelliteNumbers[i], i)
  for (let i = 0; i < list.transponders.length; i++) {
    const made = list.transponders[i]
    made.satellite = satellites.has(made.satellite) ? satellites.get(made.satellite) : -1
  }
  const places = new Map<i32, i32>()
  for (let i = numbers.length - 1; i >= 0; i--) places.set(numbers[i], i)
  for (let i = 0; i < list.channels.length; i++) {
    const channel = list.channels[i]
    channel.transponder = places.has(channel.transponder) ? places.get(channel.transponder) : -1
  }
  return list.channels.length
}

// ---- Writing into the file that was uploaded ----

/** A value that changes; text is written as a JSON string. */
class Patch {
  constructor(public at: usize, public end: usize, public value: i64, public text: string | null) {}
}
let patches: Patch[] = []

function patchNumber(fields: Fields, key: string, value: i64): bool {
  const i = fields.find(key)
  if (i < 0) return false
  patches.push(new Patch(fields.valueAt(i), fields.valueEnd(i), value, null))
  return true
}
function emitPatched(at: usize, end: usize): void {
  for (let i = 1; i < patches.length; i++) {
    const patch = patches[i]
    let place = i
    for (; place && patches[place - 1].at > patch.at; place--) patches[place] = patches[place - 1]
    patches[place] = patch
  }
  for (let i = 0; i < patches.length; i++) {
    const patch = patches[i]
    emitBytes(at, patch.at)
    at = patch.end
    const text = patch.text
    if (text) { emitJson(text); continue }
    const quoted = load<u8>(patch.at) == 0x22
    if (quoted) emitByte(0x22)
    emitNumber(patch.value)
    if (quoted) emitByte(0x22)
  }
  emitBytes(at, end)
  patches = []
}

/** The groups that a channel is in now, one bit each. */
let bitsNow: StaticArray<u32> = new StaticArray<u32>(0)
let bitsBefore: StaticArray<u32> = new StaticArray<u32>(0)

/** The number by which a transponder of `now` is called. */
function numberOf(place: i32): i32 {
  if (place < 0) return -1
  const no = now.transponders[place].no
  return no >= 0 && no < numbers.length ? numbers[no] : addedNumbers.has(place) ? addedNumbers.get(place) : -1
}
const addedNumbers = new Map<i32, i32>()

function fitName(channel: Channel): string { return cut(channel.name, nameMost) }

/** Writes a programme under the slot's key; only values that were edited differ from its bytes. */
function emitProgram(place: i32, slot: i32, radio: bool): void {
  const channel = now.channels[place]
  const no = channel.no
  if (no < 0 || no >= original.channels.length) { emitNewProgram(place, slot, radio); return }
  const was = before.channels[no]
  const at = original.channels[no].at
  const end = original.channels[no].end
  top.read(at, end)
  body.read(top.valueAt(0), top.valueEnd(0))
  const keyEnd = top.keyEnd(0)
  let digits = keyEnd
  while (isDigit(load<u8>(digits - 1))) digits--
  if (wholeNumber(digits, keyEnd) != slot) patches.push(new Patch(digits, keyEnd, slot, null))
  if (channel.name != was.name) {
    const i = body.find('ServiceName')
    const name = fitName(channel)
    if (i >= 0) {
      patches.push(new Patch(body.valueAt(i), body.valueEnd(i), 0, name))
      patchNumber(body, 'ucNameLen', bytesOf(name))
    }
  }
  if ((channel.lock != was.lock || channel.skip != was.skip || channel.scrambled != was.scrambled) && body.inner('uiSet', one) && one.inner('uiBit', two)) {
    if (channel.lock != was.lock) patchNumber(two, 'Lock', channel.lock ? 1 : 0)
    if (channel.skip != was.skip) patchNumber(two, 'Skip', channel.skip ? 1 : 0)
    if (channel.scrambled != was.scrambled) patchNumber(two, 'CA', channel.scrambled > 0 ? 1 : 0)
  }
  const bits = bitsNow[place]
  if (bits != bitsBefore[no]) patchNumber(body, 'FavBit', bits)
  if (channel.videoPid != was.videoPid) patchNumber(body, 'VideoPID', max(0, channel.videoPid))
  if (channel.pcrPid != was.pcrPid) patchNumber(body, 'PCRPID', max(0, channel.pcrPid))
  if (channel.pmtPid != was.pmtPid) patchNumber(body, 'PMTPID', max(0, channel.pmtPid))
  if (channel.teletextPid != was.teletextPid) patchNumber(body, 'TTXPID', channel.teletextPid > 0 ? channel.teletextPid : 8191)
  if (channel.onid != was.onid) patchNumber(body, 'ONID', max(0, channel.onid))
  if (channel.tsid != was.tsid) patchNumber(body, 'TSID', max(0, channel.tsid))
  if ((channel.sid != was.sid || channel.transponder != was.transponder) && body.inner('stProgNo', one)) {
    const transponder = numberOf(channel.transponder)
    if (channel.sid >= 0 && transponder >= 0) {
      patchNumber(one, 'uiWord32', (<i64>transponder << 16) | channel.sid)
      if (one.inner('unShort', two)) {
        patchNumber(two, 'sLo16', channel.sid)
        patchNumber(two, 'sHi16', transponder)
      }
    }
  }
  emitPatched(at, end)
}

function emitTransponder(made: Transponder, number: i32, satellite: i32): void {
  put('{"transponder_object_%":{"usStartCode":43690,"Freq":%,"SR":%', number, max(0, (made.kHz + 500) / 1000), max(0, made.symbolRate))
  put(',"stFlag":{"POL":%,"FEC":0,"IQ":0,"SatIndex":%,"NetNameNo":0,"TPIndex":%}', max(0, made.polarisation - 1), max(0, satellite), number)
  emit(',"NetName":[]}}')
}
function emitSatellite(made: Satellite, number: i32): void {
  const west = made.angle > 1800
  put('{"satellite_object_%":{"SatName":', number)
  emitJson(made.name)
  emit(made.band == 2 ? ',"LowLnbFreq":5150,"HighLnbFreq":5150' : ',"LowLnbFreq":9750,"HighLnbFreq":10600')
  put(',"SatAngle":%,"uiSet":{"uiBit":{"SatDir":%,"Hide":0},"uiStatus":0}}}', west ? 3600 - made.angle : max(0, made.angle), west ? 1 : 0)
}
function emitNewProgram(place: i32, slot: i32, radio: bool): void {
  const channel = now.channels[place]
  const transponder = max(0, numberOf(channel.transponder))
  const sid = max(0, channel.sid)
  const name = fitName(channel)
  putText('{"program_%_object_', radio ? 'radio' : 'tv')
  put('%":{"uiStartCode":21845,"ucNameLen":%', slot, bytesOf(name))
  put(',"VideoPID":%,"PCRPID":%,"PMTPID":%', radio ? 8191 : max(0, channel.videoPid), max(0, channel.pcrPid), max(0, channel.pmtPid))
  put(',"TTXPID":%,"stProgNo":{"uiWord32":%', channel.teletextPid > 0 ? channel.teletextPid : 8191, (<i64>transponder << 16) | sid)
  put(',"unShort":{"sLo16":%,"sHi16":%}},"uiSet":{"uiBit":{"Lock":%,"TV":%', sid, transponder, channel.lock ? 1 : 0, radio ? 1 : 0)
  put(',"Skip":%,"CA":%,"VideoCodec":%', channel.skip ? 1 : 0, channel.scrambled > 0 ? 1 : 0, channel.videoType == 'H264' ? 2 : 0)
  put(',"HD":0,"Hide":0},"uiStatus":0},"TSID":%,"ONID":%', max(0, channel.tsid), max(0, channel.onid))
  put(',"SDTServiceType":%,"FavBit":%,"ServiceName":', radio ? 2 : 1, bitsNow[place])
  emitJson(name)
  emit(',"AudioSelected":0,"AudioArray":[')
  const audio = channel.audio
  if (audio) for (let i = 0; i < audio.length; i++) put(i ? ',{"PID":%}' : '{"PID":%}', max(0, audio[i].pid))
  emit('],"SubtSelected":0,"SubtArray":[]}}')
}

function emitEntry(place: i32): void {
  const channel = now.channels[place]
  const transponder = max(0, numberOf(channel.transponder))
  const sid = max(0, channel.sid)
  put('{"uiWord32":%,"unShort":{"sLo16":%,"sHi16":%}}', (<i64>transponder << 16) | sid, sid, transponder)
}

/** A list of favourites with other members: entries keep their bytes, those of unknown programmes stay at its end. */
function emitFavourites(piece: Piece): void {
  top.read(piece.at, piece.end)
  body.read(top.valueAt(0), top.valueEnd(0))
  const i = body.find('stProgNo')
  if (i < 0) { emitBytes(piece.at, piece.end); return }
  const from = body.valueAt(i)
  const end = body.valueEnd(i)
  const entries = new Map<i32, i32>()
  const unknown: i32[] = []
  const froms: usize[] = []
  const ends: usize[] = []
  let numeric = false
  let at = from
  while (nextElement(at, end)) {
    at = elementEnd
    const entry = froms.push(elementAt) - 1
    ends.push(elementEnd)
    numeric = load<u8>(elementAt) != 0x7b
    const call = callOf(elementAt, elementEnd)
    const place = call > 0 && calls.has(<i32>call) ? calls.get(<i32>call) : -1
    if (place < 0) unknown.push(entry)
    else if (!entries.has(place)) entries.set(place, entry)
  }
  const members = membersNow(piece.place)
  let tv = 0
  for (let m = 0; m < members.length; m++) if (now.channels[members[m]].type != RADIO) tv++
  body.read(top.valueAt(0), top.valueEnd(0))
  patchNumber(body, 'sNoOfTVFavor', tv)
  patchNumber(body, 'sNoOfRadioFavor', members.length - tv)
  const counts = patches
  patches = []
  for (let p = 0; p < counts.length; p++) if (counts[p].at < from) patches.push(counts[p])
  emitPatched(piece.at, from)
  emitByte(0x5b)
  let first = true
  for (let m = 0; m < members.length; m++) {
    if (!first) emitByte(0x2c)
    first = false
    const no = now.channels[members[m]].no
    if (no >= 0 && entries.has(no)) {
      const entry = entries.get(no)
      emitBytes(froms[entry], ends[entry])
    } else if (numeric) emitNumber((<i64>max(0, numberOf(now.channels[members[m]].transponder)) << 16) | max(0, now.channels[members[m]].sid))
    else emitEntry(members[m])
  }
  for (let u = 0; u < unknown.length; u++) {
    if (!first) emitByte(0x2c)
    first = false
    emitBytes(froms[unknown[u]], ends[unknown[u]])
  }
  emitByte(0x5d)
  for (let p = 0; p < counts.length; p++) if (counts[p].at > from) patches.push(counts[p])
  emitPatched(end, piece.end)
}

function emitNames(piece: Piece): void {
  for (let g = 0; g < min(namesAt.length, now.groups.length); g++)
    if (isRenamed(g)) patches.push(new Patch(namesAt[g], namesEnd[g], 0, now.groups[g].name))
  emitPatched(piece.at, piece.end)
}

function emitHeader(piece: Piece, tv: i32, radio: i32): void {
  const size = written()
  top.read(piece.at, piece.end)
  body.read(top.valueAt(0), top.valueEnd(0))
  // Counts that were wrong before stay as wrong as they were.
  if (tv) patchNumber(body, 'sTVNumber', max(0, body.number('sTVNumber', 0) + tv))
  if (radio) patchNumber(body, 'sRadioNumber', max(0, body.number('sRadioNumber', 0) + radio))
  if (addedNumbers.size) patchNumber(body, 'sTransponder', numbers.length + addedNumbers.size)
  if (addedSatellites) patchNumber(body, 'sSatellite', satelliteNumbers.length + addedSatellites)
  if (sizeHolds && size != body.number('uiOriginalSize', 0)) patchNumber(body, 'uiOriginalSize', size)
  if (lengthHolds && size != body.number('uiFileLength', 0)) patchNumber(body, 'uiFileLength', size)
  emitPatched(piece.at, piece.end)
}
let addedSatellites = 0

/** Values of a transponder or satellite that were edited. */
function emitPlace(piece: Piece, from: usize): void {
  if (piece.kind == SATELLITE) {
    for (let i = 0; i < now.satellites.length; i++) {
      const made = now.satellites[i]
      if (made.no != piece.place) continue
      const was = before.satellites[made.no]
      if (made.name == was.name && made.angle == was.angle) break
      top.read(piece.at, piece.end)
      body.read(top.valueAt(0), top.valueEnd(0))
      const n = body.find('SatName')
      if (made.name != was.name && n >= 0) patches.push(new Patch(body.valueAt(n), body.valueEnd(n), 0, made.name))
      if (made.angle != was.angle && made.angle >= 0) {
        const west = made.angle > 1800
        patchNumber(body, 'SatAngle', west ? 3600 - made.angle : made.angle)
        if (body.inner('uiSet', one) && one.inner('uiBit', two)) patchNumber(two, 'SatDir', west ? 1 : 0)
      }
      break
    }
  } else {
    for (let i = 0; i < now.transponders.length; i++) {
      const made = now.transponders[i]
      if (made.no != piece.place) continue
      const was = before.transponders[made.no]
      if (made.kHz == was.kHz && made.symbolRate == was.symbolRate && made.polarisation == was.polarisation) break
      top.read(piece.at, piece.end)
      body.read(top.valueAt(0), top.valueEnd(0))
      if (made.kHz != was.kHz) patchNumber(body, 'Freq', (made.kHz + 500) / 1000)
      if (made.symbolRate != was.symbolRate) patchNumber(body, 'SR', made.symbolRate)
      if (made.polarisation != was.polarisation && made.polarisation && body.inner('stFlag', one)) patchNumber(one, 'POL', made.polarisation - 1)
      break
    }
  }
  emitBytes(from, piece.at)
  emitPatched(piece.at, piece.end)
}

/** Satellites and transponders that were added: numbers behind the highest there are. */
function emitAdded(kind: i32): void {
  if (kind == SATELLITE) {
    for (let i = 0; i < now.satellites.length; i++)
      if (now.satellites[i].no < 0) emitSatellite(now.satellites[i], satelliteNumbers.length + addedSatellites++)
    return
  }
  let next = 0
  for (let i = 0; i < numbers.length; i++) next = max(next, numbers[i] + 1)
  let satellite = satelliteNumbers.length
  const called = new Map<i32, i32>()
  for (let i = 0; i < now.satellites.length; i++) {
    const no = now.satellites[i].no
    called.set(i, no >= 0 && no < satelliteNumbers.length ? satelliteNumbers[no] : satellite++)
  }
  for (let i = 0; i < now.transponders.length; i++) {
    const made = now.transponders[i]
    if (made.no >= 0) continue
    addedNumbers.set(i, next)
    emitTransponder(made, next++, made.satellite >= 0 ? called.get(made.satellite) : -1)
  }
}

/** How many programmes of a kind the file has. */
function countOf(radio: bool): i32 {
  let count = 0
  for (let i = 0; i < original.channels.length; i++) if ((original.channels[i].type == RADIO) == radio) count++
  return count
}

/** The number in a piece's key. */
function numberAt(piece: Piece): i32 { return <i32>max<i64>(0, wholeNumber(piece.digits, piece.digitsEnd)) }

/** The channels of one kind, in list order. */
function placesOf(radio: bool): i32[] {
  const places: i32[] = []
  for (let i = 0; i < now.channels.length; i++) if ((now.channels[i].type == RADIO) == radio) places.push(i)
  return places
}

/** Writes the list into the uploaded file: everything that nobody edited keeps its bytes. */
export function rewriteCdx(from: usize, end: usize): void {
  bitsNow = bitsOf(now)
  bitsBefore = bitsOf(before)
  const tv = placesOf(false)
  const radio = placesOf(true)
  let lastSatellite = -1
  let lastTransponder = -1
  let lastTv = -1
  let lastRadio = -1
  let lastProgram = -1
  for (let i = 0; i < pieces.length; i++) {
    const kind = pieces[i].kind
    if (kind == SATELLITE) lastSatellite = i
    else if (kind == TRANSPONDER) lastTransponder = i
    else if (kind == PROGRAM_TV) { lastTv = i; lastProgram = i }
    else if (kind == PROGRAM_RADIO) { lastRadio = i; lastProgram = i }
  }
  const tvBehind = lastTv < 0 ? 0 : numberAt(pieces[lastTv]) + 1
  const radioBehind = lastRadio < 0 ? 0 : numberAt(pieces[lastRadio]) + 1
  if (lastTransponder < 0) lastTransponder = lastSatellite
  if (lastTv < 0) lastTv = lastTransponder
  if (lastRadio < 0) lastRadio = max(lastProgram, lastTv)
  openOutput()
  let at = from
  let nextTv = 0
  let nextRadio = 0
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece.kind == SATELLITE || piece.kind == TRANSPONDER) emitPlace(piece, at)
    else if (piece.kind == PROGRAM_TV) {
      if (nextTv < tv.length) { emitBytes(at, piece.at); emitProgram(tv[nextTv++], numberAt(piece), false) }
    } else if (piece.kind == PROGRAM_RADIO) {
      if (nextRadio < radio.length) { emitBytes(at, piece.at); emitProgram(radio[nextRadio++], numberAt(piece), true) }
    } else {
      emitBytes(at, piece.at)
      if (piece.kind == FAVOURITES && piece.place < now.groups.length && !isUnchanged(piece.place)) emitFavourites(piece)
      else if (piece.kind == NAMES) emitNames(piece)
      else if (piece.kind == HEADER) emitHeader(piece, tv.length - countOf(false), radio.length - countOf(true))
      else emitBytes(piece.at, piece.end)
    }
    at = piece.end
    if (i == lastSatellite) emitAdded(SATELLITE)
    if (i == lastTransponder) emitAdded(TRANSPONDER)
    if (i == lastTv) for (let n = tvBehind; nextTv < tv.length; n++) emitProgram(tv[nextTv++], n, false)
    if (i == lastRadio) for (let n = radioBehind; nextRadio < radio.length; n++) emitProgram(radio[nextRadio++], n, true)
  }
  emitBytes(at, end)
  closeOutput('')
}

/** Writes a new file. */
export function writeCdx(): void {
  bitsNow = bitsOf(now)
  openOutput()
  for (let i = 0; i < now.satellites.length; i++) emitSatellite(now.satellites[i], i)
  for (let i = 0; i < now.transponders.length; i++) {
    addedNumbers.set(i, i)
    emitTransponder(now.transponders[i], i, now.transponders[i].satellite)
  }
  numbers = []
  const tv = placesOf(false)
  const radio = placesOf(true)
  for (let i = 0; i < tv.length; i++) emitNewProgram(tv[i], i, false)
  for (let i = 0; i < radio.length; i++) emitNewProgram(radio[i], i, true)
  const groups = min(now.groups.length, MOST_GROUPS)
  for (let g = 0; g < groups; g++) {
    const members = now.groups[g].members
    let inTv = 0
    for (let m = 0; m < members.length; m++) if (now.channels[members[m]].type != RADIO) inTv++
    put('{"fav_list_object_%":{"uiMark":1414812756,"stProgNo":[', g)
    for (let m = 0; m < members.length; m++) { if (m) emitByte(0x2c); emitEntry(members[m]) }
    put('],"sNoOfTVFavor":%,"sNoOfRadioFavor":%}}', inTv, members.length - inTv)
  }
  emit('{"fav_list_info_in_box_object":{"aucFavReName":[')
  for (let g = 0; g < groups; g++) { if (g) emitByte(0x2c); emitJson(now.groups[g].name) }
  emit(']}}')
  const size = written()
  emit('{"database_header_object":{"szMark":"CDX","szDatabaseName":"MSTDatabaseV1.00.sdx"')
  put(',"uiOriginalSize":%,"sSatellite":%,"sTransponder":%', size, now.satellites.length, now.transponders.length)
  put(',"sTVNumber":%,"sRadioNumber":%,"sMaxFavor":%,"sDataBaseVer":100,"uiFileLength":%,"uiCRC32":0}}', tv.length, radio.length, groups, size)
  emit('{"global_variable_object":{"max_service_name_length":27,"max_no_of_programs":20000}}')
  closeOutput('')
}
