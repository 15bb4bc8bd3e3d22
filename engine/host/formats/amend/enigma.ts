/**
 * Enigma2: values of services and transponders, and the references of bouquets to them. A service is called by its
 * number and its transponder's key, so that a new one of either is written wherever it is called.
 */
import type { AudioTrack } from '../../types'
import type { NamedFile } from '../types'
import { differing, isSame, pidOf, type Changes, type Edited, type Tuning } from './changes'
import { draftOf, partsOf, type Draft, type Line, type Part } from './draft'

/** How the namespace, the stream and the network call a transponder. */
type Key = { space: number; tsid: number; onid: number }
const textOf = ({ space, tsid, onid }: Key): string => `${space}:${tsid}:${onid}`

type TransponderRecord = { key: Key; fields: Part[]; tuning: Part | null }
type ServiceRecord = { sid: number; key: Key; type: number; fields: Part[]; facts: Part; quoted: boolean }
type Database = {
  draft: Draft
  version: 4 | 5
  transponders: TransponderRecord[]
  /** Where a new transponder goes; null where there is no place for it. */
  end: number | null
  services: ServiceRecord[]
}

const hexAt = (text: string, part: Part | undefined, most: number): number => {
  const value = part === undefined ? '' : text.slice(part.start, part.end).trim()
  if (!/^[0-9a-f]{1,9}$/i.test(value)) return -1
  const number = Number.parseInt(value, 16)
  return number > most ? -1 : number
}
const wordAt = (text: string, part: Part | undefined): number => Math.max(0, hexAt(text, part, 2 ** 36)) % 2 ** 32
const keyAt = (text: string, parts: readonly Part[]): Key => ({
  space: wordAt(text, parts[0]),
  tsid: wordAt(text, parts[1]),
  onid: wordAt(text, parts[2]),
})

/** “s 11493750:22000000:…” of [start, end); null for what comes over no satellite. */
const tuningIn = (text: string, { start, end }: Part): Part | null => {
  const found = /^\s*s\s*:?/.exec(text.slice(start, end))
  if (found === null) return null
  const tuning = { start: start + found[0].length, end }
  return partsOf(text, tuning, ':', 32).length >= 5 ? tuning : null
}

const serviceOf = (text: string, head: Part, facts: Part, quoted: boolean): ServiceRecord | null => {
  const fields = partsOf(text, head, ':', 32)
  const sid = hexAt(text, fields[0], 0xffff)
  if (fields.length < 5 || sid < 0) return null
  const type = Number.parseInt(text.slice(fields[4]?.start, fields[4]?.end), 10)
  return { sid, key: keyAt(text, fields.slice(1)), type, fields, facts, quoted }
}

const readFour = (draft: Draft): Omit<Database, 'draft' | 'version'> => {
  const { text } = draft
  const lines = draft.lines()
  const transponders: TransponderRecord[] = []
  const services: ServiceRecord[] = []
  let end: number | null = null
  let section = ''
  let open: Part[] | null = null
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line
    const content = text.slice(line.start, line.end)
    if (content === 'transponders' || content === 'services' || content === 'end') {
      section = content
      open = null
      if (content === 'transponders') end = line.next
    } else if (section === 'transponders') {
      if (content.startsWith('/')) {
        open = null
        end = line.next
      } else if (open !== null)
        transponders.push({ key: keyAt(text, open), fields: open, tuning: tuningIn(text, line) })
      else {
        const fields = partsOf(text, line, ':', 32)
        if (fields.length >= 3) open = fields
      }
    } else if (section === 'services') {
      const facts = lines[at + 2]
      if (facts === undefined || (facts.end > facts.start && text[facts.start + 1] !== ':')) continue
      const service = serviceOf(text, line, facts, false)
      if (service === null) continue
      services.push(service)
      at += 2
    }
  }
  return { transponders, services, end }
}

/** Where the quoted name that begins at `at` ends. */
const quoteEnd = (text: string, at: number, end: number): number => {
  let last = end
  for (let place = at; place < end; place++) {
    if (text[place] !== '"') continue
    last = place
    if (place + 3 < end && text[place + 1] === ',' && text[place + 3] === ':') return place
  }
  return last
}

const readFive = (draft: Draft): Omit<Database, 'draft' | 'version'> => {
  const { text } = draft
  const transponders: TransponderRecord[] = []
  const services: ServiceRecord[] = []
  let end: number | null = null
  for (const line of draft.lines()) {
    const kind = text.slice(line.start, line.start + 2)
    if (kind !== 't:' && kind !== 's:') continue
    const found = text.indexOf(',', line.start)
    const comma = found < 0 || found > line.end ? line.end : found
    const head = { start: line.start + 2, end: comma }
    if (kind === 't:') {
      const fields = partsOf(text, head, ':', 32)
      if (fields.length < 3) continue
      const tuning = tuningIn(text, { start: Math.min(comma + 1, line.end), end: line.end })
      transponders.push({ key: keyAt(text, fields), fields, tuning })
      end = line.next
    } else if (text[comma + 1] === '"') {
      const name = quoteEnd(text, comma + 2, line.end)
      const service = serviceOf(text, head, { start: Math.min(name + 1, line.end), end: line.end }, true)
      if (service !== null) services.push(service)
    }
  }
  return { transponders, services, end }
}

const readDatabase = (draft: Draft): Database => {
  const version = draft.text[15] === '5' ? 5 : 4
  return { draft, version, ...(version === 5 ? readFive : readFour)(draft) }
}

// ---- Values ----

const polarisations = ['H', 'V', 'L', 'R']
const fecs = ['auto', '1/2', '2/3', '3/4', '5/6', '7/8', '8/9', '3/5', '4/5', '9/10', '6/7']
const videos = ['MPEG-2', 'H264', '', '', '', '', '', 'HEVC']

/** The fields of “freq:sr:pol:fec:position” that a change is about, by their places. */
const tuningFields = (changed: Partial<Tuning>, position: string): (string | undefined)[] => {
  const { frequencyKHz, symbolRate, polarisation, fec, angle } = changed
  const place = angle === undefined || angle === null ? undefined : angle
  return [
    frequencyKHz?.toString(),
    symbolRate === undefined || symbolRate === null ? undefined : String(symbolRate * 1000),
    polarisation ? String(Math.max(0, polarisations.indexOf(polarisation))) : undefined,
    fec && fecs.includes(fec) ? String(fecs.indexOf(fec)) : undefined,
    // A file writes west below zero, or above 1800.
    place === undefined ? undefined : String(place > 1800 && !(Number(position) > 1800) ? place - 3600 : place),
  ]
}

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0')

/** Replaces the values of a kind in “p:…,c:…,C:…”, where the first of them stands. */
const exchange = (facts: string[], is: (fact: string) => boolean, values: readonly string[]): void => {
  const first = facts.findIndex(is)
  const at = first >= 0 ? first : facts.map((fact) => /^[pc]:/.test(fact)).lastIndexOf(true) + 1
  const rest = facts.filter((fact) => !is(fact))
  facts.splice(0, facts.length, ...rest.slice(0, at), ...values, ...rest.slice(at))
}
const cached =
  (...kinds: readonly number[]) =>
  (fact: string): boolean =>
    /^c:[0-9a-f]{6}$/i.test(fact) && kinds.includes(Number.parseInt(fact.slice(2, 4), 16))

const isDolby = (track: AudioTrack): boolean => track.dolby || track.type === 'AC3'
/** A box keeps a track of each kind: MPEG in 1, AC3 in 4. */
const tracksOf = (audio: readonly AudioTrack[]): string[] => {
  const mpeg = audio.find((track) => !isDolby(track) && /^(?:MPEG.*)?$/.test(track.type))
  const dolby = audio.find(isDolby)
  return audio.flatMap((track) => {
    if ((track !== mpeg && track !== dolby) || pidOf(track.pid) === null) return []
    return [`c:${track === dolby ? '04' : '01'}${hex(track.pid ?? 0, 4)}`]
  })
}

const factsOf = (text: string, { was, is }: Edited, encode: Draft['encode']): string => {
  const facts = text.split(',').filter((fact) => fact !== '')
  const one = is.channel
  const other = was.channel
  const provider = encode(one.provider ?? '')
  if ((one.provider ?? '') !== (other.provider ?? '') && provider !== null && !/[,\r\n]/.test(provider)) {
    const at = facts.map((fact) => fact.startsWith('p:')).lastIndexOf(true)
    if (at < 0) facts.unshift(`p:${provider}`)
    else facts[at] = `p:${provider}`
  }
  const pids: [kind: number, was: number | null, is: number | null][] = [
    [0, other.videoPid, one.videoPid],
    [2, other.teletextPid, one.teletextPid],
    [3, other.pcrPid, one.pcrPid],
  ]
  for (const [kind, before, now] of pids) {
    const pid = pidOf(now)
    if (pid !== pidOf(before)) exchange(facts, cached(kind), pid === null ? [] : [`c:${hex(kind, 2)}${hex(pid, 4)}`])
  }
  if (!isSame(one.audio, other.audio)) exchange(facts, cached(1, 4), tracksOf(one.audio))
  const video = videos.indexOf(one.videoType ?? ' ')
  if (one.videoType !== other.videoType && (video >= 0 || !one.videoType))
    exchange(facts, cached(5), video >= 0 && one.videoType ? [`c:05${hex(video, 4)}`] : [])
  if (one.scrambled !== other.scrambled) {
    const systems = facts.filter((fact) => fact.startsWith('C:'))
    const wanted = one.scrambled !== true ? [] : systems.length > 0 ? systems : ['C:0000']
    if (!isSame(wanted, systems)) exchange(facts, (fact) => fact.startsWith('C:'), wanted)
  }
  return facts.join(',')
}

const typeOf = ({ was, is }: Edited): number | null => {
  if (was.channel.type === is.channel.type) return null
  if (is.channel.type === 'radio') return 2
  if (is.channel.type === 'data') return 12
  return is.channel.videoType === 'HEVC' ? 31 : is.channel.videoType === 'H264' ? 25 : 1
}

// ---- Which key each service has now ----

/** The low half of a namespace where a network's number doesn't tell transponders apart. */
const spaceOf = ({ frequencyKHz, polarisation }: Tuning): number =>
  (Math.round((frequencyKHz ?? 0) / 1000) & 0xffff) | (polarisation === 'V' ? 0x8000 : 0)

type Added = { key: Key; tuning: Tuning; like: TransponderRecord | null }
type Keys = {
  /** By the place of a transponder in the first database. */
  transponders: Key[]
  /** By record. */
  services: Key[]
  added: Added[]
}

const keysNow = (changes: Changes, { transponders, services, end }: Database): Keys => {
  const placeOf = new Map<string, number>()
  transponders.forEach(({ key }, place) => placeOf.set(textOf(key), place))
  const keys = transponders.map(({ key }, place) => {
    const angle = differing(changes.tuningBefore(place), changes.tuningNow(place)).angle
    return angle === undefined || angle === null ? key : { ...key, space: (key.space % 65_536) + angle * 65_536 }
  })
  /** What a service is to be called by, where that is no longer its transponder. */
  const wanted = new Map<number, { id: number; tsid: number; onid: number }>()
  const staying = new Map<number, number>()
  services.forEach(({ key }, record) => {
    const edited = changes.channels.get(record)
    const id = edited?.is.transponder?.id
    if (edited === undefined || id === undefined) return
    const own = placeOf.get(textOf(key))
    if (own !== undefined) staying.set(own, (staying.get(own) ?? 0) + 1)
    const { was, is } = edited
    const tsid = is.channel.tsid === was.channel.tsid ? key.tsid : (is.channel.tsid ?? 0)
    const onid = is.channel.onid === was.channel.onid ? key.onid : (is.channel.onid ?? 0)
    if (id !== was.transponder?.id || tsid !== key.tsid || onid !== key.onid) wanted.set(record, { id, tsid, onid })
  })
  // A transponder all of whose services are given other ids is called by these.
  for (const [place, count] of staying) {
    const own = [...wanted].filter(
      ([record, { id }]) =>
        id === place && textOf(services[record]?.key as Key) === textOf(transponders[place]?.key as Key),
    )
    const [tsid, onid] = [own[0]?.[1].tsid ?? 0, own[0]?.[1].onid ?? 0]
    const key = { ...(keys[place] as Key), tsid, onid }
    if (own.length !== count || !own.every(([, one]) => one.tsid === tsid && one.onid === onid)) continue
    if (keys.every((one) => textOf(one) !== textOf(key))) keys[place] = key
  }
  const used = new Set(keys.map(textOf))
  // Transponders that only services name have numbers behind those of the file's own: a new one would take them.
  const isRoom = end !== null && services.every(({ key }) => placeOf.has(textOf(key)))
  const added = new Map<string, Added>()
  const keyFor = ({ id, tsid, onid }: { id: number; tsid: number; onid: number }): Key | null => {
    const own = keys[id]
    if (own !== undefined && own.tsid === tsid && own.onid === onid) return own
    const name = `${id}:${tsid}:${onid}`
    const known = added.get(name)
    if (known !== undefined) return known.key
    const tuning = changes.tuningNow(id)
    if (!isRoom || !tuning?.frequencyKHz || tuning.angle === null) return null
    let key: Key = { space: tuning.angle * 65_536 + (onid === 0 ? spaceOf(tuning) : 0), tsid, onid }
    if (used.has(textOf(key))) key = { ...key, space: tuning.angle * 65_536 + spaceOf(tuning) }
    if (used.has(textOf(key))) return null
    used.add(textOf(key))
    added.set(name, { key, tuning, like: transponders[id] ?? null })
    return key
  }
  return {
    transponders: keys,
    services: services.map(({ key }, record) => {
      const want = wanted.get(record)
      return (want && keyFor(want)) ?? keys[placeOf.get(textOf(key)) ?? -1] ?? key
    }),
    added: [...added.values()],
  }
}

// ---- Writing ----

/** Puts a key into the three fields that hold one, as wide as they were. */
const putKey = (
  { text, put }: Draft,
  fields: readonly (Part | undefined)[],
  was: Key,
  is: Key,
  capital = false,
): void => {
  const names = ['space', 'tsid', 'onid'] as const
  fields.forEach((part, at) => {
    const name = names[at] ?? 'space'
    if (part === undefined || was[name] === is[name]) return
    const { length } = text.slice(part.start, part.end)
    put(part.start, part.end, capital ? is[name].toString(16).toUpperCase() : hex(is[name], length))
  })
}

const addedText = (database: Database, { key, tuning, like }: Added): string => {
  const { text, lineEnd } = database.draft
  const fields = like?.tuning
    ? text.slice(like.tuning.start, like.tuning.end).split(':')
    : ['', '', '0', '0', '0', '2', '0']
  tuningFields({ ...tuning, fec: tuning.fec || 'auto' }, fields[4] ?? '').forEach((value, at) => {
    if (value !== undefined) fields[at] = value
  })
  const name = `${hex(key.space, 8)}:${hex(key.tsid, 4)}:${hex(key.onid, 4)}`
  const end = lineEnd()
  return database.version === 5
    ? `t:${name},s:${fields.join(':')}${end}`
    : `${name}${end}\ts ${fields.join(':')}${end}/${end}`
}

const amendDatabase = (changes: Changes, database: Database, main: Database, keys: Keys): void => {
  const { draft, transponders, services, end } = database
  const places = new Map<string, number>()
  main.transponders.forEach(({ key }, place) => places.set(textOf(key), place))
  for (const { key, fields, tuning } of transponders) {
    const place = places.get(textOf(key))
    const to = place === undefined ? undefined : keys.transponders[place]
    if (place === undefined || to === undefined) continue
    putKey(draft, fields.slice(0, 3), key, to)
    if (tuning === null) continue
    const parts = partsOf(draft.text, tuning, ':', 32)
    const position = draft.text.slice(parts[4]?.start, parts[4]?.end)
    const values = tuningFields(differing(changes.tuningBefore(place), changes.tuningNow(place)), position)
    values.forEach((value, at) => {
      const part = parts[at]
      if (value !== undefined && part !== undefined) draft.put(part.start, part.end, value)
    })
  }
  const records = recordsOf(main)
  services.forEach((service, at) => {
    const record = database === main ? at : records.get(`${service.sid}:${textOf(service.key)}`)
    const to = record === undefined ? undefined : keys.services[record]
    if (record === undefined || to === undefined) return
    putKey(draft, service.fields.slice(1, 4), service.key, to)
    const edited = changes.channels.get(record)
    if (edited === undefined) return
    const [first, , , , fifth] = service.fields
    const { sid } = edited.is.channel
    if (sid !== edited.was.channel.sid && sid !== null && sid < 65_536 && first)
      draft.put(first.start, first.end, hex(sid, 4))
    const type = typeOf(edited)
    if (type !== null && fifth) draft.put(fifth.start, fifth.end, String(type))
    const { start } = service.facts
    const facts = draft.text.slice(start, service.facts.end)
    // Behind a quoted name the facts begin with a comma.
    const was = service.quoted ? facts.slice(1) : facts
    const is = factsOf(was, edited, draft.encode)
    if (is !== was.split(',').filter(Boolean).join(','))
      draft.put(start, service.facts.end, service.quoted && is ? `,${is}` : is)
  })
  if (end !== null && keys.added.length > 0)
    draft.put(end, end, keys.added.map((one) => addedText(database, one)).join(''))
}

/** The first record of each service's name. */
const recordsOf = ({ services }: Database): Map<string, number> => {
  const records = new Map<string, number>()
  services.forEach(({ sid, key }, record) => {
    const name = `${sid}:${textOf(key)}`
    if (!records.has(name)) records.set(name, record)
  })
  return records
}

/** The references of a bouquet to services that are called otherwise now, and the addresses that were changed. */
const amendBouquet = (changes: Changes, draft: Draft, main: Database | null, keys: Keys): void => {
  const { text } = draft
  const records = main === null ? new Map<string, number>() : recordsOf(main)
  const addresses = new Map<string, string>()
  for (const { was, is } of changes.channels.values())
    if (was.channel.url && is.channel.url && was.channel.url !== is.channel.url)
      addresses.set(was.channel.url, is.channel.url)
  for (const line of draft.lines()) {
    const head = /^#SERVICE[: ]*/.exec(text.slice(line.start, line.end))
    if (head === null) continue
    const parts = partsOf(text, { start: line.start + head[0].length, end: line.end }, ':', 32)
    const flags = Number.parseInt(text.slice(parts[1]?.start, parts[1]?.end), 10)
    if (parts.length < 7 || Number.isNaN(flags) || (flags & 64) !== 0 || (flags & 7) === 7) continue
    const address = parts[10]
    if (address !== undefined && address.end > address.start) {
      const to = addresses.get(text.slice(address.start, address.end).replaceAll(/%3a/gi, ':'))
      const value = to === undefined ? null : draft.encode(to.replaceAll(':', '%3a'))
      if (value !== null) draft.put(address.start, address.end, value)
      continue
    }
    const [, , type, first, tsid, onid, space] = parts
    const key = keyAt(text, [space, tsid, onid] as Part[])
    const sid = hexAt(text, first, 0xffff)
    const record = records.get(`${sid}:${textOf(key)}`)
    const to = record === undefined ? undefined : keys.services[record]
    if (record === undefined || to === undefined) continue
    putKey(draft, [space, tsid, onid], key, to, true)
    const edited = changes.channels.get(record)
    const now = edited?.is.channel.sid ?? null
    if (now !== null && now !== edited?.was.channel.sid && now < 65_536 && first)
      draft.put(first.start, first.end, now.toString(16).toUpperCase())
    const kind = edited === undefined ? null : typeOf(edited)
    if (kind !== null && type) draft.put(type.start, type.end, kind.toString(16).toUpperCase())
  }
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Names and places of satellites in satellites.xml, which calls them by their place. */
const amendSatellites = ({ made, now }: Changes, draft: Draft): void => {
  const places = new Map(now.satellites.map((one) => [one.id, one]))
  for (const tag of draft.text.matchAll(/<sat\s[^>]*>/g)) {
    const position = /\sposition\s*=\s*(["'])(-?\d+)\1/.exec(tag[0])
    const name = /\sname\s*=\s*(["'])([^"'>]*)\1/.exec(tag[0])
    if (position === null) continue
    const number = Number(position[2])
    const angle = number < 0 ? 3600 + number : number % 3600
    const was = made.satellites.find((one) => one.angle === angle)
    const is = was && places.get(was.id)
    if (was === undefined || is === undefined) continue
    const value = draft.encode(escaped(is.name))
    if (name !== null && is.name !== was.name && value !== null && !value.includes("'")) {
      const end = tag.index + name.index + name[0].length - 1
      draft.put(end - (name[2]?.length ?? 0), end, value)
    }
    if (is.angle !== was.angle && is.angle !== null) {
      const end = tag.index + position.index + position[0].length - 1
      const to = is.angle > 1800 && number <= 1800 ? is.angle - 3600 : is.angle
      draft.put(end - (position[2]?.length ?? 0), end, String(to))
    }
  }
}

export const amendEnigma = (changes: Changes, files: readonly NamedFile[]): NamedFile[] => {
  const drafts = files.map(({ name, bytes }) => ({ name, draft: draftOf(bytes) }))
  const databases = drafts
    .filter(({ draft }) => draft.text.startsWith('eDVB services /'))
    .map(({ draft }) => readDatabase(draft))
  const main = databases[0] ?? null
  const keys: Keys = main === null ? { transponders: [], services: [], added: [] } : keysNow(changes, main)
  for (const database of databases) if (main !== null) amendDatabase(changes, database, main, keys)
  for (const { name, draft } of drafts) {
    if (/(?:^|[/\\])satellites\.xml$/i.test(name)) amendSatellites(changes, draft)
    else if (!draft.text.startsWith('eDVB services /')) amendBouquet(changes, draft, main, keys)
  }
  return drafts.map(({ name, draft }) => ({ name, bytes: draft.bytes() }))
}
