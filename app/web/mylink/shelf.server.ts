/** A shelf: the ordered links of one MyLink category, or all audio sources of an account. The pages of both use it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  findDeletedLinks,
  findLapseEnd,
  getShelf,
  type Category,
  type DeletedLinks,
  type LinkActor,
  type LinkService,
  type ShelfOf,
} from '~/modules/link/link.server'
import { formatsOf } from '~/i18n/format'
import { pageTextsFor } from '~/i18n/i18n.server'
import { homeOf, type ShelfView } from '~/ui/mylink/view'
import { isolate } from '~/ui/channel-list/joined'
import type { LockView } from '~/ui/service/locked'
import type { UserCaller } from '~/modules/session/caller'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { newBatch } from '~/web/form/form.server'
import { requireValue } from '~/web/lists/answer.server'
import { findLock } from '~/web/service/locked.server'

/** The arguments of a loader or an action. */
export type Args = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>

/** How many deletions a page shows; the API returns more. */
const maxDeletionsShown = 10
export const readDeleted = (actor: LinkActor, service: LinkService, from: string | null): Promise<DeletedLinks[]> =>
  findDeletedLinks(actor, service, { most: maxDeletionsShown, ...(from === null ? {} : { from }) })

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
export const requireShelf = async ({ request, context, params }: Args): Promise<Shelf> => {
  const actor = await requireUser(request, context)
  const service = serviceOf(request)
  if (service === 'audio') return { actor, service, id: null, path: homeOf('audio'), name: null, channels: 0 }
  const { id, name, channels } = await requireCategory(actor, params['category'])
  return { actor, service, id, path: categoryPath(id), name, channels }
}
/** The link that the address is about. */
export const linkIdOf = ({ params }: Pick<Args, 'params'>): string => params['channel'] ?? params['entry'] ?? ''

/** If the service is missing: how to get it, and until when existing links can be read. */
export const findLinkLock = async (
  { request, context }: Omit<Args, 'params'>,
  user: LinkActor,
  service: LinkService,
): Promise<LockView | null> => {
  const language = await getLanguage(request, context)
  const lock = await findLock(user, service, language)
  if (lock === null) return null
  const until = await findLapseEnd(user.userId, service)
  if (until === null) return lock
  const date = isolate(formatsOf(language).date(until.toISOString()))
  const kept = pageTextsFor(language).t('mylink:lapse.kept', { date })
  return { ...lock, text: `${lock.text} ${kept}` }
}

/** The shelf of an address, and whether its service is active. */
export const readShelf = async (args: Args) => {
  const shelf = await requireShelf(args)
  return { shelf, lock: await findLinkLock(args, shelf.actor, shelf.service), batch: newBatch() }
}

/** The part that pages show. */
export const viewOf = ({ service, path, name }: Shelf): ShelfView => ({ service, path, name })
