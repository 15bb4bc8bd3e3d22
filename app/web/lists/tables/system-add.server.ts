/** Adds channels of a ready-made list to the user's own list: at most 100 at once, and none that it already has. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import {
  bands,
  channelNumberNames,
  channelNumbers,
  channelTextNames,
  channelTexts,
  fecChoices,
  limits,
  nameLanguages,
  type ChannelDetails,
  type NewChannel,
  type Operation,
  type Satellite,
  type Transponder,
} from '~/engine/types'
import { fail } from '~/errors/table'
import { findLists, readList, type Actor, type Row, type SourcedView } from '~/modules/channel-list/channel-list.server'
import { sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import { countGraphemes } from '~/text/graphemes'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { requireValue } from '../answer.server'
import { many } from '../forms.server'
import { readPlace } from './channel-forms.server'
import { addedId, answerForm, idsOf, openForm, readTable, refuseForm, typed, versionFields } from './table.server'

/** Two transponders of one satellite within this distance are the same one: lists round frequencies differently. */
const nearKHz = 2000
/** How many names a message lists. */
const maxNamesShown = 3

type Identity = {
  angle: number | null
  frequencyKHz: number | null
  polarisation: string | null
  sid: number | null
}
/** Finds whether a channel is among known ones: by orbital position, transponder ± 2 MHz, and service. */
const makeFinder = () => {
  const known = new Map<string, number[]>()
  const keyOf = ({ angle, polarisation, sid }: Identity): string => `${angle} ${polarisation} ${sid}`
  return {
    add: (one: Identity): void => {
      if (one.sid === null || one.frequencyKHz === null) return
      const there = known.get(keyOf(one))
      if (there === undefined) known.set(keyOf(one), [one.frequencyKHz])
      else there.push(one.frequencyKHz)
    },
    has: (one: Identity): boolean => {
      const { frequencyKHz } = one
      if (one.sid === null || frequencyKHz === null) return false
      return (known.get(keyOf(one)) ?? []).some((frequency) => Math.abs(frequency - frequencyKHz) <= nearKHz)
    },
  }
}

/** A finder for all channels of a list. */
const finderOf = (view: SourcedView): ReturnType<typeof makeFinder> => {
  const finder = makeFinder()
  for (const row of view.rows({}, { page: 1, size: limits.records }).items) finder.add(row)
  return finder
}

/** Ready-made lists that the account may see. */
const findReadyMade = async (actor: Actor) => {
  const [system, vno] = await Promise.all(
    (['system', 'vno'] as const).map((kind) => findLists(actor, { page: 1, size: 100, kind })),
  )
  return [...(system?.items ?? []), ...(vno?.items ?? [])]
}

const shown = (row: Row, finder: ReturnType<typeof makeFinder>) => ({
  id: row.id,
  position: row.position,
  name: row.name,
  type: row.type,
  satellite: row.satelliteName ?? '',
  angle: row.angle,
  frequencyKHz: row.frequencyKHz,
  polarisation: row.polarisation,
  symbolRate: row.symbolRate,
  isThere: finder.has(row),
})

type Asked = { from: string | null; search: string; page: number; size: number }
/** The ready-made lists, and a page of the channels of one of them, with marks for those that the user's list has. */
export const readSystemPage = async (actor: Actor, listId: string | undefined, asked: Asked) => {
  const page = await readTable(actor, listId, (view) => ({ total: view.length }))
  const lists = (await findReadyMade(actor)).filter((one) => one.id !== page.list.id)
  const chosen = lists.find((one) => one.id === asked.from) ?? lists[0]
  if (chosen === undefined) return { ...page, lists: [], chosen: null, search: '', found: null }
  const finder = requireValue(await readList(actor, page.list.id, {}, finderOf))
  const found = requireValue(
    await readList(actor, chosen.id, {}, (view) => {
      const query = asked.search === '' ? {} : { search: asked.search }
      const rows = view.rows(query, { page: asked.page, size: asked.size })
      return {
        source: view.source,
        total: rows.total,
        page: asked.page,
        size: asked.size,
        rows: rows.items.map((row) => shown(row, finder)),
      }
    }),
  )
  return {
    ...page,
    lists: lists.map(({ id, name }) => ({ id, name })),
    chosen: { id: chosen.id, name: chosen.name },
    search: asked.search,
    found,
  }
}

const within = (value: number | null, [min, max]: readonly [number, number]): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max

/** The fields of a channel that can be set in another list; values that break the rules are left out. */
const fieldsOf = (channel: ChannelDetails): Partial<NewChannel> => {
  const fields: Record<string, unknown> = {}
  if (channel.scrambled !== null) fields['scrambled'] = channel.scrambled
  for (const field of channelNumberNames) {
    const value = channel[field]
    if (within(value, channelNumbers[field].bounds)) fields[field] = value
  }
  for (const field of channelTextNames) {
    const value = channel[field]
    if (value !== null && value !== '' && countGraphemes(value) <= channelTexts[field]) fields[field] = value
  }
  if (channel.audio.length > 0) fields['audio'] = channel.audio
  if (channel.subtitles.length > 0) fields['subtitles'] = channel.subtitles
  for (const language of nameLanguages) {
    const name = channel.names[language]
    if (name !== undefined) fields[`name.${language}`] = name
  }
  return fields
}

type Picked = { channel: ChannelDetails; satellite: Satellite | null; transponder: Transponder | null }
type Sky = { satellites: Satellite[]; transponders: Transponder[] }
/** Places picked channels in a list: on existing transponders, or on new ones. Null if they can't be placed. */
const makePlacer = ({ satellites, transponders }: Sky, batch: string) => {
  const operations: Operation[] = []
  const newSatellites = new Map<number, number>()
  const newTransponders: { satellite: number; frequencyKHz: number; polarisation: string; id: number }[] = []
  const placeSatellite = (satellite: Satellite): number | null => {
    const { angle } = satellite
    if (angle === null) return null
    const there = satellites.find((one) => one.angle === angle)?.id ?? newSatellites.get(angle)
    if (there !== undefined) return there
    const name = [...satellite.name.trim()].slice(0, limits.otherNameCharacters).join('').trim()
    const id = addedId(batch, ['satellite', angle])
    operations.push({
      op: 'add',
      target: 'satellite',
      id,
      values: {
        name: name === '' ? String(angle / 10) : name,
        angle,
        band: bands.find((band) => band === satellite.band) ?? null,
      },
    })
    newSatellites.set(angle, id)
    return id
  }
  const place = ({ satellite, transponder }: Picked): number | null => {
    if (satellite === null || transponder === null) return null
    const { frequencyKHz, polarisation, symbolRate } = transponder
    const [min, max] = limits.frequencyMHz
    if (!within(frequencyKHz, [min * 1000, max * 1000]) || polarisation === null) return null
    if (!within(symbolRate, limits.symbolRate)) return null
    const there = satellites.find((one) => one.angle !== null && one.angle === satellite.angle)
    const existing = transponders
      .filter(
        (one) =>
          there !== undefined &&
          one.satellite === there.index &&
          one.polarisation === polarisation &&
          one.frequencyKHz !== null &&
          Math.abs(one.frequencyKHz - frequencyKHz) <= nearKHz,
      )
      .sort(
        (a, b) => Math.abs((a.frequencyKHz ?? 0) - frequencyKHz) - Math.abs((b.frequencyKHz ?? 0) - frequencyKHz),
      )[0]
    if (existing !== undefined) return existing.id
    const on = placeSatellite(satellite)
    if (on === null) return null
    const made = newTransponders.find(
      (one) =>
        one.satellite === on &&
        one.polarisation === polarisation &&
        Math.abs(one.frequencyKHz - frequencyKHz) <= nearKHz,
    )
    if (made !== undefined) return made.id
    const id = addedId(batch, ['transponder', on, frequencyKHz, polarisation])
    newTransponders.push({ satellite: on, frequencyKHz, polarisation, id })
    operations.push({
      op: 'add',
      target: 'transponder',
      id,
      satellite: on,
      values: {
        frequencyKHz,
        polarisation,
        symbolRate,
        fec: fecChoices.find((fec) => fec === transponder.fec) ?? 'auto',
        band: null,
      },
    })
    return id
  }
  return { operations, place }
}

type Own = { sky: Sky; rows: readonly Row[] }
export type SystemAdd = {
  operations: Operation[]
  added: number
  /** Channels that this same form has already added: it was sent twice. */
  repeated: number
  there: string[]
  unusable: string[]
}
/**
 * The operations that add channels of one list to another, with the names of those that are already there or can't be
 * added.
 */
export const planSystemAdd = (
  picked: readonly Picked[],
  own: Own,
  batch: string,
  to: number | undefined,
): SystemAdd => {
  const { operations, place } = makePlacer(own.sky, batch)
  const finder = makeFinder()
  for (const row of own.rows) finder.add(row)
  const ownIds = new Set(own.rows.map((row) => row.id))
  let repeated = 0
  const channels: NewChannel[] = []
  const there: string[] = []
  const unusable: string[] = []
  for (const one of picked) {
    const { channel, satellite, transponder } = one
    const id = addedId(batch, ['channel', channel.id])
    if (ownIds.has(id)) {
      repeated++
      continue
    }
    const identity = {
      angle: satellite?.angle ?? null,
      frequencyKHz: transponder?.frequencyKHz ?? null,
      polarisation: transponder?.polarisation ?? null,
      sid: channel.sid,
    }
    if (finder.has(identity)) {
      there.push(channel.name)
      continue
    }
    const isNamed = channel.name !== '' && countGraphemes(channel.name) <= limits.nameCharacters
    const type = channel.type === 'tv' || channel.type === 'radio' ? channel.type : null
    const on = isNamed && type !== null ? place(one) : null
    if (on === null || type === null) {
      unusable.push(channel.name)
      continue
    }
    finder.add(identity)
    channels.push({
      ...fieldsOf(channel),
      id,
      name: channel.name,
      type,
      transponder: on,
    })
  }
  if (channels.length > 0)
    operations.push({ op: 'add', target: 'channel', channels, ...(to === undefined ? {} : { to }) })
  return { operations, added: channels.length, repeated, there, unusable }
}

const systemForm = z.object({ ...versionFields, from: typed, fromSource: sourceIdSchema, id: many, to: typed })

/** "A, B, C and 2 more": names for a message, which a cookie carries. */
const listNames = (names: readonly string[], t: (key: string, values?: Record<string, unknown>) => string): string => {
  const shownNames = names
    .slice(0, maxNamesShown)
    .map((name) => `\u2068${name === '' ? t('lists:row.unnamed') : name}\u2069`)
  const more = names.length - shownNames.length
  return [...shownNames, ...(more > 0 ? [t('lists:remove.more', { number: more })] : [])].join(t('tables:and'))
}

export const answerSystemAdd = async (args: ActionFunctionArgs): Promise<Response> => {
  const form = await openForm(args, systemForm)
  if (form instanceof Response) return form
  const { actor, list, context, value, values, request } = form
  const t = (key: string, more: Record<string, unknown> = {}): string => String(form.t(key, more))
  const ids = idsOf(value.id)
  if (ids.length === 0)
    return refuseForm([fail('C1106', { field: 'id', data: { reason: 'nothing-selected' } })], values)
  if (ids.length > limits.itemsPerAdd)
    return refuseForm([fail('N1001', { field: 'id', data: { limit: limits.itemsPerAdd } })], values)
  const place = readPlace(form)
  if (!place.ok) return place.answer
  const picked = requireValue(
    await readList(actor, value.from, {}, (view) => {
      if (view.source !== value.fromSource) return null
      const satellites = new Map(view.satellites().map((one) => [one.index, one]))
      const transponders = new Map(view.transponders().map((one) => [one.index, one]))
      return ids.flatMap((id): Picked[] => {
        const channel = view.channel(id)
        return channel === null
          ? []
          : [
              {
                channel,
                satellite: satellites.get(channel.satellite) ?? null,
                transponder: transponders.get(channel.transponder) ?? null,
              },
            ]
      })
    }),
  )
  const back = `${new URL(request.url).pathname}${new URL(request.url).search}`
  if (picked === null) return redirectWithFlash(context, back, { kind: 'problem', key: 'lists:done.replaced' })
  const own = requireValue(
    await readList(actor, list.id, {}, (view) => ({
      revision: view.revision,
      source: view.source,
      sky: { satellites: view.satellites(), transponders: view.transponders() },
      rows: view.rows({}, { page: 1, size: limits.records }).items,
    })),
  )
  const plan = planSystemAdd(picked, own, value.batch, place.to)
  const params = {
    channels: t('lists:channels.count', { count: plan.added + plan.repeated }),
    there: listNames(plan.there, t),
    left: listNames(plan.unusable, t),
  }
  const key =
    plan.there.length > 0 && plan.unusable.length > 0
      ? 'systemBoth'
      : plan.there.length > 0
        ? 'systemThere'
        : plan.unusable.length > 0
          ? 'systemLeft'
          : 'system'
  if (plan.added === 0 && plan.repeated > 0) return redirectDone(context, back, `tables:done.${key}`, params)
  if (plan.added === 0)
    return redirectWithFlash(context, back, {
      kind: 'note',
      key: `tables:done.${key === 'systemLeft' ? 'noneUsable' : 'noneNew'}`,
      params,
    })
  return answerForm(
    { ...form, value: { ...value, source: own.source } },
    { operations: plan.operations, base: own.revision, to: back, done: { key: `tables:done.${key}`, params } },
  )
}
