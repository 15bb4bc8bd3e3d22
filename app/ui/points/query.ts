/** What the lists of points are narrowed down to, as their addresses say it. */
import { rangeOfForm, type DateRange } from '~/i18n/date-range'
import { parsePaging } from '~/ui/pagination'

/** Where points come from or go: the numbers of docs/points.md. */
export const shownTypes = [0, 1, 2, 3, 4, 5] as const
export type ShownType = (typeof shownTypes)[number]

export type PointsQuery = { page: number; size: number; type: ShownType | null; range: DateRange }

/** Anything odd in an address is ignored; an invalid range of days is shown with its error. */
export const parsePointsQuery = (params: URLSearchParams): PointsQuery => ({
  ...parsePaging(params),
  type: shownTypes.find((one) => String(one) === params.get('type')) ?? null,
  range: rangeOfForm(params),
})

export const isFiltered = ({ type, range }: PointsQuery): boolean => type !== null || `${range.from}${range.to}` !== ''

/** The address of another page of the same search. */
export const pointsHref = (path: string, { type, range }: PointsQuery, page: number, size: number): string => {
  const params = new URLSearchParams()
  if (type !== null) params.set('type', String(type))
  for (const end of ['from', 'to'] as const) if (range[end] !== '') params.set(end, range[end])
  if (size !== 10) params.set('size', String(size))
  if (page > 1) params.set('page', String(page))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}
