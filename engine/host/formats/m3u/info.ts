/**
 * Parses an #EXTINF line: its attributes, however they are quoted, and where the name begins. Each `=` is examined
 * once, so the time grows only linearly with the line's length.
 */
import type { Part } from '../letters'

/** `outer`: the value including its quotation marks. */
export type Value = Part & { outer: Part }
/** Keys that programs use for a channel's number. */
export const numberKeys = ['tvg-chno', 'ch-number', 'channel-number', 'tvh-chnum'] as const
/** Tvheadend calls its pictures `logo`. */
const wanted = ['group-title', ...numberKeys, 'radio', 'tvg-name', 'tvg-logo', 'logo'] as const
type Wanted = (typeof wanted)[number]
const isWanted = (key: string): key is Wanted => (wanted as readonly string[]).includes(key)

export type Info = {
  values: Partial<Record<Wanted, Value>>
  /** Where another attribute can be inserted. */
  room: number
  name: Part
  /** False if a name needs a comma before it. */
  hasComma: boolean
  /** True if another attribute has a value. */
  hasMore: boolean
}

/** Keys that are attributes even when unquoted and after a comma. */
const known =
  /^(?:tv[gh][\w-]*|group-title|radio|logo|channel[\w-]*|ch-number|catchup[\w-]*|timeshift|provider[\w-]*|parent-code|audio-track|aspect-ratio|cuid|media[\w-]*|url-tvg)$/i
const maxKeyLength = 40
const maxBlanks = 8

const isBlankAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === 32 || code === 0 || (code >= 9 && code <= 13)
}
const isKeyAt = (text: string, at: number): boolean => /[\w.:-]/.test(text.charAt(at))
const isQuote = (letter: string): boolean => letter === '"' || letter === "'"
export const skipBlank = (text: string, from: number, end: number): number => {
  let at = from
  while (at < end && isBlankAt(text, at)) at++
  return at
}
export const trimEnd = (text: string, start: number, from: number): number => {
  let at = from
  while (at > start && isBlankAt(text, at - 1)) at--
  return at
}

/** A no-break space, as text from a web page may have between attributes: in UTF-8, or its byte elsewhere. */
const hardBlank = '\u00a0'
/** Where a value ends that blanks or no-break spaces follow. */
const trimHard = (text: string, start: number, from: number): number => {
  let at = trimEnd(text, start, from)
  while (at > start && text.charAt(at - 1) === hardBlank)
    at = trimEnd(text, start, at - (text.charAt(at - 2) === '\u00c2' ? 2 : 1))
  return at
}

type Key = { start: number; name: string; value: number; quote: string }
/** Everything that looks like `key=`, with or without blanks around the sign. */
const keysIn = (line: string): Key[] => {
  const keys: Key[] = []
  for (let at = line.indexOf('='); at >= 0; at = line.indexOf('=', at + 1)) {
    const end = trimEnd(line, Math.max(0, at - maxBlanks), at)
    let start = end
    while (start > 0 && end - start < maxKeyLength && isKeyAt(line, start - 1)) start--
    const before = line.charAt(start - 1)
    if (start === end || !/[a-z]/i.test(line.charAt(start))) continue
    if (start > 0 && !isBlankAt(line, start - 1) && !`,${hardBlank}`.includes(before) && !isQuote(before)) continue
    const value = skipBlank(line, at + 1, Math.min(line.length, at + 1 + maxBlanks))
    const quote = isQuote(line.charAt(value)) ? line.charAt(value) : ''
    keys.push({ start, name: line.slice(start, end).toLowerCase(), value, quote })
  }
  return keys
}

/** A value before another attribute: up to the last quotation mark, or all of it if the mark is missing. */
const valueBefore = (line: string, { value, quote }: Key, next: number): Value => {
  let end = trimEnd(line, value, next)
  if (quote === '') return { start: value, end, outer: { start: value, end } }
  const hard = trimHard(line, value + 2, end)
  if (line.charAt(hard - 1) === quote) end = hard
  // Attributes may be separated by commas.
  if (line.charAt(end - 1) === ',') {
    const cut = trimEnd(line, value, end - 1)
    if (cut > value + 1 && line.charAt(cut - 1) === quote) end = cut
  }
  const isClosed = end > value + 1 && line.charAt(end - 1) === quote
  return { start: value + 1, end: isClosed ? end - 1 : end, outer: { start: value, end } }
}

/** The last attribute's value: up to a mark before the name's comma, or to the comma if the mark is missing. */
const lastValue = (line: string, { value, quote }: Key, name: string): Value => {
  const start = value + 1
  let end = -1
  for (let at = line.indexOf(quote, start); at >= 0 && end < 0; at = line.indexOf(quote, at + 1)) {
    const next = skipBlank(line, at + 1, line.length)
    if (next >= line.length || line.charAt(next) === ',') end = at
  }
  const first = line.indexOf(quote, start)
  const comma = line.indexOf(',', start)
  // A mark at the very end, after a comma and another mark, belongs to the name.
  const isOfName = end > first && comma >= 0 && comma < end && skipBlank(line, end + 1, line.length) >= line.length
  if (end < 0 && first >= 0 && (comma < 0 || first < comma)) end = first
  if (end >= 0 && !isOfName) return { start, end, outer: { start: value, end: end + 1 } }
  const isNamed = name !== '' && line.endsWith(`,${name}`)
  const last = isNamed ? line.length - name.length - 1 : line.lastIndexOf(',')
  const stop = last < start ? trimEnd(line, start, line.length) : last
  return { start, end: stop, outer: { start: value, end: stop } }
}

/** Quotation marks that a text editor made curly, by language, as UTF-8 bytes. */
const curlyOpen = /^(?:\u00e2\u0080[\u0098-\u009e]|\u00c2[\u00ab\u00bb])/
const curlyClose = /\u00e2\u0080[\u0098\u0099\u009c\u009d]|\u00c2[\u00ab\u00bb]/

/** An unquoted value ends at a comma, or before the next attribute. */
const plainValue = (line: string, { value }: Key, next: number): Value => {
  const open = curlyOpen.exec(line.slice(value, value + 3))?.[0]
  if (open !== undefined) {
    const start = value + open.length
    const close = curlyClose.exec(line.slice(start, next))
    const end = start + (close?.index ?? 0)
    if (close !== null) return { start, end, outer: { start: value, end: end + close[0].length } }
  }
  const comma = line.slice(value, next).indexOf(',')
  const end = trimEnd(line, value, comma < 0 ? next : value + comma)
  return { start: value, end, outer: { start: value, end } }
}

/** Whether a key begins an attribute even within the value of another, which is in quotation marks. */
const endsValue = (line: string, { start, name, quote }: Key, other: Key): boolean => {
  if (quote === other.quote || known.test(name)) return true
  const before = trimEnd(line, other.value + 1, start) - 1
  return before > other.value && line.charAt(before) === other.quote
}

type Found = Pick<Info, 'values' | 'hasMore'> & { at: number; isBehindComma: boolean }
const readAttributes = (line: string, from: number): Found => {
  const keys = keysIn(line)
  const lastKnown = keys.reduce((last, { name }, place) => (known.test(name) ? place : last), -1)
  const values: Info['values'] = {}
  let at = from
  let isBehindComma = false
  let hasMore = false
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place] as Key
    if (key.start < at) continue
    const gap = line.slice(at, key.start)
    const comma = gap.indexOf(',')
    if (comma >= 0 && skipBlank(gap.replaceAll(',', ' '), comma, gap.length) < gap.length) break
    const behind: boolean = isBehindComma || comma >= 0
    if (behind && key.quote === '' && !known.test(key.name)) break
    let next = place + 1
    if (key.quote !== '') while (next < keys.length && !endsValue(line, keys[next] as Key, key)) next++
    const following = keys[next]
    const tvgName = values['tvg-name']
    const named = tvgName ? line.slice(tvgName.start, tvgName.end) : ''
    const value =
      key.quote === ''
        ? plainValue(line, key, following?.start ?? line.length)
        : following
          ? (endedEarly(line, key, following) ?? valueBefore(line, key, following.start))
          : lastValue(line, key, named)
    // A name such as `E="mc2"`, which nothing marks as an attribute.
    if (behind && place > lastKnown && line.charAt(skipBlank(line, value.outer.end, line.length)) !== ',') break
    isBehindComma = behind
    at = value.outer.end
    if (isWanted(key.name)) values[key.name] ??= value
    else if (value.end > value.start) hasMore = true
  }
  return { values, at, isBehindComma, hasMore }
}

/** A value that is closed before a comma, so the next key is part of the name. */
const endedEarly = (line: string, { value, quote }: Key, next: Key): Value | null => {
  if (known.test(next.name)) return null
  const region = line.slice(value + 1, next.start)
  const end = region.search(quote === '"' ? /"[\t ]{0,8},/ : /'[\t ]{0,8},/)
  return end < 0 ? null : { start: value + 1, end: value + 1 + end, outer: { start: value, end: value + 2 + end } }
}

const moved = (part: Part, by: number): Part => ({ start: part.start + by, end: part.end + by })

/** Parses the range [start, end) of a text: the part after `#EXTINF:`. */
export const readInfo = (text: string, { start, end }: Part): Info => {
  const line = text.slice(start, end)
  const from = /^[\0\s]{0,8}[-+]?[\d.]{0,20}/.exec(line)?.[0].length ?? 0
  const { values, at, isBehindComma, hasMore } = readAttributes(line, from)
  const rest = skipBlank(line, at, line.length)
  const comma = line.indexOf(',', at)
  // After the duration's comma a name may follow an attribute without another comma; some lines have none at all.
  const isNamed = isBehindComma ? line.charAt(rest) !== ',' : comma < 0 && !known.test(line.slice(rest))
  const isDirect = rest < line.length && isNamed
  const hasComma = comma >= 0 || (isDirect && isBehindComma)
  const nameAt = isDirect ? rest : comma < 0 ? line.length : skipBlank(line, comma + 1, line.length)
  const room = isDirect ? at : comma < 0 ? trimEnd(line, 0, line.length) : trimEnd(line, 0, comma)
  const outer: Info['values'] = {}
  for (const key of wanted) {
    const value = values[key]
    if (value) outer[key] = { ...moved(value, start), outer: moved(value.outer, start) }
  }
  return { values: outer, room: room + start, name: { start: nameAt + start, end }, hasComma, hasMore }
}

/** A value in its former quotation marks, or in the other ones if it contains these. */
export const quoted = (value: string, mark: string): string => {
  const usual = mark === "'" ? "'" : '"'
  const other = usual === '"' ? "'" : '"'
  if (!value.includes(usual)) return usual + value + usual
  return value.includes(other) ? `"${value.replaceAll('"', "'")}"` : other + value + other
}
