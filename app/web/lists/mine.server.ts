/**
 * “My list”: the first `taken` channels of the list. Taking moves channels to the next numbers, giving back moves them
 * after the taken ones. The address keeps how many are taken, and how many were before the last press.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Operation } from '~/engine/types'
import { fail, ok } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import { readList, undo, type Actor } from '~/modules/channel-list/channel-list.server'
import { redirectDone, redirectWithFlash } from '~/request/flash.server'
import { pageSizes } from '~/text/page-sizes'
import { parsePageSize } from '~/ui/channel-list/query'
import { shortened } from '~/text/graphemes'
import { searchHref } from '~/ui/search-address'
import { invalid } from '~/web/form/form.server'
import { answerEdit, listPathOf, readSeen, refuseForm } from './answer.server'
import { placeText } from './channels.server'
import { readListForm } from './list-form.server'
import { mineForm } from './number-forms.server'

export type MineQuery = {
  taken: number
  before: number | null
  search: string
  page: number
  size: number
  ask: boolean
}
/** How many of the last taken channels the page lists, to limit its length. */
const shownTaken = 100

const wholeOf = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null)

export const parseMine = (url: URL): MineQuery => {
  const { searchParams: params } = url
  return {
    taken: wholeOf(params.get('taken')) ?? 0,
    before: wholeOf(params.get('before')),
    search: (params.get('search') ?? '').trim().slice(0, 100),
    page: Math.max(1, wholeOf(params.get('page')) ?? 1),
    size: parsePageSize(params.get('size')) ?? pageSizes[0],
    ask: params.get('rest') === 'out',
  }
}

export const mineHref = (path: string, { taken, before, search, page, size }: Omit<MineQuery, 'ask'>): string =>
  searchHref(`${path}/mine`, { taken, before, search, page, size })

/** A page of channels that are not taken yet, and the channels taken last. `angleText`: a position in words. C1101. */
export const readMine = async (
  actor: Actor,
  id: string,
  query: MineQuery,
  angleText: (tenths: number | null) => string,
) => {
  const read = await readList(actor, id, {}, (view) => ({
    revision: view.revision,
    source: view.source,
    total: view.length,
    rows: view.rows(query.search === '' ? {} : { search: query.search }, { page: 1, size: Math.max(1, view.length) })
      .items,
    mine: view.rows({}, { page: 1, size: Math.max(1, Math.min(query.taken, view.length)) }).items,
  }))
  if (!read.ok) return read
  const { rows, mine, ...version } = read.value
  const taken = Math.min(query.taken, version.total)
  const shown = ({ id: one, position, name, ...row }: (typeof rows)[number]) => ({
    id: one,
    position,
    name: shortened(name),
    place: [angleText(row.angle), placeText(row)].filter(Boolean).join(' · '),
  })
  const rest = rows.filter(({ position }) => position > taken)
  const page = Math.min(query.page, Math.max(1, Math.ceil(rest.length / query.size)))
  return ok({
    ...version,
    taken,
    mine: mine.slice(0, taken).slice(-shownTaken).map(shown),
    rows: rest.slice((page - 1) * query.size, page * query.size).map(shown),
    matched: rest.length,
    page,
  })
}

type Typed = { id: number; as: number }
/** The numbers typed in rows, and the fields that contain something else. */
const typedIn = (form: Record<string, unknown>): { typed: Typed[]; wrong: string[] } => {
  const typed: Typed[] = []
  const wrong: string[] = []
  for (const [name, value] of Object.entries(form)) {
    const id = /^n\.(\d{1,10})$/.exec(name)?.[1]
    if (id === undefined || typeof value !== 'string' || value.trim() === '') continue
    const as = parseNumber(value, { min: 1, max: 999_999 })
    if (as === null) wrong.push(name)
    else typed.push({ id: Number(id), as })
  }
  return { typed: typed.sort((a, b) => a.as - b.as), wrong }
}

/** Answers the page's form: take, give back, undo, leave out the channels that were not taken. */
export const answerMine = async (args: ActionFunctionArgs): Promise<Response> => {
  const { ask, read } = await readListForm(args, mineForm)
  if (!read.ok) return invalid(read)
  const { intent, base, source, batch, id: ticked, taken, ...rest } = read.value
  const { actor, context, t, list } = ask
  const path = listPathOf(list.id)
  const query = parseMine(new URL(args.request.url))
  // Keep only the rows' fields with content: a page has more fields than a refused form may keep.
  const values = {
    intent,
    id: ticked.map(String),
    ...Object.fromEntries(
      Object.entries(rest).filter(
        (entry): entry is [string, string] =>
          entry[0].startsWith('n.') && typeof entry[1] === 'string' && entry[1] !== '',
      ),
    ),
  }
  const refused = (reason: string, fields = ['id']): Response =>
    refuseForm(
      fields.map((field) => fail('C1106', { field, data: { reason } })),
      values,
    )
  if (intent === 'undo' || intent === 'redo') {
    const undone = await undo(actor, list.id, { base, batch })
    const to = mineHref(path, { ...query, taken: query.before ?? taken, before: null })
    return undone.ok
      ? redirectDone(context, to, 'lists:operation.undo')
      : redirectWithFlash(context, to, { kind: 'problem', key: `errors:${undone.code}` })
  }
  const ids = await readSeen(actor, list.id, base, (view) => view.ids({}))
  const answer = (operations: Operation[], now: number, key: string, count: number): Promise<Response> =>
    answerEdit({
      ...ask,
      base,
      source,
      batch,
      operations,
      to: mineHref(path, { ...query, taken: now, before: taken }),
      done: { key: `numbers:${key}`, params: { channels: t('lists:channels.count', { count }) } },
      values,
      undoesItself: true,
    })
  const places = new Map(ids.map((id, at) => [id, at + 1]))
  if (intent === 'delete-rest') {
    const others = ids.slice(taken)
    return others.length === 0
      ? refused('nothing-selected')
      : answer([{ op: 'delete', ids: others }], taken, 'mine.deleted', others.length)
  }
  if (intent === 'give-back') {
    const back = ticked.filter((one) => (places.get(one) ?? 0) <= taken && places.has(one))
    if (back.length === 0) return refused('nothing-selected')
    // Moved as a block, they end directly after the channels that stay taken.
    return answer(
      [{ op: 'move', ids: back, to: taken - back.length + 1 }],
      taken - back.length,
      'mine.gaveBack',
      back.length,
    )
  }
  const { typed, wrong } = typedIn(rest)
  if (wrong.length > 0) return refused('typed-number', wrong)
  const numbered = new Set(typed.map(({ id }) => id))
  const after = ticked.filter((one) => !numbered.has(one)).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  const wanted = [...typed.map(({ id }) => id), ...after].filter((one) => (places.get(one) ?? 0) > taken)
  if (wanted.length === 0) return refused('nothing-selected')
  return answer(takeOperations(wanted, taken), taken + wanted.length, 'mine.tookNow', wanted.length)
}

/** Moves each channel to the next number, in the requested order. */
export const takeOperations = (ids: readonly number[], taken: number): Operation[] =>
  ids.map((id, at): Operation => ({ op: 'move', ids: [id], to: taken + at + 1 }))
