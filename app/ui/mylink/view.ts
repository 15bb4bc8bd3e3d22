/** What the pages of MyLink and of audio show of a link, and the addresses of both. */
import type { DeletedLinks, LinkEntry, LinkService } from '~/modules/link/types'
import type { LockView } from '../service/locked'
import type { LinkQuery } from './query'

export type { LinkEntry, LinkService }
/** Whose links: channels of a category of MyLink, or audio sources. Counts are texts of the namespace `mylink`. */
export type LinkKind = 'channels' | 'audio'
export const kindOf = (service: LinkService): LinkKind => (service === 'mylink' ? 'channels' : 'audio')

/** The links that a page is about: those of a category, or all audio sources. */
export type ShelfView = {
  service: LinkService
  /** The page of its links. */
  path: string
  name: string | null
}

export type LinksView = {
  shelf: ShelfView
  query: LinkQuery
  rows: LinkEntry[]
  /** As many as the search found. */
  total: number
  /** All of a category. */
  all: number
  now: string
  batch: string
  lock: LockView | null
  deleted: DeletedLinks[]
}

/** What was deleted can be restored for so long. */
export const restoreDays = 30
export const linkPath = ({ service, path }: Pick<ShelfView, 'service' | 'path'>, id: string): string =>
  `${path}/${service === 'mylink' ? 'channels' : 'entries'}/${id}`
export const homeOf = (service: LinkService): string => `/features/${service}`
/** Pictures, templates and exports are answered by the API, to a browser's session too. */
export const logoPath = (service: LinkService, logo: string): string =>
  `/api/${service}/logos/${encodeURIComponent(logo)}`
