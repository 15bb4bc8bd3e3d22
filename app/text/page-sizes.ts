/** Rows on a page of a table; the first is the default. */
export const pageSizes = [10, 20, 40, 100] as const
export type PageSize = (typeof pageSizes)[number]
