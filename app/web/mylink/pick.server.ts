/**
 * Adds channels of the account's lists to a shelf: a streamed channel by its address, others by satellite, TP and SID.
 * Channels that a box can't find by a link are shown as such and can't be chosen.
 */
import { json, type SerializeFrom } from '@remix-run/node'
import type { z } from 'zod'
import { fail, type Result } from '~/errors/table'
import { findLists, readList, type Actor, type ListView, type Row } from '~/modules/channel-list/channel-list.server'
import { addLinks, findRefusals, showPlace, type LinkInput } from '~/modules/link/link.server'
import { parseIds, writeIds } from '~/text/id-list'
import { parsePaging } from '~/ui/paging'
import { searchMax } from '~/ui/mylink/view'
import { keyOfForm, requireValue } from '~/web/lists/answer.server'
import { invalid, readForm } from '~/web/form/form.server'
import { broken, countText, done, refuseLink } from './answer.server'
import { linkForm } from './forms.server'
import { ofLine, withTwins } from './links-action.server'
import { readShelf, requireShelf, viewOf, type Args, type Shelf } from './shelf.server'

/** More lists than an account may keep. */
const maxListsShown = 100

const linkOf = (view: ListView, { id, name, angle, frequencyKHz, sid }: Row): LinkInput => {
  const url = view.channel(id)?.url ?? ''
  if (url !== '') return { name, address: url }
  const tp = frequencyKHz === null ? null : Math.round(frequencyKHz / 1000)
  return { name, satellite: angle, tp, sid }
}

/** `target`: where the link would lead; null if a link can't lead to the channel. */
export type PickRow = { id: number; position: number; name: string; target: string | null }

/** The user can correct the name later, but nobody could guess the target. */
const isResolved = (shelf: Shelf, link: LinkInput): boolean =>
  findRefusals(shelf.service, [link]).every(({ field }) => field === 'name')

const rowOf = (shelf: Shelf, view: ListView, row: Row): PickRow => {
  const link = linkOf(view, row)
  const { address, satellite, tp, sid } = link
  const place =
    typeof satellite === 'number' && typeof tp === 'number' && typeof sid === 'number'
      ? showPlace({ angle: satellite, tp, sid })
      : ''
  const { id, position, name } = row
  return { id, position, name, target: isResolved(shelf, link) ? (address ?? place) : null }
}

/** The lists to choose from, and a page of the chosen one's channels. */
export const loadPick = async (args: Args) => {
  const { shelf, ...ways } = await readShelf(args)
  const { searchParams } = new URL(args.request.url)
  const { items: visible } = await findLists(shelf.actor, { page: 1, size: maxListsShown })
  // The account's own lists first, then ready-made ones.
  const lists = [...visible].sort((a, b) => Number(b.kind === 'user') - Number(a.kind === 'user'))
  const { page, size } = parsePaging(searchParams)
  const search = (searchParams.get('search') ?? '').slice(0, searchMax)
  const wanted = new Set(parseIds(searchParams.get('ids')))
  const list = searchParams.get('list') ?? lists[0]?.id ?? ''
  const found =
    list === ''
      ? { source: '', ids: '', total: 0, items: [] }
      : requireValue(
          await readList(shelf.actor, list, {}, (view) => {
            const { source } = view
            // Ids of a replaced file now refer to other channels.
            const chosen = searchParams.get('source') === source ? view.ids({}).filter((id) => wanted.has(id)) : []
            const rows =
              chosen.length === 0
                ? view.rows(search === '' ? {} : { search }, { page, size })
                : {
                    total: chosen.length,
                    items: chosen.slice((page - 1) * size, page * size).flatMap((id) => view.row(id) ?? []),
                  }
            const items = rows.items.map((row) => rowOf(shelf, view, row))
            return { source, ids: writeIds(chosen), total: rows.total, items }
          }),
        )
  return json({
    ...ways,
    shelf: viewOf(shelf),
    lists: lists.map(({ id, name }) => ({ id, name })),
    list,
    source: found.source,
    /** Channels selected in the list, as written in a URL; empty: all that the search finds. */
    ids: found.ids,
    search,
    page,
    size,
    total: found.total,
    rows: found.items,
  })
}
export type PickView = SerializeFrom<typeof loadPick>

type Chosen = { position: number; link: LinkInput }
const readChosen = async (user: Actor, { list, source, id }: z.output<typeof linkForm>): Promise<Result<Chosen[]>> => {
  const read = await readList(user, list, {}, (view) =>
    view.source === source
      ? id.flatMap((one): Chosen[] => {
          const row = view.row(Number(one))
          return row === null ? [] : [{ position: row.position, link: linkOf(view, row) }]
        })
      : null,
  )
  if (!read.ok) return read
  // The list's file was replaced in the meantime, so its ids now mean other channels.
  return read.value === null ? fail('C1104', { data: { cause: 'replaced' } }) : { ok: true, value: read.value }
}

/** Adds the ticked channels. */
export const actOnPick = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const shelf = await requireShelf(args)
  const read = await readForm(request, context, linkForm)
  if (!read.ok) return invalid(read)
  if (read.value.id.length === 0) return refuseLink(broken('id', 'nothing-selected'), read.values)
  const chosen = await readChosen(shelf.actor, read.value)
  if (!chosen.ok) return refuseLink({ ...chosen, field: 'id' }, read.values)
  if (chosen.value.length === 0) return refuseLink(broken('id', 'nothing-selected'), read.values)
  const links = chosen.value.map(({ link }) => link)
  const added = await addLinks(shelf, links, { batch: keyOfForm(read.value.batch, links) })
  const positions = chosen.value.map(({ position }) => position)
  if (!added.ok) return refuseLink(ofLine(added, 'id', positions), read.values)
  const what = await countText(args, shelf.service, links.length)
  const known = await withTwins(args, shelf, added.value.ids, what)
  return done(context, shelf.path, 'mylink:done.many', { what: known ?? what }, known === null ? 'done' : 'note')
}
