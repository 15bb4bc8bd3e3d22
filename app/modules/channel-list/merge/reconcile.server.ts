/**
 * Merges a box's save that waits beside a list with the newest version, so that the owner doesn't have to drop one of
 * them. Both versions stay in the history.
 */
import type { Side } from '~/engine/lists'
import { fail, ok, type Result } from '~/errors/table'
import { makeToken } from '~/platform/random.server'
import { workOn } from '../engine/heavy.server'
import type { Reconciled } from './reconciled'
import { applyOperations, keepMine, settleConflictCopy } from '../edit/revise.server'
import {
  describeList,
  findChangeable,
  findNewest,
  findState,
  conflictCopyNicknames,
  parseSummary,
} from '../storage/store.server'
import { storedOf } from '../storage/source.server'
import type { Actor, ConflictCopy, Edited } from '../types'

export type Choices = readonly (readonly [key: string, side: Side])[]
/** `known`: whether it is known what the box had loaded; if not, every difference is a clash. */
export type Reconcilable = Reconciled & { beside: ConflictCopy; revision: number; source: string; known: boolean }

/** `base`: the version that the choices are about; without it the newest. */
const reconcileOn = async (
  actor: Actor,
  id: string,
  { choices, all, batch, base: seen }: Pick<Ask, 'choices' | 'all' | 'batch'> & { base?: number },
): Promise<Result<Reconcilable | null>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  if (seen !== undefined && newest.number !== seen) return fail('A0412')
  const { beside } = describeList(actor, found.value, await conflictCopyNicknames([found.value]))
  if (beside === null) return ok(null)
  const waiting = await findState(id, beside.revision)
  if (waiting === null) return fail('C1101')
  const { loaded } = parseSummary(waiting.summary)
  const base = loaded === undefined ? null : await findState(id, loaded)
  const [was, mine, theirs] = await Promise.all([
    base === null ? null : storedOf(base),
    storedOf(newest),
    storedOf(waiting),
  ])
  const made = await workOn(actor.userId, 'reconcile', {
    base: was,
    mine,
    theirs,
    same: {
      mine: base?.sourceId === newest.sourceId,
      theirs: base?.sourceId === waiting.sourceId,
      both: newest.sourceId === waiting.sourceId,
    },
    choices,
    all: all ?? null,
    seed: batch === undefined ? makeToken() : `${actor.userId} ${id} ${batch}`,
  })
  if (!made.ok) return made
  return ok({ ...made.value, beside, revision: newest.number, source: newest.sourceId, known: base !== null })
}

/** What a merge of both would take, and its clashes; null if nothing waits. C1101, C1108, I1009, A0503. */
export const previewReconcile = (actor: Actor, id: string): Promise<Result<Reconcilable | null>> =>
  reconcileOn(actor, id, { choices: [] })

/** `all`: the side that wins every clash that `choices` doesn't name. */
type Ask = {
  base: number
  revision: number
  choices: Choices
  all?: Side | null | undefined
  batch?: string | undefined
}

/**
 * The edit that merges both, based on version `base`; `revision` is the box's save that the choices are about. A0412 if
 * the list or the waiting save has changed since, because the choices then no longer fit.
 */
export const reconcileOperations = async (
  actor: Actor,
  id: string,
  { base, revision, choices, all, batch }: Ask,
): Promise<Result<Reconcilable>> => {
  const made = await reconcileOn(actor, id, { choices, all, batch, base })
  if (!made.ok) return made
  return made.value === null || made.value.beside.revision !== revision ? fail('A0412') : ok(made.value)
}

/** Merges both as one change that can be undone. A0412, C1101, C1108, C1109. */
export const mergeConflictCopy = async (
  actor: Actor,
  id: string,
  asked: Ask,
): Promise<Result<(Edited & { left: Reconciled['left'] }) | null>> => {
  const made = await reconcileOperations(actor, id, asked)
  if (!made.ok) return made
  const { operations, left, source } = made.value
  // The box changed nothing that the list lacks.
  if (operations.length === 0) return keepMine(actor, id, { revision: asked.revision })
  const { base, batch } = asked
  const edited = await applyOperations(actor, id, { base, source, batch, operations })
  if (!edited.ok) return edited
  await settleConflictCopy(id, asked.revision)
  return ok({ ...edited.value, left })
}

/** How often an automatic merge is retried after it lost a race with another change. */
const ownMergesMax = 3

/**
 * Merges a waiting save automatically if nothing has to be chosen: what the box had loaded is known, no side changed
 * what the other did, and edits can express everything. Otherwise, or if the engine has no time for it now, the save
 * waits for the owner.
 */
export const reconcileByItself = async (actor: Actor, id: string, revision: number): Promise<void> => {
  for (let time = 0; time < ownMergesMax; time++) {
    const found = await previewReconcile(actor, id)
    if (!found.ok || found.value === null) return
    const { beside, known, total, left, missingGroups, revision: base } = found.value
    // An earlier waiting save, perhaps of another box, would be overlooked.
    if (beside.revision !== revision || beside.earlier !== null) return
    if (!known || total + left.length + missingGroups.length > 0) return
    const merged = await mergeConflictCopy(actor, id, { base, revision, choices: [] })
    if (merged.ok || merged.code !== 'A0412') return
  }
}
