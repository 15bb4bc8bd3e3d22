/** What the pages of MyLink and of audio show of a link, and the addresses of both. */

/** Whose links: channels of a category of MyLink, or audio sources. Counts are texts of the namespace `mylink`. */
export type LinkKind = 'channels' | 'audio'
export type LinkService = 'mylink' | 'audio'
export const kindOf = (service: LinkService): LinkKind => (service === 'mylink' ? 'channels' : 'audio')

/** The links that a page is about: those of a category, or all audio sources. */
export type ShelfView = {
  service: LinkService
  /** The page of its links. */
  path: string
  /** The category's name; null for audio sources. */
  name: string | null
}

export type LinkView = {
  id: string
  /** From 1 on, in the person's own order. */
  position: number
  name: string
  address: string | null
  /** `19.2E:11778:12345`; null with an address. */
  place: string | null
  logo: string | null
  addedAt: string
}

/** What was deleted can be restored for so long. */
export const restoreDays = 30
/** The page of one link. */
export const linkPath = ({ service, path }: Pick<ShelfView, 'service' | 'path'>, id: string): string =>
  `${path}/${service === 'mylink' ? 'channels' : 'entries'}/${id}`
export const homeOf = (service: LinkService): string => `/features/${service}`
/** Pictures, templates and exports are answered by the API, to a browser's session too. */
export const logoPath = (service: LinkService, logo: string): string =>
  `/api/${service}/logos/${encodeURIComponent(logo)}`
