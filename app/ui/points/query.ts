/** The filters of the lists of points, as their addresses state them. */
import { rangeOfForm } from '~/i18n/date-range'
import { readAddress, type ListQuery } from '~/ui/search-address'

/** Sources and uses of points: the numbers of docs/points.md. */
export const shownTypes = [0, 1, 2, 3, 4, 5] as const
export type ShownType = (typeof shownTypes)[number]

export type PointsQuery = ListQuery & { type: ShownType | null }

/** `types`: the sources that this list offers as filters. */
export const parsePointsQuery = (params: URLSearchParams, types: readonly ShownType[] = shownTypes): PointsQuery => {
  const { odd, oneOf, page, size } = readAddress(params)
  return { page: page(), size: size(), type: oneOf('type', types), range: rangeOfForm(params), odd }
}
