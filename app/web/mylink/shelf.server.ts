/** A shelf: the ordered links of one MyLink category, or all audio sources of an account. The pages of both use it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  addLinks,
  deleteLinks,
  editLink,
  findDeletedLinks,
  findLinks,
  findRefusals,
  findTwins,
  getLink,
  getShelf,
  moveLinks,
  sortLinks,
  type Category,
  type DeletedLinks,
  type LinkActor,
  type LinkEdit,
  type LinkEntry,
  type LinkInput,
  type LinkOrder,
  type LinkQuery as Asked,
} from '~/modules/link/link.server'
import type { LinkQuery } from '~/ui/mylink/query'
import { homeOf, kindOf, linkPath, type LinkService, type ShelfView } from '~/ui/mylink/view'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import { requireValue } from '~/web/lists/answer.server'

type Named = { batch?: string | undefined }

/** How many deletions a page shows; the API returns more. */
const deletionsShown = 10
export const readDeleted = (actor: LinkActor, service: LinkService, from: string | null): Promise<DeletedLinks[]> =>
  findDeletedLinks(actor, service, { most: deletionsShown, ...(from === null ? {} : { from }) })

/** `channels`: how many a category has. */
type Place = { id: string | null; path: string; name: string | null; channels: number }
const shelfOf = (actor: LinkActor, service: LinkService, { id, path, name, channels }: Place) => ({
  service,
  channels,
  kind: kindOf(service),
  view: { service, path, name } satisfies ShelfView,
  /** The page of its links. */
  path,
  /** The page of one link. */
  pathOf: (link: string) => linkPath({ service, path }, link),
  find: (query: Asked) => findLinks(actor, service, id, query),
  get: (link: string) => getLink(actor, service, id, link),
  /** All that is wrong with links before they are added. */
  check: (links: readonly LinkInput[]) => findRefusals(service, links),
  add: (links: readonly LinkInput[], named: Named) => addLinks(actor, service, id, links, named),
  /** Links that lead where these do. */
  twins: (ids: readonly string[]) => findTwins(actor, service, id, ids),
  edit: (link: string, edit: LinkEdit & Named) => editLink(actor, service, id, link, edit),
  remove: (ids: readonly string[], named: Named) => deleteLinks(actor, service, id, ids, named),
  deleted: () => readDeleted(actor, service, id),
  move: (ids: readonly string[], to: number, named: Named) => moveLinks(actor, service, id, ids, to, named),
  sort: (order: LinkOrder, named: Named) => sortLinks(actor, service, id, order, named),
})
export type Shelf = ReturnType<typeof shelfOf>

export const categoryPath = (id: string): string => `${homeOf('mylink')}/${encodeURIComponent(id)}`

/** A category of the account; throws the page of Q2103 if it doesn't exist. */
export const requireCategory = async (actor: LinkActor, id: string | undefined): Promise<Category> =>
  requireValue(await getShelf(actor, 'mylink', id ?? ''))

/** Whether an address is about MyLink or audio. */
export const serviceOf = (request: Request): LinkService =>
  /^\/features\/audio(?:\/|$)/.test(new URL(request.url).pathname) ? 'audio' : 'mylink'

/** The caller, and the shelf that the address is about. */
export const requireShelf = async ({
  request,
  context,
  params,
}: Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>): Promise<{ user: UserCaller; shelf: Shelf }> => {
  const user = await requireUser(request, context)
  if (serviceOf(request) === 'audio')
    return { user, shelf: shelfOf(user, 'audio', { id: null, path: homeOf('audio'), name: null, channels: 0 }) }
  const { id, name, channels } = await requireCategory(user, params['category'])
  return { user, shelf: shelfOf(user, 'mylink', { id, path: categoryPath(id), name, channels }) }
}

/** The links that an address asks for. */
export const readLinks = async (
  shelf: Shelf,
  { page, size, search, sort }: LinkQuery,
): Promise<{ rows: LinkEntry[]; total: number }> => {
  const found = requireValue(await shelf.find({ page, size, search, sort: sort ?? 'own' }))
  return { rows: found.items, total: found.total }
}
