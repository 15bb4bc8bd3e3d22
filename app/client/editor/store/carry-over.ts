/**
 * Translates waiting acts after a list's file was replaced: their channels are looked up in the new file and the person
 * is shown the result before the acts are applied to it. Nothing is guessed: channels that are not found are left out.
 */
import type { MappingView } from '~/ui/channel-list/clash-panel'
import { idsOf, translateOperations } from '~/modules/channel-list/translate.schema'
import type { Operation } from '~/engine/types'
import type { Entry } from '../save/journal'
import type { Mapped, Transport } from '../transport'

export type CarryOver = {
  revision: number
  source: string
  /** Identifies the acts that the lookup was made for. */
  waiting: string
  view: MappingView
  /** The waiting acts with the new file's ids; empty where nothing of them can be carried over. */
  entries: Entry[]
}

/** How many names of one kind are shown; the counts are complete. */
const namesShown = 50

/** The waiting acts without those that they undo themselves: edits only. */
const settle = (waiting: readonly Entry[]): Entry[] => {
  const done: Entry[] = []
  const undone: Entry[] = []
  for (const entry of waiting) {
    if (entry.kind === 'edit') {
      done.push(entry)
      undone.length = 0
    } else {
      // An undo or redo of other people's changes was meant for the earlier list.
      const moved = (entry.kind === 'undo' ? done : undone).pop()
      if (moved) (entry.kind === 'undo' ? undone : done).push(moved)
    }
  }
  return done
}

/** The operations without repeated deletions; `gone` collects what they delete. */
export const withoutRepeatedDeletes = (operations: readonly Operation[], gone: Set<number>): Operation[] =>
  operations.flatMap((operation): Operation[] => {
    if (operation.op !== 'delete') return [operation]
    const ids = operation.ids.filter((id) => !gone.has(id))
    for (const id of ids) gone.add(id)
    return ids.length === 0 ? [] : [{ ...operation, ids }]
  })

/** The channels of one file that waiting acts delete. */
export const deletedBy = (waiting: readonly Entry[], source: string): Set<number> => {
  const gone = new Set<number>()
  for (const entry of settle(waiting)) if (entry.source === source) withoutRepeatedDeletes(entry.operations, gone)
  return gone
}

/** The key of a lookup: a different act, or one that grew, needs another lookup. */
export const keyOfWaiting = (waiting: readonly Entry[]): string =>
  waiting.map(({ batch, operations }) => `${batch} ${operations.length}`).join(' ')

/** Looks up what waits; null when the server can't be reached now, or has yet another revision. */
export const carryOver = async (
  waiting: readonly Entry[],
  find: Transport['findChannels'],
): Promise<CarryOver | null> => {
  const edits = settle(waiting)
  const found = new Map<string, Mapped>()
  for (const source of new Set(edits.map((entry) => entry.source ?? ''))) {
    const ids = idsOf(edits.filter((entry) => (entry.source ?? '') === source).flatMap((entry) => entry.operations))
    const mapped = await find(source, ids)
    if (!mapped) return null
    found.set(source, mapped)
  }
  const [first, ...others] = found.values()
  if (!first || others.some((mapped) => mapped.revision !== first.revision)) return null
  const view: MappingView = {
    kept: true,
    whole: 0,
    found: { count: 0, names: [] },
    missing: { count: 0, names: [] },
    ambiguous: { count: 0, names: [] },
  }
  for (const [source, mapped] of found) {
    // Acts that were made on the newest file need no translation.
    if (source === first.source) continue
    view.kept &&= mapped.kept
    for (const kind of ['found', 'missing', 'ambiguous'] as const) {
      view[kind].count += mapped[kind].length
      view[kind].names.push(
        ...mapped[kind].slice(0, namesShown - view[kind].names.length).flatMap(({ name }) => name ?? []),
      )
    }
  }
  // A channel that was deleted in the earlier file and again in the new one is one channel.
  const gone = new Set<number>()
  const entries = edits.flatMap((entry): Entry[] => {
    const mapped = found.get(entry.source ?? '')
    const own = !mapped || entry.source === first.source
    const { operations: translated, whole } = own
      ? { operations: entry.operations, whole: 0 }
      : translateOperations(entry.operations, new Map(mapped.found.map(({ id, to }) => [id, to])))
    view.whole += whole
    const operations = withoutRepeatedDeletes(translated, gone)
    return operations.length === 0
      ? []
      : [{ ...entry, operations, source: own ? (entry.source ?? first.source) : first.source }]
  })
  return {
    revision: first.revision,
    source: first.source,
    waiting: keyOfWaiting(waiting),
    view,
    entries: view.kept ? entries : [],
  }
}
