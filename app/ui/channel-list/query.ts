/**
 * The view of a page of channels, as its address states it: search, filters, page and size. Pure code, shared by the
 * page, its forms and the scripted editor. Unreadable parts are ignored, never an error.
 */
import type { Only, ViewColumn, ViewSort } from '~/engine/types'
import { pageSizes, type PageSize } from '~/text/page-sizes'

export { parseIds, writeIds } from '~/text/id-list'

export const channelTypeNames = ['tv', 'radio', 'data', 'other'] as const
export type ChannelTypeName = (typeof channelTypeNames)[number]

/** Rows on a list's page until the reader chooses a size: more than a desktop window shows. */
export const channelPageSize: PageSize = 20

/** The engine's own words, repeated here so that pages don't load the engine. */
export const onlyNames = [
  'unnamed',
  'duplicates',
  'same-name',
  'problems',
  'no-favourite',
] as const satisfies readonly Only[]
/** Counts the channels that are odd in each way. */
export const countOdd = (count: (only: Only) => number): Record<Only, number> =>
  Object.fromEntries(onlyNames.map((only) => [only, count(only)])) as Record<Only, number>
export const viewColumnNames = [
  'position',
  'name',
  'satellite',
  'frequency',
  'type',
  'favourite',
  'sid',
] as const satisfies readonly ViewColumn[]

export type ChannelFilter = {
  search?: string
  satellite?: number
  transponder?: number
  type?: ChannelTypeName
  scrambled?: boolean
  favourite?: number
  /** The category's id. */
  category?: number
  only?: Only
  /** `hd` by the name, otherwise a codec as named in the file. */
  video?: string
  provider?: string
  encryption?: string
}

/** `sort`: another display order; null for the list's own. */
export type ListQuery = { filter: ChannelFilter; sort: ViewSort | null; page: number; size: PageSize | null }

/** A longer search matches no name (names have at most 50 characters), and addresses should stay short. */
const searchCharacters = 100
/** Filters on the contents of a record, as free texts. */
const fieldNames = ['video', 'provider', 'encryption'] as const
const fieldCharacters = 200

const wholeNumber = (text: string | null, most: number): number | undefined => {
  if (text === null || !/^\d{1,7}$/.test(text)) return undefined
  const value = Number(text)
  return value <= most ? value : undefined
}

export const parsePageSize = (text: string | null | undefined): PageSize | null =>
  pageSizes.find((size) => String(size) === text) ?? null

/** Reads a display order; null for the list's own and for anything unknown. */
export const parseViewSort = (text: string | null | undefined): ViewSort | null => {
  const isDown = text?.startsWith('-') === true
  const column = viewColumnNames.find((name) => name === (isDown ? text?.slice(1) : text))
  if (column === undefined) return null
  return isDown ? `-${column}` : column === 'position' ? null : column
}

/** The effect of the next press on a column's head: ascending, descending, then the list's own order again. */
export const nextViewSort = (sort: ViewSort | null, column: ViewColumn): ViewSort | null =>
  sort === `-${column}` ? null : sort === column || column === 'position' ? `-${column}` : column

export const parseListQuery = (params: URLSearchParams): ListQuery => {
  const filter: ChannelFilter = {}
  const search = params.get('search')?.trim().slice(0, searchCharacters)
  if (search) filter.search = search
  const satellite = wholeNumber(params.get('satellite'), 99_999)
  if (satellite !== undefined) filter.satellite = satellite
  const transponder = wholeNumber(params.get('transponder'), 999_999)
  if (transponder !== undefined) filter.transponder = transponder
  const type = channelTypeNames.find((name) => name === params.get('type'))
  if (type) filter.type = type
  const scrambled = params.get('scrambled')
  if (scrambled === '0' || scrambled === '1') filter.scrambled = scrambled === '1'
  const favourite = wholeNumber(params.get('favourite'), 31)
  if (favourite !== undefined) filter.favourite = favourite
  const category = params.get('category')
  if (category !== null && /^\d{1,10}$/.test(category)) filter.category = Number(category)
  const only = onlyNames.find((name) => name === params.get('only'))
  if (only) filter.only = only
  for (const field of fieldNames) {
    const value = params.get(field)?.slice(0, fieldCharacters)
    if (value) filter[field] = value
  }
  return {
    filter,
    sort: parseViewSort(params.get('sort')),
    page: Math.max(1, wholeNumber(params.get('page'), 9_999_999) ?? 1),
    size: parsePageSize(params.get('size')),
  }
}

/** The filter as address parameters in a fixed order, so that equal views have equal addresses. */
export const filterParams = (filter: ChannelFilter): URLSearchParams => {
  const params = new URLSearchParams()
  if (filter.search) params.set('search', filter.search)
  if (filter.satellite !== undefined) params.set('satellite', String(filter.satellite))
  if (filter.transponder !== undefined) params.set('transponder', String(filter.transponder))
  if (filter.type) params.set('type', filter.type)
  if (filter.scrambled !== undefined) params.set('scrambled', filter.scrambled ? '1' : '0')
  if (filter.favourite !== undefined) params.set('favourite', String(filter.favourite))
  if (filter.category !== undefined) params.set('category', String(filter.category))
  if (filter.only) params.set('only', filter.only)
  for (const field of fieldNames) if (filter[field]) params.set(field, filter[field])
  return params
}

/** Builds an address with its query. Some browsers that run the editor lack the `size` of URLSearchParams. */
export const withQuery = (path: string, params: URLSearchParams): string => {
  const query = params.toString()
  return query === '' ? path : `${path}?${query}`
}

/** Returns an address of a list's channels. Page 1 is omitted. */
export const listHref = (
  path: string,
  filter: ChannelFilter,
  more: { sort?: ViewSort | null | undefined; page?: number; size?: number } = {},
): string => {
  const params = filterParams(filter)
  if (more.sort) params.set('sort', more.sort)
  if (more.page !== undefined && more.page > 1) params.set('page', String(more.page))
  if (more.size !== undefined) params.set('size', String(more.size))
  return withQuery(path, params)
}

/** Links to pages, filters and edits of the plain page return to the rows. */
export const placed = (href: string): string => `${href}#channels`

export const isFiltered = (filter: ChannelFilter): boolean => Object.keys(filter).length > 0
