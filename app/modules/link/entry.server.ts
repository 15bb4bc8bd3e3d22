/** The links of a shelf: found, added, changed, moved, sorted and deleted. */
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { nowMs } from '~/platform/clock.server'
import { nextTurn } from '~/platform/timer.server'
import { nameKeyOf } from '~/text/name-key'
import { keepDeleted, packDeleted } from './deleted.server'
import {
  findEntries,
  keyOf,
  keysOf,
  makeSearchKeys,
  moved,
  ordered,
  showEntry,
  targetKeyOf,
  type Kept,
} from './entries'
import { findTargetRefusals, nameMaxOf, readName, readNamed, readTarget, type Refused } from './forms'
import { itemsPerAdd, keysAtOnce, linksMax } from './limits'
import { changeEntries, findHeads, findShelf, logoOf, mayUse, refuse, type Named } from './store.server'
import type { LinkEdit, LinkEntry, LinkInput, LinkOrder, LinkPage, LinkQuery, LinkService, ShelfOf } from './types'

/** Q2103. */
export const findLinks = async ({ actor, service, id }: ShelfOf, query: LinkQuery): Promise<Result<LinkPage>> => {
  const shelf = await findShelf(actor.userId, service, id)
  if (shelf === null && id !== null) return fail('Q2103')
  const entries = shelf?.entries ?? []
  const { page, size, search } = query
  // The first search of a long shelf yields to other requests.
  if ((search ?? '') !== '') for (const _ of makeSearchKeys(entries, keysAtOnce)) await nextTurn()
  return ok({ ...findEntries(entries, query), page, size })
}

/** The field name when several links are sent. */
const severalOf = { mylink: 'channels', audio: 'entries' } as const satisfies Record<LinkService, string>

const contextOf = (service: LinkService) => (service === 'audio' ? { context: 'audio' } : {})
const exists = (service: LinkService, prefix: string, name: string): Failure =>
  fail('Q2201', { field: `${prefix}name`, data: { name, ...contextOf(service) } })
const isMissing = (service: LinkService): Failure => fail('C1102', { data: contextOf(service) })

/** Q2103, C1102. */
export const getLink = async ({ actor, service, id: of }: ShelfOf, id: string): Promise<Result<LinkEntry>> => {
  const shelf = await findShelf(actor.userId, service, of)
  if (shelf === null && of !== null) return fail('Q2103')
  const at = shelf?.entries.findIndex((one) => String(one.id) === id) ?? -1
  const entry = shelf?.entries[at]
  return entry === undefined ? isMissing(service) : ok(showEntry(entry, at + 1))
}

/** The account's links with the same targets as these, with their categories' names. */
export const findTwins = async (
  { actor: { userId }, service, id: of }: ShelfOf,
  ids: readonly string[],
): Promise<{ name: string; category: string }[]> => {
  const isMeant = new Set(ids)
  const own = await findShelf(userId, service, of)
  const meant = own?.entries.filter(({ id }) => isMeant.has(String(id))) ?? []
  const targets = new Set(meant.map(targetKeyOf))
  const found: { name: string; category: string }[] = []
  for (const head of await findHeads(userId, service)) {
    const shelf = await findShelf(userId, service, head.id)
    for (const entry of shelf?.entries ?? [])
      if (targets.has(targetKeyOf(entry)) && !meant.includes(entry))
        found.push({ name: entry.name, category: head.name })
    await nextTurn()
  }
  return found
}

type Fields = Pick<Kept, 'name' | 'target' | 'logo'>
const refusalOf = ({ field, rule, numbers }: Refused, prefix: string): Failure =>
  refuse(`${prefix}${field}`, rule, numbers)

/** A link in its stored form, or its first invalid field. `prefix` of the field's name, if several were sent. */
const readLink = (service: LinkService, input: LinkInput, prefix: string): Result<Fields> => {
  const read = readNamed(service, input)
  return read.ok ? ok({ ...read.value, logo: logoOf(input.logo) }) : refusalOf(read, prefix)
}

/**
 * All faults of these links, not only the first, with the fields named as in `addLinks`. Names that are already taken
 * are found by `addLinks` only.
 */
export const findRefusals = (service: LinkService, inputs: readonly LinkInput[]): Failure[] =>
  inputs.flatMap((input, at) => {
    const prefix = inputs.length === 1 ? '' : `${severalOf[service]}.${at}.`
    const name = readName(input.name, nameMaxOf(service))
    return [...(name.ok ? [] : [name]), ...findTargetRefusals(input)].map((part) => refusalOf(part, prefix))
  })

/** A0422, Q2201, Q2202, N1001, Q2103, C1109, C1202, A0409. */
export const addLinks = (
  shelf: ShelfOf,
  inputs: readonly LinkInput[],
  { batch }: Named = {},
): Promise<Result<{ ids: string[]; channels: number }>> => {
  const { actor, service } = shelf
  const several = severalOf[service]
  if (inputs.length > itemsPerAdd)
    return Promise.resolve(fail('N1001', { field: several, data: { limit: itemsPerAdd } }))
  const prefixOf = (at: number): string => (inputs.length === 1 ? '' : `${several}.${at}.`)
  return changeEntries<{ ids: string[]; channels: number }>(
    { ...shelf, what: 'add', asked: inputs, batch },
    async ({ entries, lastId }) => {
      const keys = keysOf(entries)
      const added: Kept[] = []
      for (const [at, input] of inputs.entries()) {
        const read = readLink(service, input, prefixOf(at))
        if (!read.ok) return read
        const key = nameKeyOf(read.value.name)
        if (keys.has(key)) return exists(service, prefixOf(at), read.value.name)
        keys.add(key)
        added.push({ id: lastId + at + 1, ...read.value, at: nowMs() })
      }
      if (entries.length + added.length > linksMax)
        return fail('Q2202', { data: { context: service, limit: linksMax, count: entries.length } })
      for (const [at, { logo }] of added.entries())
        if (!(await mayUse(actor.userId, logo))) return refuse(`${prefixOf(at)}logo`, 'unknown-logo')
      const all = [...entries, ...added]
      return ok({
        entries: all,
        lastId: lastId + added.length,
        answer: { ids: added.map(({ id }) => String(id)), channels: all.length },
      })
    },
  )
}

const isDefined = (value: unknown): boolean => value !== undefined

/** C1102, A0422, Q2201, Q2103, C1109, C1202, A0409. */
export const editLink = async (
  shelf: ShelfOf,
  id: string,
  { batch, ...edit }: LinkEdit & Named,
): Promise<Result<LinkEntry>> => {
  const { actor, service } = shelf
  const asked = { ...shelf, what: `edit ${id}`, asked: edit, batch }
  const done = await changeEntries<null>(asked, async ({ entries }) => {
    const at = entries.findIndex((one) => String(one.id) === id)
    const before = entries[at]
    if (before === undefined) return isMissing(service)
    const name = edit.name === undefined ? null : readName(edit.name, nameMaxOf(service))
    if (name?.ok === false) return refusalOf(name, '')
    const hasTarget = [edit.address, edit.satellite, edit.tp, edit.sid].some(isDefined)
    const target = hasTarget ? readTarget(edit) : null
    if (target?.ok === false) return refusalOf(target, '')
    const after: Kept = {
      ...before,
      ...(name === null ? {} : { name: name.value }),
      ...(target === null ? {} : { target: target.value }),
      ...(edit.logo === undefined ? {} : { logo: logoOf(edit.logo) }),
    }
    const key = nameKeyOf(after.name)
    if (entries.some((one) => one !== before && keyOf(one) === key)) return exists(service, '', after.name)
    if (after.logo !== before.logo && !(await mayUse(actor.userId, after.logo))) return refuse('logo', 'unknown-logo')
    return ok({ entries: entries.map((one) => (one === before ? after : one)), answer: null })
  })
  return done.ok ? getLink(shelf, id) : done
}

/**
 * Ids that are already gone are ignored; C1102 if none exists. `undo` restores them for 30 days. Q2103, C1109, A0409.
 */
export const deleteLinks = (
  shelf: ShelfOf,
  ids: readonly string[],
  { batch }: Named = {},
): Promise<Result<{ deleted: number; channels: number; undo: string }>> =>
  changeEntries({ ...shelf, what: 'delete', asked: ids, batch }, async ({ head, entries }) => {
    const wanted = new Set(ids)
    const left = entries.filter(({ id }) => !wanted.has(String(id)))
    if (head === null || left.length === entries.length) return isMissing(shelf.service)
    const gone = entries.flatMap((one, at) => (wanted.has(String(one.id)) ? [{ ...one, place: at + 1 }] : []))
    const kept = await packDeleted(head, gone)
    return ok({
      entries: left,
      answer: { deleted: gone.length, channels: left.length, undo: kept.id },
      also: (tx) => keepDeleted(tx, kept),
    })
  })

/** A0422 (to, range), Q2103, C1102, C1109, A0409. */
export const moveLinks = (
  shelf: ShelfOf,
  ids: readonly string[],
  to: number,
  { batch }: Named = {},
): Promise<Result<{ moved: number; position: number }>> =>
  changeEntries({ ...shelf, what: 'move', asked: { ids, to }, batch }, ({ entries }) => {
    const wanted = new Set(ids)
    const chosen = new Set(entries.filter(({ id }) => wanted.has(String(id))).map(({ id }) => id))
    if (chosen.size === 0) return isMissing(shelf.service)
    if (!Number.isInteger(to) || to < 1 || to > entries.length)
      return refuse('to', 'range', { min: 1, max: entries.length })
    const done = moved(entries, chosen, to)
    return ok({ entries: done.entries, answer: { moved: chosen.size, position: done.at } })
  })

/** Q2103, C1109, A0409. */
export const sortLinks = (
  shelf: ShelfOf,
  order: LinkOrder,
  { batch }: Named = {},
): Promise<Result<{ channels: number }>> =>
  changeEntries({ ...shelf, what: 'sort', asked: { order }, batch }, ({ entries }) =>
    ok({ entries: ordered(entries, order), answer: { channels: entries.length } }),
  )
