/** A shelf's pages and their forms: its links, adding some, and one of them. */
import { redirect } from '@remix-run/node'
import type { z } from 'zod'
import type { Failure } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import {
  addLinks,
  editLink,
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
import { linkPath, linksHref, parseLinkQuery, usualSize } from '~/ui/mylink/view'
import { getLanguage, getT } from '~/request/language.server'
import { formatsOf } from '~/i18n/format'
import { isolate, joined } from '~/ui/channel-list/joined'
import { keyOfForm, requireValue } from '~/web/lists/answer.server'
import { invalid, readForm, refusedFields } from '~/web/form/form.server'
import { requireUser } from '~/request/caller.server'
import { answerPicture, broken, countText, done, refuseLink } from './answer.server'
import { findChosen } from './chosen.server'
import { oneForm, type linkForm } from './forms.server'
import { findUnseen } from './known-place.server'
import { linkIdOf, requireShelf, type Args, type Shelf } from './shelf.server'

/** The page that a form came from: same search, order and page. */
const backTo = (request: Request, shelf: Shelf): string =>
  linksHref(shelf.path, parseLinkQuery(new URL(request.url).searchParams))

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
  const moved = await moveLinks(shelf, [id], to, { batch: keyOfForm(batch, ['step', id, to]) })
  if (moved.ok) return done(args.context, back, 'mylink:done.moved', { name: link.name })
  // The row is at the end already.
  return moved.field === 'to' ? done(args.context, back, 'mylink:done.nothing', {}, 'note') : refuseLink(moved, {})
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
  const place = parseNumber(to, { min: 1, max: linksMax }) ?? 0
  const moved = await moveLinks(shelf, ids, place, { batch: keyOfForm(batch, ['move', ids, place]) })
  if (!moved.ok) return refuseLink(moved, read.values)
  return done(context, back, 'mylink:done.movedTo', {
    to: moved.value.position,
    what: await countText(args, shelf.service, moved.value.moved),
  })
}

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

/** Adds one link, or several with one per line. */
export const actOnAdd = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const shelf = await requireShelf(args)
  const read = await readForm(request, context, oneForm('one', 'many'))
  if (!read.ok) return invalid(read)
  const { intent, lines: text, batch, name, address, satellite, tp, sid } = read.value
  const isOne = intent === 'one'
  const lines = text
    .split(/\r?\n/)
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')
  if (!isOne && lines.length === 0) return refuseLink(broken('lines', 'nothing-pasted'), read.values)
  if (!isOne && lines.length > itemsPerAdd) return refuseLink({ ok: false, code: 'N1001', field: 'lines' }, read.values)
  const inputs = isOne ? [{ name, address, satellite, tp, sid }] : lines.map(({ line }) => parseLine(line))
  const numbers = lines.map(({ number }) => number)
  const atLine = (failure: Failure): Failure => (isOne ? failure : ofLine(failure, 'lines', numbers))
  const wrong = findRefusals(shelf.service, inputs)
  const oneOfEach = [...new Map(wrong.map((failure) => [lineOf(failure), failure])).values()]
  if (wrong.length > 0) return refusedFields(isOne ? wrong : oneOfEach.slice(0, maxLinesNamed).map(atLine), read.values)
  const added = await addLinks(shelf, inputs, { batch: keyOfForm(batch, inputs) })
  if (!added.ok) return refuseLink(atLine(added), read.values)
  const entries = await findChosen(shelf, added.value.ids)
  const names = entries.map((entry) => isolate(entry.name))
  const count = isOne ? names.join('') : await countText(args, shelf.service, inputs.length)
  const known = await withTwins(args, shelf, added.value.ids, count)
  const unseen = await findUnseen(shelf.actor, entries)
  // The page that shows the added links: the last one.
  const page = linksHref(shelf.path, { page: Math.ceil(added.value.channels / usualSize) })
  if (unseen.length > 0 && !isOne) {
    const shown = unseen.slice(0, maxLinesNamed).map((entry) => isolate(entry.name))
    const all = formatsOf(await getLanguage(request, context)).list(shown)
    return done(context, page, 'mylink:done.unseenMany', { what: known ?? count, names: all }, 'note')
  }
  if (known !== null) return done(context, page, 'mylink:done.many', { what: known }, 'note')
  if (!isOne) return done(context, page, 'mylink:done.many', { what: count })
  const one = { name: entries[0]?.name ?? name.trim() }
  return unseen.length > 0
    ? done(context, page, 'mylink:done.unseen', one, 'note')
    : done(context, page, 'mylink:done.added', one)
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

/** The page of one link: its fields and its picture. */
export const actOnLink = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const [shelf, id] = [await requireShelf(args), linkIdOf(args)]
  const here = linkPath(shelf, id)
  const link = requireValue(await getLink(shelf, id))
  const read = await readForm(request, context, oneForm('save', 'picture', 'no-picture'))
  const pictured = await answerPicture(context, { ...shelf, here }, read, (logo) => editLink(shelf, id, { logo }))
  if (pictured !== null) return pictured
  if (!read.ok) return invalid(read)
  const edit = editedIn(read.value)
  // What the form leaves as it is stays valid.
  const wrong = findRefusals(shelf.service, [{ name: link.name, address: link.address ?? link.place, ...edit }])
  if (wrong.length > 0) return refusedFields(wrong, read.values)
  const edited = await editLink(shelf, id, { ...edit, batch: keyOfForm(read.value.batch, edit) })
  if (!edited.ok) return refuseLink(edited, read.values)
  const isSame = (['name', 'address', 'place'] as const).every((field) => edited.value[field] === link[field])
  if (edit.satellite !== undefined && (await findUnseen(shelf.actor, [edited.value])).length > 0)
    return done(context, shelf.path, 'mylink:done.unseen', { name: edited.value.name }, 'note')
  return isSame
    ? done(context, shelf.path, 'mylink:done.nothing', {}, 'note')
    : done(context, shelf.path, 'mylink:done.saved', { name: edited.value.name })
}
