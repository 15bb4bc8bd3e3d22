/** Reads which page of a table is shown, and its page size. */

import { pageSizes } from '~/text/page-sizes'

export { pageSizes }

/** Reads page and size from an address; anything else gives the first page and the default size. */
export const parsePaging = (search: URLSearchParams): { page: number; size: number } => {
  const page = Number(search.get('page') ?? '1')
  const size = Number(search.get('size'))
  return {
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    size: pageSizes.some((known) => known === size) ? size : pageSizes[0],
  }
}
