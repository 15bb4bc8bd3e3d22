/**
 * A shelf: links in an order, those of a category of MyLink or all audio sources of an account. The pages of both do
 * the same with it.
 */
import {
  addChannels,
  channelsMax,
  deleteChannels,
  editChannel,
  findChannels,
  findRefusals,
  getCategory,
  getChannel,
  moveChannels,
  sortChannels,
  type Category,
  type LinkActor,
  type LinkEdit,
  type LinkEntry,
  type LinkInput,
  type LinkPage,
  type LinkQuery as Asked,
} from '~/modules/mylink/mylink.server'
import type { Failure, Result } from '~/errors/table'
import type { LinkQuery } from '~/ui/mylink/query'
import type { LinkKind, LinkService, LinkView } from '~/ui/mylink/view'
import { requireValue } from '~/web/lists/answer.server'

type Named = { batch?: string | undefined }
export type Shelf = {
  service: LinkService
  kind: LinkKind
  /** The page of its links. */
  path: string
  /** The page of one link. */
  pathOf: (id: string) => string
  linksMax: number
  find: (query: Asked) => Promise<Result<LinkPage>>
  get: (id: string) => Promise<Result<LinkEntry>>
  /** All that is wrong with links before they are added. */
  check: (links: readonly LinkInput[]) => Failure[]
  add: (links: readonly LinkInput[], named: Named) => Promise<Result<{ ids: string[] }>>
  edit: (id: string, edit: LinkEdit & Named) => Promise<Result<LinkEntry>>
  remove: (ids: readonly string[], named: Named) => Promise<Result<{ deleted: number }>>
  move: (ids: readonly string[], to: number, named: Named) => Promise<Result<{ moved: number; position: number }>>
  sort: (order: 'az' | 'za' | 'added', named: Named) => Promise<Result<unknown>>
}

export const categoryPath = (id: string): string => `/features/mylink/${encodeURIComponent(id)}`

/** The channels of a category. Throws the page of Q2103 where this account has none such. */
export const requireCategory = async (
  actor: LinkActor,
  id: string | undefined,
): Promise<{ category: Category; shelf: Shelf }> => {
  const category = requireValue(await getCategory(actor, id ?? ''))
  const path = categoryPath(category.id)
  return {
    category,
    shelf: {
      service: 'mylink',
      kind: 'channels',
      path,
      pathOf: (channel) => `${path}/channels/${channel}`,
      linksMax: channelsMax,
      find: (query) => findChannels(actor, category.id, query),
      get: (channel) => getChannel(actor, category.id, channel),
      check: findRefusals,
      add: (links, named) => addChannels(actor, category.id, links, named),
      edit: (channel, edit) => editChannel(actor, category.id, channel, edit),
      remove: (ids, named) => deleteChannels(actor, category.id, ids, named),
      move: (ids, to, named) => moveChannels(actor, category.id, ids, to, named),
      sort: (order, named) => sortChannels(actor, category.id, order, named),
    },
  }
}

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
