/**
 * Edits a list: batches of operations, undo, redo, restoring an earlier revision, and the history. A batch on a stale
 * base is merged with later edits if they don't conflict; if they do, nothing is stored and both sides are returned.
 */
import { checkListService } from '../storage/entitled.server'
import { rebaseState } from '~/engine/state'
import type { Encoding, Operation } from '~/engine/types'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { once, type Commit, type Named } from '~/platform/idempotency.server'
import { transact } from '~/platform/transact.server'
import type { Batch } from '../channel-list.schema'
import { commitRevision, type Revision } from '../storage/commit.server'
import { authorOf } from '../storage/create.server'
import { workOn } from '../engine/heavy.server'
import { attemptsMax, pieceWeights, sinceMax } from '../limits'
import { channelsOf, operationFacts } from './operation-ids'
import { rereadUpload, type Reread } from '../files/reread.server'
import { getSource, storedWith, type Source } from '../storage/source.server'
import {
  findChangeable,
  findNewest,
  findState,
  findVisible,
  nicknamesOfAuthors,
  noConflictCopy,
  parseSummary,
  readsDraft,
  revisionSelect,
  stateOf,
  describeRevision,
  type StateRow,
} from '../storage/store.server'
import { inListQueue } from '../storage/list-queue.server'
import { checkLogos, logosOf, useLogos } from './logo.server'
import type { OperationFacts } from '../engine/work'
import type { Stored } from '../engine/stored'
import type { Actor, Clash, ClashData, Edited, ExportLoss, Paged, Paging, RevisionSummary, StepSummary } from '../types'

/** The maximum number of steps described for one batch. A longer description is cut; the state is always kept whole. */
const stepsMax = 20

/** How many items an operation concerns: channels, the members of an order, or the one part that it is about. */
const countOf = (operation: Operation): number => {
  if ('order' in operation) return operation.order.length
  if (operation.op === 'add' && operation.target === 'channel') return operation.channels.length
  const isWhole = operation.op === 'encoding' || operation.op === 'sort'
  return channelsOf(operation).length || (isWhole ? 0 : 1)
}

const summarizeOne = (operation: Operation): StepSummary => {
  const { op } = operation
  const all = operation as Partial<StepSummary>
  const told = (operationFacts[op].told ?? []).flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]]))
  const step: StepSummary = { op, count: countOf(operation), ...Object.fromEntries(told) }
  if (op === 'names' && operation.names.length === 1) return { ...step, name: operation.names[0]?.[1] }
  const isRemoval = op === 'names-in' && operation.names.every(([, name]) => name === null)
  return isRemoval ? { ...step, value: false } : step
}

/**
 * The history's short form of a batch: adjacent operations of one kind become one step, which counts each channel once.
 */
const summarize = (operations: readonly Operation[], told: readonly OperationFacts[]): StepSummary[] => {
  const steps: StepSummary[] = []
  let concerned = new Set<number>()
  for (const [at, operation] of operations.entries()) {
    const { channels, ...more } = told[at] ?? {}
    const step: StepSummary = {
      ...summarizeOne(operation),
      ...(channels === undefined ? {} : { channels: channels.map(({ name }) => name) }),
      ...more,
    }
    const last = steps[steps.length - 1]
    if (
      last !== undefined &&
      operationFacts[step.op].joins === true &&
      last.op === step.op &&
      last.value === step.value &&
      last.by === step.by &&
      last.group === step.group &&
      last.field === step.field
    ) {
      const fresh = (channels ?? []).filter(({ id }) => !concerned.has(id)).map(({ name }) => name)
      for (const id of channelsOf(operation)) concerned.add(id)
      if (step.op === 'rename' && concerned.size === 1 && step.name !== undefined) last.name = step.name
      else delete last.name
      last.count = concerned.size
      if (last.channels !== undefined) last.channels = [...last.channels, ...fresh].slice(0, 3)
    } else if (steps.length < stepsMax) {
      steps.push(step)
      concerned = new Set(channelsOf(operation))
    }
  }
  return steps
}

/** The revisions since a base, newest first. */
const findSince = async (listId: string, base: number): Promise<RevisionSummary[]> => {
  const rows = await db.listRevision.findMany({
    where: { listId, number: { gt: base } },
    orderBy: { number: 'desc' },
    take: sinceMax,
    select: revisionSelect,
  })
  const nicknames = await nicknamesOfAuthors(rows)
  return rows.map((row) => describeRevision(row, true, nicknames))
}

type ClashHead = Pick<ClashData, 'cause' | 'base' | 'from'>
/** C1104: the caller's view is no longer the newest. */
export const failClash = async (
  listId: string,
  { cause, base, from }: ClashHead,
  newest: { number: number; sourceId: string },
  clashes: Clash[] = [],
  total = clashes.length,
): Promise<Failure> => {
  const data: ClashData = {
    cause,
    base,
    revision: newest.number,
    source: newest.sourceId,
    from,
    clashes,
    total,
    since: await findSince(listId, base),
  }
  return fail('C1104', { data })
}

/**
 * Identifies one change of a list by the client's own id. Its base (base, source) is not included: a client that sends
 * it again may know a newer revision by then.
 */
export const changeOf = (actor: Actor, listId: string, batch: string | undefined, asked: object): Named => ({
  owner: actor.userId,
  purpose: `list.change ${listId}`,
  key: batch,
  asked,
})

const describeEdited = (
  number: number,
  revision: { sourceId: string; undoTo: number | null; redoTo: number | null; channels: number },
  merged: boolean,
  warnings: ExportLoss[],
): Edited => ({
  revision: number,
  source: revision.sourceId,
  merged,
  undoTo: revision.undoTo,
  redoTo: revision.redoTo,
  channels: revision.channels,
  warnings,
})

/** Checks that the actor may change the list and use the service. */
const openForChange = async (actor: Actor, id: string): Promise<Result<null>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  return checkListService(actor)
}

/**
 * A file read from the newest one's upload in another encoding, so that ids refer to the same records in both; null for
 * any other file, including one that the list never had.
 */
const findReading = async (from: string | null, base: StateRow | null, newest: StateRow): Promise<Source | null> => {
  if (base === null || base.sourceId === newest.sourceId) return null
  if (from !== base.sourceId && from !== newest.sourceId) return null
  const [was, is] = await Promise.all([getSource(base.sourceId), getSource(newest.sourceId)])
  return was.origin !== null && was.origin.id === is.origin?.id ? was : null
}

type Opened = { source: Source; stored: Stored; problems: Reread['problems'] | null }
/** The newest revision. If an encoding was chosen for an upload in another dialect, the upload is read again in it. */
const openAs = async (who: string, newest: StateRow, encoding: Encoding | null): Promise<Result<Opened>> => {
  const source = await getSource(newest.sourceId)
  const stored = storedWith(newest, source)
  if (encoding === null || source.origin === null) return ok({ source, stored, problems: null })
  const again = await rereadUpload(who, stored, source.origin, encoding)
  if (!again.ok) return again
  const { state, problems, source: read } = again.value
  return ok({ source: read, stored: { key: `${stored.key} ${encoding}`, source: read.bytes, state }, problems })
}

/**
 * Applies a batch of operations made on revision `base`, all or nothing. `source` names the file that its ids come from
 * (by default the file of `base`); if the newest file is another one, nothing is applied. C1104 if it conflicts with
 * others' edits, C1106 with the first invalid operation, C1101, C1108, C1109. Repeating a batch id returns the first
 * answer, or A0409 with other operations. `unlessSame`: if a batch on the newest revision changes nothing, no revision
 * is stored and the answer names the newest. The editor leaves this off: it keeps its own history, and must find each
 * of its edits here.
 */
export const applyOperations = async (
  actor: Actor,
  id: string,
  input: Batch & { unlessSame?: boolean },
): Promise<Result<Edited>> => {
  const open = await openForChange(actor, id)
  if (!open.ok) return open
  const logos = logosOf(input.operations)
  const unknown = await checkLogos(actor, id, logos)
  if (unknown !== null) return unknown
  const named = changeOf(actor, id, input.batch, { kind: 'edit', operations: input.operations })
  const chosen = input.operations.flatMap((one) => (one.op === 'encoding' ? one.encoding : [])).at(-1) ?? null
  const apply = async (commitAlone: Commit<Edited>): Promise<Result<Edited>> => {
    const commit: Commit<Edited> = (work) =>
      commitAlone(async (tx) => {
        const done = await work(tx)
        if (done.ok) await useLogos(tx, id, logos)
        return done
      })
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const newest = await findNewest(id)
      if (newest === null) return fail('C1101')
      if (input.base > newest.number) return fail('A0422', { field: 'base', data: { revision: newest.number } })
      const base = input.base === newest.number ? null : await findState(id, input.base)
      // Ids are record numbers of one file and mean other channels in another file, so the batch is refused.
      const from = input.source ?? (input.base === newest.number ? newest.sourceId : (base?.sourceId ?? null))
      const others = (from !== null && from !== newest.sourceId) || (base !== null && base.sourceId !== newest.sourceId)
      const reading = others ? await findReading(from, base, newest) : null
      if (others && reading === null) return failClash(id, { cause: 'replaced', base: input.base, from }, newest)
      if (base === null && input.base !== newest.number)
        return failClash(id, { cause: 'too-old', base: input.base, from }, newest)
      const opened = await openAs(actor.userId, newest, chosen)
      if (!opened.ok) return opened
      const { source, stored, problems } = opened.value
      const rebased = base === null ? null : rebaseState(base.state, stored.state)
      if (base !== null && rebased === null) return failClash(id, { cause: 'replaced', base: input.base, from }, newest)
      const edit = {
        stored,
        base: rebased,
        operations: input.operations,
        ...(reading === null ? {} : { reading: reading.bytes }),
      }
      const worked = await workOn(
        actor.userId,
        'prepare',
        edit,
        base === null ? pieceWeights.prepare : pieceWeights.merge,
      )
      if (!worked.ok) return worked
      const prepared = worked.value
      if (prepared.ok === 'clash')
        return failClash(
          id,
          { cause: prepared.isReplaced ? 'replaced' : 'changed', base: input.base, from },
          newest,
          prepared.clashes,
          prepared.total,
        )
      if (!prepared.ok) return prepared
      const isSameSource = source.id === newest.sourceId
      if (
        input.unlessSame === true &&
        base === null &&
        isSameSource &&
        Buffer.compare(prepared.state, newest.state) === 0
      ) {
        const { sourceId, undoTo, redoTo } = newest
        const same = { sourceId, undoTo, redoTo, channels: prepared.facts.channels }
        return commit<Failure>(() => Promise.resolve(ok(describeEdited(newest.number, same, false, prepared.warnings))))
      }
      const number = newest.number + 1
      const revision: Revision = {
        kind: 'edit',
        source,
        state: prepared.state,
        facts: prepared.facts,
        problems,
        operations: prepared.operations,
        summary: {
          steps: summarize(input.operations, prepared.told),
          stateOf: number,
          ...(prepared.merged ? { merged: true } : {}),
        },
        undoTo: newest.number,
        redoTo: null,
        fileName: newest.fileName,
        author: authorOf(actor),
      }
      const edited = describeEdited(
        number,
        { ...revision, sourceId: source.id, channels: prepared.facts.channels },
        prepared.merged,
        prepared.warnings,
      )
      const outcome = await commitRevision(id, newest.number, revision, edited, commit)
      if (outcome !== 'stale') return outcome
    }
    return fail('A0503')
  }
  return once<Edited, Failure>(named, (commit) => inListQueue(id, () => apply(commit)))
}

type Step = { base?: number; batch?: string }

/** Makes a revision with the state of an earlier one. `choose` picks that one, given the newest. */
const restoreState = async (
  actor: Actor,
  id: string,
  input: Step & { revision?: number },
  kind: 'undo' | 'redo' | 'restore',
  choose: (newest: StateRow) => number | null,
  chain: (newest: StateRow, target: StateRow) => { undoTo: number | null; redoTo: number | null; of: number },
): Promise<Result<Edited>> => {
  const open = await openForChange(actor, id)
  if (!open.ok) return open
  const restore = async (commit: Commit<Edited>): Promise<Result<Edited>> => {
    const newest = await findNewest(id)
    if (newest === null) return fail('C1101')
    if (input.base !== undefined && input.base !== newest.number)
      return failClash(id, { cause: 'moved-on', base: input.base, from: null }, newest)
    const number = choose(newest)
    const target = number === null ? null : await findState(id, number)
    if (target === null) return fail(kind === 'restore' ? 'C1101' : 'C1105')
    const source = await getSource(target.sourceId)
    const sameSource = target.sourceId === newest.sourceId
    const read = await workOn(actor.userId, 'readFacts', {
      stored: storedWith(target, source),
      withProblems: !sameSource,
    })
    if (!read.ok) return read
    const { facts, problems } = read.value
    const { undoTo, redoTo, of } = chain(newest, target)
    const revision: Revision = {
      kind,
      source,
      state: target.state,
      facts,
      problems,
      operations: null,
      summary: { steps: [], of, stateOf: kind === 'restore' ? newest.number + 1 : stateOf(target) },
      undoTo,
      redoTo,
      fileName: target.fileName,
      author: authorOf(actor),
    }
    const told = { sourceId: target.sourceId, undoTo, redoTo, channels: facts.channels }
    const edited = describeEdited(newest.number + 1, told, false, [])
    const outcome = await commitRevision(id, newest.number, revision, edited, commit)
    return outcome === 'stale'
      ? failClash(id, { cause: 'moved-on', base: newest.number, from: null }, (await findNewest(id)) ?? newest)
      : outcome
  }
  const named = changeOf(actor, id, input.batch, { kind, revision: input.revision })
  return once<Edited, Failure>(named, (commit) => inListQueue(id, () => restore(commit)))
}

/** Reverses the list's last change, whoever made it. C1105 if there is none; C1104 if `base` is not the newest. */
export const undo = (actor: Actor, id: string, input: Step = {}): Promise<Result<Edited>> =>
  restoreState(
    actor,
    id,
    input,
    'undo',
    (newest) => newest.undoTo,
    (newest, target) => ({ undoTo: target.undoTo, redoTo: newest.number, of: stateOf(newest) }),
  )

/** Reverses an undo. C1105 if there is none; C1104 if `base` is not the newest. */
export const redo = (actor: Actor, id: string, input: Step = {}): Promise<Result<Edited>> =>
  restoreState(
    actor,
    id,
    input,
    'redo',
    (newest) => newest.redoTo,
    (_newest, target) => ({ undoTo: target.undoTo, redoTo: target.redoTo, of: stateOf(target) }),
  )

/** Makes an earlier revision's state the newest; it can be undone like an edit. */
export const restoreRevision = async (
  actor: Actor,
  id: string,
  input: Step & { revision: number },
): Promise<Result<Edited>> => {
  const restored = await restoreState(
    actor,
    id,
    input,
    'restore',
    () => input.revision,
    (newest, target) => ({ undoTo: newest.number, redoTo: null, of: target.number }),
  )
  // The box's waiting save is now the valid version.
  if (restored.ok) await settleConflictCopy(id, input.revision)
  return restored
}

/**
 * Decides on a box's waiting save: it stays in the history only. The save that another box made before it waits next;
 * an earlier one by the same box is contained in its later one.
 */
export const settleConflictCopy = (id: string, revision: number): Promise<unknown> =>
  transact(async (tx) => {
    const find = (number: number) =>
      tx.listRevision.findUnique({
        where: { listId_number: { listId: id, number } },
        select: { number: true, authorSn: true, summary: true },
      })
    const settled = await find(revision)
    const earlierOf = (row: { summary: string | null } | null): number | null =>
      row === null ? null : (parseSummary(row.summary).earlier ?? null)
    let next = earlierOf(settled)
    let waiting = next === null ? null : await find(next)
    while (waiting !== null && waiting.authorSn === settled?.authorSn) {
      next = earlierOf(waiting)
      waiting = next === null ? null : await find(next)
    }
    const data =
      waiting === null
        ? noConflictCopy
        : { besideRevision: waiting.number, besideSn: waiting.authorSn, besideEarlier: earlierOf(waiting) }
    return ok(await tx.channelList.updateMany({ where: { id, besideRevision: revision }, data }))
  })

/** Keeps the owner's version; the box's waiting save stays in the history only. C1101, C1108, C1109. */
export const keepMine = async (actor: Actor, id: string, input: { revision: number }): Promise<Result<null>> => {
  const open = await openForChange(actor, id)
  if (!open.ok) return open
  await settleConflictCopy(id, input.revision)
  return ok(null)
}

/** The history, newest first. */
export const findRevisions = async (
  actor: Actor,
  id: string,
  { page, size }: Paging,
): Promise<Result<Paged<RevisionSummary>>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const isOwn = readsDraft(actor, found.value)
  // Other accounts' lists show only the published version, and nothing about how it was made.
  const where = { listId: id, ...(isOwn ? {} : { number: found.value.revision }) }
  const [total, rows] = await Promise.all([
    db.listRevision.count({ where }),
    db.listRevision.findMany({
      where,
      orderBy: { number: 'desc' },
      skip: (page - 1) * size,
      take: size,
      select: revisionSelect,
    }),
  ])
  const nicknames = await nicknamesOfAuthors(rows)
  const told = isOwn ? rows : rows.map((row) => ({ ...row, summary: null }))
  return ok({ items: told.map((row) => describeRevision(row, isOwn, nicknames)), total, page, size })
}
