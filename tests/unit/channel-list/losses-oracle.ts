/**
 * An independent check of reported losses, which compares list and written file as shown: every difference must be
 * reported, and nothing else.
 */
import {
  type AudioTrack,
  type Satellite,
  type ChannelDetails,
  type Encoding,
  type FileFormat,
  type FileLoss,
  type OpenList,
  byName,
  streamNumbers,
  unnamedSystems,
} from '~/engine/types'
import { findOriginal, writeIn, type StoredOriginal, type WrittenIn } from '~/modules/channel-list/files/dialects'
import { openStored } from '~/modules/channel-list/engine/opened'
import { cells } from '../../../engine/host/cells/index'
import { makeEngine, makeFormats } from '../../support/fixtures/engine'
import { randomEdit, tagOf } from '../../support/fixtures/random-lists'

const engine = makeEngine()
engine.use(cells)
const formats = makeFormats()
const host = { engine, formats }

export type Uploaded = { source: Uint8Array; state: Uint8Array; original: StoredOriginal | null }
/** Null if it is not a list. */
export const upload = (bytes: Uint8Array): Uploaded | null => {
  const found = findOriginal(bytes)
  let source = bytes
  let original: StoredOriginal | null = null
  if (found !== null) {
    const read = 'files' in found ? formats.read(found, '0'.repeat(64)) : null
    if (!('files' in found) || !read?.ok) return null
    source = read.chl
    original = { dialect: found.dialect, bytes }
  }
  const opened = engine.open(source)
  return opened.ok ? { source, state: opened.list.state(), original } : null
}
/** `encoding` for a SatcoDX file's undeclared names; an edit of names may change the guess. */
const open = ({ source, state }: Uploaded, encoding: Encoding | null = null): OpenList => {
  const opened = encoding === null ? null : engine.open(source, { encoding })
  return opened?.ok ? opened.list : openStored(engine, source, state)
}
export const edited = (list: Uploaded, random: () => number, edits: number): Uploaded => {
  const opened = open(list)
  for (let left = edits; left > 0 && opened.length() > 0; left--) opened.apply([randomEdit(random, opened)])
  return { ...list, state: opened.state() }
}
export const write = (list: Uploaded, format: FileFormat): WrittenIn => writeIn(host, () => open(list), list, format)

type Code = FileLoss['code']
type Value = string | number | boolean | null
type Row = { id: number; key: string; values: Record<string, Value>; own: boolean; isSatcodx: boolean }
type Group = { name: string; members: string[] }
type Shown = { rows: Row[]; groups: Group[]; parts: Set<string> }

const pid = (value: number | null): Value => (value === null || value <= 0 || value >= 8191 ? null : value)
const keyOf = ({ name, sid, url, position }: ChannelDetails): string => {
  const tag = tagOf(name)
  return tag !== null ? `Q${tag}` : `${sid} ${url} ${position}`
}
const list = (all: readonly unknown[]): Value => (all.length === 0 ? null : JSON.stringify(all))
const said = (all: readonly string[]): Value => (all.some(Boolean) ? JSON.stringify(all) : null)
/** If a file doesn't name a satellite, its position or SAT>IP input is shown instead. */
const satelliteName = ({ name, angle }: Satellite): Value =>
  (angle !== null && /^\d{1,3}\.\d[EW]$/.test(name)) || name === 'SAT>IP' ? null : name.trim() || null
/** SatcoDX has one track, described by other fields. */
const kinds: Record<string, string> = { MPG1: 'MPEG-1', MPG2: 'MPEG-2' }
const tracksOf = ({ audio, audioPid, language, broadcastLanguage, system }: ChannelDetails): AudioTrack[] =>
  audio.length > 0 || (!pid(audioPid) && !(language || broadcastLanguage))
    ? audio
    : [{ pid: audioPid, type: kinds[system ?? ''] ?? '', language: language || broadcastLanguage || '', dolby: false }]
/** A band that follows from the frequency. */
const usualBand = (kHz: number | null | undefined): 'C' | 'KU' =>
  (kHz ?? 0) >= 3_400_000 && (kHz ?? 0) <= 4_800_000 ? 'C' : 'KU'

/** The fields that a channel shows, with the kinds of losses that may report each. */
const codes: Record<string, Code[]> = {
  name: ['name-cut', 'name-letters'],
  kind: ['type', 'value'],
  sid: ['value', 'sid-range'],
  onid: ['network-ids', 'value'],
  tsid: ['network-ids', 'value'],
  scrambled: ['scrambled', 'value'],
  encryption: ['encryption', 'scrambled', 'value'],
  videoType: ['video-type', 'value'],
  lock: ['lock'],
  skip: ['skip'],
  provider: ['provider', 'value'],
  url: ['url', 'value', 'satip'],
  ...byName(streamNumbers, (): Code[] => ['pids', 'pid-kinds', 'value']),
  audioPid: ['pids', 'pid-kinds', 'value', 'audio'],
  language: ['language', 'value', 'audio'],
  audio: ['audio', 'pid-kinds', 'value'],
  audioLanguages: ['language', 'value', 'audio'],
  audioTypes: ['value', 'pid-kinds', 'audio'],
  subtitles: ['subtitles', 'value'],
  country: ['language'],
  coverage: ['text-fields'],
  package: ['text-fields'],
  network: ['text-fields'],
  satellite: ['satellite-data', 'text-fields'],
  angle: ['satellite-data', 'transponder'],
  satelliteBand: ['satellite-data'],
  band: ['satellite-data'],
  frequency: ['transponder', 'value', 'frequency-rounded'],
  polarisation: ['transponder', 'value'],
  symbolRate: ['transponder', 'value'],
  fec: ['fec', 'value'],
  category: ['category'],
  names: ['other-names'],
  number: ['number'],
}
/** Kinds that report what a list doesn't show, or that concern the whole file. */
const beyond: ReadonlySet<Code> = new Set([
  ...([
    'system',
    'service-type',
    'lnb',
    'groups-beyond',
    'record-unreadable',
    'multistream',
    'logo',
    'attributes',
  ] as const),
])
/** Their files name the systems that a list shows only as scrambled. */
const systemDialects: ReadonlySet<string | undefined> = new Set(['enigma2', 'lamedb', 'lamedb5', 'vdr'])

const show = (opened: OpenList): Shown => {
  const satellites = opened.satellites()
  const transponders = opened.transponders()
  const own = opened.ownNumbers()
  const ids = [...opened.columns().id.slice(0, opened.length())]
  const keys = new Map<number, string>()
  const rows = ids.map((id): Row => {
    const one = opened.channel(id) as ChannelDetails
    const transponder = transponders[one.transponder]
    const satellite = satellites[one.satellite]
    keys.set(id, keyOf(one))
    return {
      id,
      key: keyOf(one),
      own: own.has(id),
      isSatcodx: one.system !== null,
      values: {
        name: one.name,
        kind: one.type,
        sid: one.sid,
        onid: one.onid || null,
        tsid: one.tsid || null,
        scrambled: one.scrambled || null,
        encryption: unnamedSystems.has(one.encryption?.trim() ?? '') ? null : one.encryption,
        videoType: one.videoType || null,
        lock: one.lock,
        skip: one.skip,
        provider: one.provider?.trim() || null,
        url: one.url,
        ...byName(streamNumbers, (name) => pid(one[name])),
        audioPid: pid(one.audioPid),
        language:
          one.language || one.broadcastLanguage || one.audio.find((track) => track.language !== '')?.language || null,
        audio: list(tracksOf(one).map((track) => [track.pid ?? 0, track.dolby])),
        audioLanguages: said(tracksOf(one).map((track) => track.language)),
        audioTypes: said(tracksOf(one).map((track) => track.type)),
        subtitles: list(
          one.subtitles.map((track) => [
            track.pid,
            track.type,
            track.language,
            track.compositionPage || 0,
            track.ancillaryPage || 0,
          ]),
        ),
        country: one.country || null,
        coverage: one.coverage || null,
        package: one.package || null,
        network: one.network || null,
        satellite: satellite === undefined ? null : satelliteName(satellite),
        angle: satellite?.angle ?? null,
        satelliteBand: satellite?.band ?? null,
        band: transponder?.band ?? null,
        usualBand: usualBand(transponder?.frequencyKHz),
        frequency: transponder?.frequencyKHz || null,
        polarisation: transponder?.polarisation ?? null,
        symbolRate: transponder?.symbolRate || null,
        fec: transponder?.fec === 'auto' ? null : transponder?.fec || null,
        category: one.category,
        names: Object.keys(one.names).length === 0 ? null : JSON.stringify(one.names),
        number: one.number,
      },
    }
  })
  const kind = (id: number): string => (opened.channel(id)?.type === 'radio' ? 'r' : 't')
  const groups = opened.favouriteGroups().map(({ id, name }) => {
    const members = opened.groupOrder(id)
    return {
      name,
      members: [...members.filter((one) => kind(one) === 't'), ...members.filter((one) => kind(one) === 'r')].map(
        (one) => keys.get(one) ?? '',
      ),
    }
  })
  const parts = new Set<string>()
  for (const { name, angle, band, channels } of satellites) parts.add(`sat ${channels === 0} ${name} ${angle} ${band}`)
  for (const { frequencyKHz } of transponders) parts.add(`tp ${frequencyKHz}`)
  return { rows, groups, parts }
}

/** True if a file that must give kinds of audio says no more than the list does. */
const isUsualKinds = (value: Value, read: Value, tracks: Value): boolean => {
  const [here, there, rows] = [value, read, tracks].map((one): unknown[] => JSON.parse(String(one ?? '[]')))
  return (rows ?? []).every((row, at) => {
    const [type, other] = [here?.[at] || '', there?.[at] || '']
    return type === other || (type === '' && other === ((row as unknown[])[1] ? 'AC3' : 'MPEG-1'))
  })
}

export type Fault = { kind: string; more: string }
export const findFaults = (uploaded: Uploaded, format: FileFormat, { bytes, losses, empty }: WrittenIn): Fault[] => {
  const faults: Fault[] = []
  const fault = (kind: string, more: unknown): unknown => faults.push({ kind, more: JSON.stringify(more) })
  const opened = open(uploaded)
  const { dialect, encoding } = opened
  const here = show(opened)
  const again = upload(bytes)
  const there =
    again === null
      ? { rows: [], groups: [], parts: new Set<string>() }
      : show(open(again, format === 'sdx' && dialect === 'satcodx' ? encoding : null))
  const named = new Map(losses.map(({ code, ids }) => [code, new Set(ids)]))
  const isNamed = (code: Code, id: number): boolean => named.get(code)?.has(id) === true
  const fileRows = new Map(there.rows.map((row) => [row.key, row]))
  const differing = new Map<number, Set<Code>>()
  const differ = (id: number, ...all: Code[]): void => {
    const known = differing.get(id) ?? new Set()
    for (const code of all) known.add(code)
    differing.set(id, known)
  }
  const paired: { row: Row; at: number }[] = []
  const left = format === 'xml' ? 'channels' : 'left-out'
  for (const row of here.rows) {
    const other = fileRows.get(row.key)
    if (other === undefined) {
      differ(row.id, left, 'number', 'url', 'category', 'other-names')
      if (!isNamed(left, row.id)) fault('absent and not named', row.key)
      continue
    }
    paired.push({ row, at: there.rows.indexOf(other) })
    if (row.values['scrambled'] && systemDialects.has(uploaded.original?.dialect)) differ(row.id, 'encryption')
    for (const [field, allowed] of Object.entries(codes)) {
      const value = row.values[field] ?? null
      const read = other.values[field] ?? null
      if (value === read) continue
      differ(row.id, ...allowed)
      // Readers derive bands from frequencies, and for SatcoDX the kinds of audio from one word. A SAT>IP
      // address repeats its transponder's values.
      if (
        field === 'url' &&
        value !== null &&
        format === 'm3u' &&
        uploaded.original?.dialect === 'm3u' &&
        row.values['frequency'] &&
        other.values['frequency']
      )
        continue
      const isTold = field === 'audioTypes' && other.isSatcodx
      if (value === null && (/band/i.test(field) || isTold)) continue
      if (/band/i.test(field) && read === null && value === row.values['usualBand']) continue
      if (field === 'number' && !row.own) continue
      if (field === 'audioTypes' && isUsualKinds(value, read, other.values['audio'] ?? null)) continue
      if (!allowed.some((code) => isNamed(code, row.id)))
        fault(`silent ${field}${value === null ? ' made up' : ''}`, [row.key, value, read])
    }
  }
  // The order of the channels that the file has.
  const order = paired.map(({ at }) => at)
  const isOrdered = order.every((at, place) => place === 0 || at > (order[place - 1] ?? 0))
  if (!isOrdered && !named.has('order')) fault('silent order', order)
  if (isOrdered && named.has('order')) fault('false order', [...(named.get('order') ?? [])])
  // The groups of the channels that the file has.
  const present = new Set(paired.map(({ row }) => row.key))
  const shownHere = here.groups
    .map((group) => ({ ...group, members: group.members.filter((key) => present.has(key)) }))
    .filter(({ members }) => members.length > 0)
  const shownThere = there.groups.filter(({ members }) => members.length > 0)
  const sets = (groups: Group[], key: string): string =>
    JSON.stringify(
      groups
        .filter(({ members }) => members.includes(key))
        .map(({ members }) => [...members].sort())
        .sort(),
    )
  const hereNames = JSON.stringify(shownHere.map(({ name }) => name))
  const thereNames = JSON.stringify(shownThere.map(({ name }) => name))
  const isExtra = format === 'e2' && !(uploaded.original?.dialect === 'enigma2')
  const extra = isExtra ? shownThere.filter(({ name }) => !shownHere.some((one) => one.name === name)) : []
  const compared = shownThere.filter((one) => !extra.includes(one))
  const comparedNames = JSON.stringify(compared.map(({ name }) => name))
  const isListed = named.has('group-order') || named.has('favourites')
  if (hereNames !== comparedNames && !isListed) fault('silent group names or order', [shownHere, thereNames])
  for (const { row } of paired) {
    const memberships = (groups: Group[]): string =>
      JSON.stringify(
        groups
          .filter(({ members }) => members.includes(row.key))
          .map(({ name }) => name)
          .sort(),
      )
    if (memberships(shownHere) !== memberships(compared)) {
      differ(row.id, 'favourites', 'group-order')
      if (!isNamed('favourites', row.id) && !isNamed('group-order', row.id))
        fault('silent favourites', [row.key, shownHere, compared])
    } else if (sets(shownHere, row.key) !== sets(compared, row.key)) differ(row.id, 'favourites')
  }
  for (const group of shownHere) {
    const other = compared.find(({ name }) => name === group.name)
    if (other === undefined || JSON.stringify([...other.members].sort()) !== JSON.stringify([...group.members].sort()))
      continue
    if (JSON.stringify(other.members) === JSON.stringify(group.members)) continue
    if (!named.has('group-order')) fault('silent order in group', [group, other])
  }
  const isGroupsOther = JSON.stringify(shownHere) !== JSON.stringify(compared)
  if (
    named.has('group-order') &&
    !isGroupsOther &&
    JSON.stringify(here.groups.map(({ name }) => name)) === JSON.stringify(there.groups.map(({ name }) => name))
  )
    fault('false group-order', [shownHere, compared])
  // Nothing is reported that doesn't differ.
  const ids = new Set(here.rows.map(({ id }) => id))
  for (const { code, ids: told, fields } of losses) {
    if (beyond.has(code) || code === 'order' || code === 'group-order') continue
    for (const id of told) {
      if (!ids.has(id)) fault(`${code} of a channel that isn't there`, id)
      else if (!differing.get(id)?.has(code))
        fault(`false ${code}`, [here.rows.find((row) => row.id === id)?.key, fields, losses])
    }
  }
  if (empty !== (there.rows.length === 0 && there.parts.size === 0)) fault('empty', [empty, there.rows.length])
  return faults
}
