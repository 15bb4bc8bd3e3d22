/**
 * Finds parameters of a list's address that are not valid. The page names them instead of ignoring them: otherwise its
 * rows would look like the requested selection.
 */
import { limits } from '~/engine/types'
import { pageSizes } from '~/text/page-sizes'
import { channelTypeNames, onlyNames, viewColumnNames } from '~/ui/channel-list/query'
import { readAddress } from '~/ui/search-address'

const sorts = viewColumnNames.flatMap((column) => [column, `-${column}`])

/** The names of parameters that are invalid for every list, in the order of the page's fields. */
export const oddInAddress = (params: URLSearchParams): readonly string[] => {
  const { odd, oneOf, shaped, page } = readAddress(params)
  shaped('satellite', /^\d{1,5}$/)
  shaped('transponder', /^\d{1,6}$/)
  oneOf('type', channelTypeNames)
  oneOf('scrambled', ['0', '1'])
  shaped('favourite', new RegExp(`^(?:[0-9]|[12][0-9]|3[0-${(limits.favouriteGroups - 1) % 10}])$`))
  shaped('category', /^\d{1,10}$/)
  oneOf('only', onlyNames)
  oneOf('sort', sorts)
  page()
  oneOf('size', pageSizes)
  return odd
}
