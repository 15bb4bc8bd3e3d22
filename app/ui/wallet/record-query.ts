/** A search over the record of recharges or of USDT, as its address says it. */
import { rangeOfForm, type DateRange } from '~/i18n/date-range'
import { parsePaging } from '~/ui/pagination'

/** The states that the record is narrowed down to. */
export const recordStatuses = [0, 1, 2, 4, 5, 6, 7, 8] as const
export type RecordQuery = {
  page: number
  size: number
  status: (typeof recordStatuses)[number] | null
  method: number | null
  range: DateRange
}

/** Anything odd in an address is ignored; an invalid range of days is shown with its error. */
export const parseRecordQuery = (params: URLSearchParams, methods: readonly number[]): RecordQuery => ({
  ...parsePaging(params),
  status: recordStatuses.find((one) => String(one) === params.get('status')) ?? null,
  method: methods.find((one) => String(one) === params.get('method')) ?? null,
  range: rangeOfForm(params),
})

export const isNarrowed = ({ status, method, range }: RecordQuery): boolean =>
  status !== null || method !== null || `${range.from}${range.to}` !== ''

/** The address of another page of the same search. */
export const recordHref = (
  path: string,
  { status, method, range }: RecordQuery,
  page: number,
  size: number,
): string => {
  const params = new URLSearchParams()
  if (status !== null) params.set('status', String(status))
  if (method !== null) params.set('method', String(method))
  for (const end of ['from', 'to'] as const) if (range[end] !== '') params.set(end, range[end])
  if (size !== 10) params.set('size', String(size))
  if (page > 1) params.set('page', String(page))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}
