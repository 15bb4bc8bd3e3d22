/**
 * What a list's address asks for and the list can't answer: named on the page and never ignored, because all rows under
 * an address that asked for some would be taken for those.
 */
import { limits } from '~/engine/types'
import { pageSizes } from '~/text/page-sizes'
import { channelTypeNames, onlyNames, viewColumnNames } from '~/ui/channel-list/query'
import { readAddress } from '~/ui/search-address'

const sorts = viewColumnNames.flatMap((column) => [column, `-${column}`])

/** The names of parameters that say nothing of any list, in the order in which the page shows their fields. */
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
