/** satellites.xml: satellites and their transponders, as Enigma2 and many tools write them. */
import { exchanged, closeOutput, decode, emit, emitNumber, findByte, isBlank, openOutput, put, putText, skipBlank, starts, wholeNumber } from './bytes'
import { List, Satellite, Transponder, now } from './model'

let valueAt: usize = 0
let valueEnd: usize = 0
/** Finds an attribute of the tag at [at, end). */
function attribute(at: usize, end: usize, name: string): bool {
  while (at < end) {
    at = skipBlank(at, end)
    const key = at
    while (at < end && load<u8>(at) != 0x3d && !isBlank(load<u8>(at))) at++
    const keyEnd = at
    at = skipBlank(at, end)
    if (at >= end || load<u8>(at) != 0x3d) { if (at == key) at++; continue }
    at = skipBlank(at + 1, end)
    if (at >= end) return false
    const quote: u32 = load<u8>(at)
    if (quote != 0x22 && quote != 0x27) continue
    valueAt = at + 1
    valueEnd = findByte(at + 1, end, quote)
    if (keyEnd - key == <usize>name.length && starts(key, keyEnd, name)) return true
    at = valueEnd + 1
  }
  return false
}
function text(at: usize, end: usize, name: string): string {
  if (!attribute(at, end, name)) return ''
  const raw = decode(valueAt, valueEnd)
  if (raw.indexOf('&') < 0) return raw
  return exchanged(exchanged(exchanged(exchanged(exchanged(raw, '&quot;', '"'), '&apos;', "'"), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
}
/** A whole number with a sign; `none` where there is none. */
function number(at: usize, end: usize, name: string, none: i32): i32 {
  if (!attribute(at, end, name)) return none
  const minus = valueAt < valueEnd && load<u8>(valueAt) == 0x2d
  const value = wholeNumber(valueAt + (minus ? 1 : 0), valueEnd)
  return value < 0 || value > 0x7fffffff ? none : minus ? -<i32>value : <i32>value
}

/** FEC as Enigma2 numbers it. */
const FECS = ['auto', '1/2', '2/3', '3/4', '5/6', '7/8', '8/9', '3/5', '4/5', '9/10', '6/7']
export function fecOf(code: i32): string { return code >= 0 && code < FECS.length ? FECS[code] : '' }
export function fecCode(fec: string): i32 { return max(0, FECS.indexOf(fec)) }
/** A position in tenths of a degree, west below 0 or above 1800. */
export function angleOf(position: i32): i32 {
  const angle = position < 0 ? 3600 + position : position == 3600 ? 0 : position
  return angle >= 0 && angle < 3600 ? angle : -1
}
/** Enigma2's polarisation is 0 H, 1 V, 2 left, 3 right. */
export function polarisationOf(code: i32): i32 { return code >= 0 && code < 4 ? code + 1 : 0 }

export function readXml(list: List, from: usize, end: usize): void {
  let at = from
  let satellite = -1
  while (at < end) {
    at = findByte(at, end, 0x3c)
    const close = findByte(at, end, 0x3e)
    if (starts(at, end, '<!--')) {
      while (at < end && !starts(at, end, '-->')) at++
      continue
    }
    if (starts(at, end, '<sat') && isBlank(load<u8>(at, 4))) {
      const made = new Satellite()
      made.name = text(at + 4, close, 'name').trim()
      const position = number(at + 4, close, 'position', -9999)
      made.angle = position == -9999 ? -1 : angleOf(position)
      made.no = list.satellites.length
      satellite = made.no
      list.satellites.push(made)
    } else if (starts(at, end, '<transponder') && satellite >= 0) {
      const made = new Transponder()
      made.satellite = satellite
      const frequency = number(at + 12, close, 'frequency', -1)
      made.kHz = frequency > 0 ? (frequency < 100_000 ? frequency * 1000 : frequency) : -1
      const rate = number(at + 12, close, 'symbol_rate', -1)
      made.symbolRate = rate > 100_000 ? rate / 1000 : rate
      made.polarisation = polarisationOf(number(at + 12, close, 'polarization', -1))
      made.fec = fecOf(number(at + 12, close, 'fec_inner', -1))
      made.system = number(at + 12, close, 'system', -1)
      made.modulation = number(at + 12, close, 'modulation', -1)
      made.no = list.transponders.length
      list.transponders.push(made)
    }
    at = close + 1
  }
}

function escaped(value: string): string {
  return exchanged(exchanged(exchanged(exchanged(value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')
}
/** The signed position that Enigma2 writes. */
export function positionOf(angle: i32): i32 { return angle > 1800 ? angle - 3600 : angle }

export function writeXml(): void {
  openOutput()
  emit('<?xml version="1.0" encoding="utf-8"?>\n<satellites>\n')
  for (let s = 0; s < now.satellites.length; s++) {
    const satellite = now.satellites[s]
    putText('\t<sat name="%" flags="0"', escaped(satellite.name))
    if (satellite.angle >= 0) put(' position="%"', positionOf(satellite.angle))
    emit('>\n')
    for (let i = 0; i < now.transponders.length; i++) {
      const one = now.transponders[i]
      if (one.satellite != s || one.kHz < 0) continue
      emit('\t\t<transponder frequency="')
      emitNumber(one.kHz)
      put('" symbol_rate="%"', <i64>max(0, one.symbolRate) * 1000)
      if (one.polarisation) put(' polarization="%"', one.polarisation - 1)
      put(' fec_inner="%"', fecCode(one.fec))
      if (one.system >= 0) put(' system="%"', one.system)
      if (one.modulation >= 0) put(' modulation="%"', one.modulation)
      emit('/>\n')
    }
    emit('\t</sat>\n')
  }
  emit('</satellites>\n')
  closeOutput('satellites.xml')
}
