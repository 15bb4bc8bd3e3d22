/**
 * This tab's actions on the newest list: apply, undo, redo, and reapply on whatever comes from the portal. The shown
 * list is always the newest one plus the waiting actions, applied by the same engine that the portal uses.
 */
import type { Loss, OpenList, Operation, OperationError } from '~/engine/types'
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import { deletedBy, withoutRepeatedDeletes } from './carry-over'
import type { CarryOverLookup } from './carry-over-lookup'
import type { Document } from './document'
import { done, emptyHistory, grown, redone, undone, type DoneStep, type History } from './history'
import type { View } from './view'

/**
 * The messages about this tab's steps, which are repeated when a step is undone or redone. By batch, like the steps.
 */
const createStepMessages = (now: { history(): History; newest(): EngineData }) => {
  const texts = new Map<string, string>()
  /** The step of the newest action; null if it changed nothing. */
  let applied: string | null = null
  return {
    applied(batch: string | null): void {
      applied = batch
    },
    /** A redone step has another batch. */
    carryOver(from: string, to: string): void {
      const text = texts.get(from)
      if (text !== undefined) texts.set(to, text)
    },
    /** The message about the newest action. */
    describe(text: string): void {
      if (applied !== null) texts.set(applied, text)
    },
    /** What Undo and Redo would do, in words; null if unknown. The portal describes earlier steps. */
    undoes(): string | null {
      const last = now.history().done.at(-1)
      return (last ? texts.get(last.batch) : now.newest().undoes) ?? null
    },
    redoes(): string | null {
      const last = now.history().undone.at(-1)
      return (last ? texts.get(last.batch) : now.newest().redoes) ?? null
    },
  }
}

export type Applied = { ok: true; warnings: Loss[] } | ({ ok: false } & OperationError)
/**
 * The effect of a waiting action here; null if it is not known. `isRemote`: it undoes or redoes something that this tab
 * did not do, so its effect comes from the portal.
 */
export type Effect = { state: Uint8Array | null; isRemote: boolean }
type Reapplied = { done: DoneStep[]; effects: Map<string, Effect>; isHidden: boolean }

/** Applies waiting actions to the open list. `isHidden`: some of them concern another file. */
export const applyWaiting = (list: OpenList, waiting: readonly Entry[], sourceId: string): Reapplied => {
  const applied: Reapplied = { done: [], effects: new Map(), isHidden: false }
  for (const { batch, kind, operations, source } of waiting) {
    // Its ids are other channels here. The server refuses it too, and it is shown as far as it can be translated.
    if (kind === 'edit' && source !== sourceId) {
      applied.isHidden = true
      continue
    }
    const before = list.state()
    const takenBack = kind === 'undo' ? applied.done.pop() : undefined
    if (takenBack) list.load(takenBack.before)
    // An action that no longer fits is omitted here; the server's answer to it leads to a question to the person.
    if (kind === 'edit' && list.apply(operations).ok) applied.done.push({ batch, kind, before, operations })
    applied.effects.set(batch, { state: list.state(), isRemote: kind !== 'edit' && !takenBack })
  }
  return applied
}

export type Editing = ReturnType<typeof createEditing>
export type EditingParts = {
  document: Document
  view: View
  queue: SaveQueue
  carryOver: CarryOverLookup
  redraw(): void
}

export const createEditing = ({ document, view, queue, carryOver, redraw }: EditingParts) => {
  let history: History = emptyHistory
  let effects = new Map<string, Effect>()
  let isHidden = false
  const messages = createStepMessages({ history: () => history, newest: document.newest })

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

  /** Shows the newest list with the waiting actions applied to it. */
  const adopt = (data: EngineData, waiting: readonly Entry[]): void => {
    const isOtherFile = data.sourceId !== document.newest().sourceId
    document.load(data)
    if (isOtherFile) view.forgetIds()
    const applied = applyWaiting(document.list(), carryOver.entriesFor(data, waiting) ?? waiting, data.sourceId)
    history = { ...emptyHistory, done: applied.done }
    effects = applied.effects
    isHidden = applied.isHidden
    redraw()
  }

  return {
    canUndo,
    canRedo,
    ...{ describeStep: messages.describe, undoes: messages.undoes, redoes: messages.redoes },
    adopt,
    /** Some waiting actions are not shown: those of an earlier tab, which may already be stored. */
    hide(): void {
      isHidden = true
    },
    /**
     * An action that the server did not accept is not stored. The person should see its effect while deciding, so
     * hidden actions are shown.
     */
    showHidden(): void {
      if (!isHidden || queue.view().problem === null) return
      const waiting = queue.entries()
      const newest = document.newest()
      const fits = carryOver.isReplaced()
        ? carryOver.entriesFor(newest, waiting) !== null
        : waiting.every((entry) => entry.kind !== 'edit' || entry.source === newest.sourceId)
      if (fits) adopt(newest, waiting)
    },
    /** Takes the effect here of an action that is being saved. */
    takeEffect(batch: string): Effect {
      const effect = effects.get(batch) ?? { state: null, isRemote: false }
      effects.delete(batch)
      return effect
    },

    apply(wanted: Operation[]): Applied {
      const list = document.list()
      const { sourceId } = document.newest()
      const before = list.state()
      messages.applied(null)
      const result = list.apply(wanted)
      if (!result.ok) return result
      // If a waiting action deletes channels that the list still shows, they are deleted only once.
      const operations = withoutRepeatedDeletes(wanted, deletedBy(queue.entries(), sourceId))
      if (operations.length > 0) {
        const { entry, joined } = queue.add('edit', operations, sourceId)
        history = joined
          ? grown(history, entry.operations)
          : done(history, { batch: entry.batch, kind: 'edit', before, operations })
        messages.applied(entry.batch)
        document.note({ redoTo: null })
        note(entry.batch, list.state())
      }
      redraw()
      return { ok: true, warnings: result.warnings }
    },

    /** Undoes the last step; false if there is none. */
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

    /** Redoes the step that was undone last; false if there is none. */
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
        messages.carryOver(batch, entry.batch)
        note(entry.batch, after)
      }
      redraw()
      return true
    },
  }
}
