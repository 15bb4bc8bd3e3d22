/**
 * M3U playlists: streams and SAT>IP addresses with their groups, numbers and logos. A record is everything from behind the
 * one before to its address's line, so that its options and remarks move with it.
 */
import {
  exchanged, parts, digits, closeOutput, decode, emit, emitByte, emitBytes, emitNumber, equals, files, findByte, isBlank, isUtf8, lineEnd, nextLine, numberWithin, openOutput, put, putText,
  setPlain, skipBlank, starts, thousandths, trimEnd,
} from './bytes'
import { emitMHz } from './chl'
import { titlesOf } from './groups'
import { Channel, Group, List, MOST_GROUPS, MOST_RECORDS, RADIO, before, calledBy, now, original, satelliteOf, transponderOf } from './model'

let headEnd: usize = 0
let tailAt: usize = 0

let valueAt: usize = 0
let valueEnd: usize = 0
/** Finds key="value" or key=value between the duration and the name. */
function attribute(at: usize, end: usize, key: string): bool {
  const length = <usize>key.length
  while (at + length < end) {
    if (load<u8>(at + length) == 0x3d && starts(at, end, key) && isBlank(load<u8>(at - 1))) {
      valueAt = at + length + 1
      if (load<u8>(valueAt) == 0x22) {
        valueAt++
        valueEnd = findByte(valueAt, end, 0x22)
      } else {
        valueEnd = valueAt
        while (valueEnd < end && !isBlank(load<u8>(valueEnd))) valueEnd++
      }
      return true
    }
    if (load<u8>(at) == 0x22) at = findByte(at + 1, end, 0x22)
    at++
  }
  return false
}
function text(at: usize, end: usize, key: string): string {
  return attribute(at, end, key) ? decode(valueAt, valueEnd).trim() : ''
}

/** Where the name's comma is in #EXTINF: the first outside of quotes, else the last of all. */
function commaOf(at: usize, end: usize): usize {
  let quoted = false
  let last = end
  for (let i = at; i < end; i++) {
    const byte: u32 = load<u8>(i)
    if (byte == 0x22) quoted = !quoted
    else if (byte == 0x2c) {
      if (!quoted) return i
      last = i
    }
  }
  return last
}

/** A part of an address's query, such as freq=11493.5. */
function query(at: usize, end: usize, key: string): bool {
  const length = <usize>key.length
  for (; at + length < end; at++) {
    const byte: u32 = load<u8>(at)
    if ((byte != 0x3f && byte != 0x26) || !starts(at + 1, end, key) || load<u8>(at + 1 + length) != 0x3d) continue
    valueAt = at + length + 2
    valueEnd = valueAt
    while (valueEnd < end && load<u8>(valueEnd) != 0x26) valueEnd++
    return true
  }
  return false
}

/** Fills in what a SAT>IP address says of the transponder and its PIDs. */
function tune(list: List, channel: Channel, at: usize, end: usize): void {
  if (!query(at, end, 'freq')) return
  const kHz = thousandths(valueAt, valueEnd)
  if (kHz < 1_000_000 || kHz > 100_000_000) return
  if (!query(at, end, 'pol') && !query(at, end, 'msys')) return
  const polarisation = query(at, end, 'pol') ? calledBy(load<u8>(valueAt)) : 0
  const rate = query(at, end, 'sr') ? numberWithin(valueAt, valueEnd, 99_999) : -1
  const fec = query(at, end, 'fec') ? decode(valueAt, valueEnd) : ''
  const system = query(at, end, 'msys') ? (equals(valueAt, valueEnd, 'dvbs2') ? 1 : equals(valueAt, valueEnd, 'dvbs') ? 0 : -1) : -1
  const modulation = query(at, end, 'mtype') ? (equals(valueAt, valueEnd, '8psk') ? 2 : equals(valueAt, valueEnd, 'qpsk') ? 1 : 0) : -1
  const input = query(at, end, 'src') ? decode(valueAt, valueEnd) : ''
  const satellite = satelliteOf(list, -1, input.length ? 'SAT>IP ' + input : 'SAT>IP')
  const place = transponderOf(list, satellite, <i32>kHz, polarisation, rate, fec.length == 2 ? fec.charAt(0) + '/' + fec.charAt(1) : fec == 'auto' ? 'auto' : '', '')
  list.transponders[place].system = system
  list.transponders[place].modulation = modulation
  channel.transponder = place
  if (query(at, end, 'sid')) channel.sid = numberWithin(valueAt, valueEnd, 0xffff)
  if (channel.sid < 0 && query(at, end, 'x_pmt')) channel.pmtPid = numberWithin(valueAt, valueEnd, 8191)
}

/** The group with a name, −1 where the list has no room for another. */
function groupOf(list: List, name: string, known: Map<string, i32>): i32 {
  if (known.has(name)) return known.get(name)
  if (list.groups.length >= MOST_GROUPS) return -1
  const made = new Group()
  made.name = name
  known.set(name, list.groups.length)
  list.groups.push(made)
  return list.groups.length - 1
}

/** Returns the number of channels, −1 where there are too many. */
export function readM3u(list: List, from: usize, end: usize): i32 {
  setPlain(!isUtf8(from, end))
  let at = from
  if (load<u8>(at) == 0xef && load<u8>(at, 1) == 0xbb && load<u8>(at, 2) == 0xbf) at += 3
  const first = skipBlank(at, end)
  if (starts(first, end, '#EXTM3U')) {
    lineEnd(first, end)
    at = nextLine
  }
  headEnd = at
  const groups = new Map<string, i32>()
  let record = at
  let info: usize = 0
  let infoEnd: usize = 0
  let listed = ''
  let unnamed = 0
  while (at < end) {
    const line = skipBlank(at, end)
    const stop = trimEnd(line, lineEnd(at, end))
    const behind = nextLine
    if (line >= stop || line >= behind) { at = behind; continue }
    if (load<u8>(line) == 0x23) {
      if (starts(line, stop, '#EXTINF:')) { info = line + 8; infoEnd = stop }
      else if (starts(line, stop, '#EXTGRP:')) listed = decode(line + 8, stop).trim()
      at = behind
      continue
    }
    if (list.channels.length >= MOST_RECORDS) return -1
    const made = new Channel()
    made.url = decode(line, stop)
    made.scrambled = 0
    let group = listed
    if (info) {
      const comma = commaOf(info, infoEnd)
      made.name = comma < infoEnd ? decode(skipBlank(comma + 1, infoEnd), infoEnd).trim() : ''
      if (!made.name.length) made.name = text(info, comma, 'tvg-name')
      made.logo = text(info, comma, 'tvg-logo')
      if (attribute(info, comma, 'tvg-chno')) made.number = numberWithin(valueAt, valueEnd, 99_999)
      if (attribute(info, comma, 'group-title')) group = decode(valueAt, valueEnd).trim()
      const radio = text(info, comma, 'radio')
      if (radio == 'true' || radio == '1') made.type = RADIO
    }
    if (!made.name.length) made.name = made.url.substring(made.url.lastIndexOf('/') + 1)
    if (!made.name.length) made.name = digits(++unnamed)
    made.group = group
    tune(list, made, line, stop)
    made.no = list.channels.length
    made.at = record
    made.end = behind
    list.channels.push(made)
    const named = parts(group, ';')
    for (let i = 0; i < named.length; i++) {
      const name = named[i].trim()
      const place = name.length ? groupOf(list, name, groups) : -1
      if (place >= 0) list.groups[place].members.push(made.no)
    }
    record = behind
    info = 0
    // A group stands until the next record only.
    listed = ''
    at = behind
  }
  tailAt = record
  setPlain(false)
  return list.channels.length
}

function unquoted(value: string): string { return exchanged(value, '"', "'") }

function emitFec(fec: string): void { if (fec.length == 3) putText('&fec=%', fec.charAt(0) + fec.charAt(2)) }
const LETTERS = ['', 'h', 'v', 'l', 'r']
function emitUrl(channel: Channel): void {
  if (channel.url.length || channel.transponder < 0) { emit(channel.url); return }
  const one = now.transponders[channel.transponder]
  emit('rtsp://satip.invalid/?freq=')
  emitMHz(one.kHz)
  if (one.polarisation) putText('&pol=%', LETTERS[one.polarisation])
  if (one.system >= 0) emit(one.system ? '&msys=dvbs2' : '&msys=dvbs')
  if (one.system >= 0 && one.modulation > 0 && one.modulation < 3) emit(one.modulation == 2 ? '&mtype=8psk' : '&mtype=qpsk')
  if (one.symbolRate > 0) put('&sr=%', one.symbolRate)
  emitFec(one.fec)
  emit('&pids=0')
  if (channel.pmtPid > 0) put(',%', channel.pmtPid)
  if (channel.videoPid > 0) put(',%', channel.videoPid)
  if (channel.pcrPid > 0 && channel.pcrPid != channel.videoPid) put(',%', channel.pcrPid)
  const audio = channel.audio
  if (audio) for (let i = 0; i < audio.length; i++) if (audio[i].pid > 0) put(',%', audio[i].pid)
  if (channel.sid >= 0) put('&sid=%', channel.sid)
}
function emitNew(channel: Channel, title: string): void {
  if (!channel.url.length && (channel.transponder < 0 || now.transponders[channel.transponder].kHz <= 0)) return
  emit('#EXTINF:-1')
  if (channel.number > 0) put(' tvg-chno="%"', channel.number)
  if (channel.logo.length) putText(' tvg-logo="%"', unquoted(channel.logo))
  if (channel.type == RADIO) emit(' radio="true"')
  if (title.length) emitTitle(title)
  emitByte(0x2c)
  emit(channel.name)
  emitByte(0x0a)
  emitUrl(channel)
  emitByte(0x0a)
}

function emitTitle(title: string): void { if (title.length) putText(' group-title="%"', unquoted(title)) }
function emitInfo(channel: Channel, title: string): void {
  emit('#EXTINF:-1')
  emitTitle(title)
  putText(',%\n', channel.name)
}

/** A record with its new name, group, number or address. */
function emitRecord(channel: Channel, title: string, titleBefore: string): void {
  const was = before.channels[channel.no]
  const record = original.channels[channel.no]
  const regrouped = title != titleBefore
  if (channel.name == was.name && !regrouped && channel.url == was.url && channel.number == was.number) { emitBytes(record.at, record.end); return }
  let at = record.at
  let named = false
  while (at < record.end) {
    const line = skipBlank(at, record.end)
    const stop = lineEnd(at, record.end)
    const behind = nextLine
    if (starts(line, stop, '#EXTINF:')) {
      named = true
      const comma = commaOf(line + 8, stop)
      let done = at
      if (regrouped && attribute(line + 8, comma, 'group-title')) {
        emitBytes(done, valueAt)
        emit(unquoted(title))
        done = valueEnd
      } else if (regrouped && title.length) {
        emitBytes(done, trimEnd(line, comma))
        emitTitle(title)
        done = trimEnd(line, comma)
      }
      if (channel.number != was.number && channel.number > 0 && attribute(line + 8, comma, 'tvg-chno') && valueAt >= done) {
        emitBytes(done, valueAt)
        emitNumber(channel.number)
        done = valueEnd
      }
      if (channel.name != was.name) {
        emitBytes(done, comma)
        emitByte(0x2c)
        emitBytes(min(comma + 1, stop), skipBlank(min(comma + 1, stop), stop))
        emit(channel.name)
        done = stop
      }
      emitBytes(done, behind)
    } else if (regrouped && starts(line, stop, '#EXTGRP:')) {
      emitBytes(at, line + 8)
      emit(title)
      emitBytes(stop, behind)
    } else if (line < stop && load<u8>(line) != 0x23) {
      if (!named && (channel.name != was.name || regrouped)) emitInfo(channel, title)
      if (channel.url != was.url && channel.url.length) {
        emit(channel.url)
        emitBytes(stop, behind)
      } else emitBytes(at, behind)
    } else emitBytes(at, behind)
    at = behind
  }
}

export function rewriteM3u(from: usize, end: usize): void {
  const file = files[0]
  setPlain(!isUtf8(file.at, file.end))
  openOutput()
  emitBytes(from, headEnd)
  const titles = titlesOf(now)
  const titlesBefore = titlesOf(before)
  const last = original.channels.length - 1
  for (let i = 0; i < now.channels.length; i++) {
    const channel = now.channels[i]
    if (channel.no < 0) { emitNew(channel, titles[i]); continue }
    emitRecord(channel, titles[i], titlesBefore[channel.no])
    // The last line of a file may lack its end.
    if (channel.no == last && i + 1 < now.channels.length) {
      const record = original.channels[last]
      if (load<u8>(record.end - 1) != 0x0a) emitByte(0x0a)
    }
  }
  emitBytes(tailAt, end)
  closeOutput('')
  setPlain(false)
}

export function writeM3u(): void {
  openOutput()
  emit('#EXTM3U\n')
  const titles = titlesOf(now)
  for (let i = 0; i < now.channels.length; i++) emitNew(now.channels[i], titles[i])
  closeOutput('')
}
