/**
 * A shelf: links in an order, those of a category of MyLink or all audio sources of an account. The pages of both do
 * the same with it.
 */
import {
  addLinks,
  deleteLinks,
  editLink,
  findDeletedLinks,
  findLinks,
  findRefusals,
  getLink,
  getShelf,
  moveLinks,
  sortLinks,
  type Category,
  type LinkActor,
  type LinkEdit,
  type LinkEntry,
  type LinkInput,
  type LinkOrder,
  type LinkQuery as Asked,
} from '~/modules/link/link.server'
import type { DeletedView } from '~/ui/mylink/deleted-card'
import type { LinkQuery } from '~/ui/mylink/query'
import { homeOf, kindOf, type LinkService, type LinkView } from '~/ui/mylink/view'
import { requireValue } from '~/web/lists/answer.server'

type Named = { batch?: string | undefined }

/** Deletions that a page shows; the API answers more. */
const deletionsShown = 10
export const readDeleted = async (
  actor: LinkActor,
  service: LinkService,
  from: string | null,
): Promise<DeletedView[]> => {
  const found = await findDeletedLinks(actor, service, { most: deletionsShown, ...(from === null ? {} : { from }) })
  return found.map(({ deletedAt: _, until, ...one }) => ({ ...one, until: until.toISOString() }))
}

const shelfOf = (actor: LinkActor, service: LinkService, id: string | null, path: string) => ({
  service,
  kind: kindOf(service),
  /** The page of its links. */
  path,
  /** The page of one link. */
  pathOf: (link: string) => `${path}/${service === 'mylink' ? 'channels' : 'entries'}/${link}`,
  find: (query: Asked) => findLinks(actor, service, id, query),
  get: (link: string) => getLink(actor, service, id, link),
  /** All that is wrong with links before they are added. */
  check: (links: readonly LinkInput[]) => findRefusals(service, links),
  add: (links: readonly LinkInput[], named: Named) => addLinks(actor, service, id, links, named),
  edit: (link: string, edit: LinkEdit & Named) => editLink(actor, service, id, link, edit),
  remove: (ids: readonly string[], named: Named) => deleteLinks(actor, service, id, ids, named),
  deleted: () => readDeleted(actor, service, id),
  move: (ids: readonly string[], to: number, named: Named) => moveLinks(actor, service, id, ids, to, named),
  sort: (order: LinkOrder, named: Named) => sortLinks(actor, service, id, order, named),
})
export type Shelf = ReturnType<typeof shelfOf>

export const categoryPath = (id: string): string => `${homeOf('mylink')}/${encodeURIComponent(id)}`

/** The channels of a category. Throws the page of Q2103 where this account has none such. */
export const requireCategory = async (
  actor: LinkActor,
  id: string | undefined,
): Promise<{ category: Category; shelf: Shelf }> => {
  const category = requireValue(await getShelf(actor, 'mylink', id ?? ''))
  return { category, shelf: shelfOf(actor, 'mylink', category.id, categoryPath(category.id)) }
}

export const audioPath = homeOf('audio')
/** The audio sources of an account. */
export const audioShelf = (actor: LinkActor): Shelf => shelfOf(actor, 'audio', null, audioPath)

export const linkViewOf = (link: LinkEntry): LinkView => ({
  id: link.id,
  position: link.position,
  name: link.name,
  address: link.address,
  place: link.place,
  logo: link.logo,
  addedAt: link.createdAt.toISOString(),
})

/** The links that an address asks for. */
export const readLinks = async (
  shelf: Shelf,
  { page, size, search, sort }: LinkQuery,
): Promise<{ rows: LinkView[]; total: number }> => {
  const found = requireValue(await shelf.find({ page, size, search, sort: sort ?? 'own' }))
  return { rows: found.items.map(linkViewOf), total: found.total }
}
