/**
 * Finds what a written file lacks by reading it again: every value that the list shows is compared with the file's.
 * Writers don't have to report what they leave out, so none can forget to.
 */
import { gather } from '../gather'
import { numberField, satcodxNumbers, streamNumbers } from '../channel-fields'
import type { OpenList } from '../contract'
import { bandOf, typedTrack } from '../filled'
import { outOfOrder } from '../lists/moved'
import {
  addedIdMin,
  type AudioTrack,
  type Band,
  type ChannelDetails,
  type FavouriteGroup,
  type Satellite,
  type Transponder,
  unnamedSystems,
} from '../types'
import { unknownHost } from './m3u/satip'
import type { Channel, Transponder as ModelTransponder } from './model'
import type { FileFormat, FileLoss, LossField } from './types'

type Code = FileLoss['code']
/** A channel with all that it shows. */
type Shown = {
  place: number
  channel: ChannelDetails
  transponder: Transponder | null
  satellite: Satellite | null
}

type Members = { group: FavouriteGroup; places: number[] }
/** A list as shown, copied: the engine's memory is reused for the next open list. */
export type Description = {
  shown: Shown[]
  groups: Members[]
  satellites: Satellite[]
  transponders: Transponder[]
  /** By id, for channels that have their own numbers. */
  numbers: ReadonlyMap<number, number>
}

const shownBy = (list: OpenList): Shown[] => {
  const transponders = list.transponders()
  const satellites = list.satellites()
  return Array.from(list.columns().id.slice(0, list.length())).flatMap((id, place) => {
    const channel = list.channel(id)
    if (channel === null) return []
    return {
      place,
      channel,
      transponder: transponders[channel.transponder] ?? null,
      satellite: satellites[channel.satellite] ?? null,
    }
  })
}

export const describe = (list: OpenList): Description => {
  const shown = shownBy(list)
  const placeOf = new Map(shown.map(({ channel, place }) => [channel.id, place]))
  return {
    shown,
    groups: list
      .favouriteGroups()
      .map((group) => ({ group, places: list.groupOrder(group.id).flatMap((id) => placeOf.get(id) ?? []) })),
    satellites: list.satellites(),
    transponders: list.transponders(),
    numbers: list.ownNumbers(),
  }
}

// ---- Which channel of the file is which of the list ----

const megahertz = (one: Shown): number => Math.round((one.transponder?.frequencyKHz ?? 0) / 1000)
/** The address of a stream: a playlist has one for every channel, a SAT>IP one if the list has none. */
const addressOf = ({ channel, transponder }: Shown): string | null => (transponder === null ? channel.url : null)

/** Every format has room for this much: 20 bytes, and a character may take three. */
const lettersOfCutNames = 6

/** What two descriptions of one channel have in common, from the strictest to the loosest; null says nothing. */
const likenesses: readonly ((one: Shown) => string | null)[] = [
  (one) =>
    JSON.stringify([
      one.channel.name.trim(),
      one.channel.sid,
      megahertz(one),
      one.transponder?.polarisation,
      addressOf(one),
      one.channel.type,
    ]),
  (one) => JSON.stringify([one.channel.name.trim(), one.channel.sid, addressOf(one)]),
  (one) => (one.channel.sid ? JSON.stringify([one.channel.sid, megahertz(one), addressOf(one)]) : null),
  (one) =>
    one.channel.sid ? JSON.stringify([one.channel.sid, one.channel.tsid, one.channel.onid, addressOf(one)]) : null,
  addressOf,
  (one) => one.channel.name.trim() || null,
  // Formats cut long names, and replace some characters.
  (one) => one.channel.name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, lettersOfCutNames) || null,
]

/** For each channel of the list its counterpart in the file; null if there is none. */
const pair = (now: readonly Shown[], there: readonly Shown[]): (Shown | null)[] => {
  const found: (Shown | null)[] = now.map(() => null)
  let left = there
  let open = now
  const take = (one: Shown, other: Shown, taken: Set<Shown>): void => {
    found[one.place] = other
    taken.add(other)
  }
  for (const likeness of likenesses) {
    if (left.length === 0 || open.length === 0) break
    const waiting = new Map<string, Shown[]>()
    for (const other of left) {
      const key = likeness(other)
      if (key === null) continue
      gather(waiting, key, other)
    }
    for (const same of waiting.values()) same.reverse()
    const taken = new Set<Shown>()
    for (const one of open) {
      const key = likeness(one)
      const other = key === null ? undefined : waiting.get(key)?.pop()
      if (other) take(one, other, taken)
    }
    left = left.filter((other) => !taken.has(other))
    open = open.filter((one) => found[one.place] === null)
  }
  // If all else differs, and there are as many records as channels, they correspond in order.
  if (left.length === open.length) open.forEach((one, at) => (found[one.place] = left[at] ?? null))
  return found
}

// ---- What a channel shows ----

type Value = string | number | boolean | null

/** 0, 8191 and nothing are three ways to say that there is no such PID. */
const pid = (value: number | null): Value => (value === null || value <= 0 || value >= 8191 ? null : value)
const text = (value: string | null | undefined): Value => value?.trim() || null
const count = (value: number | null | undefined): Value => value ?? null

const rows = (all: readonly (readonly Value[])[]): Value => (all.length === 0 ? null : JSON.stringify(all))

/** The texts of tracks, if any of them says something. */
const said = (texts: readonly string[]): Value => (texts.some(Boolean) ? JSON.stringify(texts) : null)

/** Files that don't name their satellites use positions or “SAT>IP” instead; these count as no name. */
const nameOf = (satellite: Satellite | null): Value => {
  const name = text(satellite?.name)
  return name === 'SAT>IP' || (satellite?.angle !== null && /^\d{1,3}\.\d[EW]$/.test(String(name))) ? null : name
}
/** SatcoDX has one audio track, which it doesn't name so. */
const tracksOf = (channel: ChannelDetails): AudioTrack[] =>
  channel.audio.length > 0 ? channel.audio : typedTrack(channel)
/** SatcoDX has one audio track, described by other fields. */
const usualKind = ({ dolby }: AudioTrack): string => (dolby ? 'AC3' : 'MPEG-1')
/** True if a file's kinds of audio say no more than the list does. */
const areUsualKinds = (one: Shown, other: Shown): boolean => {
  const [here, there] = [tracksOf(one.channel), tracksOf(other.channel)]
  return (
    here.length === there.length &&
    here.every(({ type }, at) => {
      const track = there[at] as AudioTrack
      return track.type === type || (type === '' && track.type === usualKind(track))
    })
  )
}
/** The band that follows from a frequency. */
const usualBand = ({ transponder }: Shown): Band => bandOf(transponder?.frequencyKHz ?? 0)
/** The address of a channel that is tuned by it, such as SAT>IP's: it changes with the transponder. */
const isTunedBy = (one: Shown, other: Shown, own: Shown | undefined): boolean =>
  one.transponder !== null && other.transponder !== null && own !== undefined && own.channel.url === one.channel.url

/**
 * One value that a channel shows, with the loss to report if another format lacks it. `pids`: the PIDs that it
 * explains. `madeUp`: a writer may have to write something although the list knows nothing. `usual`: what a file means
 * that says nothing.
 */
type Field = {
  code: Code
  field: LossField | null
  of: (one: Shown) => Value
  pids?: (channel: ChannelDetails) => Value[]
  madeUp?: boolean
  usual?: (one: Shown) => Value
}
const pidField = (field: LossField, of: (channel: ChannelDetails) => number | null, madeUp = false): Field => ({
  code: 'pids',
  field,
  of: ({ channel }) => pid(of(channel)),
  pids: (channel) => [pid(of(channel))],
  madeUp,
})
const audioPids = (channel: ChannelDetails): Value[] => tracksOf(channel).map((track) => pid(track.pid))

/** Everything that a channel shows except its groups and numbers. */
const fields: readonly Field[] = [
  { code: 'value', field: 'type', of: ({ channel }) => (channel.type === 'radio' ? 'radio' : 'tv') },
  {
    code: 'type',
    field: 'type',
    of: ({ channel }) => (channel.type === 'tv' || channel.type === 'radio' ? null : channel.type),
  },
  { code: 'value', field: 'sid', of: ({ channel }) => count(channel.sid), madeUp: true },
  { code: 'network-ids', field: 'onid', of: ({ channel }) => channel.onid || null, madeUp: true },
  { code: 'network-ids', field: 'tsid', of: ({ channel }) => channel.tsid || null, madeUp: true },
  { code: 'scrambled', field: 'scrambled', of: ({ channel }) => channel.scrambled || null },
  {
    code: 'encryption',
    field: 'encryption',
    of: ({ channel }) => (unnamedSystems.has(channel.encryption?.trim() ?? '') ? null : text(channel.encryption)),
  },
  { code: 'video-type', field: 'videoType', of: ({ channel }) => text(channel.videoType), madeUp: true },
  { code: 'lock', field: null, of: ({ channel }) => channel.lock || null },
  { code: 'skip', field: null, of: ({ channel }) => channel.skip || null },
  { code: 'provider', field: 'provider', of: ({ channel }) => text(channel.provider) },
  { code: 'url', field: 'url', of: ({ channel }) => text(channel.url), madeUp: true },
  ...streamNumbers.map((name): Field =>
    numberField(name).isPid
      ? pidField(name, (channel) => channel[name], satcodxNumbers.includes(name))
      : { code: 'value', field: name, of: ({ channel }) => count(channel[name]) },
  ),
  pidField('audio', (channel) => channel.audioPid),
  {
    code: 'language',
    field: 'language',
    of: ({ channel }) => text(channel.language) ?? text(channel.broadcastLanguage),
  },
  {
    code: 'audio',
    field: 'audio',
    of: ({ channel }) => rows(tracksOf(channel).map((track) => [track.pid ?? 0, track.dolby])),
    pids: audioPids,
  },
  { code: 'language', field: 'audio', of: ({ channel }) => said(tracksOf(channel).map((track) => track.language)) },
  {
    code: 'value',
    field: 'audio',
    of: ({ channel }) => said(tracksOf(channel).map((track) => track.type)),
    pids: audioPids,
    madeUp: true,
  },
  {
    code: 'subtitles',
    field: 'subtitles',
    of: ({ channel }) =>
      rows(
        channel.subtitles.map((track) => [
          track.pid ?? 0,
          track.type,
          track.language,
          track.compositionPage ?? 0,
          track.ancillaryPage ?? 0,
        ]),
      ),
  },
  { code: 'language', field: null, of: ({ channel }) => text(channel.country) },
  { code: 'text-fields', field: null, of: ({ channel }) => text(channel.coverage) },
  { code: 'text-fields', field: null, of: ({ channel }) => text(channel.package) },
  { code: 'text-fields', field: null, of: ({ channel }) => text(channel.network) },
  { code: 'satellite-data', field: null, of: ({ satellite }) => nameOf(satellite) },
  { code: 'satellite-data', field: null, of: ({ satellite }) => count(satellite?.angle), madeUp: true },
  { code: 'satellite-data', field: null, of: ({ satellite }) => satellite?.band ?? null, usual: usualBand },
  { code: 'satellite-data', field: null, of: ({ transponder }) => transponder?.band ?? null, usual: usualBand },
  { code: 'category', field: null, of: ({ channel }) => count(channel.category) },
  {
    code: 'other-names',
    field: null,
    of: ({ channel: { names } }) => rows(Object.entries(names).sort(([one], [other]) => (one < other ? -1 : 1))),
  },
  {
    code: 'transponder',
    field: 'frequencyKHz',
    of: ({ transponder }) => transponder?.frequencyKHz || null,
    madeUp: true,
  },
  {
    code: 'transponder',
    field: 'polarisation',
    of: ({ transponder }) => transponder?.polarisation ?? null,
    madeUp: true,
  },
  { code: 'transponder', field: 'symbolRate', of: ({ transponder }) => transponder?.symbolRate || null, madeUp: true },
  {
    code: 'fec',
    field: 'fec',
    of: ({ transponder }) => (transponder?.fec === 'auto' ? null : text(transponder?.fec)),
    madeUp: true,
  },
]

/** The PIDs that a SAT>IP address lists, without their kinds; empty for any other address. */
const listedPids = ({ channel }: Shown): ReadonlySet<Value> =>
  new Set(
    /[?&]pids=([\d,]+)/
      .exec(channel.url ?? '')?.[1]
      ?.split(',')
      .map(Number),
  )

/** Losses that other formats don't report; a file in its own dialect reports them for edits, too. */
const ownCodes: ReadonlySet<Code> = new Set(['lock', 'skip', 'satellite-data', 'category', 'other-names'])

/** Whether the file's frequency differs only because it counts whole MHz. */
const isRounded = (one: Shown, other: Shown): boolean =>
  Math.abs((one.transponder?.frequencyKHz ?? 0) - (other.transponder?.frequencyKHz ?? 0)) < 1000

const isUnknownHost = ({ channel }: Shown): boolean => channel.url?.startsWith(`rtsp://${unknownHost}/`) === true

/** No format with 16 bits can hold it. */
const isBeyondSids = ({ channel }: Shown): boolean => (channel.sid ?? 0) > 65_535

type Difference = { one: Shown; other: Shown; value: Value; read: Value; isOwn: boolean; madeUp: boolean }
/** The loss to report for a value that differs in the file; null if nothing of the list is missing. */
const lossOf = (code: Code, { one, other, value, read, isOwn, madeUp }: Difference): Code | null => {
  // A receiver is reached at an address that only its owner knows.
  if (code === 'url' && value === null) return isUnknownHost(other) ? 'satip' : isOwn ? 'value' : null
  if (isOwn) return ownCodes.has(code) ? code : 'value'
  if (value !== null)
    return code === 'transponder' && read !== null ? (isRounded(one, other) ? 'frequency-rounded' : 'value') : code
  // The file states something that the list doesn't know.
  if (madeUp && read !== null) return code === 'satellite-data' || code === 'fec' ? code : 'value'
  return null
}

// ---- Groups ----

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((place, at) => place === other[at])
const sorted = (places: readonly number[]): number[] => [...places].sort((one, other) => one - other)

export type Unwritten = {
  losses: FileLoss[]
  /** True if the file holds no channel, satellite or transponder at all. */
  empty: boolean
}

/** Values in records that no list shows, by record; null if there are none. */
export type RecordFacts = {
  channels: readonly Pick<Channel, 'serviceType' | 'systems' | 'numberText' | 'logo' | 'more'>[]
  transponders: readonly Pick<ModelTransponder, 'system' | 'modulation' | 'streams'>[]
}
export const noRecordFacts: RecordFacts = { channels: [], transponders: [] }
export type Reading = {
  format: FileFormat
  /** The written file; null if it can't be read as a list. */
  again: Description | null
  /** The list as first made from its upload, if that has the same dialect. */
  own: Description | null
  /** The values that only the records of the written file and of the upload have. */
  facts: { written: RecordFacts; uploaded: RecordFacts }
}

const radioServices: ReadonlySet<number> = new Set([2, 10])

/** A system's number that says only “scrambled”. */
const unnamed = '0000'
/** What a record of the upload says that no list holds, and the file doesn't say. */
const findUnlisted = (one: Shown, other: Shown, { format, facts: { written, uploaded } }: Reading): Code[] => {
  const was = uploaded.channels[one.channel.id]
  const is = written.channels[other.channel.id]
  if (was === undefined) return []
  const codes: Code[] = []
  if (was.logo && !is?.logo) codes.push('logo')
  if (was.more && was.more !== is?.more) codes.push('attributes')
  // A box's own list has a place for systems.
  const isLost =
    format !== 'chl' && was.systems.some((system) => system !== unnamed && is?.systems.includes(system) !== true)
  if (isLost && one.channel.scrambled && other.channel.scrambled) codes.push('encryption')
  return codes
}

/** Differences of a channel that no list shows. */
const findHidden = (one: Shown, other: Shown, reading: Reading): Code[] => {
  const {
    format,
    own,
    facts: { written, uploaded },
  } = reading
  const codes: Code[] = own === null ? findUnlisted(one, other, reading) : []
  const known = uploaded.channels[one.channel.id]?.serviceType ?? null
  // Turning radio into television implies another service type.
  const isEdited = known !== null && radioServices.has(known) !== (one.channel.type === 'radio')
  const service = written.channels[other.channel.id]?.serviceType ?? null
  if (service !== null && service !== known && !isEdited) codes.push('service-type')
  if (one.transponder === null) return codes
  // In its own dialect a record keeps whatever no edit concerns.
  const isKept = (part: { id: number } | null): boolean => own !== null && part !== null && part.id < addedIdMin
  const was = uploaded.transponders[one.transponder.id]
  const is = written.transponders[other.transponder?.id ?? -1]
  const isOther = (was?.system ?? null) !== (is?.system ?? null)
  const isLost = (was?.modulation ?? null) !== null && was?.modulation !== is?.modulation
  if (!isKept(one.transponder) && (isOther || isLost)) codes.push('system')
  if (!isKept(one.transponder) && was?.streams && was.streams !== is?.streams) codes.push('multistream')
  if (format === 'cdx' && one.satellite !== null && !isKept(one.satellite)) codes.push('lnb')
  return codes
}

/** Compares a list with the file written from it. */
export const findUnwritten = (list: Description, reading: Reading): Unwritten => {
  const { format, again, own } = reading
  const lost = new Map<Code, Set<number>>()
  const valueFields = new Set<LossField>()
  const lose = (code: Code, ...ids: number[]): void => {
    const known = lost.get(code) ?? new Set()
    for (const id of ids) known.add(id)
    lost.set(code, known)
  }
  const now = list.shown
  const there = again?.shown ?? []
  const found = pair(now, there)

  const uploadedAs = new Map((own?.shown ?? []).map((one) => [one.channel.id, one]))
  const compare = (one: Shown, other: Shown): void => {
    const { id, name } = one.channel
    const written = other.channel.name
    if (name !== written) lose(written !== '' && name.startsWith(written) ? 'name-cut' : 'name-letters', id)
    const listed = listedPids(other)
    for (const { code, field, of, pids, madeUp, usual } of fields) {
      const value = of(one)
      if (value === null && usual !== undefined) continue
      const read = of(other) ?? usual?.(one) ?? null
      if (value === read || (code === 'url' && isTunedBy(one, other, uploadedAs.get(id)))) continue
      const isKind = code === 'value' && field === 'audio'
      // Without a track, its kind is not missing.
      if (isKind && (tracksOf(other.channel).length === 0 || areUsualKinds(one, other))) continue
      // SatcoDX has a word for a whole channel that implies a kind of audio.
      const isUsual = isKind && other.channel.system !== null
      const found = lossOf(code, { one, other, value, read, isOwn: own !== null, madeUp: madeUp === true && !isUsual })
      const told = field === 'sid' && found === 'value' && isBeyondSids(one) && own === null ? 'sid-range' : found
      if (told === null) continue
      const meant = value === null ? [] : (pids?.(one.channel).filter((number) => number !== null) ?? [])
      if (meant.length > 0 && meant.every((number) => listed.has(number))) lose('pid-kinds', id)
      // If a channel isn't known to be scrambled, its encryption system is not missing.
      else if (told === 'encryption' && one.channel.scrambled && !other.channel.scrambled) lose('scrambled', id)
      else {
        lose(told, id)
        if (told === 'value' && field !== null) valueFields.add(field)
      }
    }
    for (const code of findHidden(one, other, reading)) lose(code, id)
    const isNumbered = list.numbers.has(id) || again?.numbers.has(other.channel.id)
    const unread = list.numbers.has(id) ? '' : (reading.facts.uploaded.channels[id]?.numberText ?? '')
    if (unread !== '') {
      if (own === null && unread !== reading.facts.written.channels[other.channel.id]?.numberText) lose('number', id)
    } else if (isNumbered && one.channel.number !== other.channel.number) lose('number', id)
  }
  for (const one of now) {
    const other = found[one.place]
    if (other) compare(one, other)
    else lose(format === 'xml' ? 'channels' : 'left-out', one.channel.id)
  }

  const pairs = now.map((one) => ({ id: one.channel.id, place: found[one.place]?.place ?? -1 }))
  const paired = pairs.filter(({ place }) => place >= 0)
  const astray = outOfOrder(paired.map(({ place }) => place)).flatMap((at) => paired[at]?.id ?? [])
  if (astray.length > 0) lose('order', ...astray)
  compareGroups(list, again, { own, found, lose })
  compareParts(list, reading, lose)
  return {
    losses: [...lost].map(([code, ids]) => ({
      code,
      ids: [...ids],
      ...(code === 'value' ? { fields: [...valueFields] } : {}),
    })),
    empty: again === null || (there.length === 0 && again.satellites.length === 0 && again.transponders.length === 0),
  }
}

type Compared = {
  own: Description | null
  found: readonly (Shown | null)[]
  lose: (code: Code, ...ids: number[]) => void
}

const compareGroups = (list: Description, again: Description | null, { own, found, lose }: Compared): void => {
  const now = list.shown
  const idsOf = (places: readonly number[]): number[] => places.flatMap((place) => now[place]?.channel.id ?? [])
  const placeHere = new Map(found.flatMap((other, place) => (other ? [[other.place, place] as const] : [])))
  const groups = list.groups.map(({ group, places }) => ({
    group,
    places: places.filter((place) => found[place] !== null),
  }))
  const left = (again?.groups ?? []).map(({ group, places }, at) => ({
    group,
    at,
    places: places.flatMap((place) => placeHere.get(place) ?? []),
  }))
  type There = (typeof left)[number]
  const order: There['at'][] = []
  const ordered: number[][] = []
  const take = (test: (one: Members) => boolean): There | null => {
    const at = left.findIndex(test)
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null)
  }
  const byName = groups.map(({ group, places }) =>
    places.length === 0 ? null : take((one) => one.group.name === group.name),
  )
  groups.forEach(({ group, places }, at) => {
    if (places.length === 0) {
      // An added group without channels: only a name that the user gave it is missing.
      const isNew = own !== null && own.groups.every((one) => one.group.name !== group.name)
      if (isNew && left.every((one) => one.group.name !== group.name)) lose('group-order')
      return
    }
    const same = byName[at] ?? take((one) => isSame(sorted(one.places), sorted(places)))
    if (same === null) {
      lose('favourites', ...idsOf(places))
      return
    }
    order.push(same.at)
    ordered.push(places)
    if (same.group.name !== group.name) lose('group-order', ...idsOf(places))
    const known = new Set(same.places)
    const wanted = new Set(places)
    const missing = places.filter((place) => !known.has(place))
    const foreign = same.places.filter((place) => !wanted.has(place))
    if (missing.length > 0 || foreign.length > 0) lose('favourites', ...idsOf([...missing, ...foreign]))
    // Lists for boxes keep television and radio apart.
    for (const radio of [true, false]) {
      const ofKind = (place: number): boolean => (now[place]?.channel.type === 'radio') === radio
      const here = places.filter((place) => known.has(place) && ofKind(place))
      if (
        !isSame(
          here,
          same.places.filter((place) => wanted.has(place) && ofKind(place)),
        )
      )
        lose('group-order', ...idsOf(here))
    }
  })
  for (const at of outOfOrder(order)) lose('group-order', ...idsOf(ordered[at] ?? []))
  // Channels that are in a group of the file although they were removed from it.
  for (const one of left) if (own !== null && one.places.length > 0) lose('favourites', ...idsOf(one.places))
}

/** Satellites and transponders without channels; those with channels were already compared with them. */
const compareParts = (
  list: Description,
  { format, again, own, facts: { written, uploaded } }: Reading,
  lose: (code: Code, ...ids: number[]) => void,
): void => {
  const satelliteText = ({ name, angle, band }: Satellite): string => JSON.stringify([name.trim(), angle, band])
  const transpondersOf = (one: Description): { id: number; text: string; channels: number }[] =>
    one.transponders.map((transponder) => ({
      id: transponder.id,
      text: JSON.stringify([
        one.satellites[transponder.satellite]?.angle ?? null,
        transponder.frequencyKHz,
        transponder.polarisation,
        transponder.symbolRate,
        transponder.fec || 'auto',
      ]),
      channels: transponder.channels,
    }))
  const known = new Set<string>()
  for (const one of [again, own]) {
    if (one === null) continue
    for (const satellite of one.satellites) known.add(satelliteText(satellite))
    for (const transponder of transpondersOf(one)) known.add(transponder.text)
  }
  const all = transpondersOf(list)
  const empty = all.filter(({ channels }) => channels === 0)
  const isLost =
    list.satellites.some((one) => one.channels === 0 && !known.has(satelliteText(one))) ||
    empty.some(({ text: shown }) => !known.has(shown))
  if (isLost) lose('satellite-data')
  if (own !== null) return
  const waiting = new Map<string, number[]>()
  for (const one of again === null ? [] : transpondersOf(again)) gather(waiting, one.text, one.id)
  for (const same of waiting.values()) same.reverse()
  // A format without channels holds no other transponders.
  for (const { id, text: shown } of format === 'xml' ? all : empty) {
    const there = waiting.get(shown)?.pop()
    const was = uploaded.transponders[id]
    if (there === undefined || was === undefined) continue
    const is = written.transponders[there]
    if (was.system !== null && was.system !== (is?.system ?? null)) lose('system')
    if (was.streams && was.streams !== is?.streams) lose('multistream')
  }
}
