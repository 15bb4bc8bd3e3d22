/** VDR's channels.conf: a channel a line, and lines that begin a group. */
import {
  exchanged, closeOutput, decode, emit, emitByte, emitBytes, emitNumber, emitSystem, findByte, isDigit, isUtf8, lineEnd, nextLine, numberWithin, openOutput, outputAt, put, putText, rewind,
  setPlain, skipBlank, starts, taken, thousandths, written,
} from './bytes'
import { Channel, DATA, Group, LETTERS, List, MOST_GROUPS, MOST_RECORDS, RADIO, Subtitle, TV, Track, Transponder, angleText, before, calledBy, isTunable, now, original, satelliteOf, transponderOf } from './model'

const at13 = new StaticArray<usize>(14)
const end13 = new StaticArray<usize>(14)
/** The fields of a line, at most 13; returns how many. */
function fieldsOf(at: usize, end: usize): i32 {
  let count = 0
  while (count < 13) {
    const stop = count == 12 ? end : findByte(at, end, 0x3a)
    at13[count] = at
    end13[count++] = stop
    if (stop >= end) break
    at = stop + 1
  }
  return count
}
function number(i: i32, most: i64): i32 { return numberWithin(at13[i], end13[i], most) }

/** “S19.2E” in tenths of a degree eastward, −1 for anything else. */
function sourceOf(at: usize, end: usize): i32 {
  if (at + 2 >= end || load<u8>(at) != 0x53) return -1
  const side = <u32>load<u8>(end - 1) | 0x20
  const value = thousandths(at + 1, end - 1)
  if (value < 0 || value > 180_000) return -1
  const tenths = <i32>((value + 50) / 100)
  return side == 0x65 ? tenths : side == 0x77 ? (tenths ? 3600 - tenths : 0) : -1
}

const FECS = [12, 23, 34, 45, 56, 67, 78, 89, 910, 35, 14, 13, 25]
const FEC_TEXTS = ['1/2', '2/3', '3/4', '4/5', '5/6', '6/7', '7/8', '8/9', '9/10', '3/5', '1/4', '1/3', '2/5']

function readTransponder(list: List, channel: Channel): void {
  const angle = sourceOf(at13[3], end13[3])
  let frequency = number(1, 0x7fffffff)
  if (angle < 0 || frequency <= 0) return
  if (frequency < 1_000_000) frequency = frequency < 100_000 ? frequency * 1000 : frequency
  let polarisation = 0
  let fec = ''
  let system = -1
  let modulation = -1
  const end = end13[2]
  for (let at = at13[2]; at < end; ) {
    const letter = <u32>load<u8>(at) & 0xdf
    const from = ++at
    while (at < end && isDigit(load<u8>(at))) at++
    const value = at > from ? numberWithin(from, at, 99_999) : -1
    const called = calledBy(letter)
    if (called) polarisation = called
    else if (letter == 0x43) {
      const known = FECS.indexOf(value)
      fec = value == 999 ? 'auto' : known >= 0 ? FEC_TEXTS[known] : ''
    } else if (letter == 0x53) system = value == 0 || value == 1 ? value : -1
    else if (letter == 0x4d) modulation = value == 2 ? 1 : value == 5 ? 2 : 0
  }
  const place = transponderOf(list, satelliteOf(list, angle, angleText(angle)), frequency, polarisation, number(4, 99_999), fec, '')
  list.transponders[place].system = system
  list.transponders[place].modulation = modulation
  channel.transponder = place
}

/** VDR's own: 32 and 16 of Dolby. What a line has more, its bytes keep. */
const MOST_TRACKS: i32 = 48
/** “101+100=27”, “102=deu@4,103;106=deu@106”. */
function readPids(channel: Channel): void {
  let equal = findByte(at13[5], end13[5], 0x3d)
  const plus = findByte(at13[5], equal, 0x2b)
  const video = numberWithin(at13[5], plus, 8191)
  if (video > 1) channel.videoPid = video
  const clock = plus < equal ? numberWithin(plus + 1, equal, 8191) : video
  if (clock > 1) channel.pcrPid = clock
  const type = equal < end13[5] ? numberWithin(equal + 1, end13[5], 255) : -1
  channel.videoType = type == 2 ? 'MPEG-2' : type == 27 ? 'H264' : type == 36 ? 'HEVC' : ''
  const tracks: Track[] = []
  let at = at13[6]
  const end = end13[6]
  let dolby = 0
  while (at < end) {
    let stop = at
    while (stop < end && load<u8>(stop) != 0x2c && load<u8>(stop) != 0x3b) stop++
    equal = findByte(at, stop, 0x3d)
    const pid = numberWithin(at, equal, 8191)
    if (pid > 0 && tracks.length < MOST_TRACKS) {
      const track = new Track()
      track.pid = pid
      const sign = findByte(equal, stop, 0x40)
      if (equal < stop) track.language = decode(equal + 1, min(sign, equal + 4))
      const kind = sign < stop ? numberWithin(sign + 1, stop, 255) : -1
      track.type = dolby ? 'AC3' : kind == 3 ? 'MPEG-1' : kind == 4 ? 'MPEG-2' : kind == 15 || kind == 17 ? 'AAC' : ''
      track.dolby = dolby
      tracks.push(track)
    }
    if (stop < end && load<u8>(stop) == 0x3b) dolby = 1
    at = stop + 1
  }
  if (tracks.length) channel.audio = tracks
  const semi = findByte(at13[7], end13[7], 0x3b)
  const teletext = numberWithin(at13[7], semi, 8191)
  if (teletext > 0) channel.teletextPid = teletext
  const subtitles: Subtitle[] = []
  for (at = semi + 1; at < end13[7]; ) {
    const stop = findByte(at, end13[7], 0x2c)
    equal = findByte(at, stop, 0x3d)
    const pid = numberWithin(at, equal, 8191)
    if (pid > 0 && subtitles.length < MOST_TRACKS) {
      const one = new Subtitle()
      one.pid = pid
      if (equal < stop) one.language = decode(equal + 1, min(stop, equal + 4))
      subtitles.push(one)
    }
    at = stop + 1
  }
  if (subtitles.length) channel.subtitles = subtitles
  channel.type = video > 1 ? TV : tracks.length ? RADIO : video == 1 ? RADIO : DATA
}

function readSystems(channel: Channel): void {
  channel.scrambled = 0
  rewind(0)
  let at = at13[8]
  while (at < end13[8]) {
    const stop = findByte(at, end13[8], 0x2c)
    const system = numberWithin(at, stop, 0xffff, 16)
    if (system > 0) {
      channel.scrambled = 1
      // Numbers below 16 name a card's place, no system.
      if (system > 15) emitSystem(system)
    }
    at = stop + 1
  }
  channel.systems = taken(0)
}

/** The group lines: where they are, and which channel follows. */
let headings: usize[] = []
let headingEnds: usize[] = []
let headingBefore: i32[] = []
let tailAt: usize = 0

/** The end of the name itself in the first field: before a short name, behind the last comma, or the provider. */
function nameEnd(at: usize, end: usize): usize {
  end = findByte(at, end, 0x3b)
  for (let i = end; i > at; ) if (load<u8>(--i) == 0x2c) return i
  return end
}

export function readVdr(list: List, from: usize, end: usize): i32 {
  setPlain(!isUtf8(from, end))
  let at = from
  let group = -1
  let record = at
  while (at < end) {
    const line = at
    const stop = lineEnd(at, end)
    at = nextLine
    if (starts(line, stop, ':')) {
      let name = line + 1
      if (starts(name, stop, '@')) {
        name++
        while (name < stop && isDigit(load<u8>(name))) name++
      }
      const title = decode(skipBlank(name, stop), stop).trim()
      group = -1
      if (title.length && list.groups.length < MOST_GROUPS) {
        const made = new Group()
        made.name = title
        group = list.groups.length
        list.groups.push(made)
      }
      headings.push(record)
      headingEnds.push(at)
      headingBefore.push(list.channels.length)
      record = at
      continue
    }
    // What VDR itself has no remarks for: a channel's name may begin with their sign.
    if (fieldsOf(line, stop) < 10) continue
    if (list.channels.length >= MOST_RECORDS) return -1
    const made = new Channel()
    const semi = findByte(line, end13[0], 0x3b)
    made.name = exchanged(decode(line, nameEnd(line, semi)), '|', ':').trim()
    if (semi < end13[0]) made.provider = exchanged(decode(semi + 1, end13[0]), '|', ':').trim()
    made.sid = number(9, 0xffff)
    made.onid = number(10, 0xffff)
    made.tsid = number(11, 0xffff)
    readTransponder(list, made)
    readPids(made)
    readSystems(made)
    made.no = list.channels.length
    made.at = record
    made.end = at
    record = at
    list.channels.push(made)
    if (group >= 0) list.groups[group].members.push(made.no)
  }
  tailAt = record
  setPlain(false)
  return list.channels.length
}

function plainName(name: string): string { return exchanged(exchanged(name, ':', '|'), ';', ' ') }
/** The first field up to the provider. A comma behind a name with commas says where it ends; without any name the provider's sign stands, as a line that begins with a colon is a group. */
function emitName(channel: Channel): void {
  emit(plainName(channel.name))
  if (channel.name.includes(',')) emitByte(0x2c)
}

/** Writes a field of a line that says where the channel is. */
function emitTuning(i: i32, one: Transponder): void {
  if (i == 1) emitNumber((one.kHz + 500) / 1000)
  else if (i == 2) {
    emit(LETTERS[one.polarisation])
    const fec = FEC_TEXTS.indexOf(one.fec)
    put('C%', fec >= 0 ? FECS[fec] : 999)
    if (one.system >= 0) {
      if (one.modulation == 1 || one.modulation == 2) emit(one.modulation == 2 ? 'M5' : 'M2')
      put('S%', one.system)
    }
  } else if (i == 3) putText('S%', angleText(now.satellites[one.satellite].angle))
  else emitNumber(max(0, one.symbolRate))
}
/** Writes a field behind the name; the first four are of a transponder that `isTunable`. */
function emitField(i: i32, channel: Channel): void {
  if (i < 5) emitTuning(i, now.transponders[channel.transponder])
  else if (i == 5) {
    emitNumber(max(0, channel.videoPid))
    if (channel.pcrPid > 0 && channel.pcrPid != channel.videoPid) put('+%', channel.pcrPid)
    if (channel.videoPid > 0) emit(channel.videoType == 'H264' ? '=27' : channel.videoType == 'HEVC' ? '=36' : channel.videoType == 'MPEG-2' ? '=2' : '')
  } else if (i == 6) {
    const audio = channel.audio
    let some = false
    for (let dolby = 0; dolby < 2; dolby++) {
      let first = true
      for (let t = 0; audio && t < audio.length; t++) {
        const track = audio[t]
        if (track.dolby != dolby || track.pid <= 0) continue
        emit(first ? (dolby ? (some ? ';' : '0;') : '') : ',')
        first = false
        some = true
        emitNumber(track.pid)
        const kind = dolby ? 106 : track.type == 'MPEG-1' ? 3 : track.type == 'MPEG-2' ? 4 : track.type == 'AAC' ? 15 : 0
        if (kind || track.language.length) putText('=%', track.language)
        if (kind) put('@%', kind)
      }
    }
    if (!some) emitByte(0x30)
  } else if (i == 7) {
    emitNumber(max(0, channel.teletextPid))
    const subtitles = channel.subtitles
    for (let t = 0; subtitles && t < subtitles.length; t++) {
      emitByte(t ? 0x2c : 0x3b)
      emitNumber(subtitles[t].pid)
      if (subtitles[t].language.length == 3) putText('=%', subtitles[t].language)
    }
  } else if (i == 8) emit(channel.systems.length ? channel.systems : '0')
  else emitNumber(max(0, i == 9 ? channel.sid : i == 10 ? channel.onid : channel.tsid))
}

function emitNew(channel: Channel): void {
  // A line without a frequency or a place in the sky would name others.
  if (channel.transponder < 0 || !isTunable(now.transponders[channel.transponder])) return
  emitName(channel)
  if (channel.provider.length || !channel.name.length) putText(';%', plainName(channel.provider))
  for (let i = 1; i < 12; i++) {
    emitByte(0x3a)
    emitField(i, channel)
  }
  emit(':0\n')
}

/** A field with the value that it has now, else its own bytes. */
function emitEdited(i: i32, channel: Channel, was: Channel): void {
  const from = written()
  emitField(i, was)
  const middle = written()
  emitField(i, channel)
  const length = middle - from
  const at = outputAt() + from
  if (written() - middle == length && !memory.compare(at, at + length, length)) {
    rewind(from)
    emitBytes(at13[i], end13[i])
  } else {
    memory.copy(at, at + length, written() - middle)
    rewind(written() - length)
  }
}

function emitRecord(channel: Channel): void {
  const was = before.channels[channel.no]
  const record = original.channels[channel.no]
  // Remarks may stand before the line.
  let at = record.at
  while (true) {
    const stop = lineEnd(at, record.end)
    const behind = nextLine
    if (behind < record.end) { at = behind; continue }
    emitBytes(record.at, at)
    const fields = fieldsOf(at, stop)
    let name = nameEnd(at, end13[0])
    if (channel.name != was.name) {
      emitName(channel)
      // A short name brings the comma along.
      if (load<u8>(name) == 0x2c && channel.name.includes(',')) name++
    } else emitBytes(at, name)
    if (channel.provider != was.provider) {
      emitBytes(name, findByte(name, end13[0], 0x3b))
      if (channel.provider.length) putText(';%', plainName(channel.provider))
    } else emitBytes(name, end13[0])
    // What says where it is received was put there before.
    for (let i = 1; i < min(fields, 12); i++) {
      emitByte(0x3a)
      if (i > 4) emitEdited(i, channel, was)
      else emitBytes(at13[i], end13[i])
    }
    emitBytes(end13[min(fields, 12) - 1], record.end)
    return
  }
}

export function rewriteVdr(from: usize, end: usize): void {
  setPlain(!isUtf8(from, end))
  openOutput()
  const stays = new Map<i32, i32>()
  for (let i = 0; i < now.channels.length; i++) if (now.channels[i].no >= 0) stays.set(now.channels[i].no, 1)
  // A heading stays before the first of its channels that stays.
  const above = new Map<i32, i32>()
  const count = original.channels.length
  /** The record itself, or the next one, that stays. */
  const next = new StaticArray<i32>(count + 1)
  next[count] = count
  for (let i = count; i--; ) next[i] = stays.has(i) ? i : next[i + 1]
  const last: i32[] = []
  for (let h = 0; h < headings.length; h++) {
    const place = next[headingBefore[h]]
    if (place >= count) last.push(h)
    else if (!above.has(place)) above.set(place, h)
  }
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    if (channel.no < 0) { emitNew(channel); continue }
    if (above.has(channel.no)) {
      for (let h = above.get(channel.no); h < headings.length && next[headingBefore[h]] == channel.no; h++) emitBytes(headings[h], headingEnds[h])
    }
    emitRecord(channel)
    if (original.channels[channel.no].end == end && i + 1 < now.channels.length && load<u8>(end - 1) != 0x0a) emitByte(0x0a)
  }
  for (let h = 0; h < last.length; h++) emitBytes(headings[last[h]], headingEnds[last[h]])
  emitBytes(tailAt, end)
  closeOutput('')
  setPlain(false)
}

export function writeVdr(): void {
  openOutput()
  for (let i = 0; i < now.channels.length; i++) emitNew(now.channels[i])
  closeOutput('')
}
