/** What a person or a program may send about audio entries: one schema for form, API and browser. */
import { linkId, linkIds } from '~/modules/link/link.schema'

export {
  importModes,
  linkEditSchema,
  linkFields,
  linkOrders,
  linkSchema,
  linkSorts,
  linksToAdd,
  searchText,
  tableFormats,
} from '~/modules/link/link.schema'

/** An entry's id. */
export const entryId = linkId
export const entryIds = linkIds
