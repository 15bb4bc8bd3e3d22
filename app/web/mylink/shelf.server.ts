/** A shelf: the ordered links of one MyLink category, or all audio sources of an account. The pages of both use it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  findDeletedLinks,
  getShelf,
  type Category,
  type DeletedLinks,
  type LinkActor,
  type ShelfOf,
} from '~/modules/link/link.server'
import { homeOf, type LinkService, type ShelfView } from '~/ui/mylink/view'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import { requireValue } from '~/web/lists/answer.server'

/** How many deletions a page shows; the API returns more. */
const deletionsShown = 10
export const readDeleted = (actor: LinkActor, service: LinkService, from: string | null): Promise<DeletedLinks[]> =>
  findDeletedLinks(actor, service, { most: deletionsShown, ...(from === null ? {} : { from }) })

/** `path`: the page of its links; `channels`: how many a category has. */
export type Shelf = ShelfOf & ShelfView & { actor: UserCaller; channels: number }

export const categoryPath = (id: string): string => `${homeOf('mylink')}/${encodeURIComponent(id)}`

/** A category of the account; throws the page of Q2103 if it doesn't exist. */
export const requireCategory = async (actor: LinkActor, id: string | undefined): Promise<Category> =>
  requireValue(await getShelf(actor, 'mylink', id ?? ''))

/** Whether an address is about MyLink or audio. */
export const serviceOf = (request: Request): LinkService =>
  /^\/features\/audio(?:\/|$)/.test(new URL(request.url).pathname) ? 'audio' : 'mylink'

/** The shelf that the address is about: the caller's category, or the caller's audio sources. */
export const requireShelf = async ({
  request,
  context,
  params,
}: Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>): Promise<Shelf> => {
  const actor = await requireUser(request, context)
  const service = serviceOf(request)
  if (service === 'audio') return { actor, service, id: null, path: homeOf('audio'), name: null, channels: 0 }
  const { id, name, channels } = await requireCategory(actor, params['category'])
  return { actor, service, id, path: categoryPath(id), name, channels }
}
/** The part that pages show. */
export const viewOf = ({ service, path, name }: Shelf): ShelfView => ({ service, path, name })
