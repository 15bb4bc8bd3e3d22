/**
 * The open list in the browser: the one place that joins the document in the engine, selection and filter, undo and
 * redo, and the save queue. Plain TypeScript without React; components read immutable snapshots through `subscribe` and
 * `snapshot`. The shown list is always the newest confirmed one plus the waiting actions.
 */
import { isCellState, needsCells } from '~/engine/needs-cells'
import type { Engine, Operation } from '~/engine/types'
import { countOdd } from '~/ui/channel-list/query'
import type { CellsLoader } from '../cells'
import type { EngineData } from '../engine-data'
import type { Neighbours } from '../neighbours'
import type { Journal } from '../save/journal'
import { createSaveQueue, type SaveQueue } from '../save/save-queue'
import type { Timers } from '../timers'
import type { Transport } from '../transport'
import { createEditing, type Editing, type Applied } from './editing'
import { createCarryOverLookup, type CarryOverLookup } from './carry-over-lookup'
import { createCommands } from './commands'
import { openDocument } from './document'
import { createLeftBehind, type LeftBehind } from './left-behind'
import { createMerging, type Merging } from './merging'
import { createNewest, type Newest } from './newest'
import { createRefresh, createResolve } from './refresh'
import type { Snapshot } from './snapshot'
import { createView, type View } from './view'

export type StoreParts = {
  engine: Engine
  cells: CellsLoader
  data: EngineData
  transport: Transport
  journal: Journal | null
  neighbours: Neighbours | null
  timers: Timers
  random(): number
  newBatch(): string
  /** Removes every journal of this user in this browser. */
  forget(): Promise<void>
}

export type EditorStore = Awaited<ReturnType<typeof createEditorStore>>

/** If the newest list needs the cells, they are loaded with it. */
const withCells = ({ transport, cells }: Pick<StoreParts, 'transport' | 'cells'>): Transport => ({
  ...transport,
  async fetchNewest(have) {
    const answer = await transport.fetchNewest(have)
    if (answer.is !== 'data' || !isCellState(answer.data.state)) return answer
    return cells.load().then(
      () => answer,
      () => ({ is: 'unreachable' }) as const,
    )
  },
})

/** The parts, each of which receives those below it; upward calls happen later. */
const joinParts = (parts: StoreParts, changed: () => void, isOpen: () => boolean) => {
  const { timers } = parts
  const transport = withCells(parts)
  const document = openDocument(parts.engine, parts.data)
  let hasForgotten = false
  const canEdit = (): boolean => document.newest().canEdit && !newest.isGone()
  const view: View = createView(document, canEdit, changed)
  /** Another list is shown now. */
  const redraw = () => {
    document.changed()
    view.follow()
    changed()
  }
  const showHidden = () => {
    if (isOpen()) editing.showHidden()
  }
  const { revision, sourceId } = document.newest()
  const queue: SaveQueue = createSaveQueue(
    { revision, sourceId },
    {
      send: transport.send,
      keep: (record) =>
        hasForgotten
          ? Promise.resolve()
          : (parts.journal?.write(record) ?? Promise.reject(new Error('nothing is kept here'))),
      onAccepted: (entry, answer) => {
        left.acknowledge()
        parts.neighbours?.announce(answer.revision)
        return merging.accepted(entry, answer)
      },
      catchUp: () => merging.catchUp(),
      isCompared: (entry) => merging.isCompared(entry),
      onChange: () => {
        carryOver.follow()
        showHidden()
        changed()
      },
      timers,
      random: parts.random,
      newBatch: parts.newBatch,
    },
  )
  const carryOver: CarryOverLookup = createCarryOverLookup({
    queue,
    find: transport.findChannels,
    timers,
    onFound: showHidden,
    changed,
  })
  const editing: Editing = createEditing({ document, view, queue, carryOver, redraw })
  const newest: Newest = createNewest({
    document,
    fetchNewest: transport.fetchNewest,
    timers,
    again: () => void refresh(),
    changed,
  })
  const left: LeftBehind = createLeftBehind({
    journal: parts.journal,
    cells: parts.cells,
    document,
    queue,
    editing,
    inherit: (entries) => merging.inherit(entries),
    changed,
  })
  const merging: Merging = createMerging({
    document,
    queue,
    editing,
    newest,
    onSettled: () => {
      if (left.hasTaken()) timers.set(() => void left.take(), 0)
    },
  })
  const refresh = createRefresh({ document, queue, editing, carryOver, merging, newest, changed })
  const resolve = createResolve({ document, queue, editing, carryOver, merging, newest, left, changed })
  const keepNothing = () => {
    hasForgotten = true
  }
  return { document, view, queue, carryOver, editing, newest, left, refresh, resolve, canEdit, keepNothing }
}

/** Opens the list. Throws if the bytes can't be opened: the plain page stays. */
export const createEditorStore = async (parts: StoreParts) => {
  const listeners = new Set<() => void>()
  let current: Snapshot | null = null
  let isOpen = true
  const changed = () => {
    current = null
    for (const listener of listeners) listener()
  }
  if (isCellState(parts.data.state)) await parts.cells.load()
  const joined = joinParts(parts, changed, () => isOpen)
  const { document, view, queue, carryOver, editing, newest, left, refresh, resolve, canEdit } = joined

  const makeSnapshot = (): Snapshot => {
    const contents = document.contents()
    const { ids, active } = view.selection()
    const { sourceId, name, beside } = document.newest()
    return {
      ...contents,
      version: document.version(),
      sourceId,
      name,
      canEdit: canEdit(),
      length: contents.columns.length,
      filter: view.filter(),
      sort: view.sort(),
      rows: view.shown().rows,
      rowCount: view.shown().count(),
      selection: ids,
      hiddenSelected: view.hiddenSelected(),
      withHidden: view.isWithHidden(),
      active,
      canUndo: editing.canUndo(),
      canRedo: editing.canRedo(),
      save: queue.view(),
      carryOver: carryOver.state(),
      restored: left.waiting(),
      gone: newest.isGone(),
      beside,
    }
  }

  parts.neighbours?.listen((revision) => {
    if (revision > document.newest().revision && queue.entries().length === 0) void refresh()
  })

  const { pick, focus, visit, restorePlace, setFilter, selectMatching, clearSelection, targets, target } = view
  const { setSort, takeHidden } = view
  const { apply, undo, redo, describeStep, undoes, redoes } = editing
  const store = {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    snapshot: (): Snapshot => (current ??= makeSnapshot()),
    ...{ pick, focus, visit, restorePlace, setFilter, selectMatching, clearSelection, targets, target },
    ...{ setSort, takeHidden },
    ...{ apply, undo, redo, describeStep, undoes, redoes, refresh, resolve },
    /** Applies any operations, after loading what they need. Rejects if that can't be fetched now. */
    edit: async (operations: Operation[]): Promise<Applied> => {
      if (needsCells(operations)) await parts.cells.load()
      return apply(operations)
    },
    ...createCommands(document, view, apply),
    idAt: (index: number) => view.shown().idAt(index),
    indexOf: (id: number) => view.shown().indexOf(id),
    positionBefore: (ids: readonly number[], index: number) => view.shown().positionBefore(ids, index),
    positionOf: (id: number) => document.list().positionOf(id),
    details: (id: number) => document.list().channel(id),
    opened: () => ({ list: document.list(), newest: document.newest() }),
    choices: () => document.list().choices(),
    /** How many channels of the whole list are odd in each way. */
    countOdd: () => countOdd((only) => document.list().find({ only }).length),
    /** True if nothing would be lost by closing the tab now. */
    safe: queue.safe,
    /** Sends what waits now. */
    flush: queue.flush,
    /** For the status line: the shown list may be older than the server's version. */
    stale: newest.isStale,
    /** Looks for edits that an earlier tab left, and again after they are saved, until there are none. */
    replay: left.take,
    /** The tab is visible again: whatever waits is retried, and another device's changes are fetched. */
    wake(): void {
      if (queue.entries().length > 0) queue.flush()
      else void refresh()
    },
    close(): void {
      isOpen = false
      newest.close()
      carryOver.close()
      listeners.clear()
      queue.close(() => {
        parts.journal?.close()
        parts.neighbours?.close()
      })
    },
    /** Exit: what this browser keeps of the person is removed. What waits gets its last try when the page is left. */
    forget: (): Promise<void> => {
      joined.keepNothing()
      return parts.forget()
    },
  }

  /** Names in the chosen language; without them the list's own are shown. */
  const showNames = async (): Promise<void> => {
    const { names } = document.newest()
    if (!names) return
    const { createShownNames } = await import('./shown-names')
    if (!isOpen) return
    document.showNames(createShownNames(names))
    document.changed()
    view.follow()
    changed()
  }

  await left.take()
  // If the chunk can't be loaded, the list's own names stay.
  showNames().catch(() => undefined)
  return store
}
