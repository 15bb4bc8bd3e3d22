/**
 * The `.chl` text that the main engine opens, made from a list; and the list that the host describes in the same words,
 * one object a line. What an uploaded record has besides stands in further keys, which the engine keeps.
 */
import { exchanged, closeOutput, cut, emit, emitByte, emitJson, emitNumber, findByte, openOutput } from './bytes'
import { Fields, elementAt, elementEnd, nextElement } from './json'
import { Channel, Group, LETTERS, List, MOST_GROUPS, RADIO, Satellite, Subtitle, TV, Track, Transponder, bandOf } from './model'

function key(name: string): void {
  emit(',"')
  emit(name)
  emit('":')
}
function numberKey(name: string, value: i64): void {
  key(name)
  emitNumber(value)
}
/** A number that the file need not have: left out then. */
function knownKey(name: string, value: i32): void { if (value >= 0) numberKey(name, value) }
function textKey(name: string, value: string): void {
  key(name)
  emitJson(value)
}
function givenKey(name: string, value: string): void { if (value.length) textKey(name, value) }

const TYPES = ['TV', 'Radio', 'Data', 'Other']

/** kHz as MHz, with a fraction only where there is one. */
export function emitMHz(kHz: i32): void {
  emitNumber(kHz / 1000)
  let rest = kHz % 1000
  if (!rest) return
  emitByte(0x2e)
  for (let scale = 100; rest; rest %= scale, scale /= 10) emitByte(0x30 + rest / scale)
}

function emitTracks(channel: Channel): void {
  emit(',"Audio":[')
  const audio = channel.audio
  if (audio) {
    for (let i = 0; i < audio.length; i++) {
      const one = audio[i]
      emit(i ? ',{"PID":' : '{"PID":')
      emitNumber(max(0, one.pid))
      textKey('Type', one.type)
      textKey('Lang', one.language)
      numberKey('DolbyAC3', one.dolby)
      emitByte(0x7d)
    }
  }
  emit('],"Sub":[')
  const subtitles = channel.subtitles
  if (subtitles) {
    for (let i = 0; i < subtitles.length; i++) {
      const one = subtitles[i]
      emit(i ? ',{"PID":' : '{"PID":')
      emitNumber(max(0, one.pid))
      textKey('Lang', one.language)
      numberKey('Type', one.type)
      numberKey('CompPageID', one.composition)
      numberKey('AnciPageID', one.ancillary)
      emitByte(0x7d)
    }
  }
  emitByte(0x5d)
}

function emitChannel(channel: Channel, index: i32, no: i32): void {
  emit('{"Type":"ch"')
  textKey('TVType', TYPES[channel.type])
  numberKey('Index', index)
  if (channel.transponder >= 0) numberKey('TPIndex', channel.transponder)
  else { key('TPIndex'); emit('null') }
  if (channel.sid >= 0) numberKey('SID', channel.sid)
  else { key('SID'); emit('null') }
  textKey('Name', channel.name)
  key('VideoPID')
  if (channel.type == RADIO) emit('null')
  else emitNumber(max(0, channel.videoPid))
  numberKey('PcrPID', max(0, channel.pcrPid))
  numberKey('PmtPID', max(0, channel.pmtPid))
  key('TTXPID')
  if (channel.teletextPid > 0) emitNumber(channel.teletextPid)
  else emit('null')
  textKey('Provider', channel.provider)
  if (channel.scrambled >= 0) numberKey('CA', channel.scrambled)
  else { key('CA'); emit('null') }
  numberKey('Lock', channel.lock ? 1 : 0)
  numberKey('Skip', channel.skip ? 1 : 0)
  numberKey('Hide', channel.hide ? 1 : 0)
  textKey('VideoType', channel.videoType)
  emitTracks(channel)
  knownKey('ONID', channel.onid)
  knownKey('TSID', channel.tsid)
  if (channel.systems.length) {
    key('CaSystemIdList')
    emit('["')
    emit(exchanged(channel.systems, ',', '","'))
    emit('"]')
  }
  knownKey('Number', channel.number)
  givenKey('Url', channel.url)
  givenKey('Logo', channel.logo)
  numberKey('No', no)
  emit('}\n')
}

/** Writes a list as `.chl` text. `dialect` and `source` name the uploaded file in the index. */
export function writeChl(list: List, dialect: string, source: string): void {
  openOutput()
  const channels = list.channels
  const indexes = new StaticArray<i32>(channels.length)
  let tv = 0
  let radio = 0
  for (let i = 0; i < channels.length; i++) indexes[i] = channels[i].type == RADIO ? radio++ : tv++
  const groups = min(list.groups.length, MOST_GROUPS)
  emit('{"Type":"index","Ver":1')
  numberKey('Sat', list.satellites.length)
  numberKey('TP', list.transponders.length)
  numberKey('ChTV', tv)
  numberKey('CHRadio', radio)
  numberKey('FAV', groups)
  textKey('Dialect', dialect)
  textKey('Source', source)
  emit('}\n')
  for (let g = 0; g < groups; g++) {
    const group = list.groups[g]
    emit('{"Type":"fav"')
    numberKey('Index', g)
    textKey('Name', group.name)
    for (let kind = 0; kind < 2; kind++) {
      key(kind ? 'RadioChs' : 'TVChs')
      emitByte(0x5b)
      let first = true
      for (let m = 0; m < group.members.length; m++) {
        const place = group.members[m]
        if ((channels[place].type == RADIO ? 1 : 0) != kind) continue
        if (!first) emitByte(0x2c)
        first = false
        emitNumber(indexes[place])
      }
      emitByte(0x5d)
    }
    emit('}\n')
  }
  const bands = new StaticArray<i32>(list.satellites.length)
  for (let i = 0; i < list.transponders.length; i++) {
    const one = list.transponders[i]
    if (one.satellite >= 0 && one.kHz > 0 && !bands[one.satellite]) bands[one.satellite] = bandOf(one.kHz)
  }
  for (let i = 0; i < list.satellites.length; i++) {
    const one = list.satellites[i]
    emit('{"Type":"sat"')
    numberKey('Index', i)
    textKey('Name', one.name)
    if (one.angle >= 0) numberKey('Angle', one.angle)
    textKey('Band', (one.band ? one.band : bands[i]) == 2 ? 'C' : 'KU')
    emit('}\n')
  }
  for (let i = 0; i < list.transponders.length; i++) {
    const one = list.transponders[i]
    emit('{"Type":"tp"')
    numberKey('Index', i)
    if (one.satellite >= 0) numberKey('SatIndex', one.satellite)
    if (one.kHz >= 0) { key('Freq'); emitMHz(one.kHz) }
    if (one.symbolRate >= 0) numberKey('SR', one.symbolRate)
    textKey('Pol', LETTERS[one.polarisation])
    textKey('FEC', one.fec)
    emit('}\n')
  }
  for (let i = 0; i < channels.length; i++) emitChannel(channels[i], indexes[i], i)
  closeOutput('')
}

// ---- The list that the host describes ----

const fields = new Fields()
const inner = new Fields()

function readTracks(channel: Channel): void {
  let i = fields.find('Audio')
  if (i >= 0) {
    const audio = new Array<Track>()
    const end = fields.valueEnd(i)
    let at = fields.valueAt(i)
    while (nextElement(at, end)) {
      at = elementEnd
      if (!inner.read(elementAt, elementEnd)) continue
      const one = new Track()
      one.pid = inner.number('PID', -1)
      one.type = inner.text('Type')
      one.language = inner.text('Lang')
      one.dolby = inner.number('DolbyAC3', 0)
      audio.push(one)
    }
    if (audio.length) channel.audio = audio
  }
  i = fields.find('Sub')
  if (i >= 0) {
    const subtitles = new Array<Subtitle>()
    const end = fields.valueEnd(i)
    let at = fields.valueAt(i)
    while (nextElement(at, end)) {
      at = elementEnd
      if (!inner.read(elementAt, elementEnd)) continue
      const one = new Subtitle()
      one.pid = inner.number('PID', -1)
      one.language = inner.text('Lang')
      one.type = inner.number('Type', 16)
      one.composition = inner.number('CompPageID', 0)
      one.ancillary = inner.number('AnciPageID', 0)
      subtitles.push(one)
    }
    if (subtitles.length) channel.subtitles = subtitles
  }
}

function readChannel(): Channel {
  const one = new Channel()
  one.no = fields.number('No', -1)
  one.type = fields.number('Kind', TV)
  one.transponder = fields.number('Tp', -1)
  one.sid = fields.number('SID', -1)
  one.onid = fields.number('ONID', -1)
  one.tsid = fields.number('TSID', -1)
  one.name = fields.text('Name')
  one.provider = fields.text('Provider')
  one.scrambled = fields.number('CA', -1)
  one.lock = fields.number('Lock', 0) == 1
  one.skip = fields.number('Skip', 0) == 1
  one.number = fields.number('Number', -1)
  one.url = fields.text('Url')
  one.videoPid = fields.number('VideoPID', -1)
  one.pcrPid = fields.number('PcrPID', -1)
  one.pmtPid = fields.number('PmtPID', -1)
  one.teletextPid = fields.number('TTXPID', -1)
  one.videoType = fields.text('VideoType')
  one.systems = fields.text('Systems')
  readTracks(one)
  return one
}

/** A text that a writer may repeat for every channel: no more of it than a name takes, or a short file would become a huge one. */
function shared(key: string): string { return cut(fields.text(key), 250) }

/** Reads the host's lines. Satellites, transponders and channels stand in the order of their places. */
export function readLines(list: List, at: usize, end: usize): void {
  while (at < end) {
    const stop = findByte(at, end, 0x0a)
    fields.read(at, stop)
    const type = fields.text('Type')
    if (type == 'ch') list.channels.push(readChannel())
    else if (type == 'tp') {
      const one = new Transponder()
      one.no = fields.number('No', -1)
      one.satellite = fields.number('Sat', -1)
      one.kHz = fields.number('kHz', -1)
      one.symbolRate = fields.number('SR', -1)
      one.polarisation = LETTERS.indexOf(fields.text('Pol'))
      one.fec = shared('FEC')
      one.system = fields.number('System', -1)
      one.modulation = fields.number('Modulation', -1)
      list.transponders.push(one)
    } else if (type == 'sat') {
      const one = new Satellite()
      one.no = fields.number('No', -1)
      one.name = shared('Name')
      one.angle = fields.number('Angle', -1)
      one.band = fields.number('Band', 0)
      list.satellites.push(one)
    } else if (type == 'fav') {
      const one = new Group()
      one.name = shared('Name')
      one.ordered = fields.number('Ordered', 0) == 1
      const i = fields.find('Chs')
      if (i >= 0) {
        const last = fields.valueEnd(i)
        let from = fields.valueAt(i)
        while (nextElement(from, last)) {
          from = elementEnd
          let place = 0
          for (let d = elementAt; d < elementEnd; d++) place = place * 10 + load<u8>(d) - 0x30
          one.members.push(place)
        }
      }
      list.groups.push(one)
    }
    at = stop + 1
  }
}
