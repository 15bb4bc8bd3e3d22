/** Which links a page shows: search text, order and page number. */
import { pageSizes } from '../paging'
import { readAddress, searchHref, type Asked } from '../search-address'

/** Orders other than the chosen one. */
export const linkSorts = ['az', 'za', 'added'] as const
export type LinkSort = (typeof linkSorts)[number]
export type LinkQuery = Pick<Asked, 'odd'> & {
  page: number
  size: number
  search: string
  sort: LinkSort | null
}

/** Rows per page, unless the user chooses another number. */
export const usualSize = pageSizes[0]
/** Longer than any name; longer text is cut. */
export const searchMax = 100

export const parseLinkQuery = (params: URLSearchParams): LinkQuery => {
  const { odd, oneOf, page, shaped } = readAddress(params)
  return {
    search: shaped('search', new RegExp(`^.{1,${searchMax}}$`, 'su')),
    sort: oneOf('sort', linkSorts),
    page: page(),
    size: oneOf('size', pageSizes) ?? usualSize,
    odd,
  }
}

export const isNarrowed = ({ search, sort }: Pick<LinkQuery, 'search' | 'sort'>): boolean =>
  search !== '' || sort !== null

/** The address of these links, without default values. */
export const linksHref = (path: string, query: Partial<Omit<LinkQuery, 'odd'>>): string => {
  const { search = '', sort = null, page = 1, size = usualSize } = query
  return searchHref(path, { search, sort, size, page })
}

/** What an import does with lines whose address or place already exists. */
export const duplicateChoices = ['skip', 'update', 'add'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]
