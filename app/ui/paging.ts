/** Which page of a table is shown, and how many rows a page has. */

/** Table page sizes; the first is the default. */
export const pageSizes = [10, 20, 40, 100] as const

/** Reads page and size from an address; anything else gives the first page and the default size. */
export const parsePaging = (
  search: URLSearchParams,
  defaultSize: (typeof pageSizes)[number] = 10,
): { page: number; size: number } => {
  const page = Number(search.get('page') ?? '1')
  const size = Number(search.get('size') ?? defaultSize)
  return {
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    size: pageSizes.some((known) => known === size) ? size : defaultSize,
  }
}
