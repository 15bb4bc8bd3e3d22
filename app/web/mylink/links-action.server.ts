/** A shelf's pages and their forms: its links, adding some, and one of them. */
import { json, redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { Failure } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import {
  addLinks,
  boundsOf,
  editLink,
  findLinks,
  findRefusals,
  findTwins,
  getLink,
  itemsPerAdd,
  linksMax,
  moveLinks,
  restoreLinks,
  sortLinks,
  type LinkEdit,
  type LinkInput,
  type LinkService,
} from '~/modules/link/link.server'
import { linksHref, parseLinkQuery, usualSize } from '~/ui/mylink/query'
import type { AddView } from '~/ui/mylink/add-page'
import type { LinkPageView } from '~/ui/mylink/link-page'
import { linkPath, type LinksView } from '~/ui/mylink/view'
import { getLanguage, getT } from '~/request/language.server'
import { formatsOf } from '~/i18n/format'
import { now } from '~/platform/clock.server'
import { isolate, joined } from '~/ui/channel-list/joined'
import { keyOfForm, requireValue } from '~/web/lists/answer.server'
import { invalid, readForm, refusedFields } from '~/web/form/form.server'
import { requireUser } from '~/request/caller.server'
import { requirePage } from '~/web/paging.server'
import { answerPicture, broken, countText, done, refuseLink } from './answer.server'
import { findChosen } from './chosen.server'
import { oneForm, type linkForm } from './forms.server'
import { findUnseen } from './known-place.server'
import { linkIdOf, readDeleted, readShelf, requireShelf, viewOf, type Args, type Shelf } from './shelf.server'

/** The page that a form came from: same search, order and page. */
const backTo = (request: Request, shelf: Shelf): string =>
  linksHref(shelf.path, parseLinkQuery(new URL(request.url).searchParams))

/** How many links the shelf has. */
const totalOf = async (shelf: Shelf): Promise<number> =>
  requireValue(await findLinks(shelf, { page: 1, size: 10 })).total

/**
 * Moves one row, and reports it. `button`: its id, and its place on the page or the place where it was dropped, "7.12".
 * One step up or down is counted from the place shown, so two presses on one page are one step.
 */
const moveRow = async (
  args: Args,
  shelf: Shelf,
  { button, by, batch }: { button: string; by: -1 | 0 | 1; batch: string | undefined },
): Promise<Response> => {
  const back = backTo(args.request, shelf)
  const [id = '', shown = ''] = button.split('.')
  const link = requireValue(await getLink(shelf, id))
  const to = (parseNumber(shown, { min: 1, max: linksMax }) ?? link.position) + by
  if (to < 1 || to > (await totalOf(shelf))) return done(args.context, back, 'mylink:done.nothing', {}, 'note')
  const moved = await moveLinks(shelf, [id], to, { batch: keyOfForm(batch, ['step', id, to]) })
  return moved.ok ? done(args.context, back, 'mylink:done.moved', { name: link.name }) : refuseLink(moved, {})
}

/** Undoes a deletion. Pressed twice, it is done once, and both presses report that. */
export const answerRestore = async (
  { request, context }: Omit<Args, 'params'>,
  service: LinkService,
  { deleted, batch, back }: { deleted: string; batch: string | undefined; back: string },
): Promise<Response> => {
  const user = await requireUser(request, context)
  const restored = await restoreLinks(user, service, deleted, { batch: keyOfForm(batch, ['restore', deleted]) })
  if (!restored.ok && (restored.code === 'A0404' || restored.code === 'Q2103'))
    return done(context, back, 'mylink:done.nothing', {}, 'note')
  if (!restored.ok) return refuseLink({ ...restored, field: 'deleted' }, {})
  const { channels, name } = restored.value
  const what = channels === 0 ? name : await countText({ request, context }, service, channels)
  return done(context, back, 'mylink:done.restored', { what })
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

/** The rows of a page: moved to a place, moved by one, or deleted after a confirmation. */
export const actOnLinks = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const shelf = await requireShelf(args)
  const read = await readForm(request, context, oneForm('rows', 'sort', 'restore'))
  if (!read.ok) return invalid(read)
  const { intent, act, up, down, drop, to, id: ids, batch, deleted } = read.value
  const back = backTo(request, shelf)
  if (intent === 'restore') return answerRestore(args, shelf.service, { deleted, batch, back })
  if (intent === 'sort') {
    const { sort } = parseLinkQuery(new URL(request.url).searchParams)
    if (sort === null) return redirect(back, { status: 303 })
    const sorted = await sortLinks(shelf, sort, { batch: keyOfForm(batch, ['sort', sort]) })
    return sorted.ok ? done(context, shelf.path, 'mylink:done.order') : refuseLink(sorted, read.values)
  }
  if (drop !== '') return moveRow(args, shelf, { button: drop, by: 0, batch })
  if (act === undefined && up !== '') return moveRow(args, shelf, { button: up, by: -1, batch })
  if (act === undefined && down !== '') return moveRow(args, shelf, { button: down, by: 1, batch })
  if (ids.length === 0) return refuseLink(broken('id', 'nothing-selected'), read.values)
  if (act === 'delete' || act === 'list') {
    const asked = new URLSearchParams({ ids: ids.join('.') })
    const query = back.split('?')[1]
    if (query !== undefined) asked.set('back', query)
    return redirect(`${shelf.path}/${act === 'list' ? 'to-list' : 'remove'}?${asked.toString()}`, { status: 303 })
  }
  const place = parseNumber(to, { min: 1, max: linksMax })
  if (place === null) return refuseLink(broken('to', 'range', { max: await totalOf(shelf) }), read.values)
  const moved = await moveLinks(shelf, ids, place, { batch: keyOfForm(batch, ['move', ids, place]) })
  if (!moved.ok) return refuseLink(moved, read.values)
  return done(context, back, 'mylink:done.movedTo', {
    to: moved.value.position,
    what: await countText(args, shelf.service, moved.value.moved),
  })
}

/** The page that shows the added links: the last one. */
const lastPage = async (shelf: Shelf): Promise<string> =>
  linksHref(shelf.path, { page: Math.max(1, Math.ceil((await totalOf(shelf)) / usualSize)) })

/** A comma between a name and what follows it; a comma within an address stays. */
const commaBefore = /,(?=(?:https?|ftp|rtsp|mms):\/\/|\d{1,3}(?:\.\d)?[EW]:)/iu
/** A place at the end of a line, with spaces around its polarity; at most this many characters. */
const placeAtEnd = /(?:^|[\s;|,])(\d{1,3}(?:[.,]\d)?°?[EW]:[^:]{4,20}:\d{1,5})$/iu
const placeMax = 48
/**
 * One line of several: the name, then after the last space, tab, comma, semicolon or bar the address or place. Searched
 * from the end, character by character: a pattern that begins with the name would backtrack on a line of separators.
 */
const parseLine = (line: string): LinkInput => {
  const isGap = (at: number, gaps: RegExp): boolean => gaps.test(line.charAt(at))
  let from = line.length - (placeAtEnd.exec(line.slice(-placeMax))?.[1] ?? '').length
  const isPlace = from < line.length
  while (!isPlace && from > 0 && !isGap(from - 1, /[\s;|]/u)) from--
  const comma = line.slice(from).search(commaBefore)
  if (comma >= 0) from += comma + 1
  let end = from
  while (end > 0 && isGap(end - 1, /[\s;|,]/u)) end--
  return end === 0 || from === line.length
    ? { name: line, address: '' }
    : { name: line.slice(0, end), address: line.slice(from) }
}

/** How many refused lines are listed; nobody would read more. */
const maxLinesNamed = 10
/** How many links lead to the same target. */
const maxTwinsNamed = 3
/** What was added, with the existing links that lead to the same; null if there are none. */
export const withTwins = async (
  { request, context }: Args,
  shelf: Shelf,
  ids: readonly string[],
  what: string,
): Promise<string | null> => {
  const twins = await findTwins(shelf, ids)
  if (twins.length === 0) return null
  const names = twins.slice(0, maxTwinsNamed).map(({ name, category }) => joined([name, category]))
  const t = await getT(request, context)
  return t('mylink:done.twins', { what, names: formatsOf(await getLanguage(request, context)).list(names) })
}
/** Which of several links a refusal is about: `channels.3.name` is the fourth. */
const lineOf = ({ field = '' }: Failure): string | undefined => /\.(\d+)\./.exec(`${field}.`)?.[1]
/** The refusal at this field of the form, with the number of the line or row that it is about. */
export const ofLine = (failure: Failure, field: string, numbers: readonly number[]): Failure => {
  const line = numbers[Number(lineOf(failure) ?? (numbers.length === 1 ? 0 : Number.NaN))]
  return { ...failure, field, data: { ...failure.data, ...(line === undefined ? {} : { line }) } }
}

export const loadAdd = async (args: Args) => {
  const { shelf, lock, batch } = await readShelf(args)
  const view: AddView = { shelf: viewOf(shelf), bounds: boundsOf(shelf.service), most: itemsPerAdd, batch, lock }
  return json(view)
}

/** Adds one link, or several with one per line. */
export const actOnAdd = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const shelf = await requireShelf(args)
  const read = await readForm(request, context, oneForm('one', 'many'))
  if (!read.ok) return invalid(read)
  const { intent, lines: text, batch, name, address, satellite, tp, sid } = read.value
  if (intent === 'one') {
    const input = { name, address, satellite, tp, sid }
    const wrong = findRefusals(shelf.service, [input])
    if (wrong.length > 0) return refusedFields(wrong, read.values)
    const added = await addLinks(shelf, [input], { batch: keyOfForm(batch, input) })
    if (!added.ok) return refuseLink(added, read.values)
    const link = await getLink(shelf, added.value.ids[0] ?? '')
    const known = link.ok ? await withTwins(args, shelf, added.value.ids, isolate(link.value.name)) : null
    if (known !== null) return done(context, await lastPage(shelf), 'mylink:done.many', { what: known }, 'note')
    return link.ok && (await findUnseen(shelf.actor, [link.value])).length > 0
      ? done(context, await lastPage(shelf), 'mylink:done.unseen', { name: link.value.name }, 'note')
      : done(context, await lastPage(shelf), 'mylink:done.added', { name: name.trim() })
  }
  const lines = text
    .split(/\r?\n/)
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')
  if (lines.length === 0) return refuseLink(broken('lines', 'nothing-pasted'), read.values)
  if (lines.length > itemsPerAdd) return refuseLink({ ok: false, code: 'N1001', field: 'lines' }, read.values)
  const links = lines.map(({ line }) => parseLine(line))
  const numbers = lines.map(({ number }) => number)
  const wrong = new Map(findRefusals(shelf.service, links).map((failure) => [lineOf(failure), failure]))
  if (wrong.size > 0)
    return refusedFields(
      [...wrong.values()].slice(0, maxLinesNamed).map((failure) => ofLine(failure, 'lines', numbers)),
      read.values,
    )
  const added = await addLinks(shelf, links, { batch: keyOfForm(batch, links) })
  if (!added.ok) return refuseLink(ofLine(added, 'lines', numbers), read.values)
  const count = await countText(args, shelf.service, links.length)
  const known = await withTwins(args, shelf, added.value.ids, count)
  const what = known ?? count
  const unseen = await findUnseen(shelf.actor, await findChosen(shelf, added.value.ids))
  if (unseen.length === 0)
    return done(context, await lastPage(shelf), 'mylink:done.many', { what }, known === null ? 'done' : 'note')
  const names = formatsOf(await getLanguage(request, context)).list(
    unseen.slice(0, maxLinesNamed).map(({ name }) => isolate(name)),
  )
  return done(context, await lastPage(shelf), 'mylink:done.unseenMany', { what, names }, 'note')
}

/** The fields that differ from what the page showed. */
const editedIn = (form: z.output<typeof linkForm>): LinkEdit => {
  const { name, address, satellite, tp, sid, wasName, wasAddress, wasPlace } = form
  const isShown = wasName !== ''
  const place = [satellite, tp, sid].join(':')
  const isSamePlace = place === (wasPlace === '' ? '::' : wasPlace)
  return {
    ...(isShown && name === wasName ? {} : { name }),
    ...(isShown && address === wasAddress && isSamePlace ? {} : { address, satellite, tp, sid }),
  }
}

/** One link; throws the page of C1102 if it doesn't exist. */
export const loadLink = async (args: Args) => {
  const { shelf, lock, batch } = await readShelf(args)
  const link = requireValue(await getLink(shelf, linkIdOf(args)))
  const view: LinkPageView = { shelf: viewOf(shelf), link, bounds: boundsOf(shelf.service), batch, lock }
  return json(view)
}

/** The page of one link: its fields and its picture. */
export const actOnLink = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const [shelf, id] = [await requireShelf(args), linkIdOf(args)]
  const here = linkPath(shelf, id)
  const link = requireValue(await getLink(shelf, id))
  const read = await readForm(request, context, oneForm('save', 'picture', 'no-picture'))
  if (context.upload !== null)
    return answerPicture(context, { ...shelf, here }, read, (logo) => editLink(shelf, id, { logo }))
  if (!read.ok) return invalid(read)
  const { intent, batch } = read.value
  if (intent !== 'save') {
    const edited = await editLink(shelf, id, { logo: null })
    return edited.ok ? done(context, here, 'mylink:done.noPicture') : refuseLink(edited, read.values)
  }
  const edit = editedIn(read.value)
  const edited = await editLink(shelf, id, { ...edit, batch: keyOfForm(batch, edit) })
  if (!edited.ok) return refuseLink(edited, read.values)
  const isSame = (['name', 'address', 'place'] as const).every((field) => edited.value[field] === link[field])
  if (edit.satellite !== undefined && (await findUnseen(shelf.actor, [edited.value])).length > 0)
    return done(context, shelf.path, 'mylink:done.unseen', { name: edited.value.name }, 'note')
  return isSame
    ? done(context, shelf.path, 'mylink:done.nothing', {}, 'note')
    : done(context, shelf.path, 'mylink:done.saved', { name: edited.value.name })
}
