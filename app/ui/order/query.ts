/** A search in orders, as its address states it. */
import { rangeOfForm } from '~/i18n/date-range'
import type { OrderStatus } from '~/modules/order/view'
import { readAddress, type Asked } from '~/ui/search-address'

export type OrderQuery = Asked & {
  page: number
  size: number
  number: string
  status: OrderStatus | null
  sn: string
}

/** Every status except "deleted": a deleted order is in no list. */
export const listedStatuses = [0, 1, 2, 4, 5, 6, 7, 8] as const satisfies readonly OrderStatus[]

export const parseOrderQuery = (params: URLSearchParams): OrderQuery => {
  const { odd, oneOf, shaped, page, size } = readAddress(params)
  return {
    page: page(),
    size: size(),
    number: (params.get('number') ?? '').trim().slice(0, 40),
    status: oneOf('status', listedStatuses),
    sn: shaped('sn', /^\d{12}$/),
    range: rangeOfForm(params),
    odd,
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
