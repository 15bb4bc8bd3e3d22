/** What the pages of a shelf's links are made of: the same for a category of MyLink and for audio sources. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { findLapseEnd, itemsPerAdd, type LinkActor, type LinkService } from '~/modules/link/link.server'
import { now } from '~/platform/clock.server'
import { formatsOf } from '~/i18n/format'
import { pageTextsFor } from '~/i18n/i18n.server'
import { getLanguage } from '~/request/language.server'
import type { DeletedView } from '~/ui/mylink/deleted-card'
import { parseLinkQuery, type LinkQuery } from '~/ui/mylink/query'
import { isolate } from '~/ui/channel-list/joined'
import type { LinkBounds } from '~/ui/mylink/link-fields'
import type { LinkView } from '~/ui/mylink/view'
import type { LockView } from '~/ui/service/locked'
import { newBatch } from '~/web/form/form.server'
import { requireValue } from '~/web/lists/answer.server'
import { requirePage } from '~/web/paging.server'
import { findLock } from '~/web/service/locked.server'
import { boundsOf } from './bounds.server'
import { linkViewOf, readLinks, type Shelf } from './shelf.server'

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>
type Ask = Args & { user: LinkActor; shelf: Shelf }

/** Without the service: how to get it, and until when what there is can be read. */
export const findLinkLock = async (
  { request, context }: Args,
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
export const lockOf = ({ shelf, user, ...args }: Ask): Promise<LockView | null> =>
  findLinkLock(args, user, shelf.service)

export type LinksPage = {
  query: LinkQuery
  rows: LinkView[]
  total: number
  now: string
  batch: string
  lock: LockView | null
  deleted: DeletedView[]
}
/** The rows that the address asks for. What it asks and can't be answered is named in `query.odd`, with no rows. */
export const readLinksPage = async (ask: Ask): Promise<LinksPage> => {
  const query = parseLinkQuery(new URL(ask.request.url).searchParams)
  const [found, lock, deleted] = await Promise.all([
    query.odd.length > 0 ? { rows: [], total: 0 } : readLinks(ask.shelf, query),
    lockOf(ask),
    ask.shelf.deleted(),
  ])
  requirePage(ask.request, { page: query.page, size: query.size, total: found.total })
  return { query, ...found, now: now().toISOString(), batch: newBatch(), lock, deleted }
}

export type AddPage = { bounds: LinkBounds; most: number; batch: string; lock: LockView | null }
export const readAddPage = async (ask: Ask): Promise<AddPage> => ({
  bounds: boundsOf(ask.shelf.service),
  most: itemsPerAdd,
  batch: newBatch(),
  lock: await lockOf(ask),
})

export type LinkPage = { link: LinkView; bounds: LinkBounds; batch: string; lock: LockView | null }
/** One link; throws the page of C1102 where there is none such. */
export const readLinkPage = async (ask: Ask, id: string | undefined): Promise<LinkPage> => ({
  link: linkViewOf(requireValue(await ask.shelf.get(id ?? ''))),
  bounds: boundsOf(ask.shelf.service),
  batch: newBatch(),
  lock: await lockOf(ask),
})
