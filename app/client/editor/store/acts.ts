/**
 * This tab's acts upon the newest list: done, taken back, done again, and laid upon whatever comes from the portal.
 * It promises that what is shown is always the newest plus the acts that wait, applied by the same engine that the
 * portal uses.
 */
import type { Loss, OpenList, Operation, OperationError } from '~/engine/types'
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import { deletedBy, withoutRepeatedDeletes } from './carry-over'
import type { CarryLookup } from './carry-lookup'
import type { Document } from './document'
import { done, emptyHistory, grown, redone, undone, type DoneStep, type History } from './history'
import type { View } from './view'

export type Applied = { ok: true; warnings: Loss[] } | ({ ok: false } & OperationError)
/**
 * What a waiting act led to here; null where that is not known. `isRemote`: it undoes or does again what this tab did
 * not do, so that its effect comes from the portal.
 */
export type Effect = { state: Uint8Array | null; isRemote: boolean }
type Laid = { done: DoneStep[]; effects: Map<string, Effect>; isHidden: boolean }

/** Applies acts that wait to the list that is open. `isHidden`: some of them are about another file. */
export const layUpon = (list: OpenList, waiting: readonly Entry[], sourceId: string): Laid => {
  const laid: Laid = { done: [], effects: new Map(), isHidden: false }
  for (const { batch, kind, operations, source } of waiting) {
    // Its ids are other channels here: the server refuses it too, and it is shown as far as it can be carried over.
    if (kind === 'edit' && source !== sourceId) {
      laid.isHidden = true
      continue
    }
    const before = list.state()
    const takenBack = kind === 'undo' ? laid.done.pop() : undefined
    if (takenBack) list.load(takenBack.before)
    // An act that does not fit any more is left out here; the server's answer to it puts it before the person.
    if (kind === 'edit' && list.apply(operations).ok) laid.done.push({ batch, kind, before, operations })
    laid.effects.set(batch, { state: list.state(), isRemote: kind !== 'edit' && !takenBack })
  }
  return laid
}

export type Acts = ReturnType<typeof createActs>
export type ActsParts = { document: Document; view: View; queue: SaveQueue; carry: CarryLookup; redraw(): void }

export const createActs = ({ document, view, queue, carry, redraw }: ActsParts) => {
  let history: History = emptyHistory
  let effects = new Map<string, Effect>()
  let isHidden = false

  const hasSaved = () => queue.entries().length === 0
  const canUndo = (): boolean => {
    const { canEdit, undoTo } = document.newest()
    return canEdit && (history.done.length > 0 || (hasSaved() && undoTo !== null))
  }
  const canRedo = (): boolean => {
    const { canEdit, redoTo } = document.newest()
    return canEdit && (history.undone.length > 0 || (hasSaved() && redoTo !== null))
  }
  const note = (batch: string, state: Uint8Array | null) => effects.set(batch, { state, isRemote: state === null })
  const askPortal = (kind: 'undo' | 'redo') => note(queue.add(kind, []).entry.batch, null)

  /** Shows the newest list with the waiting acts upon it. */
  const adopt = (data: EngineData, waiting: readonly Entry[]): void => {
    const isOtherFile = data.sourceId !== document.newest().sourceId
    document.load(data)
    if (isOtherFile) view.forgetIds()
    const laid = layUpon(document.list(), carry.carriedTo(data, waiting) ?? waiting, data.sourceId)
    history = { ...emptyHistory, done: laid.done }
    effects = laid.effects
    isHidden = laid.isHidden
    redraw()
  }

  return {
    canUndo,
    canRedo,
    adopt,
    /** Acts wait that are not shown: an earlier tab's that may be stored already. */
    hide(): void {
      isHidden = true
    },
    /**
     * An act that the server did not take is not stored: the person decides about it on the list as it wants it, so
     * what is hidden is shown.
     */
    showHidden(): void {
      if (!isHidden || queue.view().trouble === null) return
      const waiting = queue.entries()
      const newest = document.newest()
      const fits = carry.isReplaced()
        ? carry.carriedTo(newest, waiting) !== null
        : waiting.every((entry) => entry.kind !== 'edit' || entry.source === newest.sourceId)
      if (fits) adopt(newest, waiting)
    },
    /** What an act that is saved now led to here. */
    takeEffect(batch: string): Effect {
      const effect = effects.get(batch) ?? { state: null, isRemote: false }
      effects.delete(batch)
      return effect
    },

    apply(wanted: Operation[]): Applied {
      const list = document.list()
      const { sourceId } = document.newest()
      const before = list.state()
      const result = list.apply(wanted)
      if (!result.ok) return result
      // What a waiting act deletes, and the list still shows, is deleted once.
      const operations = withoutRepeatedDeletes(wanted, deletedBy(queue.entries(), sourceId))
      if (operations.length > 0) {
        const { entry, joined } = queue.add('edit', operations, sourceId)
        history = joined
          ? grown(history, entry.operations)
          : done(history, { batch: entry.batch, kind: 'edit', before, operations })
        document.note({ redoTo: null })
        note(entry.batch, list.state())
      }
      redraw()
      return { ok: true, warnings: result.warnings }
    },

    /** Takes back the last step; false when there is none. */
    undo(): boolean {
      const last = history.done.at(-1)
      if (!last) {
        if (!canUndo()) return false
        askPortal('undo')
        return true
      }
      const list = document.list()
      const { batch, operations } = last
      const step = { batch, operations, after: list.state() }
      list.load(last.before)
      if (queue.cancelLast(batch)) {
        effects.delete(batch)
        history = undone(
          history,
          last.kind === 'redo' ? { ...step, how: 'undone', undoBatch: null } : { ...step, how: 'never-sent' },
        )
      } else {
        const { entry } = queue.add('undo', [])
        note(entry.batch, last.before)
        history = undone(history, { ...step, how: 'undone', undoBatch: entry.batch })
      }
      redraw()
      return true
    },

    /** Does the step again that was taken back last; false when there is none. */
    redo(): boolean {
      const last = history.undone.at(-1)
      if (!last) {
        if (!canRedo()) return false
        askPortal('redo')
        return true
      }
      const list = document.list()
      const { batch, operations, after } = last
      const before = list.state()
      list.load(after)
      if (last.how === 'undone' && last.undoBatch !== null && queue.cancelLast(last.undoBatch)) {
        effects.delete(last.undoBatch)
        history = redone(history, { batch, kind: 'edit', before, operations })
      } else {
        const kind = last.how === 'undone' ? 'redo' : 'edit'
        const { entry, joined } = queue.add(kind, kind === 'edit' ? operations : [], document.newest().sourceId)
        history = redone(history, joined ? null : { batch: entry.batch, kind, before, operations })
        note(entry.batch, after)
      }
      redraw()
      return true
    },
  }
}
