/**
 * The data of a list's channel page from one reading of the list: rows, filter choices, undo. It contains no more than
 * the page shows, because all of it is sent to the browser again.
 */
import type { TFunction } from 'i18next'
import {
  readWithDetails,
  type Actor,
  type ListDetails,
  type RevisionSummary,
} from '~/modules/channel-list/channel-list.server'
import { defaultCategoryNames, isForeign } from '~/engine/types'
import { ok } from '~/errors/table'
import type { ChannelRow } from '~/ui/channel-list/channel-table'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { operationText } from '~/ui/channel-list/operation-text'
import { countOdd, type ListQuery } from '~/ui/channel-list/query'
import { shortened } from '~/text/graphemes'
import { authorText } from './answer.server'

/** Up to this many transponders are offered to choose from; above it, the user chooses a satellite first. */
const maxTranspondersOffered = 250
/** Up to this many satellites are offered. No dish receives a tenth of them, but a file may name a hundred thousand. */
const maxSatellitesOffered = 500
/** Up to this many providers and the like are offered; the search finds the others. */
const maxChoicesOffered = 100

type Place = { frequencyKHz: number | null; polarisation: string | null; symbolRate: number | null }
/** "11493 H 22000": MHz, polarisation, symbol rate. */
export const placeText = ({ frequencyKHz, polarisation, symbolRate }: Place): string =>
  [frequencyKHz === null ? '' : Math.round(frequencyKHz / 1000), polarisation ?? '', symbolRate ?? '']
    .filter((part) => part !== '')
    .join(' ')

/** What the newest revision did, for the label of Undo; for an undo, the edit that it reversed. */
const stepText = (revision: RevisionSummary, key: 'undo' | 'redo', userId: string, t: TFunction): string => {
  const what = operationText(revision, t)
  const isOwn = revision.author.userId === userId
  return isOwn
    ? t(`lists:page.${key}`, { what })
    : t(`lists:page.${key}By`, { what, author: authorText(revision, userId, t) })
}

const undoTexts = (list: ListDetails, userId: string, t: TFunction): { undo: string | null; redo: string | null } => {
  const plain = (key: 'undo' | 'redo'): string => t(`lists:action.${key}`)
  return {
    undo: list.undoTo === null ? null : list.undoes ? stepText(list.undoes, 'undo', userId, t) : plain('undo'),
    redo: list.redoTo === null ? null : list.redoes ? stepText(list.redoes, 'redo', userId, t) : plain('redo'),
  }
}

export const readChannelsPage = async (
  actor: Actor,
  id: string,
  query: ListQuery & { size: number; ticked: readonly number[] },
  t: TFunction,
) => {
  const read = await readWithDetails(actor, id, (view) => {
    const asked = { ...query.filter, sort: query.sort ?? undefined }
    const first = view.rows(asked, { page: query.page, size: query.size })
    // A page beyond the end (rows were deleted) becomes the last one.
    const last = Math.max(1, Math.ceil(first.total / query.size))
    const page = Math.min(query.page, last)
    const found = page === query.page ? first : view.rows(asked, { page, size: query.size })
    const satellites = view.satellitesOf({ index: query.filter.satellite, most: maxSatellitesOffered })
    const { satellite, transponder } = query.filter
    const offered = view.transpondersOf({ satellite, index: transponder, most: maxTranspondersOffered })
    const rows = new Set(found.items.map(({ id }) => id))
    const { videos, providers, encryptions } = view.choices()
    return {
      /** The names of ticked channels that are not among these rows. */
      unseen: query.ticked
        .filter((id) => !rows.has(id))
        .flatMap((id) => {
          const row = view.row(id)
          return row === null ? [] : [{ id, name: shortened(row.name) }]
        }),
      /** Further values to filter by; the most frequent ones. */
      choices: {
        videos: videos.slice(0, maxChoicesOffered),
        providers: providers.slice(0, maxChoicesOffered),
        encryptions: encryptions.slice(0, maxChoicesOffered),
      },
      revision: view.revision,
      /** The file that the rows' ids belong to. */
      source: view.source,
      total: view.length,
      matched: found.total,
      page,
      version: view.version,
      encoding: view.encoding,
      satellites: satellites.map(({ index, name, angle, channels }) => ({
        index,
        name: shortened(name),
        angle,
        channels,
      })),
      transponders: offered.items.map((entry) => ({ index: entry.index, text: placeText(entry) })),
      transponderCount: offered.total,
      /** Each with how many channels it has. */
      groups: view.favouriteGroups().map((group) => ({ ...group, name: shortened(group.name) })),
      categories: view.categories().map(({ id, name, channels }) => ({ id, name, channels })),
      /** How many channels of the whole list have each oddity. */
      odd: countOdd((only) => view.rows({ only }, { page: 1, size: 1 }).total),
      rows: found.items.map((row): ChannelRow => ({
        id: row.id,
        position: row.position,
        ...(row.number === row.position ? {} : { number: row.number }),
        name: shortened(row.name),
        type: row.type,
        satellite: row.satellite,
        place: placeText(row),
        sid: row.sid,
        scrambled: row.scrambled,
        lock: row.lock,
        skip: row.skip,
        favourites: row.favourites,
      })),
    }
  })
  if (!read.ok) return read
  const { details: list, value } = read.value
  const { version, encoding, ...rest } = value
  const { name, kind, canChange, dialect, overLimit, beside, publication } = list
  return ok({
    list: {
      ...{ id: list.id, name, kind, canChange, dialect, encoding, overLimit, beside, publication },
      version: isForeign(dialect) ? null : version,
    },
    size: query.size,
    /** The default categories' names in the reader's language, by their own names. */
    categoryNames: Object.fromEntries(defaultCategoryNames.map((name) => [name, categoryName(name, t)])),
    ...rest,
    /** What Undo and Redo would do, in words; null if there is nothing. */
    ...(canChange ? undoTexts(list, actor.userId, t) : { undo: null, redo: null }),
  })
}
