/**
 * The save state as one value, and how each event changes it: the state of the table, the waiting actions, and the
 * revision and file on which the first of them will be sent. Pure code: the queue sends, stores and waits. An action
 * that may have reached the portal is never changed, joined or withdrawn. An action is dropped only by the portal's
 * answer or the person's choice.
 */
import type { Operation } from '~/engine/types'
import type { Entry, JournalRecord } from './journal'
import type { Acknowledgement, Choice, Clash, Outcome, SaveProblem } from './outcome'
import { nextSaveState, type SaveEvent, type SaveState } from './queue.states'

export type Saving = {
  readonly state: SaveState
  /** The revision on which the next action is sent. */
  readonly base: number
  readonly sourceId: string
  /** Actions that wait or are being sent, oldest first. */
  readonly entries: readonly Entry[]
  /** Batches that may have reached the portal. */
  readonly tried: ReadonlySet<string>
  /**
   * The newest answer referred to a list that could not be read yet: an action sent now would be based on changes that
   * nobody here has seen. `keptBase` is what the journal stores in the meantime: an earlier revision, with which the
   * server itself compares.
   */
  readonly behind: { readonly keptBase: number } | null
  readonly problem: SaveProblem | null
}
/** A revision of a list and its file. */
export type Newest = { revision: number; sourceId: string }

/** The maximum number of steps in one action: as many as holding a key for a while makes. */
const joinedMax = 200
/** States in which a send can begin: at the next due moment, on the person's request, or when the network is back. */
const sendable: ReadonlySet<SaveState> = new Set(['pending', 'offline', 'signed-out'])
/** States in which the person decides about the first action. */
const undecided: ReadonlySet<SaveState> = new Set(['clash', 'refused'])

export const startSaving = ({ revision, sourceId }: Newest): Saving => ({
  state: 'clean',
  base: revision,
  sourceId,
  entries: [],
  tried: new Set(),
  behind: null,
  problem: null,
})

const follow = (saving: Saving, event: SaveEvent, more: Partial<Saving> = {}): Saving => ({
  ...saving,
  ...more,
  state: nextSaveState(saving.state, event),
})

export const canSend = ({ state, entries }: Saving): boolean => entries.length > 0 && sendable.has(state)
export const mustChoose = ({ state }: Saving): boolean => undecided.has(state)

/** What the journal stores: enough to continue in another tab; null if nothing waits. */
export const recordOf = ({ entries, behind, base, sourceId }: Saving): JournalRecord | null =>
  entries.length > 0 ? { base: behind?.keptBase ?? base, sourceId, entries: [...entries] } : null

/** Quick steps on the same channels become one action: a held key. */
const mayJoin = ({ tried }: Saving, last: Entry | undefined, next: Entry): last is Entry => {
  if (last?.kind !== 'edit' || next.kind !== 'edit' || last.source !== next.source || tried.has(last.batch))
    return false
  const [a, b] = [last.operations[0], next.operations[0]]
  if (!a || !b || next.operations.length !== 1 || last.operations.length >= joinedMax) return false
  if (a.op !== 'step' || b.op !== 'step') return false
  return a.ids.length === b.ids.length && a.ids.every((id, i) => id === b.ids[i])
}

/** Adds an action of the person. Returns its entry, which may be the previous one. */
export const added = (
  saving: Saving,
  act: { kind: Entry['kind']; operations: Operation[]; source: string },
  newBatch: () => string,
): { saving: Saving; entry: Entry; joined: boolean } => {
  const last = saving.entries.at(-1)
  const next: Entry = { batch: '', ...act }
  if (mayJoin(saving, last, next)) {
    const entry = { ...last, operations: [...last.operations, ...act.operations] }
    return { saving: { ...saving, entries: [...saving.entries.slice(0, -1), entry] }, entry, joined: true }
  }
  const entry = { ...next, batch: newBatch() }
  return { saving: follow(saving, 'enqueued', { entries: [...saving.entries, entry] }), entry, joined: false }
}

/** Withdraws the last action before it is sent; null if it is another action, being sent, or perhaps already stored. */
export const cancelled = (saving: Saving, batch: string): Saving | null => {
  if (saving.entries.at(-1)?.batch !== batch || saving.tried.has(batch)) return null
  const entries = saving.entries.slice(0, -1)
  // While an answer is being applied, its end decides the state.
  return entries.length === 0 && saving.state !== 'saving'
    ? follow(saving, 'emptied', { entries, problem: null })
    : { ...saving, entries }
}

/** Restores what an earlier tab left: all of it may already be stored. */
export const restored = (saving: Saving, record: JournalRecord): Saving =>
  follow(saving, 'enqueued', {
    entries: record.entries.map((entry) => ({ ...entry, source: entry.source ?? record.sourceId })),
    tried: new Set([...saving.tried, ...record.entries.map(({ batch }) => batch)]),
    behind: null,
    base: record.base,
    sourceId: record.sourceId,
  })

/** A send begins: a list that could not be read before is read first, then the next action is sent. */
export const due = (saving: Saving): Saving => follow(saving, 'due')
export const leaving = (saving: Saving, { batch }: Entry): Saving => ({
  ...saving,
  tried: new Set([...saving.tried, batch]),
})

/**
 * Actions that wait behind another keep the revision that they were made on, in the journal too. With the next revision
 * as base, the portal would assume that others' changes were seen. An undo refers to the action before it, not to a
 * revision.
 */
const keeping = (entries: readonly Entry[], base: number): Entry[] =>
  entries.map((entry) => (entry.kind === 'edit' ? { base, ...entry } : entry))

/** The portal has the first action. The state stays `saving` until the answer is applied. */
export const acknowledged = (
  saving: Saving,
  { revision, merged }: Pick<Acknowledgement, 'revision' | 'merged'>,
): Saving => {
  const [entry, ...entries] = saving.entries
  return {
    ...saving,
    entries: merged ? keeping(entries, saving.base) : entries,
    base: revision,
    tried: new Set([...saving.tried].filter((batch) => batch !== entry?.batch)),
  }
}
export const fellBehind = (saving: Saving, keptBase: number): Saving => ({ ...saving, behind: { keptBase } })
export const caughtUp = (saving: Saving): Saving => ({ ...saving, behind: null })

/** The list was read. If there are conflicts, the person must decide about the next action. */
export const clashed = (saving: Saving, clashes: Clash[]): Saving => {
  const [entry] = saving.entries
  if (!entry || clashes.length === 0) return saving
  const details = { cause: 'changed', clashes, total: clashes.length, by: null, source: null } as const
  const problem: SaveProblem = { is: 'clash', entry, ...details }
  // While the person is being asked, more conflicts may come.
  return saving.state === 'clash' ? { ...saving, problem } : follow(saving, 'clashed', { problem })
}
/** An answer was applied completely. */
export const settled = (saving: Saving, clashes: Clash[]): Saving =>
  saving.entries.length === 0 ? follow(saving, 'accepted-last') : clashed(follow(saving, 'accepted-more'), clashes)

/** An answer that is not an acknowledgement. */
export const stopped = (saving: Saving, entry: Entry, outcome: Exclude<Outcome, { is: 'accepted' }>): Saving => {
  switch (outcome.is) {
    case 'clash':
      return follow(saving, 'clashed', { problem: { ...outcome, entry } })
    case 'refused':
      return follow(saving, 'rejected', { problem: { ...outcome, entry } })
    case 'signed-out':
      return follow(saving, 'session-ended')
    case 'unreachable':
      return follow(saving, 'unreachable')
  }
}

/**
 * Drops the first action and what depends on it: its undo has nothing to reverse, and neither has the redo of that
 * undo.
 */
const withoutFirst = ([first, ...others]: readonly Entry[]): readonly Entry[] => {
  const done: (Entry | undefined)[] = first?.kind === 'undo' ? [] : [first]
  const undone: (Entry | undefined)[] = first?.kind === 'undo' ? [first] : []
  return others.filter((entry) => {
    if (entry.kind === 'edit') {
      undone.length = 0
      done.push(entry)
      return true
    }
    const [from, to] = entry.kind === 'undo' ? ([done, undone] as const) : ([undone, done] as const)
    const moved = from.pop()
    to.push(moved)
    return moved !== first
  })
}
const chosen = (
  { entries, base }: Saving,
  choice: Choice,
  newest: Newest,
  translated: readonly Entry[] | null,
  newBatch: () => string,
): readonly Entry[] => {
  const [first, ...others] = entries
  const anew = ({ base: _, ...entry }: Entry): Entry => ({ ...entry, batch: newBatch() })
  const kept = (behind: readonly Entry[]): readonly Entry[] =>
    newest.revision === base ? behind : keeping(behind, base)
  if (choice === 'all-theirs' || !first) return []
  if (choice === 'theirs') return kept(withoutFirst(entries))
  return translated ? translated.map(anew) : [anew(first), ...kept(others)]
}
/**
 * Applies the person's choice. `mine`: the first action is sent again on `newest`, overriding what is there; if the
 * file was replaced, `translated` are the waiting actions for the new file. `theirs`: it is dropped, together with a
 * waiting undo of it. The actions behind it keep their base, because nothing was chosen about them. `all-theirs` drops
 * everything that waits.
 */
export const resolved = (
  saving: Saving,
  choice: Choice,
  newest: Newest,
  translated: readonly Entry[] | null,
  newBatch: () => string,
): Saving => {
  const entries = chosen(saving, choice, newest, translated, newBatch)
  return follow(saving, entries.length > 0 ? 'resolved-more' : 'resolved-last', {
    entries,
    base: newest.revision,
    sourceId: newest.sourceId,
    behind: null,
    problem: null,
  })
}

/** Another tab or program made a revision, and nothing waits here. */
export const rebased = (saving: Saving, newest: Newest): Saving => ({
  ...saving,
  behind: null,
  base: newest.revision,
  sourceId: newest.sourceId,
})
