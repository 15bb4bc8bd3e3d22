/**
 * What the list pages share between HTTP and the module: turns failures into Responses, edits into the next page,
 * conflicts into views.
 */
import { json, type AppLoadContext } from '@remix-run/node'
import type { TFunction } from 'i18next'
import {
  applyOperations,
  mapChannels,
  readList,
  type Actor,
  type Clash,
  type ClashData,
  type Edited,
  type ListDetails,
  type RevisionSummary,
} from '~/modules/channel-list/channel-list.server'
import { statusOf, type Code, type Failure, type Result } from '~/errors/table'
import { formatsOf } from '~/i18n/format'
import { languageOf } from '~/i18n/i18n.server'
import type { ClashRow, ClashView } from '~/ui/channel-list/clash-panel'
import { boxText } from '~/ui/channel-list/box-text'
import { fieldText, valueText } from '~/ui/channel-list/clash-text'
import { groupName, namesByBit } from '~/ui/channel-list/group-name'
import { joined } from '~/ui/channel-list/joined'
import { operationText } from '~/ui/channel-list/operation-text'
import { categoryName } from '~/ui/channel-list/tables/entry-title'
import { idsOf, translateOperations } from '~/modules/channel-list/edit/translate.schema'
import { sha256 } from '~/platform/random.server'
import { redirectWithFlash } from '~/request/flash.server'
import type { Flash } from '~/request/flash'
import type { FormFailure } from '~/web/form/form'
import { newBatch } from '~/web/form/form.server'
import { limits, type Operation } from '~/engine/types'

export const listPathOf = (id: string): string => `/features/lists/${encodeURIComponent(id)}`

/** Returns the value, or throws the page for its code: a list that does not exist or may not be seen is a 404. */
export const requireValue = <T>(result: Result<T>): T => {
  if (result.ok) return result.value
  throw json({ code: result.code }, { status: statusOf(result.code) })
}

/** Reads the revision that the user saw, or the newest one if that is gone. */
export const readSeen = async <T>(
  actor: Actor,
  id: string,
  revision: number,
  read: Parameters<typeof readList<T>>[3],
): Promise<T> => {
  const seen = await readList(actor, id, { revision }, read)
  return seen.ok ? seen.value : requireValue(await readList(actor, id, {}, read))
}

/** The author of a revision in words: the box, the reader, or a name. */
export const authorText = (revision: Pick<RevisionSummary, 'author'>, userId: string, t: TFunction): string => {
  const { author } = revision
  if (author.sn !== null) return boxText({ sn: author.sn, nickname: author.nickname }, t)
  if (author.userId === userId) return t('lists:history.you')
  return author.name ?? t('lists:history.unknown')
}

/** Refuses a form with one message. */
export const refuse = (failure: Failure, values: FormFailure['values'] = {}): { failure: FormFailure } => ({
  failure: { values, errors: [{ field: failure.field ?? null, code: failure.code, data: failure.data ?? null }] },
})

/**
 * Answers a form that was refused: keeps its values and puts each error at its field. `own`: codes' statuses that the
 * page has; it has 422 for others.
 */
export const refuseForm = (
  failures: Failure | readonly Failure[],
  values: FormFailure['values'] = {},
  own: readonly number[] = [],
): Response => {
  const all = [failures].flat()
  const errors = all.map(({ field, code, data }) => ({ field: field ?? null, code, data: data ?? null }))
  const status = all.map(({ code }) => statusOf(code)).find((one) => own.includes(one)) ?? 422
  return json<EditAnswer>({ failure: { values, errors } }, { status })
}

type Flashing = { key: string; params?: Flash['params']; next?: Flash['next'] }
export type EditAnswer = { failure?: FormFailure; clash?: ClashView }

const groupNames = async (actor: Actor, id: string): Promise<string[]> => {
  const read = await readList(actor, id, {}, (view) => namesByBit(view.favouriteGroups()))
  return read.ok ? read.value : []
}

/** How many names of one kind a mapping shows; the counts are complete. */
const mappedNames = 50

type Offer = Pick<ClashView, 'source' | 'operations'> & Partial<Pick<ClashView, 'revision' | 'mapping'>>
/** What can be applied to the newest revision, in its own ids: everything, the mapped channels, or nothing. */
const offerOf = async (actor: Actor, id: string, data: ClashData, operations: Operation[]): Promise<Offer> => {
  if (data.from === data.source) return { source: data.source, operations: JSON.stringify(operations) }
  const ids = idsOf(operations)
  const mapped = data.from === null ? null : await mapChannels(actor, id, { source: data.from, ids })
  if (mapped === null || !mapped.ok)
    return {
      source: data.source,
      operations: null,
      mapping: {
        kept: false,
        whole: 0,
        found: { count: 0, names: [] },
        missing: { count: ids.length, names: [] },
        ambiguous: { count: 0, names: [] },
      },
    }
  const { revision, source, kept, found, missing, ambiguous } = mapped.value
  const translated = translateOperations(operations, new Map(found.map((one) => [one.id, one.to])))
  const summaryOf = (channels: readonly { name: string | null }[]) => ({
    count: channels.length,
    names: channels.slice(0, mappedNames).flatMap(({ name }) => name ?? []),
  })
  return {
    revision,
    source,
    operations: kept && translated.operations.length > 0 ? JSON.stringify(translated.operations) : null,
    mapping: {
      kept,
      whole: translated.whole,
      found: summaryOf(found),
      missing: summaryOf(missing),
      ambiguous: summaryOf(ambiguous),
    },
  }
}

/** Items that can exist or be gone. */
const parts: ReadonlySet<Clash['field']> = new Set(['satellite', 'transponder', 'group', 'category'])

/** One line of a conflict, in words. `groups`: the names of favourite groups by their bits. */
const clashRowOf = (clash: Clash, at: number, t: TFunction, groups: readonly string[]): ClashRow => {
  const { field, detail, id, channel, group, mine, theirs } = clash
  const format = formatsOf(languageOf(t))
  const sideText = (value: Clash['mine'], isMine: boolean): string => {
    const orders = t(isMine ? 'lists:clash.moved' : 'lists:clash.changed')
    // An order can't be shown as a value.
    if (field === 'order' || detail === 'group.order') return orders
    if (detail !== undefined) return valueText(detail, value, t, format)
    if (field === 'existence') return t(value === false ? 'lists:clash.gone' : 'lists:clash.changed')
    if (parts.has(field) && typeof value !== 'string')
      return mine === null && theirs === null ? orders : t(value === true ? 'lists:clash.changed' : 'lists:clash.gone')
    return field === 'name' && value === '' ? t('lists:row.unnamed') : valueText(field, value, t, format)
  }
  const name = channel !== null && field === 'category' && id === null ? categoryName(channel, t) : channel
  return {
    key: String(at),
    channel: name === null ? t('lists:clash.wholeList') : name === '' ? t('lists:row.unnamed') : name,
    field: [
      detail === undefined ? t(`lists:clash.fields.${field}`) : fieldText(detail, t),
      ...(group === undefined ? [] : [groupName(groups[group] ?? '', group, t)]),
    ].join(' · '),
    mine: sideText(mine, true),
    theirs: sideText(theirs, false),
  }
}

/** A conflict as the page shows it, with the operations to decide on. */
export const clashViewOf = async (
  actor: Actor,
  id: string,
  failure: Failure,
  operations: Operation[],
  t: TFunction,
  again = false,
): Promise<ClashView> => {
  const data = failure.data as ClashData
  const [offer, groups] = await Promise.all([offerOf(actor, id, data, operations), groupNames(actor, id)])
  return {
    cause: data.cause,
    base: data.base,
    revision: data.revision,
    total: data.total,
    again,
    batch: newBatch(),
    mapping: null,
    ...offer,
    clashes: data.clashes.map((clash, at) => clashRowOf(clash, at, t, groups)),
    since: data.since.map((revision) => ({
      number: revision.number,
      text: operationText(revision, t),
      who: authorText(revision, actor.userId, t),
    })),
  }
}

/**
 * The key under which a form's effect is stored once, made from the form's own id and its content. The same form sent
 * twice counts once; a form changed and sent again after Back counts as another one.
 */
export const keyOfForm = (batch: string | undefined, asked: unknown): string | undefined =>
  batch === undefined ? undefined : sha256(`${batch} ${JSON.stringify(asked)}`).slice(0, 40)

/** How many names a message about unwritable names lists, each cut to how many letters. */
const maxWarned = { names: 3, letters: 40 }
const warningKeys = { 'name-letters': 'lists:warning.nameLetters', 'name-cut': 'lists:warning.nameCut' } as const

/** The names that operations give, by channel. */
const namesGiven = (operations: readonly Operation[]): Map<number, string> =>
  new Map(
    operations.flatMap((one): (readonly [number, string])[] => {
      if (one.op === 'rename') return [[one.id, one.name]]
      if (one.op === 'names') return one.names
      return one.op === 'add' && one.target === 'channel' ? one.channels.map(({ id, name }) => [id, name]) : []
    }),
  )

/** Tells the user at once which new names a file can't represent. */
const warningsOf = (edited: Edited, operations: readonly Operation[], format: string, t: TFunction): string[] => {
  const names = namesGiven(operations)
  return (['name-letters', 'name-cut'] as const).flatMap((code) => {
    const warning = edited.warnings.find((one) => one.code === code)
    if (warning === undefined) return []
    const shown = warning.ids.slice(0, maxWarned.names).flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [Array.from(name).slice(0, maxWarned.letters).join('')]
    })
    const more = warning.channels > shown.length ? ' …' : ''
    return [t(warningKeys[code], { format, number: warning.channels, names: joined(shown) + more })]
  })
}

/** Who asks for something about which list. */
export type ListAsk = { actor: Actor; context: AppLoadContext; t: TFunction; list: ListDetails }
type Edit = ListAsk & {
  base: number
  /** The file that the operations' ids come from; by default that of `base`. */
  source?: string | undefined
  /** The form's own id: a form sent twice is applied once. */
  batch?: string | undefined
  operations: Operation[]
  /** Where to go after storing. */
  to: string
  done: Flashing
  values?: FormFailure['values']
  again?: boolean
  /** The page has its own Undo, which stays on it, so the message offers none. */
  undoesItself?: boolean
}

/**
 * Applies a batch and answers with the next page: 303 and a message, 409 with both sides, or 422 with the values kept.
 * A batch that changes nothing makes no version, and the message says so.
 */
export const answerEdit = async ({
  actor,
  context,
  t,
  list,
  base,
  source,
  batch,
  operations,
  to,
  done,
  values,
  again,
  undoesItself = false,
}: Edit): Promise<Response> => {
  const result = await applyOperations(actor, list.id, { base, source, operations, batch, unlessSame: true })
  if (result.ok) {
    if (result.value.revision === base)
      return redirectWithFlash(context, to, { kind: 'note', key: 'lists:done.nothing' })
    const undo = undoesItself ? {} : { undo: { list: list.id, revision: result.value.revision } }
    const warnings = warningsOf(result.value, operations, t(`lists:dialect.${list.dialect}`), t)
    if (warnings.length > 0)
      return redirectWithFlash(context, to, {
        kind: 'note',
        key: 'lists:warning.done',
        params: { done: t(done.key, done.params ?? {}), warnings: warnings.join(' · ') },
        ...undo,
      })
    return redirectWithFlash(
      context,
      to,
      result.value.merged ? { kind: 'note', key: 'lists:done.merged', ...undo } : { kind: 'done', ...done, ...undo },
    )
  }
  if (result.code === 'C1104')
    return json<EditAnswer>({ clash: await clashViewOf(actor, list.id, result, operations, t, again) }, { status: 409 })
  if (result.code === 'C1101') throw json({ code: result.code }, { status: 404 })
  const field = result.field ?? fieldOf(result, values ?? {})
  const data = { ...result.data, ...numberOf(result.data?.['reason']) }
  return refuseForm({ ...result, ...(field === undefined ? {} : { field }), data }, values, [403])
}

/** Fields with another name in forms than in operations. */
const formNames: Readonly<Record<string, string>> = { frequencyKHz: 'frequency' }
/** The field for a code that doesn't name one: the first of these that the form has. */
const fieldsOfCodes: Partial<Record<Code, readonly string[]>> = {
  C1103: ['name'],
  C1116: ['frequency'],
  C1117: ['angle'],
  C1115: ['transponder'],
  C1119: ['name'],
  N1001: ['id'],
  Q2101: ['name'],
  Q2102: ['name', 'pick'],
  Q2201: ['name'],
}
/** The form's field whose value was refused; undefined if the form has no such field. */
const fieldOf = ({ code, data }: Failure, values: FormFailure['values']): string | undefined => {
  const said = data?.['field']
  const reason = data?.['reason']
  const names =
    typeof said === 'string'
      ? [formNames[said] ?? said.replace('.', '-')]
      : typeof reason === 'string' && reason.startsWith('name-')
        ? ['name']
        : (fieldsOfCodes[code] ?? [])
  return names.find((name) => name in values)
}

/** The limit that a reason's sentence mentions. */
const numberOf = (reason: unknown): { number?: number } =>
  reason === 'name-too-long' ? { number: limits.nameCharacters } : {}
