/** The table's filters in the address bar: the same names as the plain page's form, so that reload, back and sharing work. */
import type { Query } from '../../../engine/host/contract'
import { channelTypes } from '../../../engine/host/types'

export type Filter = Query
export const noFilter: Filter = {}

/** What a name search may hold; longer than any channel's name. */
const searchCharactersMax = 100

const place = (text: string | null): number | undefined => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined)

/** Reads the filters; whatever is not one is left out. */
export const parseFilter = (params: URLSearchParams): Filter => {
  const filter: Filter = {}
  const search = (params.get('search') ?? '').slice(0, searchCharactersMax).trim()
  if (search) filter.search = search
  const satellite = place(params.get('satellite'))
  if (satellite !== undefined) filter.satellite = satellite
  const transponder = place(params.get('transponder'))
  if (transponder !== undefined) filter.transponder = transponder
  const type = channelTypes.find((t) => t === params.get('type'))
  if (type) filter.type = type
  const scrambled = params.get('scrambled')
  if (scrambled === 'yes' || scrambled === 'no') filter.scrambled = scrambled === 'yes'
  const favourite = place(params.get('favourite'))
  if (favourite !== undefined) filter.favourite = favourite
  return filter
}

/** Writes the filters into an address's query, keeping parameters that are not filters; the page number goes, it means nothing here. */
export const writeFilter = (params: URLSearchParams, filter: Filter): URLSearchParams => {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | undefined) => (value === undefined || value === '' ? next.delete(name) : next.set(name, value))
  set('search', filter.search)
  set('satellite', filter.satellite?.toString())
  set('transponder', filter.transponder?.toString())
  set('type', filter.type)
  set('scrambled', filter.scrambled === undefined ? undefined : filter.scrambled ? 'yes' : 'no')
  set('favourite', filter.favourite?.toString())
  next.delete('page')
  return next
}

export const isFiltered = (filter: Filter): boolean => Object.values(filter).some((value) => value !== undefined && value !== '')
