/** A search in messages or feedback, as its address states it. */
import { rangeOfForm } from '~/i18n/date-range'
import { parsePaging } from '~/ui/pagination'
import type { ListQuery } from '~/ui/search-address'

export type NewsQuery = ListQuery & { search: string; show: 'unread' | null }

/** Odd parts of an address are ignored; an invalid range of days is shown with its error. */
export const parseNewsQuery = (params: URLSearchParams): NewsQuery => ({
  ...parsePaging(params),
  search: (params.get('search') ?? '').trim().slice(0, 100),
  show: params.get('show') === 'unread' ? 'unread' : null,
  range: rangeOfForm(params),
  odd: [],
})
