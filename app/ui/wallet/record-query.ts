/** A search in the record of recharges or of USDT, as its address states it. */
import { rangeOfForm } from '~/i18n/date-range'
import { readAddress, type ListQuery } from '~/ui/search-address'

/** The states by which the record can be filtered. */
export const recordStatuses = [0, 1, 2, 4, 5, 6, 7, 8] as const
export type RecordQuery = ListQuery & {
  status: (typeof recordStatuses)[number] | null
  method: number | null
}

/** A record without methods has no states either: it has only one method. */
export const parseRecordQuery = (params: URLSearchParams, methods: readonly number[]): RecordQuery => {
  const { odd, oneOf, page, size } = readAddress(params)
  return {
    page: page(),
    size: size(),
    status: oneOf('status', methods.length === 0 ? [] : recordStatuses),
    method: oneOf('method', methods),
    range: rangeOfForm(params),
    odd,
  }
}
