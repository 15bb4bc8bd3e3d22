/** The data of the pages about links, shared by MyLink's categories and audio sources, and their forms. */
import { json, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import {
  boundsOf,
  findLapseEnd,
  findLinks,
  getLink,
  itemsPerAdd,
  tableBytesMax,
  type LinkActor,
  type LinkService,
} from '~/modules/link/link.server'
import { now } from '~/platform/clock.server'
import { formatsOf } from '~/i18n/format'
import { pageTextsFor } from '~/i18n/i18n.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import type { AddView } from '~/ui/mylink/add-page'
import type { ImportView } from '~/ui/mylink/import-page'
import type { LinkPageView } from '~/ui/mylink/link-page'
import type { LinksView } from '~/ui/mylink/view'
import type { RemoveView } from '~/ui/mylink/remove-page'
import type { ToListView } from '~/ui/mylink/to-list-page'
import { parseLinkQuery } from '~/ui/mylink/query'
import { isolate } from '~/ui/channel-list/joined'
import type { LockView } from '~/ui/service/locked'
import { newBatch } from '~/web/form/form.server'
import { requireValue } from '~/web/lists/answer.server'
import { requirePage } from '~/web/paging.server'
import { findLock } from '~/web/service/locked.server'
import { answerUpload } from './import.server'
import { answerAdd, answerLink, answerRemoval, answerRows, readRemoval } from './links-action.server'
import { answerPick, readPick } from './pick.server'
import { readDeleted, requireShelf, serviceOf, viewOf } from './shelf.server'
import { answerToList, readToList } from './to-list.server'

type Args = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>

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
const readShelf = async (args: Args) => {
  const shelf = await requireShelf(args)
  return { shelf, lock: await findLinkLock(args, shelf.actor, shelf.service), batch: newBatch() }
}

/**
 * The rows that the address asks for. If it asks for something impossible, `query.odd` names that and there are no
 * rows.
 */
export const loadLinks = async (args: Args) => {
  const { shelf, ...page } = await readShelf(args)
  const query = parseLinkQuery(new URL(args.request.url).searchParams)
  const isOdd = query.odd.length > 0
  const [found, deleted] = await Promise.all([
    isOdd ? { items: [], total: 0 } : findLinks(shelf, { ...query, sort: query.sort ?? 'own' }).then(requireValue),
    readDeleted(shelf.actor, shelf.service, shelf.id),
  ])
  const { items: rows, total } = found
  requirePage(args.request, { page: query.page, size: query.size, total })
  const [all, at] = [shelf.channels, now().toISOString()]
  const view: LinksView = { ...page, shelf: viewOf(shelf), query, rows, total, all, now: at, deleted }
  return json(view, { status: isOdd ? 422 : 200 })
}
export const actOnLinks = async (args: Args) => answerRows(args, await requireShelf(args))

export const loadAdd = async (args: Args) => {
  const { shelf, lock, batch } = await readShelf(args)
  const view: AddView = { shelf: viewOf(shelf), bounds: boundsOf(shelf.service), most: itemsPerAdd, batch, lock }
  return json(view)
}
export const actOnAdd = async (args: Args) => answerAdd(args, await requireShelf(args))

export const loadToList = async (args: Args) => {
  const shelf = await requireShelf(args)
  const view: ToListView = { ...(await readToList(args, shelf)), shelf: viewOf(shelf), batch: newBatch() }
  return json(view)
}
export const actOnToList = async (args: Args) => answerToList(args, await requireShelf(args))

const idOf = ({ params }: Args): string => params['channel'] ?? params['entry'] ?? ''
/** One link; throws the page of C1102 if it doesn't exist. */
export const loadLink = async (args: Args) => {
  const { shelf, lock, batch } = await readShelf(args)
  const link = requireValue(await getLink(shelf, idOf(args)))
  const view: LinkPageView = { shelf: viewOf(shelf), link, bounds: boundsOf(shelf.service), batch, lock }
  return json(view)
}
export const actOnLink = async (args: Args) => answerLink(args, await requireShelf(args), idOf(args))

export const loadPick = async (args: Args) => {
  const { shelf, lock } = await readShelf(args)
  return json(await readPick(args, shelf, lock))
}
export const actOnPick = async (args: Args) => answerPick(args, await requireShelf(args))

export const loadRemoval = async (args: Args) => {
  const shelf = await requireShelf(args)
  const removal = await readRemoval(args.request, shelf)
  if (removal === null) throw redirect(shelf.path)
  const view: RemoveView = { ...removal, isCategory: false, shelf: viewOf(shelf), batch: newBatch() }
  return json(view)
}
export const loadCategoryRemoval = async (args: Args) => {
  const shelf = await requireShelf(args)
  const { path: back, channels: count } = shelf
  const ways = { here: `${back}/delete`, back, shelf: viewOf(shelf), batch: newBatch() }
  return json<RemoveView>({ ...ways, isCategory: true, count, names: [] })
}
export const actOnRemoval = async (args: Args) => answerRemoval(args, await requireShelf(args))

export const loadImport = async ({ request, context }: Args) => {
  const [user, service] = [await requireUser(request, context), serviceOf(request)]
  const lock = await findLinkLock({ request, context }, user, service)
  const view: ImportView = { service, bytesMax: tableBytesMax, lock }
  return json(view)
}
export const actOnImport = (args: Args) => answerUpload(args, serviceOf(args.request))
