/** A search in messages or feedback, as its address states it. */
import { rangeOfForm, type DateRange } from '~/i18n/date-range'
import { parsePaging } from '~/ui/pagination'
import { searchHref } from '~/ui/search-address'

export type NewsQuery = { page: number; size: number; search: string; unread: boolean; range: DateRange }

/** Odd parts of an address are ignored; an invalid range of days is shown with its error. */
export const parseNewsQuery = (params: URLSearchParams): NewsQuery => ({
  ...parsePaging(params),
  search: (params.get('search') ?? '').trim().slice(0, 100),
  unread: params.get('show') === 'unread',
  range: rangeOfForm(params),
})

export const isFiltered = ({ search, unread, range }: NewsQuery): boolean =>
  search !== '' || unread || `${range.from}${range.to}` !== ''

/** The address of another page of the same search. */
export const newsHref = (path: string, query: NewsQuery, page: number, size: number): string => {
  const { search, unread, range } = query
  return searchHref(path, { search, show: unread ? 'unread' : null, from: range.from, to: range.to, size, page })
}
