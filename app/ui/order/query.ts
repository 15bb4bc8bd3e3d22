/** A search over orders, as its address says it. */
import { rangeOfForm, type DateRange } from '~/i18n/date-range'
import type { OrderStatus } from '~/modules/order/view'
import { parsePaging } from '~/ui/pagination'

export type OrderQuery = {
  page: number
  size: number
  number: string
  status: OrderStatus | null
  sn: string
  range: DateRange
}

/** Every status but "deleted": a deleted order is in no list. */
export const listedStatuses = [0, 1, 2, 4, 5, 6, 7, 8] as const satisfies readonly OrderStatus[]

/** Anything odd in an address is ignored; an invalid range of days is shown with its error. */
export const parseOrderQuery = (params: URLSearchParams): OrderQuery => {
  const sn = (params.get('sn') ?? '').trim()
  return {
    ...parsePaging(params),
    number: (params.get('number') ?? '').trim().slice(0, 40),
    status: listedStatuses.find((one) => String(one) === params.get('status')) ?? null,
    sn: /^\d{12}$/.test(sn) ? sn : '',
    range: rangeOfForm(params),
  }
}

export const isFiltered = ({ number, status, sn, range }: OrderQuery): boolean =>
  number !== '' || status !== null || sn !== '' || `${range.from}${range.to}` !== ''

/** The address of another page of the same search. */
export const orderHref = ({ number, status, sn, range }: OrderQuery, page: number, size: number): string => {
  const params = new URLSearchParams()
  if (number !== '') params.set('number', number)
  if (status !== null) params.set('status', String(status))
  if (sn !== '') params.set('sn', sn)
  for (const end of ['from', 'to'] as const) if (range[end] !== '') params.set(end, range[end])
  if (size !== 10) params.set('size', String(size))
  if (page > 1) params.set('page', String(page))
  const text = params.toString()
  return text === '' ? '/order' : `/order?${text}`
}
