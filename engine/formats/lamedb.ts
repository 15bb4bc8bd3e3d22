/**
 * Enigma2: the services of a lamedb (version 4 or 5) and the bouquets of its folder. A record that nobody edited keeps
 * its bytes; a bouquet whose members are the same keeps all of it, and in another one markers stay before their channel.
 */
import {
  exchanged, parts, digits, File, closeOutput, decode, emit, emitByte, emitBytes, emitHex, emitNumber, emitSystem, equals, numberOf, files, findByte, isUtf8, lineEnd, nextLine, numberWithin,
  openOutput, put, putText, rewind, setPlain, skipBlank, starts, taken, wholeNumber,
} from './bytes'
import { isRenamed, isUnchanged, membersNow } from './groups'
import { Channel, DATA, Group, List, MOST_GROUPS, MOST_RECORDS, RADIO, Satellite, TV, Track, Transponder, angleText, before, isTunable, now, original } from './model'
import { angleOf, fecCode, fecOf, polarisationOf, positionOf, readXml } from './xml'

/** A lamedb as it lies in its file: where its records are, and what keys its services have. */
class Database {
  version: i32 = 4
  plain: bool = false
  /** Behind the last transponder, and behind the last service: where new ones go. */
  transpondersEnd: usize = 0
  servicesEnd: usize = 0
  starts: usize[] = []
  ends: usize[] = []
  keys: string[] = []
  constructor(public file: File) {}
}
let databases: Database[] = []

/** A bouquet's entry: its lines, and the channel that it means, −1 for markers and whatever else. */
class Entry {
  constructor(public at: usize, public end: usize, public place: i32) {}
}
class Bouquet {
  nameAt: usize = 0
  nameEnd: usize = 0
  /** Behind the last entry. */
  last: usize = 0
  entries: Entry[] = []
  constructor(public file: i32, public radio: bool) {}
}
let bouquets: Bouquet[] = []

const placeOfKey = new Map<string, i32>()
const transponderOfKey = new Map<string, i32>()
/** The keys of what was read: “namespace:tsid:onid”, by a transponder's place, and a channel's with its service. */
let transponderKeys: string[] = []
let channelKeys: string[] = []

function baseName(name: string): string { return name.substring(max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) }

// ---- Fields between colons ----
let fieldStarts = new StaticArray<usize>(32)
let fieldEnds = new StaticArray<usize>(32)
/** Splits [at, end) at a byte, at most 32 fields; returns how many. */
function split(at: usize, end: usize, byte: u32): i32 {
  let count = 0
  while (count < 32) {
    const stop = count == 31 ? end : findByte(at, end, byte)
    fieldStarts[count] = at
    fieldEnds[count++] = stop
    if (stop >= end) break
    at = stop + 1
  }
  return count
}
function field(i: i32, most: i64, base: u32): i32 { return numberWithin(fieldStarts[i], fieldEnds[i], most, base) }
/** The low 32 bits of a hexadecimal field. */
function word(i: i32): u32 { const value = wholeNumber(fieldStarts[i], fieldEnds[i], 16); return value < 0 ? 0 : <u32>value }
function signed(i: i32): i32 {
  const minus = fieldStarts[i] < fieldEnds[i] && load<u8>(fieldStarts[i]) == 0x2d
  const value = numberWithin(fieldStarts[i] + (minus ? 1 : 0), fieldEnds[i], 0x7fffffff)
  return minus ? -value : value
}
function keyOf(space: u32, tsid: u32, onid: u32): string { return digits(space) + ':' + digits(tsid) + ':' + digits(onid) }

// ---- Reading a lamedb ----

function satelliteAt(list: List, angle: i32): i32 {
  for (let i = list.satellites.length - 1; i >= 0; i--) if (list.satellites[i].angle == angle) return i
  const made = new Satellite()
  made.angle = angle
  made.name = angle < 0 ? '' : angleText(angle)
  made.no = list.satellites.length
  list.satellites.push(made)
  return made.no
}

/** Reads the tuning of the transponder with this key from “freq:sr:pol:fec:position:…”; another kind has none. */
function addTransponder(list: List, key: string, space: u32, tsid: i32, onid: i32, at: usize, end: usize): void {
  if (transponderOfKey.has(key)) return
  const made = new Transponder()
  made.space = space
  made.tsid = tsid
  made.onid = onid
  const satellite = at < end && load<u8>(at) == 0x73
  at = skipBlank(at + 1, end)
  if (at < end && load<u8>(at) == 0x3a) at++
  const count = split(at, end, 0x3a)
  if (satellite && count >= 5) {
    const frequency = field(0, 0x7fffffff, 10)
    made.kHz = frequency
    const rate = field(1, 0x7fffffff, 10)
    made.symbolRate = rate < 0 ? -1 : rate / 1000
    made.polarisation = polarisationOf(field(2, 3, 10))
    made.fec = fecOf(field(3, 15, 10))
    made.satellite = satelliteAt(list, angleOf(signed(4)))
    if (count >= 9) {
      made.system = field(7, 1, 10)
      made.modulation = field(8, 5, 10)
    }
  } else {
    const angle = <i32>(space >> 16)
    made.satellite = satelliteAt(list, angle < 3600 && angle > 0 ? angle : -1)
  }
  made.no = list.transponders.length
  list.transponders.push(made)
  transponderOfKey.set(key, made.no)
  transponderKeys.push(key)
}

const VIDEO = ['MPEG-2', 'H264', '', '', '', '', '', 'HEVC']

/** Reads “p:…,c:…,C:…” into a channel. */
function readFacts(channel: Channel, at: usize, end: usize): void {
  let tracks: Track[] = []
  channel.scrambled = 0
  rewind(0)
  while (at < end) {
    const stop = findByte(at, end, 0x2c)
    if (stop > at + 1 && load<u8>(at, 1) == 0x3a) {
      const letter: u32 = load<u8>(at)
      if (letter == 0x70) channel.provider = decode(at + 2, stop)
      else if (letter == 0x43) {
        channel.scrambled = 1
        const system = numberWithin(at + 2, stop, 0xffff, 16)
        if (system >= 0) emitSystem(system)
      } else if (letter == 0x63 && stop - at == 8) {
        const kind = numberWithin(at + 2, at + 4, 255, 16)
        const value = numberWithin(at + 4, stop, 0xffff, 16)
        if (kind == 0 && value < 8191) channel.videoPid = value
        else if (value < 8191 && (kind == 1 || kind == 4)) {
          const track = new Track()
          track.pid = value
          track.type = kind == 4 ? 'AC3' : 'MPEG-1'
          track.dolby = kind == 4 ? 1 : 0
          tracks.push(track)
        } else if (kind == 2) channel.teletextPid = value
        else if (kind == 3) channel.pcrPid = value
        else if (kind == 5 && value >= 0 && value < 8) channel.videoType = VIDEO[value]
      }
    }
    at = stop + 1
  }
  if (tracks.length) channel.audio = tracks
  channel.systems = taken(0)
}

/** Adds the service of “sid:namespace:tsid:onid:type:number”. */
function addService(list: List, database: Database, at: usize, end: usize, nameAt: usize, nameEnd: usize, facts: usize, factsEnd: usize, main: bool): bool {
  const count = split(at, end, 0x3a)
  if (count < 5) return false
  const sid = field(0, 0xffff, 16)
  if (sid < 0) return false
  const space = word(1)
  const tsid = word(2)
  const onid = word(3)
  const type = field(4, 255, 10)
  const key = keyOf(space, tsid, onid)
  const own = digits(sid) + ':' + key
  database.keys.push(own)
  if (!main) return true
  const made = new Channel()
  made.sid = sid
  made.tsid = <i32>tsid
  made.onid = <i32>onid
  made.type = type == 2 || type == 10 ? RADIO : type == 0 || type == 3 || type == 12 ? DATA : TV
  if (!transponderOfKey.has(key)) addTransponder(list, key, space, <i32>tsid, <i32>onid, 0, 0)
  made.transponder = transponderOfKey.get(key)
  made.name = decode(nameAt, nameEnd)
  readFacts(made, facts, factsEnd)
  made.no = list.channels.length
  if (!placeOfKey.has(own)) placeOfKey.set(own, made.no)
  channelKeys.push(own)
  list.channels.push(made)
  return true
}

function readLamedb4(list: List, database: Database, main: bool): bool {
  const end = database.file.end
  let at = database.file.at
  let part = 0
  let space: u32 = 0
  let tsid: u32 = 0
  let onid: u32 = 0
  let key = ''
  database.transpondersEnd = end
  database.servicesEnd = end
  while (at < end) {
    const from = at
    const stop = lineEnd(at, end)
    at = nextLine
    if (equals(from, stop, 'transponders')) { part = 1; database.transpondersEnd = at; continue }
    if (equals(from, stop, 'services')) { part = 2; database.servicesEnd = at; continue }
    if (equals(from, stop, 'end')) { part = 0; key = ''; continue }
    if (part == 1) {
      const first: u32 = from < stop ? <u32>load<u8>(from) : 0
      if (first == 0x2f) { key = ''; database.transpondersEnd = at }
      else if (key.length) {
        const tuning = skipBlank(from, stop)
        if (main) addTransponder(list, key, space, <i32>tsid, <i32>onid, tuning, stop)
      } else if (split(from, stop, 0x3a) >= 3) {
        space = word(0)
        tsid = word(1)
        onid = word(2)
        key = keyOf(space, tsid, onid)
      }
    } else if (part == 2) {
      const nameAt = at
      const nameEnd = lineEnd(at, end)
      const facts = nextLine
      const factsEnd = lineEnd(facts, end)
      const behind = nextLine
      if (facts >= end || (factsEnd > facts && (factsEnd < facts + 2 || load<u8>(facts, 1) != 0x3a)) || list.channels.length >= MOST_RECORDS) {
        if (list.channels.length >= MOST_RECORDS) return false
        continue
      }
      if (!addService(list, database, from, stop, nameAt, nameEnd, facts, factsEnd, main)) continue
      database.starts.push(from)
      database.ends.push(behind)
      database.servicesEnd = behind
      at = behind
    }
  }
  return true
}

/** Where the quoted name that begins at `at` ends: before `",` and a letter with a colon, or the line's last quote. */
function quotedEnd(at: usize, end: usize): usize {
  let last = end
  for (let i = at; i < end; i++) {
    if (load<u8>(i) != 0x22) continue
    last = i
    if (i + 3 < end && load<u8>(i, 1) == 0x2c && load<u8>(i, 3) == 0x3a) return i
  }
  return last
}

function readLamedb5(list: List, database: Database, main: bool): bool {
  const end = database.file.end
  let at = database.file.at
  database.servicesEnd = end
  database.transpondersEnd = 0
  while (at < end) {
    const from = at
    const stop = lineEnd(at, end)
    at = nextLine
    if (starts(from, stop, 't:')) {
      const comma = findByte(from, stop, 0x2c)
      if (split(from + 2, comma, 0x3a) < 3) continue
      const space = word(0)
      const tsid = word(1)
      const onid = word(2)
      if (main) addTransponder(list, keyOf(space, tsid, onid), space, <i32>tsid, <i32>onid, min(comma + 1, stop), stop)
      database.transpondersEnd = at
    } else if (starts(from, stop, 's:')) {
      if (list.channels.length >= MOST_RECORDS) return false
      const comma = findByte(from, stop, 0x2c)
      const nameAt = comma + 2
      if (nameAt > stop || load<u8>(comma, 1) != 0x22) continue
      const nameEnd = quotedEnd(nameAt, stop)
      if (!addService(list, database, from + 2, comma, nameAt, nameEnd, min(nameEnd + 2, stop), stop, main)) continue
      database.starts.push(from)
      database.ends.push(at)
      database.servicesEnd = at
    }
  }
  if (!database.transpondersEnd) database.transpondersEnd = database.starts.length ? database.starts[0] : end
  return true
}

// ---- Reading bouquets ----

/** A reference without a service that is in the folder: an address, or what only a bouquet alone knows. */
function addReferred(list: List, key: string, count: i32, alone: bool, name: string): i32 {
  const url = count > 10 ? exchanged(exchanged(decode(fieldStarts[10], fieldEnds[10]), '%3a', ':'), '%3A', ':') : ''
  if (!url.includes('//') && !alone) return -1
  if (list.channels.length >= MOST_RECORDS) return -1
  const made = new Channel()
  made.type = field(2, 255, 16) == 2 ? RADIO : TV
  made.sid = field(3, 0xffff, 16)
  if (url.length) {
    made.url = url
    const own = count > 11 ? decode(fieldStarts[11], fieldEnds[count - 1]) : ''
    made.name = (name.length ? name : own).trim()
    made.scrambled = 0
    if (!made.sid) made.sid = -1
  } else {
    const space = word(6)
    const tsid = word(4)
    const onid = word(5)
    made.tsid = <i32>tsid
    made.onid = <i32>onid
    made.name = name.trim()
    const at = keyOf(space, tsid, onid)
    if (!transponderOfKey.has(at)) addTransponder(list, at, space, <i32>tsid, <i32>onid, 0, 0)
    made.transponder = transponderOfKey.get(at)
  }
  made.no = list.channels.length
  list.channels.push(made)
  channelKeys.push(key)
  placeOfKey.set(key, made.no)
  return made.no
}

const placeOfFile = new Map<string, i32>()
/** The first file with this name in any folder. */
function fileNamed(name: string): i32 { return placeOfFile.has(name) ? placeOfFile.get(name) : -1 }

/** How many files were uploaded; what the host describes follows them. */
let uploaded = 0
const seen = new Map<i32, i32>()

/** Reads a bouquet and those that it names; each becomes a group unless it only names others. */
function readBouquet(list: List, file: i32, radio: bool, top: bool, alone: bool, depth: i32): void {
  if (seen.has(file) || depth > 8) return
  seen.set(file, 1)
  const end = files[file].end
  let at = files[file].at
  setPlain(!isUtf8(at, end))
  const bouquet = new Bouquet(file, radio)
  bouquet.last = end
  let services = 0
  const below: string[] = []
  while (at < end) {
    const from = at
    const stop = lineEnd(at, end)
    at = nextLine
    if (starts(from, stop, '#NAME')) {
      bouquet.nameAt = skipBlank(from + 5, stop)
      bouquet.nameEnd = stop
      continue
    }
    if (!starts(from, stop, '#SERVICE')) continue
    let ref = from + 8
    while (ref < stop && (load<u8>(ref) == 0x3a || load<u8>(ref) == 0x20)) ref++
    let name = ''
    const description = lineEnd(at, end)
    if (at < end && starts(at, description, '#DESCRIPTION')) {
      let text = at + 12
      while (text < description && (load<u8>(text) == 0x3a || load<u8>(text) == 0x20)) text++
      name = decode(text, description)
      at = nextLine
    }
    const count = split(ref, stop, 0x3a)
    const flags = count > 1 ? field(1, 0xffff, 10) : -1
    let place = -1
    if (flags >= 0 && (flags & 7) == 7) {
      const quote = findByte(ref, stop, 0x22)
      if (quote < stop) below.push(decode(quote + 1, findByte(quote + 1, stop, 0x22)))
    } else if (flags >= 0 && !(flags & 64) && count >= 7) {
      const sid = field(3, 0xffff, 16)
      const address = count > 10 && fieldEnds[10] > fieldStarts[10]
      const key = address ? decode(ref, fieldEnds[10]) : digits(sid) + ':' + keyOf(word(6), word(4), word(5))
      place = placeOfKey.has(key) ? placeOfKey.get(key) : addReferred(list, key, count, alone, name)
      services++
    }
    bouquet.entries.push(new Entry(from, at, place))
    bouquet.last = at
  }
  if ((!top || services) && list.groups.length < MOST_GROUPS) {
    const group = new Group()
    group.name = bouquet.nameAt ? decode(bouquet.nameAt, bouquet.nameEnd).trim() : ''
    if (!group.name.length) group.name = baseName(files[file].name)
    group.radio = radio
    group.file = file
    const taken = new Map<i32, i32>()
    for (let i = 0; i < bouquet.entries.length; i++) {
      const place = bouquet.entries[i].place
      if (place < 0 || taken.has(place)) continue
      taken.set(place, 1)
      group.members.push(place)
    }
    list.groups.push(group)
    bouquets.push(bouquet)
  }
  for (let i = 0; i < below.length; i++) {
    const named = fileNamed(baseName(below[i]))
    if (named >= 0) readBouquet(list, named, radio, false, alone, depth + 1)
  }
}

/** Reads the folder, or the one file that there is. Returns the number of channels, −1 where there are too many. */
export function readEnigma(list: List): i32 {
  uploaded = files.length
  for (let i = 0; i < uploaded; i++) {
    const name = baseName(files[i].name)
    if (!placeOfFile.has(name)) placeOfFile.set(name, i)
    if (name == 'satellites.xml') {
      setPlain(!isUtf8(files[i].at, files[i].end))
      const read = new List()
      readXml(read, files[i].at, files[i].end)
      named = read.satellites
      for (let s = 0; s < named.length; s++) names.set(named[s].angle, s)
    }
  }
  for (let i = 0; i < files.length; i++) {
    const file = files[i]
    if (!starts(file.at, file.end, 'eDVB services /')) continue
    const database = new Database(file)
    database.plain = !isUtf8(file.at, file.end)
    setPlain(database.plain)
    database.version = load<u8>(file.at, 15) == 0x35 ? 5 : 4
    const main = !databases.length
    databases.push(database)
    if (!(database.version == 5 ? readLamedb5(list, database, main) : readLamedb4(list, database, main))) return -1
  }
  const alone = !databases.length
  for (let radio = 0; radio < 2; radio++) {
    const first = fileNamed(radio ? 'bouquets.radio' : 'bouquets.tv')
    if (first >= 0) readBouquet(list, first, radio == 1, true, alone, 0)
  }
  // Bouquets that no list of bouquets names.
  for (let i = 0; i < files.length; i++) {
    const name = baseName(files[i].name)
    if (name.startsWith('userbouquet.') || (alone && files.length == 1)) readBouquet(list, i, name.endsWith('.radio'), false, alone, 0)
  }
  for (let s = 0; s < list.satellites.length; s++)
    if (names.has(list.satellites[s].angle)) list.satellites[s].name = named[names.get(list.satellites[s].angle)].name
  setPlain(false)
  return list.channels.length
}
/** Names of satellites by their angle, from the folder's satellites.xml. */
const names = new Map<i32, i32>()
let named: Satellite[] = []

// ---- Writing into what was uploaded ----

/** Writes a service of a database with the name that its channel has now. */
function emitService(database: Database, i: i32, channel: Channel | null): void {
  const at = database.starts[i]
  const end = database.ends[i]
  const was = channel ? before.channels[channel.no] : null
  if (!channel || !was || channel.name == was.name) { emitBytes(at, end); return }
  if (database.version == 4) {
    lineEnd(at, end)
    const nameAt = nextLine
    emitBytes(at, nameAt)
    emit(channel.name)
    emitBytes(lineEnd(nameAt, end), end)
  } else {
    const stop = lineEnd(at, end)
    const nameAt = findByte(at, stop, 0x2c) + 2
    emitBytes(at, nameAt)
    emit(exchanged(channel.name, '"', "'"))
    emitBytes(quotedEnd(nameAt, stop), end)
  }
}

/** The namespace, stream and network of a channel's transponder, as Enigma2 forms them. */
function keyNow(channel: Channel): string {
  const place = channel.transponder
  if (place < 0) return keyOf(0, 0, 0)
  const one = now.transponders[place]
  if (one.no >= 0 && one.no < transponderKeys.length && databases.length) return transponderKeys[one.no]
  const angle = one.satellite >= 0 ? max(0, now.satellites[one.satellite].angle) : 0
  let space = <u32>angle << 16
  const onid = max(0, channel.onid)
  const tsid = max(0, channel.tsid)
  // Without a network the frequency tells transponders apart, as the boxes' own scan does it.
  const frequency = (<u32>((one.kHz + 500) / 1000) & 0xffff) | (<u32>(one.polarisation == 2 ? 1 : 0) << 15)
  if (!onid && one.kHz > 0) space |= frequency
  // One key means one transponder: another one with these ids is told apart by its frequency, too.
  const key = keyOf(space, tsid, onid)
  if (!firstOf.has(key)) firstOf.set(key, place)
  return firstOf.get(key) == place ? key : keyOf(space | frequency, tsid, onid)
}
/** The first transponder of each key. */
const firstOf = new Map<string, i32>()
function partOf(key: string, i: i32): u32 { return <u32>numberOf(parts(key, ':')[i]) }

function emitKey(key: string): void {
  emitHex(partOf(key, 0), 8, false)
  emitByte(0x3a)
  emitHex(partOf(key, 1), 4, false)
  emitByte(0x3a)
  emitHex(partOf(key, 2), 4, false)
}
/** “freq:sr:pol:fec:position:inversion:flags” and, where it is known, the system and the modulation. */
function emitTuning(one: Transponder): void {
  put('%:%:%:%:', max(0, one.kHz), <i64>max(0, one.symbolRate) * 1000, max(0, one.polarisation - 1), fecCode(one.fec))
  emitNumber(one.satellite >= 0 ? positionOf(max(0, now.satellites[one.satellite].angle)) : 0)
  emit(':2:0')
  if (one.system >= 0) put(':%:%:0:2', one.system, max(0, one.modulation))
}
function emitNewTransponder(version: i32, key: string, one: Transponder): void {
  if (version == 5) emit('t:')
  emitKey(key)
  emit(version == 5 ? ',s:' : '\n\ts ')
  emitTuning(one)
  emit(version == 5 ? '\n' : '\n/\n')
}
function typeOf(channel: Channel): i32 { return channel.type == RADIO ? 2 : channel.type == DATA ? 12 : channel.videoType == 'HEVC' ? 31 : channel.videoType == 'H264' ? 25 : 1 }

function emitPid(kind: u32, pid: i32): void {
  if (pid < 0) return
  emit(',c:')
  emitHex(kind, 2, false)
  emitHex(<u32>pid, 4, false)
}
function emitNewService(version: i32, channel: Channel): void {
  if (version == 5) emit('s:')
  emitHex(<u32>max(0, channel.sid), 4, false)
  emitByte(0x3a)
  emitKey(keyNow(channel))
  put(':%:0', typeOf(channel))
  emit(version == 5 ? ':0,"' : '\n')
  emit(version == 5 ? exchanged(channel.name, '"', "'") : channel.name)
  emit(version == 5 ? '",p:' : '\np:')
  emit(exchanged(channel.provider, ',', ' '))
  emitPid(0, channel.videoPid > 0 ? channel.videoPid : -1)
  const audio = channel.audio
  // A box keeps one track of each kind.
  for (let kind = 1; audio && kind < 5; kind += 3)
    for (let i = 0; i < audio.length; i++)
      if (audio[i].pid > 0 && (audio[i].dolby > 0 || audio[i].type == 'AC3') == (kind == 4)) { emitPid(kind, audio[i].pid); break }
  emitPid(2, channel.teletextPid > 0 ? channel.teletextPid : -1)
  emitPid(3, channel.pcrPid > 0 ? channel.pcrPid : -1)
  const video = channel.videoType.length ? VIDEO.indexOf(channel.videoType) : -1
  if (video > 0) emitPid(5, video)
  if (channel.systems.length) {
    const systems = parts(channel.systems, ',')
    for (let i = 0; i < systems.length; i++) putText(',C:%', systems[i])
  } else if (channel.scrambled > 0) emit(',C:0000')
  emit('\n')
}

/** A channel with an address lives in bouquets only. */
function isService(channel: Channel): bool { return !channel.url.length }

/** The record's channel as it is now, null where it is gone; what the list doesn't know stays. */
function emitUnlessGone(database: Database, i: i32): void {
  const key = database.keys[i]
  if (!placeOfKey.has(key)) { emitService(database, i, null); return }
  const no = placeOfKey.get(key)
  if (placesNow.has(no)) emitService(database, i, now.channels[placesNow.get(no)])
}

/** The first lamedb takes the list's order; another one beside it keeps its own. */
function rewriteDatabase(database: Database, main: bool): void {
  const file = database.file
  setPlain(database.plain)
  openOutput()
  const count = database.starts.length
  emitBytes(file.at, database.transpondersEnd)
  const known = new Map<string, i32>()
  for (let i = 0; i < transponderKeys.length; i++) known.set(transponderKeys[i], 1)
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    if (channel.no >= 0 || !isService(channel) || channel.transponder < 0 || !isTunable(now.transponders[channel.transponder])) continue
    const key = keyNow(channel)
    if (known.has(key)) continue
    known.set(key, 1)
    emitNewTransponder(database.version, key, now.transponders[channel.transponder])
  }
  let at = database.transpondersEnd
  let slot = 0
  // Bytes between records stay where they are: before the record in the same place of the file.
  for (let i = 0; i < now.channels.length && main; i++) {
    const channel = now.channels[i]
    if (channel.no >= count) continue
    if (channel.no >= 0) {
      emitBytes(at, database.starts[slot])
      at = database.ends[slot++]
      emitService(database, channel.no, channel)
    } else if (isService(channel)) {
      if (!slot && count) { emitBytes(at, database.starts[0]); at = database.starts[0] }
      emitNewService(database.version, channel)
    }
  }
  if (main) {
    if (slot < count) {
      if (!slot) emitBytes(at, database.starts[0])
      at = database.servicesEnd
    }
  } else {
    for (let i = 0; i < count; i++) {
      emitBytes(at, database.starts[i])
      at = database.ends[i]
      emitUnlessGone(database, i)
    }
    for (let i = 0; i < now.channels.length; i++) if (now.channels[i].no < 0 && isService(now.channels[i])) emitNewService(database.version, now.channels[i])
  }
  emitBytes(at, file.end)
  closeOutput(file.name)
}

function emitReference(channel: Channel): void {
  const key = keyNow(channel)
  emit('#SERVICE ')
  if (channel.url.length) {
    emit(channel.type == RADIO ? '4097:0:2:0:0:0:0:0:0:0:' : '4097:0:1:0:0:0:0:0:0:0:')
    emit(exchanged(channel.url, ':', '%3a'))
    emitByte(0x3a)
    emit(exchanged(channel.name, ':', ' '))
    putText('\n#DESCRIPTION %\n', channel.name)
    return
  }
  emit('1:0:')
  emitHex(<u32>typeOf(channel), 1, true)
  emitByte(0x3a)
  emitHex(<u32>max(0, channel.sid), 1, true)
  emitByte(0x3a)
  emitHex(partOf(key, 1), 1, true)
  emitByte(0x3a)
  emitHex(partOf(key, 2), 1, true)
  emitByte(0x3a)
  emitHex(partOf(key, 0), 1, true)
  emit(':0:0:0:\n')
}

/** An entry with the name that its channel has now, where the entry holds one. */
function emitEntry(entry: Entry): void {
  const no = entry.place
  const place = no >= 0 && placesNow.has(no) ? placesNow.get(no) : -1
  const channel = place >= 0 ? now.channels[place] : null
  if (!channel || !original.channels[no].url.length || channel.name == before.channels[no].name) { emitBytes(entry.at, entry.end); return }
  const stop = lineEnd(entry.at, entry.end)
  const behind = nextLine
  let colons = 0
  let at = entry.at
  while (at < stop && colons < 11) if (load<u8>(at++) == 0x3a) colons++
  if (colons == 11) {
    emitBytes(entry.at, at)
    emit(exchanged(channel.name, ':', ' '))
  } else emitBytes(entry.at, stop)
  emitBytes(stop, behind)
  putText('#DESCRIPTION %', channel.name)
  emitBytes(stop, behind)
}
const placesNow = new Map<i32, i32>()

/** True where a channel that this bouquet names by its own text has another name now. */
function hasRenamed(bouquet: Bouquet): bool {
  for (let i = 0; i < bouquet.entries.length; i++) {
    const no = bouquet.entries[i].place
    if (no < 0 || !original.channels[no].url.length || !placesNow.has(no)) continue
    if (now.channels[placesNow.get(no)].name != before.channels[no].name) return true
  }
  return false
}

function rewriteBouquet(bouquet: Bouquet, g: i32): void {
  const file = files[bouquet.file]
  setPlain(!isUtf8(file.at, file.end))
  openOutput()
  const entries = bouquet.entries
  const first = entries.length ? entries[0].at : bouquet.last
  if (isRenamed(g) && bouquet.nameAt && bouquet.nameAt < first) {
    emitBytes(file.at, bouquet.nameAt)
    emit(now.groups[g].name)
    emitBytes(bouquet.nameEnd, first)
  } else emitBytes(file.at, first)
  if (isUnchanged(g)) {
    for (let i = 0; i < entries.length; i++) emitEntry(entries[i])
    emitBytes(bouquet.last, file.end)
    closeOutput(file.name)
    return
  }
  const members = membersNow(g)
  const stays = new Map<i32, i32>()
  for (let i = 0; i < members.length; i++) if (now.channels[members[i]].no >= 0) stays.set(now.channels[members[i]].no, 1)
  const known = new Map<i32, i32>()
  const was = before.groups[g].members
  for (let i = 0; i < was.length; i++) known.set(before.channels[was[i]].no, 1)
  // What is no member (markers, other bouquets, services that aren't there) stays before the next member that stays.
  const ahead = new Map<i32, i32>()
  const entryOf = new Map<i32, i32>()
  let open = 0
  for (let i = 0; i < entries.length; i++) {
    const place = entries[i].place
    if (place < 0 || !stays.has(place) || entryOf.has(place)) continue
    entryOf.set(place, i)
    ahead.set(place, open)
    open = i + 1
  }
  for (let i = 0; i < members.length; i++) {
    const no = now.channels[members[i]].no
    if (no < 0 || !entryOf.has(no)) { emitReference(now.channels[members[i]]); continue }
    const own = entryOf.get(no)
    for (let k = ahead.get(no); k < own; k++) if (!known.has(entries[k].place) || stays.has(entries[k].place)) emitEntry(entries[k])
    emitEntry(entries[own])
  }
  for (let k = open; k < entries.length; k++) if (!known.has(entries[k].place) || stays.has(entries[k].place)) emitEntry(entries[k])
  emitBytes(bouquet.last, file.end)
  closeOutput(file.name)
}

function newFileName(g: i32, radio: bool): string { return 'userbouquet.portal' + digits(g) + (radio ? '.radio' : '.tv') }
function emitSub(name: string, radio: bool): void {
  putText(radio ? '#SERVICE 1:7:2:0:0:0:0:0:0:0:FROM BOUQUET "%" ORDER BY bouquet\n' : '#SERVICE 1:7:1:0:0:0:0:0:0:0:FROM BOUQUET "%" ORDER BY bouquet\n', name)
}
function writeBouquet(g: i32, name: string): void {
  openOutput()
  putText('#NAME %\n', now.groups[g].name)
  const members = now.groups[g].members
  for (let i = 0; i < members.length; i++) emitReference(now.channels[members[i]])
  closeOutput(name)
}

export function rewriteEnigma(): void {
  for (let i = 0; i < now.channels.length; i++) if (now.channels[i].no >= 0) placesNow.set(now.channels[i].no, i)
  const added: i32[] = []
  for (let g = bouquets.length; g < min(now.groups.length, MOST_GROUPS); g++)
    if (now.groups[g].members.length && (g >= before.groups.length || uploaded > 1)) added.push(g)
  const list = fileNamed('bouquets.tv')
  for (let i = 0; i < uploaded; i++) {
    const file = files[i]
    let done = false
    for (let d = 0; d < databases.length; d++) if (databases[d].file == file) { rewriteDatabase(databases[d], d == 0); done = true }
    for (let b = 0; b < bouquets.length && !done; b++) {
      if (bouquets[b].file != i) continue
      if (isUnchanged(b) && !isRenamed(b) && !hasRenamed(bouquets[b])) break
      rewriteBouquet(bouquets[b], b)
      done = true
    }
    if (done) continue
    openOutput()
    emitBytes(file.at, file.end)
    if (i == list && added.length) {
      if (file.end > file.at && load<u8>(file.end - 1) != 0x0a) emitByte(0x0a)
      for (let a = 0; a < added.length; a++) emitSub(newFileName(added[a], false), false)
    }
    closeOutput(file.name)
  }
  setPlain(false)
  if (list < 0) return
  const folder = files[list].name.substring(0, files[list].name.length - 11)
  for (let a = 0; a < added.length; a++) writeBouquet(added[a], folder + newFileName(added[a], false))
}

// ---- Writing a new folder or file ----

export function writeLamedb(version: i32, name: string): void {
  openOutput()
  emit(version == 5 ? 'eDVB services /5/\n' : 'eDVB services /4/\ntransponders\n')
  const known = new Map<string, i32>()
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    if (!isService(channel) || channel.transponder < 0 || !isTunable(now.transponders[channel.transponder])) continue
    const key = keyNow(channel)
    if (known.has(key)) continue
    known.set(key, 1)
    emitNewTransponder(version, key, now.transponders[channel.transponder])
  }
  if (version == 4) emit('end\nservices\n')
  for (let i = 0; i < now.channels.length; i++) if (isService(now.channels[i])) emitNewService(version, now.channels[i])
  if (version == 4) emit('end\n')
  closeOutput(name)
}

export function writeEnigma(): void {
  writeLamedb(4, 'lamedb')
  const groups = min(now.groups.length, MOST_GROUPS)
  for (let radio = 0; radio < 2; radio++) {
    const end = radio ? 'radio' : 'tv'
    openOutput()
    putText('#NAME Bouquets (%)\n', radio ? 'Radio' : 'TV')
    for (let g = 0; g < groups; g++) if (isRadio(g) == (radio == 1) && now.groups[g].members.length) emitSub(newFileName(g, radio == 1), radio == 1)
    emitSub('userbouquet.favourites.' + end, radio == 1)
    closeOutput('bouquets.' + end)
    // All channels in the list's own order, which a lamedb doesn't tell.
    openOutput()
    putText('#NAME Favourites (%)\n', radio ? 'Radio' : 'TV')
    for (let i = 0; i < now.channels.length; i++) if ((now.channels[i].type == RADIO) == (radio == 1)) emitReference(now.channels[i])
    closeOutput('userbouquet.favourites.' + end)
  }
  for (let g = 0; g < groups; g++) if (now.groups[g].members.length) writeBouquet(g, newFileName(g, isRadio(g)))
}
/** A group of nothing but radio is a bouquet for radio. */
function isRadio(g: i32): bool {
  const members = now.groups[g].members
  for (let i = 0; i < members.length; i++) if (now.channels[members[i]].type != RADIO) return false
  return members.length > 0
}
