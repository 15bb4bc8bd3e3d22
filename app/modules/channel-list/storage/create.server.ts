/** Creates lists: from an uploaded file, or as a copy of a list that the actor may see. */
import { recordAudit } from '~/modules/audit/audit.server'
import { checkListService } from './entitled.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import type { Transaction } from '~/platform/db.server'
import { once, type Commit } from '~/platform/idempotency.server'
import { commitList, type Author } from './commit.server'
import { workOn } from '../engine/heavy.server'
import { importBytes } from '../files/import.server'
import { parseListName } from '../name'
import { canMake, isPublished, kindOfRole } from '../rights'
import { copyNameChoice } from '../names/name-choice.server'
import { copyLogos, useLogos } from '../edit/logo.server'
import { getSource, makeSource, storedWith, type Source } from './source.server'
import { describeDetails, findGivenOf } from './shown.server'
import { findNewest, findVisible, type ListRow } from './store.server'
import type { Actor, ListDetails, NewList } from '../types'

export const authorOf = (actor: Actor): Author => ({ id: actor.userId, name: actor.userName, sn: actor.sn ?? null })

/** File names are only shown and offered again, never used as paths. */
export const cleanFileName = (name: string | null): string | null => {
  const last =
    name
      ?.split(/[/\\]/)
      .pop()
      ?.replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
      .trim() ?? ''
  return last === '' ? null : last.slice(0, 120)
}

/**
 * `typedName`: the name as it was sent, if the portal chose another. `commit`: the transaction of a surrounding action
 * with its own key. `also`: further work inside the transaction that stores the list.
 */
export type Making = {
  typedName?: string | undefined
  commit?: Commit<{ id: string }>
  also?: (tx: Transaction) => Promise<unknown>
}

/** The list that was already made under this key, if the actor still sees it; C1101 if it is gone. */
const describeMade = async (
  actor: Actor,
  made: { value: { id: string }; isNew: boolean },
): Promise<Result<ListDetails>> => {
  const there = made.isNew ? ok(null) : await findVisible(actor, made.value.id)
  return there.ok ? describeDetails(actor, made.value.id) : there
}

/**
 * Makes a list from a file. Without `kind` it gets the account's default kind (administrator: System, VNO account: VNO,
 * else User). A repeat with the same `batch` returns the first list, or A0409 if the file or other input differs. C1108
 * kind not allowed, C1110 name, A0413, C1112, Q2205, Q2202, C1111, C1202, C1125, C1109.
 */
export const createList = async (actor: Actor, input: NewList, making: Making = {}): Promise<Result<ListDetails>> => {
  const kind = input.kind ?? kindOfRole(actor)
  const vnoId = kind === 'vno' ? (input.vnoId ?? actor.vnoId) : null
  const ownerId = kind !== 'user' && actor.role === 'operator' ? (input.ownerId ?? actor.userId) : actor.userId
  if (!canMake(actor, kind, vnoId)) return fail('C1108')
  if (kind === 'user') {
    const entitled = await checkListService(actor)
    if (!entitled.ok) return entitled
  }
  const name = parseListName(input.name)
  if (name === null) return fail('C1110', { field: 'name' })
  const source = await makeSource(input.bytes)
  const asked = {
    source: source.id,
    name: making.typedName ?? name,
    kind,
    ownerId,
    vnoId,
    encoding: input.encoding,
    keep: input.keep ?? [],
  }
  const named = { owner: actor.userId, purpose: 'list.create', key: input.batch, asked }
  const made = await once<{ id: string }, Failure>(named, async (commit) => {
    const imported = await importBytes(actor.userId, source, { encoding: input.encoding, keep: input.keep })
    if (!imported.ok) return imported
    const { state, facts, problems } = imported.value
    return commitList(
      { kind, ownerId, vnoId, name },
      {
        kind: 'import',
        source: imported.value.source,
        state,
        facts,
        problems,
        operations: null,
        summary: { steps: [] },
        fileName: cleanFileName(input.fileName),
        author: authorOf(actor),
      },
      (id) => ({ id }),
      making.commit ?? commit,
      async (tx, id) => {
        if (isPublished(actor, kind))
          await recordAudit({ actor: actor.userId, action: 'list.make', subject: id, detail: `${kind} ${name}` }, tx)
        await making.also?.(tx)
      },
    )
  })
  return made.ok ? describeMade(actor, made) : made
}

/**
 * Saves the current state of a list that the actor may see as a User list of their own, with a new history. Repeats
 * with the same `batch` make one copy only.
 */
export const copyList = async (
  actor: Actor,
  id: string,
  input: { name: string; keep?: readonly string[]; batch?: string | undefined },
): Promise<Result<ListDetails>> => {
  const found = await findVisible(actor, id)
  return found.ok ? copyFrom(actor, found.value, input) : found
}

/** True if the file may hold more than its list, such as an archive's other files. */
const mayHoldMore = ({ origin }: Source, kind: string): boolean =>
  origin !== null && (kind === 'user' || origin.dialect === 'enigma2')

/**
 * Like `copyList`, for a list that was found in another way. Another account's list is copied as the actor sees it
 * (visible-copy.ts); if it is private, the name of its upload is left out.
 */
export const copyFrom = async (
  actor: Actor,
  row: ListRow,
  input: { name: string; keep?: readonly string[]; batch?: string | undefined },
): Promise<Result<ListDetails>> => {
  const { id, kind, ownerId, errors, warnings } = row
  const entitled = await checkListService(actor)
  if (!entitled.ok) return entitled
  const name = parseListName(input.name)
  if (name === null) return fail('C1110', { field: 'name' })
  const keep = input.keep ?? []
  const named = { owner: actor.userId, purpose: `list.copy ${id}`, key: input.batch, asked: { name, keep } }
  const made = await once<{ id: string }, Failure>(named, async (commit) => {
    // Everybody with a link to a private list sees it.
    const found = kind === 'user' ? ok(await findNewest(id)) : await findGivenOf(actor, row)
    if (!found.ok) return found
    const copied = found.value
    if (copied === null) return fail('C1101')
    const source = await getSource(copied.sourceId)
    const stored = storedWith(copied, source)
    const own = ownerId === actor.userId
    const whole = !mayHoldMore(source, kind)
    const opened = own
      ? await workOn(actor.userId, 'fitCopy', { stored, keep })
      : await workOn(actor.userId, 'copyVisible', { stored, keep, whole })
    if (!opened.ok) return opened
    if (!opened.value.ok) return opened.value
    const { bytes, state, facts, problems, logos } = opened.value.value
    return commitList(
      { kind: 'user', ownerId: actor.userId, vnoId: null, name },
      {
        kind: 'copy',
        source: bytes === null ? source : await makeSource(bytes),
        state,
        facts,
        problems: problems ?? { errors, warnings },
        operations: null,
        summary: { steps: [] },
        fileName: own || (kind !== 'user' && (bytes === null || source.origin === null)) ? copied.fileName : null,
        author: authorOf(actor),
      },
      (id) => ({ id }),
      commit,
      async (tx, copy) => {
        await copyNameChoice(tx, actor.userId, id, copy)
        await (own ? copyLogos(tx, id, copy) : useLogos(tx, copy, logos))
      },
    )
  })
  return made.ok ? describeMade(actor, made) : made
}
