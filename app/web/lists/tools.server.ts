/**
 * The pages of the tools for whole lists. A tool's input is in the address, so that every preview has its own. The form
 * below a preview does exactly what that address showed, on the revision that it was shown for.
 */
import { json, redirect, type AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { limits } from '~/engine/types'
import { fail, tooMany, type Result, type Failure } from '~/errors/table'
import { parseNumber } from '~/i18n/number'
import {
  findLists,
  previewTool,
  readList,
  planToolEdit,
  type Actor,
  type ListDetails,
  type ToolOthers,
  type ToolPreview,
  type ToolRow,
} from '~/modules/channel-list/channel-list.server'
import { batchIdSchema, sourceIdSchema } from '~/modules/channel-list/channel-list.schema'
import {
  toolNames,
  toolNumbers,
  toolSchemas,
  tools,
  type ToolAsk,
  type ToolName,
} from '~/modules/channel-list/tools/tools.schema'
import { consume } from '~/platform/limits.server'
import { redirectWithFlash } from '~/request/flash.server'
import { getT } from '~/request/language.server'
import { parseIds, writeIds } from '~/text/id-list'
import { filterParams, isFiltered, parseListQuery } from '~/ui/channel-list/query'
import { parsePaging } from '~/ui/paging'
import type { FilePlan, ListChoice, ShownPlan, ShownRow, ToolData } from '~/ui/channel-list/tools/types'
import { invalid, newBatch, readForm } from '~/web/form/form.server'
import type { FormFailure } from '~/web/form/form'
import { requirePage } from '~/web/paging.server'
import { answerEdit, listPathOf, refuseForm, requireValue, type EditAnswer } from './answer.server'
import { placeText } from './channels.server'
import { requireList } from './channels-action.server'
import { revision } from './forms.server'
import { requireUserAndList } from './list-form.server'
import { backOf } from './selection.server'

/** Channels that can be left out one by one; to leave out more, choose in the list. */
const maxWithout = 200

/** The channels that an address names: chosen ones, those of a filter, or all (`ids` undefined). */
type Scope = { kind: 'all' | 'ids' | 'filter'; ids: number[] | undefined; params: URLSearchParams }

/** Null if the file was replaced since the channels were chosen: their ids mean others now. */
const readScope = async (actor: Actor, list: ListDetails, url: URL, revision?: number): Promise<Scope | null> => {
  const { searchParams } = url
  const wanted = parseIds(searchParams.get('ids'))
  if (wanted.length > 0) {
    const source = searchParams.get('source')
    if (source !== null && source !== list.source) return null
    const params = new URLSearchParams({ ids: writeIds(wanted), source: list.source })
    return { kind: 'ids', ids: wanted, params }
  }
  const { filter } = parseListQuery(searchParams)
  if (!isFiltered(filter)) return { kind: 'all', ids: undefined, params: new URLSearchParams() }
  const read = await readList(actor, list.id, revision === undefined ? {} : { revision }, (view) => view.ids(filter))
  const ids = read.ok ? read.value : requireValue(await readList(actor, list.id, {}, (view) => view.ids(filter)))
  return { kind: 'filter', ids, params: filterParams(filter) }
}

type Errors = FormFailure['errors']
type Read = { asked: ToolAsk; values: Record<string, string>; errors: Errors }

/** A tool's input from the address. A field that can't be read gets its default, and an error. */
const readAsked = (tool: ToolName, url: URL, ids: number[] | undefined): Read => {
  const { searchParams } = url
  const values: Record<string, string> = {}
  for (const name of Object.keys(tools[tool].shape)) {
    const all = searchParams.getAll(name).filter((value) => value !== '')
    if (all.length > 0) values[name] = all.join('.')
  }
  const typed: Record<string, unknown> = { ...values }
  const errors: Errors = []
  for (const [name, bounds] of Object.entries(toolNumbers)) {
    if (typed[name] === undefined) continue
    const number = parseNumber(String(typed[name]), bounds)
    if (number === null) {
      errors.push({ field: name, code: 'A0422', data: { reason: 'tool-number', ...bounds } })
      delete typed[name]
    } else typed[name] = number
  }
  const without = parseIds(searchParams.get('without')).slice(0, maxWithout)
  const rest = { ...(ids === undefined ? {} : { ids }), without }
  const schema = toolSchemas[tool] as z.ZodType<object>
  const parsed = schema.safeParse({ ...typed, ...rest })
  if (!parsed.success)
    for (const issue of parsed.error.issues) {
      const field = typeof issue.path[0] === 'string' ? issue.path[0] : null
      errors.push({ field, code: 'A0422', data: { reason: field } })
    }
  const value = parsed.success ? parsed.data : schema.parse(rest)
  // The tool's own schema makes this tool's input.
  return { asked: { tool, ...value } as ToolAsk, values, errors }
}

/** The other list of an address by its id; for tools that add channels, the target list. */
const otherOf = (url: URL): string => (url.searchParams.get('list') ?? '').slice(0, 40)

const findChoices = async (actor: Actor, tool: ToolName, list: ListDetails): Promise<ListChoice[]> => {
  const { other } = tools[tool]
  if (other === 'none') return []
  const { items } = await findLists(actor, {
    page: 1,
    size: 100,
    ...(other === 'system' ? { kind: 'system' as const } : {}),
  })
  return items
    .filter(({ id, canChange }) => id !== list.id && (tool !== 'copy' || canChange))
    .map(({ id, name, kind, channels, owned }) => ({ id, name, kind, channels, owned }))
}

const showRow = ({ frequencyKHz, symbolRate, polarisation, ...row }: ToolRow): ShownRow => ({
  ...row,
  place: placeText({ frequencyKHz, symbolRate, polarisation }),
})

const showPlan = (tool: ToolName, preview: ToolPreview): ShownPlan => {
  const { revision, source, lists, counts, satellites, rows, total, channels } = preview
  const after = channels + counts.changes
  return {
    base: revision,
    source,
    seen: lists.map((one) => `${one.id}@${one.revision}`).join('.'),
    lists: lists.map(({ name }) => name),
    counts,
    satellites,
    rows: rows.map(showRow),
    total,
    overLimit: tool === 'copy' && after > limits.channelsPerList ? after : null,
  }
}
const parseSeen = (text: string | undefined): { id: string; revision: number }[] =>
  (text ?? '').split('.').flatMap((part) => {
    const match = /^([\w-]{1,40})@(\d{1,9})$/.exec(part)
    return match === null ? [] : [{ id: match[1] ?? '', revision: Number(match[2]) }]
  })

/** Which list changes, and what a tool reads besides it. */
const sidesOf = (tool: ToolName, list: ListDetails, other: string): { id: string; others: ToolOthers } =>
  tool === 'copy'
    ? { id: other, others: { from: list.id } }
    : { id: list.id, others: other === '' ? {} : { from: other } }

/** Whether an address has enough input for a preview. */
const isAsked = ({ asked, errors }: Read, other: string): boolean => {
  const { needs, other: reads } = tools[asked.tool]
  if (errors.length > 0 || (reads === 'one' && other === '')) return false
  const values: Record<string, unknown> = asked
  const defaults: Record<string, unknown> = toolSchemas[asked.tool].parse({})
  return needs === null || needs.some((name) => String(values[name]) !== String(defaults[name]))
}

type Args = { request: Request; params: Record<string, string | undefined>; context: AppLoadContext }

/** Opens a tool's page: which user, list and channels. */
const openTool = async ({ request, params, context }: Args, tool: ToolName, revision?: number) => {
  const { user, list } = await requireUserAndList({ request, params, context })
  const url = new URL(request.url)
  if (tool !== 'copy' && !list.canChange)
    throw redirectWithFlash(context, listPathOf(list.id), { kind: 'note', key: 'tools:readOnly' })
  const scope = await readScope(user, list, url, revision)
  if (scope === null)
    throw redirectWithFlash(context, `${listPathOf(list.id)}/tools/${tool}`, {
      kind: 'problem',
      key: 'lists:done.replaced',
    })
  return { user, list, url, scope }
}

/** The tool that an address names. */
const requireTool = ({ params }: Args): ToolName => {
  const tool = toolNames.find((name) => name === params['tool'])
  if (tool === undefined) throw new Response(null, { status: 404 })
  return tool
}

/** MyLink has its own page for adding channels: the selected ones, or those that a search finds. */
const myLinkPath = ({ request, params }: Args): string => {
  const given = [...new URL(request.url).searchParams].filter(([name]) => ['ids', 'source', 'search'].includes(name))
  return `/features/mylink?${new URLSearchParams([['list', params['id'] ?? ''], ['size', '100'], ...given]).toString()}`
}

/** The data of a tool's page. */
export const loadTool = async (args: Args) => {
  if (args.params['tool'] === 'mylink') throw redirect(myLinkPath(args))
  const tool = requireTool(args)
  const paging = parsePaging(new URL(args.request.url).searchParams)
  const { user, list, url, scope } = await openTool(args, tool)
  const [choices, parts] = await Promise.all([
    findChoices(user, tool, list),
    readList(user, list.id, {}, (view) => ({
      satellites: view.satellitesOf({ index: parseListQuery(url.searchParams).filter.satellite, most: 500 }),
      groups: view.favouriteGroups().map(({ index, name }) => ({ index, name })),
    })),
  ])
  const { satellites, groups } = requireValue(parts)
  const read = readAsked(tool, url, scope.ids)
  // At first, every kind of tidying except `services` is selected.
  if (read.asked.tool === 'tidy' && !url.searchParams.has('asked') && read.asked.kinds.length === 0)
    read.asked.kinds = ['unnamed', 'satellites', 'transponders', 'groups']
  const wanted = otherOf(url)
  const other = choices.some(({ id }) => id === wanted) ? wanted : ''
  const { id, others } = sidesOf(tool, list, other)
  const planned: Result<ToolPreview> | null = isAsked(read, other)
    ? await previewTool(user, id, read.asked, others, paging)
    : null
  if (planned?.ok) requirePage(args.request, { ...paging, total: planned.value.total })
  const { tool: _, ids: __, without = [], ...asked } = read.asked
  const { filter } = parseListQuery(url.searchParams)
  const { type, satellite, ...otherFilter } = filter
  const act = tools[tool].act ?? ('act' in read.asked ? read.asked.act : 'end')
  return json<ToolData>({
    ...{ tool, act, submit: tools[tool].submit ?? act },
    list: { id: list.id, name: list.name, revision: list.revision },
    userId: user.userId,
    batch: newBatch(),
    asked: { ...asked, ...read.values },
    kinds: read.asked.tool === 'tidy' ? read.asked.kinds : [],
    errors: [
      ...read.errors,
      ...(planned?.ok === false ? [{ field: null, code: planned.code, data: planned.data ?? null }] : []),
    ] satisfies Errors,
    scope: {
      kind: scope.kind,
      count: scope.ids?.length ?? null,
      /** Hidden fields of the form; the filter's satellite and type have fields of their own. */
      params: [...(scope.kind === 'ids' ? scope.params : filterParams(otherFilter))],
      satellite: satellite === undefined ? '' : String(satellite),
      type: type ?? '',
    },
    /** The whole address without the page, for links. */
    query: queryOf(url),
    without,
    other,
    choices,
    satellites: satellites
      .filter(({ channels }) => channels > 0)
      .map(({ index, name, angle, channels }) => ({ index, name, angle, channels })),
    groups,
    paging,
    plan: planned?.ok ? showPlan(tool, planned.value) : null,
    back: backOf(url, list.id, scope.kind === 'ids' ? (scope.ids ?? []) : [], list.source),
  })
}

const queryOf = (url: URL): string => {
  const params = new URLSearchParams(url.search)
  for (const name of ['_data', 'page', 'index']) params.delete(name)
  return params.toString()
}

const toolForm = z.object({
  intent: z.enum(['apply', 'file', 'names']).catch('apply'),
  base: revision.optional(),
  source: sourceIdSchema.optional(),
  batch: batchIdSchema.optional().catch(undefined),
  /** The other lists and their revisions. */
  seen: z.string().max(4000).optional(),
  /** Names from a file, as they were shown. */
  names: z.string().max(1_048_576).optional(),
})
type ToolForm = z.output<typeof toolForm>

export type ToolAnswer = EditAnswer & { file?: FilePlan }

const refuseWith = (failure: Failure): Response => refuseForm(failure, {}, [403, 404, 409, 413, 429])

/** Previews the names of a file. They travel in the page's form, because the file is not kept. */
const answerFile = async (
  { user, list, scope }: Awaited<ReturnType<typeof openTool>>,
  file: { name: string | null; bytes: Uint8Array } | null,
): Promise<Response> => {
  const points = await consume('upload', user.userId)
  if (!points.ok) return refuseWith(tooMany(points))
  if (file === null || (file.bytes.length === 0 && !file.name))
    return refuseWith(fail('A0422', { field: 'file', data: { reason: 'no-file' } }))
  if (file.bytes.length > limits.fileBytes)
    return refuseWith(fail('A0413', { field: 'file', data: { reason: 'too-large' } }))
  const asked: ToolAsk = { tool: 'from', ...(scope.ids === undefined ? {} : { ids: scope.ids }) }
  const others = { bytes: file.bytes }
  const preview = await previewTool(user, list.id, asked, others, { page: 1, size: 100 })
  if (!preview.ok) return refuseWith(preview)
  if (preview.value.read === false) return refuseWith(fail('C1112', { field: 'file', data: { cause: 'text' } }))
  const edit = await planToolEdit(user, list.id, asked, others, { base: preview.value.revision })
  if (!edit.ok) return refuseWith(edit)
  const [operation] = edit.value.operations
  return json<ToolAnswer>({
    file: {
      ...showPlan('from', preview.value),
      fileName: file.name ?? '',
      names: JSON.stringify(operation?.op === 'names' ? operation.names : []),
    },
  })
}

const namesSchema = z
  .array(z.tuple([z.number().int().min(0), z.string().max(400)]))
  .min(1)
  .max(limits.idsPerOperation)
const parseNames = (text: string | undefined): [number, string][] | null => {
  try {
    const parsed = namesSchema.safeParse(JSON.parse(text ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    // Invalid JSON does not come from the page.
    return null
  }
}

/** The list that changes. */
const findChanged = async (
  { user, list, url }: Awaited<ReturnType<typeof openTool>>,
  tool: ToolName,
): Promise<ListDetails> => (tool === 'copy' ? requireList(user, otherOf(url)) : list)

/** Does what a tool's page showed, or shows the names of a file. */
export const answerTool = async (args: Args): Promise<Response> => {
  const { request, context } = args
  const tool = requireTool(args)
  const read = await readForm(request, context, toolForm)
  const opened = await openTool(args, tool, read.ok ? read.value.base : undefined)
  if (!read.ok) return invalid(read)
  const { user, list, url, scope } = opened
  const form: ToolForm = read.value
  if (form.intent === 'file') return answerFile(opened, read.file)
  const { base } = form
  if (base === undefined) return refuseWith(fail('A0422', { field: 'base' }))
  const t = await getT(request, context)
  const changed = await findChanged(opened, tool)
  const finish = async (
    operations: Parameters<typeof answerEdit>[0]['operations'],
    count: number,
  ): Promise<Response> => {
    const answer = await answerEdit({
      actor: user,
      context,
      t,
      list: changed,
      base,
      source: form.source,
      operations,
      batch: form.batch,
      to:
        tool === 'copy'
          ? `${listPathOf(changed.id)}#channels`
          : backOf(url, list.id, scope.kind === 'ids' && tool !== 'duplicates' ? (scope.ids ?? []) : [], list.source),
      done: { key: `tools:done.${tool}`, params: { channels: t('lists:channels.count', { count }), number: count } },
    })
    // Nothing was typed by hand, so a preview of the newest version helps more than both sides of each name.
    return answer.status === 409
      ? redirectWithFlash(context, addressOf(url), { kind: 'problem', key: 'errors:C1104' })
      : answer
  }
  if (form.intent === 'names') {
    const names = parseNames(form.names)
    return names === null
      ? refuseWith(fail('C1106', { data: { reason: 'nothing-selected' } }))
      : finish([{ op: 'names', names }], names.length)
  }
  const { asked, errors } = readAsked(tool, url, scope.ids)
  if (errors.length > 0) return json<ToolAnswer>({ failure: { values: {}, errors } }, { status: 422 })
  const { others } = sidesOf(tool, list, otherOf(url))
  const edit = await planToolEdit(
    user,
    changed.id,
    asked,
    { ...others, lists: parseSeen(form.seen) },
    { base, batch: form.batch },
  )
  if (!edit.ok && edit.code === 'C1101') throw redirect(addressOf(url), { status: 303 })
  if (!edit.ok) return refuseWith(edit)
  const { operations, count } = edit.value
  return operations.length === 0
    ? redirectWithFlash(context, addressOf(url), { kind: 'note', key: 'tools:nothing' })
    : finish(operations, count)
}

/** The page's own address, without parameters that only requests have. */
const addressOf = (url: URL): string => {
  const query = queryOf(url)
  return query === '' ? url.pathname : `${url.pathname}?${query}`
}

/** The chosen channels of an address, for the addresses of the tools. */
export const toolQuery = (url: URL): { query: string; chosen: number } => {
  const query = queryOf(url)
  return { query: query === '' ? '' : `?${query}`, chosen: parseIds(url.searchParams.get('ids')).length }
}
