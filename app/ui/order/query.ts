/** Reads a search for orders from its address. */
import { rangeOfForm } from '~/i18n/date-range'
import type { OrderStatus } from '~/modules/order/view'
import { readAddress, type ListQuery } from '~/ui/search-address'

export type OrderQuery = ListQuery & {
  number: string
  status: OrderStatus | null
  sn: string
}

/** Every status except "deleted": no list shows a deleted order. */
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
