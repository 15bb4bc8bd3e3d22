/**
 * The channels that a separate page (sort, delete) works on, as its address names them: ids, or all that match a
 * filter.
 */
import { readList, type Actor } from '~/modules/channel-list/channel-list.server'
import { filterParams, parseIds, parseListQuery, writeIds, type ChannelFilter } from '~/ui/channel-list/query'
import { listPathOf, requireValue } from './answer.server'

/** A longer address would be refused; every selection from a usual list is shorter. */
const selectedCharacters = 4000
/** How many names of a selection are shown. */
const maxNamesShown = 10

export type Selection = {
  ids: number[]
  names: string[]
  base: number
  source: string
  revision: number
  total: number
  /** Channels were chosen, rather than the whole list. */ chosen: boolean
}

const parseBase = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null

/** The address to return to: the page of channels that the user came from. */
export const backOf = (url: URL, id: string, ids: readonly number[] = [], source: string | null = null): string => {
  const { filter, sort, page, size } = parseListQuery(new URLSearchParams(url.searchParams.get('back') ?? ''))
  const params = filterParams(filter)
  if (sort !== null) params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  if (size !== null) params.set('size', String(size))
  const selected = writeIds(ids)
  if (selected !== '' && selected.length <= selectedCharacters) {
    params.set('selected', selected)
    if (source !== null) params.set('source', source)
  }
  const query = params.toString()
  return `${listPathOf(id)}${query === '' ? '' : `?${query}`}#channels`
}

/** The address of the same page for exactly this selection: its form acts on what it showed. */
export const addressOf = (url: URL, selection: Pick<Selection, 'base' | 'source'>): string => {
  const params = new URLSearchParams(url.search)
  params.set('base', String(selection.base))
  params.set('source', selection.source)
  return `${url.pathname}?${params.toString()}`
}

/**
 * The selection of an address, on the revision that the user saw if it is kept, else on the newest of the same file.
 * Null if the file was replaced: its ids are other channels now.
 */
export const readSelection = async (actor: Actor, id: string, url: URL): Promise<Selection | null> => {
  const filter: ChannelFilter = parseListQuery(url.searchParams).filter
  const all = url.searchParams.get('all') === '1'
  const wanted = new Set(parseIds(url.searchParams.get('ids')))
  const newest = requireValue(await readList(actor, id, {}, (view) => view.revision))
  const asked = parseBase(url.searchParams.get('base'))
  const source = url.searchParams.get('source')
  const take = (revision?: number) =>
    readList(actor, id, revision === undefined ? {} : { revision }, (view) => {
      const living = view.ids(all ? filter : {})
      const ids = all ? living : living.filter((entry) => wanted.has(entry))
      return {
        ids,
        names: ids.slice(0, maxNamesShown).map((entry) => view.channel(entry)?.name ?? ''),
        base: view.revision,
        source: view.source,
        revision: newest,
        total: view.length,
        chosen: all || wanted.size > 0,
      }
    })
  if (asked !== null && asked !== newest) {
    const earlier = await take(asked)
    if (earlier.ok) return earlier.value
  }
  const present = requireValue(await take())
  // Without a known revision or file, ids can't be trusted.
  const isSameFile = source !== null ? source === present.source : asked === present.base || wanted.size === 0
  return isSameFile ? present : null
}
