/**
 * The rules for a link's name and target, as people and tables write them. Addresses follow the rule for channel
 * addresses; a place is stored as numbers and shown as `19.2E:11778:12345`. Pure code for server, threads and tests.
 */
import { angleOf, keptName, refuseName, refuseUrl } from '~/engine/rules'
import { limits } from '~/engine/types'
import { latinDigits } from '~/text/digits'
import { isBlank } from '~/text/plain-text'
import { dropUnseen } from '~/text/unseen'
import { longNameMax, shortNameMax, unitsPerCharacter } from './limits'
import type { LineReason, LinkInput, LinkService, Place, Target } from './types'

/** Why an entry is refused: the field, the key of the rule's sentence (`tables:rule.…`), and its numbers. */
export type Refused = {
  ok: false
  field: 'name' | 'address' | 'satellite' | 'tp' | 'sid'
  rule: LineReason
  /** The numbers of the rule, and where the wrong part of a typed place begins, from 1. */
  numbers?: { number?: number; min?: number; max?: number; at?: number }
}
type Read<T> = { ok: true; value: T } | Refused

const rangeOf = ([min, max]: readonly [number, number]) => ({ min, max })
/** The bounds of a link's fields, also used in the sentences of their rules. */
const bounds = {
  'url-too-long': { number: limits.urlCharacters },
  'tp-range': rangeOf(limits.frequencyMHz),
  'symbol-rate-range': rangeOf(limits.symbolRate),
  'sid-range': rangeOf(limits.sid),
}
export const boundsOf = (service: LinkService) => ({ ...bounds, 'name-too-long': { number: nameMaxOf(service) } })

const refusal = (field: Refused['field'], rule: LineReason): Refused => ({
  ok: false,
  field,
  rule,
  ...(rule in bounds ? { numbers: bounds[rule as keyof typeof bounds] } : {}),
})

export const nameMaxOf = (service: LinkService): number => (service === 'mylink' ? longNameMax : shortNameMax)

/** Noncharacters: nobody can type them, and nothing shows them. */
const noCharacters = /\p{Noncharacter_Code_Point}/u
/** Characters of one unit each. */
const oneEach = /^[ -~]+$/
const refusalOfName = (name: string, most: number): 'name-empty' | 'name-too-long' | 'name-control' | null => {
  if (name.length > most * unitsPerCharacter) return 'name-too-long'
  if (noCharacters.test(name)) return 'name-control'
  // Skips counting: a table may have fifty thousand such lines.
  if (name.length > most && oneEach.test(name)) return 'name-too-long'
  const reason = refuseName(name, most)
  if (reason !== null) return reason === 'name-control' || reason === 'name-empty' ? reason : 'name-too-long'
  // A name of invisible marks only is no name to somebody who looks for it.
  return isBlank(name) ? 'name-empty' : null
}

/** A name in its stored form: Unicode's composed form, without spaces around it. */
export const readName = (raw: string, most: number): Read<string> => {
  const name = keptName(raw).trimStart()
  const rule = refusalOfName(name, most)
  return rule === null ? { ok: true, value: name } : { ok: false, field: 'name', rule, numbers: { number: most } }
}

/** Reads `19.2E`, or tenths of a degree eastward; null for anything else. 3600 is 0. */
export const readAngle = (text: string): number | null => {
  const plain = latinDigits(dropUnseen(text)).replaceAll(/[\s°]/g, '').replace(/[,٫]/, '.')
  const tenths = /^\d{1,4}$/.test(plain) ? Number(plain) : null
  if (tenths !== null) return tenths > 3600 ? null : tenths % 3600
  const [, degrees, side] = /^(\d{1,3}(?:\.\d)?)([EW])$/i.exec(plain) ?? []
  return degrees === undefined ? null : angleOf(Number(degrees), side?.toUpperCase() === 'W' ? 'west' : 'east')
}

export const showAngle = (angle: number): string =>
  angle > 1800 ? `${((3600 - angle) / 10).toFixed(1)}W` : `${(angle / 10).toFixed(1)}E`
export const showPlace = ({ angle, tp, sid }: Place): string => `${showAngle(angle)}:${tp}:${sid}`

/** People separate thousands in different ways: 11,778, 11.778, 11 778. */
const grouped = /^(\d{1,3})[.,'’٬\s\u00a0\u202f](\d{3})$/u
const readNumber = (text: string, { min, max }: { min: number; max: number }): number | null => {
  const plain = latinDigits(dropUnseen(text).trim()).replace(grouped, '$1$2')
  const number = /^\d{1,6}$/.test(plain) ? Number(plain) : null
  return number === null || number < min || number > max ? null : number
}

/** A frequency; lists often write polarity and symbol rate after it: `11778`, `11778 V 27500`, `11778V`. */
const transponder = /^(.*?)\s*(?:(\p{L})\s*(\S*))?$/su
/** The pattern's time grows with the square of the length, so longer text is rejected. */
const transponderMax = 40
/** Polarity and symbol rate are checked but not stored: a box finds a channel without them. */
const readTp = (written: string): Read<number> => {
  const text = dropUnseen(written).trim()
  const [, frequency = '', polarity = 'H', symbolRate = ''] =
    text.length > transponderMax ? [] : (transponder.exec(text) ?? [])
  const tp = readNumber(frequency, bounds['tp-range'])
  if (tp === null) return refusal('tp', 'tp-range')
  if (!/^[HVLR]$/i.test(polarity)) return refusal('tp', 'polarity-invalid')
  if (symbolRate !== '' && readNumber(symbolRate, bounds['symbol-rate-range']) === null)
    return refusal('tp', 'symbol-rate-range')
  return { ok: true, value: tp }
}
/** The parts of a place, each read by itself: a form reports every wrong one. */
const readParts = (satellite: string, written: string, sid: string) => {
  const angle = readAngle(satellite)
  const service = readNumber(sid, bounds['sid-range'])
  return {
    angle: angle === null ? refusal('satellite', 'satellite-invalid') : { ok: true as const, value: angle },
    tp: readTp(written),
    sid: service === null ? refusal('sid', 'sid-range') : { ok: true as const, value: service },
  }
}
/** A place of three fields, or its first wrong one. */
const readPlace = (satellite: string, written: string, sid: string): Read<Place> => {
  const parts = readParts(satellite, written, sid)
  if (!parts.angle.ok) return parts.angle
  if (!parts.tp.ok) return parts.tp
  if (!parts.sid.ok) return parts.sid
  return { ok: true, value: { angle: parts.angle.value, tp: parts.tp.value, sid: parts.sid.value } }
}

/** Looks like a place rather than an address: short parts, the first beginning with a digit. */
const placeLike = /^\s*[\d\u0660-\u0669\u06f0-\u06f9][^:/]{0,12}:[^:/]{0,20}:[^:/]{0,12}$/u
/** A place with a part missing or one too many: no address begins with an angle and its side. */
const partOfPlace = /^\s*\d{1,3}(?:[.,]\d)?\s*°?\s*[EW]:/iu

/** A place in one field: reports which part is wrong, and where that part begins. */
const readWrittenPlace = (text: string): Read<Place> => {
  const parts = text.split(':')
  const [satellite = '', tp = '', sid = ''] = parts
  if (parts.length !== 3) return refusal('address', 'place-invalid')
  const place = readPlace(satellite, tp, sid)
  if (place.ok) return place
  const before = { satellite: '', tp: `${satellite}:`, sid: `${satellite}:${tp}:` }[place.field as 'satellite']
  return { ...place, field: 'address', numbers: { ...place.numbers, at: [...before].length + 1 } }
}

const textOf = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim()

export const readTarget = (input: Omit<LinkInput, 'name' | 'logo'>): Read<Target> => {
  // An address is checked exactly as typed: trimming could hide what it really is.
  const address = textOf(input.address) === '' ? '' : (input.address ?? '')
  const [satellite, tp, sid] = [textOf(input.satellite), textOf(input.tp), textOf(input.sid)]
  const hasPlace = satellite !== '' || tp !== '' || sid !== ''
  if (address === '' && !hasPlace) return refusal('address', 'link-missing')
  if (address !== '' && hasPlace) return refusal('address', 'link-both')
  if (hasPlace || placeLike.test(address) || partOfPlace.test(address)) {
    const place = hasPlace ? readPlace(satellite, tp, sid) : readWrittenPlace(address)
    return place.ok ? { ok: true, value: { address: null, place: place.value } } : place
  }
  const rule = refuseUrl(address)
  return rule === null ? { ok: true, value: { address, place: null } } : refusal('address', rule)
}

/** Every wrong field of a target: of a place in three fields there may be several. */
export const findTargetRefusals = (input: Omit<LinkInput, 'name' | 'logo'>): Refused[] => {
  const target = readTarget(input)
  if (target.ok) return []
  if (target.field === 'address') return [target]
  const parts = Object.values(readParts(textOf(input.satellite), textOf(input.tp), textOf(input.sid)))
  return parts.filter((part) => !part.ok)
}

/** A link's name and target, or the first invalid field. */
export const readNamed = (service: LinkService, input: LinkInput): Read<{ name: string; target: Target }> => {
  const name = readName(input.name, nameMaxOf(service))
  if (!name.ok) return name
  const target = readTarget(input)
  return target.ok ? { ok: true, value: { name: name.value, target: target.value } } : target
}
