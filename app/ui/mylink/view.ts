/** What the pages of MyLink and of audio share: their addresses, searches and titles. */
import type { TFunction } from 'i18next'
import type { Duplicates, LinkOrder, LinkService } from '~/modules/link/types'
import type { Crumb } from '../breadcrumb'
import { pageSizes } from '../paging'
import { readAddress, searchHref, type Asked } from '../search-address'

/** Texts that differ between the two services are in `of` of the first namespace. */
export const linkTexts = ['mylink', 'parts']

/** The links that a page is about: those of a category, or all audio sources. */
export type ShelfView = {
  service: LinkService
  /** The page of its links. */
  path: string
  name: string | null
}

/** What was deleted can be restored for so long. */
export const restoreDays = 30
export const linkPath = ({ service, path }: Pick<ShelfView, 'service' | 'path'>, id: string): string =>
  `${path}/${service === 'mylink' ? 'channels' : 'entries'}/${id}`
export const homeOf = (service: LinkService): string => `/features/${service}`
/** Pictures, templates and exports are answered by the API, to a browser's session too. */
export const logoPath = (service: LinkService, logo: string): string =>
  `/api/${service}/logos/${encodeURIComponent(logo)}`

/** The breadcrumbs from the service's home to a page about links. */
export const crumbsOf = (t: TFunction, { service, path, name }: ShelfView): Crumb[] => [
  { href: homeOf(service), label: t(`mylink:of.${service}.title`) },
  ...(name === null ? [] : [{ href: path, label: name }]),
]

/** The handle of a route whose title depends on its data. */
export const linkHandle = <Data>(title: (data: Data, t: TFunction) => string) => ({
  i18n: linkTexts,
  title: (data: Data | undefined, t: TFunction): string => (data === undefined ? '' : title(data, t)),
})

export const sheetsOf =
  (...sheets: readonly string[]) =>
  () =>
    sheets.map((href) => ({ rel: 'stylesheet', href }))

/** Orders other than the chosen one. */
export const linkOrders = ['az', 'za', 'added'] as const satisfies readonly LinkOrder[]
/** What an import does with lines whose address or place already exists. */
export const duplicateChoices = ['skip', 'update', 'add'] as const satisfies readonly Duplicates[]

/** Which links a page shows. */
export type LinkQuery = Pick<Asked, 'odd'> & { page: number; size: number; search: string; sort: LinkOrder | null }

/** Rows per page, unless the user chooses another number. */
export const usualSize = pageSizes[0]
/** Longer than any name; longer text is cut. */
export const searchMax = 100

export const parseLinkQuery = (params: URLSearchParams): LinkQuery => {
  const { odd, oneOf, page, shaped, size } = readAddress(params)
  return {
    search: shaped('search', new RegExp(`^.{1,${searchMax}}$`, 'su')),
    sort: oneOf('sort', linkOrders),
    page: page(),
    size: size(),
    odd,
  }
}

/** The address of these links, without default values. */
export const linksHref = (path: string, query: Partial<Omit<LinkQuery, 'odd'>>): string => {
  const { search = '', sort = null, page = 1, size = usualSize } = query
  return searchHref(path, { search, sort, size, page })
}
