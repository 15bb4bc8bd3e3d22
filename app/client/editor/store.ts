/**
 * The open list in the browser: the document in the engine, what is selected and shown, undo and redo, and the queue
 * that saves. Plain TypeScript without React; components read immutable snapshots by `subscribe` and `snapshot`.
 * It promises that what is shown is always the newest confirmed list plus the acts that still wait, applied by the
 * same engine that the server uses.
 */
import type { Columns, Engine, OpenList } from '~/engine/types'
import type { FavouriteGroup, Loss, Operation, OperationError, Satellite, SortMode, Transponder } from '~/engine/types'
import { carryOver, deletedBy, keyOfWaiting, withoutRepeatedDeletes, type CarryOver, type Mapped } from './carry-over'
import type { Beside, EngineData } from './engine-data'
import { isFiltered, type ChannelFilter } from '~/ui/channel-list/query'
import type { Entry, Journal } from './journal'
import { createSaveQueue, type Clash, type Outcome, type SaveView, type Timers } from './save-queue'
import { clashesOf, factsOf, foreignFacts, readFacts, type FactKey, type Foreign } from './touched'

export type Fetched =
  { is: 'data'; data: EngineData } | { is: 'same' } | { is: 'signed-out' } | { is: 'gone' } | { is: 'unreachable' }
export type { Mapped }
export type Transport = {
  send(base: number, entry: Entry, again: boolean): Promise<Outcome>
  /** The newest revision; `have` names what is here already. */
  fetchNewest(have: { revision: number; sourceId: string; beside: number | null } | null): Promise<Fetched>
  /** Where channels of an earlier file stand in the newest one; null when that can't be asked now. */
  findChannels(source: string, ids: number[]): Promise<Mapped | null>
}
/** Tells this browser's other tabs of a new revision. */
export type Neighbours = {
  tell(revision: number): void
  listen(heard: (revision: number) => void): void
  close(): void
}

export type StoreParts = {
  engine: Engine
  data: EngineData
  transport: Transport
  journal: Journal | null
  neighbours: Neighbours | null
  timers: Timers
  random(): number
  newBatch(): string
  /** Clears every journal of this user in this browser. */
  forget(): Promise<void>
}

export type Snapshot = {
  /** Grows with every change of the document. */
  version: number
  /** The file that ids belong to; another one makes them other channels. */
  sourceId: string
  name: string
  canEdit: boolean
  length: number
  columns: Columns
  names: readonly string[]
  satellites: readonly Satellite[]
  transponders: readonly Transponder[]
  groups: readonly FavouriteGroup[]
  filter: ChannelFilter
  /** Places (0-based, whole list) of the rows that the filter lets through; null shows all. */
  rows: Uint32Array | null
  rowCount: number
  selection: ReadonlySet<number>
  /** How many of the selected channels the filter hides: no command acts on them. */
  hiddenSelected: number
  /** The row that the keyboard is on, by channel; null before the first visit, and where the filter hides it. */
  active: number | null
  canUndo: boolean
  canRedo: boolean
  save: SaveView
  /** The file was replaced under waiting acts: what of them was found in the new one. `looking` while that is asked. */
  carry: CarryOver | 'looking' | null
  /** An earlier tab's edits were found and are being saved. */
  restored: number
  /** The list was deleted or taken away meanwhile. */
  gone: boolean
  /** A box's save that waits for the owner's choice. */
  beside: Beside | null
}

export type Applied = { ok: true; warnings: Loss[] } | ({ ok: false } & OperationError)

type UndoStep = { batch: string; kind: Entry['kind']; before: Uint8Array; operations: Operation[] }
type RedoStep = {
  after: Uint8Array
  operations: Operation[]
  how: 'never-sent' | 'undone'
  undoBatch: string | null
  batch: string
}

/** As many as the server keeps. */
const undoStepsMax = 500
/** Snapshots of very long lists add up: beyond this the oldest go, and undo asks the server instead. */
const undoBytesMax = 32 * 1024 * 1024
/** How soon a newest list that could not be fetched is asked for again. */
const refreshRetryMs = 3000

const copyColumns = (c: Columns): Columns => ({
  length: c.length,
  id: c.id.slice(),
  satellite: c.satellite.slice(),
  transponder: c.transponder.slice(),
  sid: c.sid.slice(),
  type: c.type.slice(),
  flags: c.flags.slice(),
  favourites: c.favourites.slice(),
})

export type EditorStore = Awaited<ReturnType<typeof createEditorStore>>

/** Opens the list. Throws when the bytes can't be opened: the plain page stays. */
export const createEditorStore = async (parts: StoreParts) => {
  const { engine, transport, journal, timers } = parts
  const source = parts.data.source
  if (!source) throw new Error('editor: the first answer must bring the source')

  const openList = (bytes: Uint8Array, data: EngineData): OpenList => {
    const opened = engine.open(bytes, { state: data.state })
    if (!opened.ok) throw new Error(`editor: the source is refused (${opened.refusal})`)
    return opened.list
  }

  let list = openList(source, parts.data)
  let head = parts.data
  let confirmed = { revision: head.revision, state: head.state }
  let chain = { undoTo: head.undoTo, redoTo: head.redoTo }
  let version = 0
  let filter: ChannelFilter = {}
  let selection: ReadonlySet<number> = new Set()
  let anchor: number | null = null
  let active: number | null = null
  let undoSteps: UndoStep[] = []
  let redoSteps: RedoStep[] = []
  /** The state that each waiting act led to here. */
  const after = new Map<string, Uint8Array>()
  /** Undos and redos of what this tab did not do: their effect comes from the server. */
  const remote = new Set<string>()
  let foreign: Foreign | null = null
  /** The server merged others' changes into an act, and they are not shown here yet. */
  let mergedUnseen = false
  /** What this tab held when an answer came whose list is not read yet. */
  let unread: { mine: Uint8Array | null } | null = null
  let reading: Promise<void> | null = null
  let restored = 0
  let restoring = false
  let gone = false
  let carry: Snapshot['carry'] = null
  /** Acts wait that are not shown: an earlier tab's that may be stored already, or such of an earlier file. */
  let hidden = false
  let stale = false
  let refreshing: Promise<void> | null = null
  let refreshTimer: number | null = null
  let closed = false
  let forgotten = false
  const listeners = new Set<() => void>()
  let current: Snapshot | null = null
  let document: Pick<Snapshot, 'columns' | 'names' | 'satellites' | 'transponders' | 'groups'> | null = null
  let rows: Uint32Array | null = null

  const changed = () => {
    current = null
    for (const listener of listeners) listener()
  }
  const documentChanged = () => {
    version++
    document = null
    const columns = list.columns()
    if (selection.size > 0 || active !== null) {
      const living = new Set<number>(columns.id.subarray(0, columns.length))
      if ([...selection].some((id) => !living.has(id)))
        selection = new Set([...selection].filter((id) => living.has(id)))
      if (active !== null && !living.has(active)) active = null
    }
    showRows()
    changed()
  }
  /** The rows that the filter lets through. The keyboard never stays on one that nobody sees. */
  const showRows = () => {
    rows = isFiltered(filter) ? list.find(filter).slice() : null
    if (active !== null && !isShown(active)) active = null
    if (anchor !== null && !isShown(anchor)) anchor = active
  }

  const queue = createSaveQueue(head.revision, head.sourceId, {
    send: transport.send,
    keep: (record) =>
      forgotten ? Promise.resolve() : journal ? journal.write(record) : Promise.reject(new Error('no journal')),
    onAccepted: async (entry, answer) => {
      chain = { undoTo: answer.undoTo, redoTo: answer.redoTo }
      if (restored > 0) restored--
      mergedUnseen ||= answer.merged
      const mine = after.get(entry.batch)
      after.delete(entry.batch)
      const unseen = answer.merged || remote.delete(entry.batch) || !mine || answer.revision !== confirmed.revision + 1
      parts.neighbours?.tell(answer.revision)
      if (!unseen) confirmed = { revision: answer.revision, state: mine }
      else {
        unread = { mine: mine ?? null }
        await readUnread()
      }
      return readOn()
    },
    catchUp: async () => {
      await readUnread()
      return readOn()
    },
    onChange: () => {
      lookUp()
      showWaiting()
      changed()
    },
    timers,
    random: parts.random,
    newBatch: parts.newBatch,
  })

  /** Whether the act that waits was made upon another file than the list has now. */
  const isReplaced = (): boolean => {
    const { trouble } = queue.view()
    return (
      trouble?.is === 'clash' &&
      trouble.source !== null &&
      trouble.entry.kind === 'edit' &&
      trouble.entry.source !== trouble.source
    )
  }
  /** Asks where the channels of the waiting acts stand in the file that came, once for each clash. */
  const lookUp = (): void => {
    if (!isReplaced()) {
      carry = null
      return
    }
    const isOld = carry !== null && carry !== 'looking' && carry.waiting !== keyOfWaiting(queue.entries())
    if (closed || (carry !== null && !isOld)) return
    carry = 'looking'
    void carryOver([...queue.entries()], transport.findChannels).then((found) => {
      if (carry !== 'looking') return
      // A new act makes it old; without a network it is asked again.
      if (found) {
        carry = found
        lookUp()
        showWaiting()
      } else
        timers.set(() => {
          if (carry === 'looking') carry = null
          lookUp()
          changed()
        }, refreshRetryMs)
      changed()
    })
  }

  /** The newest list that is here. */
  const present = (): EngineData => ({
    ...head,
    source: null,
    revision: confirmed.revision,
    state: confirmed.state,
    undoTo: chain.undoTo,
    redoTo: chain.redoTo,
  })
  /** What was found of the waiting acts in this file, where it was looked up for this very revision. */
  const carriedTo = (data: EngineData, waiting: readonly Entry[]): Entry[] | null =>
    carry !== null &&
    carry !== 'looking' &&
    carry.source === data.sourceId &&
    carry.revision === data.revision &&
    carry.waiting === keyOfWaiting(waiting)
      ? carry.entries
      : null
  /** An act that the server did not take is not stored: the person decides about it on the list as it wants it. */
  const showWaiting = (): void => {
    if (!hidden || closed || queue.view().trouble === null) return
    const waiting = queue.entries()
    const fits = isReplaced()
      ? carriedTo(present(), waiting) !== null
      : waiting.every((entry) => entry.kind !== 'edit' || entry.source === head.sourceId)
    if (fits) adopt(present(), waiting)
  }

  /** What an answer brought is shown: the clashes of the act that waits next with it. */
  const readOn = (): Clash[] => {
    const [next] = queue.entries()
    if (next) return clashesOf(next, foreign)
    foreign = null
    // There may be another closed tab's record; it is taken when this one is through.
    if (restoring) timers.set(() => void replay(), 0)
    return []
  }

  const trimUndo = () => {
    let bytes = 0
    let keep = undoSteps.length
    while (keep > 0 && undoSteps.length - keep < undoStepsMax && bytes <= undoBytesMax)
      bytes += undoSteps[--keep]?.before.length ?? 0
    if (keep > 0) undoSteps = undoSteps.slice(keep)
  }

  /** Another file came: what was chosen by ids would be other channels. */
  const forgetIds = () => {
    selection = new Set()
    anchor = null
    active = null
    const { satellite: _, transponder: __, ...rest } = filter
    filter = rest
  }

  /** Shows the newest list with the waiting acts upon it. */
  const adopt = (data: EngineData, waiting: readonly Entry[]) => {
    if (data.source) list = openList(data.source, data)
    else list.load(data.state)
    if (data.sourceId !== head.sourceId) forgetIds()
    head = data
    confirmed = { revision: data.revision, state: data.state }
    chain = { undoTo: data.undoTo, redoTo: data.redoTo }
    mergedUnseen = false
    undoSteps = []
    redoSteps = []
    after.clear()
    hidden = false
    for (const entry of carriedTo(data, waiting) ?? waiting) {
      // Its ids are other channels here: the server refuses it too, and it is shown as far as it can be carried over.
      if (entry.kind === 'edit' && entry.source !== data.sourceId) {
        hidden = true
        continue
      }
      const before = list.state()
      if (entry.kind === 'edit') {
        // An act that does not fit any more is left out here; the server's answer to it puts it before the person.
        if (list.apply(entry.operations).ok)
          undoSteps.push({ batch: entry.batch, kind: 'edit', before, operations: entry.operations })
      } else if (entry.kind === 'undo' && undoSteps.length > 0) {
        const step = undoSteps.pop()
        if (step) list.load(step.before)
      } else remote.add(entry.batch)
      after.set(entry.batch, list.state())
    }
    documentChanged()
  }

  const fetchNewest = async (): Promise<EngineData | null> => {
    const answer = await transport.fetchNewest({
      revision: confirmed.revision,
      sourceId: head.sourceId,
      beside: head.beside?.revision ?? null,
    })
    if (answer.is === 'gone') {
      gone = true
      changed()
    }
    if (answer.is === 'unreachable') throw new Error('editor: the newest list can not be fetched')
    return answer.is === 'data' ? answer.data : null
  }

  /**
   * After an answer that brought what is not shown here: notes what others changed under the waiting acts, then shows
   * the newest.
   */
  const merge = async (mine: Uint8Array | null): Promise<void> => {
    let data: EngineData | null
    try {
      data = await fetchNewest()
    } catch (error) {
      askAgain()
      throw error
    }
    const waiting = [...queue.entries()]
    // The newest is here already (an act that had been stored before came back acknowledged): drawn anew without it.
    data ??= present()
    // Without a merge on the way nobody else's change is in: the difference is an undo or redo of the person's own,
    // made by an earlier tab.
    if (mergedUnseen && mine && !data.source && waiting.length > 0) {
      const keys = new Set<FactKey>(waiting.flatMap((entry) => [...factsOf(entry).keys()]))
      list.load(mine)
      const were = readFacts(list, keys)
      list.load(data.state)
      const are = readFacts(list, keys)
      foreign = { batches: new Set(waiting.map((entry) => entry.batch)), facts: foreignFacts(were, are) }
    }
    adopt(data, waiting)
  }

  /** Reads the list of the answer that came last, unless it was read meanwhile. */
  const readUnread = (): Promise<void> => {
    if (!unread) return Promise.resolve()
    const { mine } = unread
    reading ??= merge(mine)
      .then(() => {
        unread = null
        stale = false
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  const askAgain = () => {
    stale = true
    if (refreshTimer !== null || closed) return
    refreshTimer = timers.set(() => {
      refreshTimer = null
      void refresh()
    }, refreshRetryMs)
  }

  /**
   * Fetches the newest list if it is another, and shows it. Waiting acts stay, upon the revision they were made upon.
   */
  const refresh = (): Promise<void> => {
    refreshing ??= (async () => {
      try {
        if (queue.behind()) {
          // With acts that wait the queue reads it itself, and knows what clashes.
          if (queue.entries().length > 0) return queue.flush()
          await readUnread()
          queue.caughtUp()
          readOn()
          return
        }
        const data = await fetchNewest()
        stale = false
        if (!data) return
        if (data.revision === confirmed.revision && data.beside?.revision !== head.beside?.revision) {
          // The owner has chosen meanwhile: the list itself is the same.
          head = { ...head, beside: data.beside }
          changed()
        }
        if (data.revision <= confirmed.revision) return
        const waiting = queue.entries()
        adopt(data, waiting)
        if (waiting.length === 0) queue.rebase(data)
        // Looked up for the list as it was before.
        if (carry !== null && carry !== 'looking' && carriedTo(data, waiting) === null) {
          carry = null
          lookUp()
        }
      } catch {
        askAgain()
      } finally {
        refreshing = null
      }
    })()
    return refreshing
  }

  parts.neighbours?.listen((revision) => {
    if (revision > confirmed.revision && queue.entries().length === 0) void refresh()
  })

  const replay = async (): Promise<void> => {
    if (!journal || queue.entries().length > 0) return
    const record = await journal.takeOrphan().catch(() => null)
    if (!record || record.entries.length === 0 || queue.entries().length > 0) return
    restored = record.entries.length
    restoring = true
    queue.restore(record)
    // Upon another revision the first of them may be stored already, its answer lost: they show once the server has
    // said so.
    if (record.base === confirmed.revision) adopt(present(), queue.entries())
    else {
      hidden = true
      changed()
    }
  }

  const apply = (wanted: Operation[]): Applied => {
    const before = list.state()
    const result = list.apply(wanted)
    if (!result.ok) return result
    // What a waiting act deletes, and the list still shows, is deleted once.
    const operations = withoutRepeatedDeletes(wanted, deletedBy(queue.entries(), head.sourceId))
    if (operations.length === 0) {
      documentChanged()
      return { ok: true, warnings: result.warnings }
    }
    const { entry, joined } = queue.add('edit', operations, head.sourceId)
    if (!joined) {
      undoSteps.push({ batch: entry.batch, kind: 'edit', before, operations })
      trimUndo()
    } else {
      const last = undoSteps.at(-1)
      if (last) last.operations = entry.operations
    }
    redoSteps = []
    chain = { ...chain, redoTo: null }
    after.set(entry.batch, list.state())
    documentChanged()
    return { ok: true, warnings: result.warnings }
  }

  const undo = (): boolean => {
    const step = undoSteps.pop()
    if (!step) {
      if (!canUndo()) return false
      remote.add(queue.add('undo', []).entry.batch)
      return true
    }
    const state = list.state()
    list.load(step.before)
    if (queue.cancelLast(step.batch)) {
      after.delete(step.batch)
      redoSteps.push({
        after: state,
        operations: step.operations,
        batch: step.batch,
        how: step.kind === 'redo' ? 'undone' : 'never-sent',
        undoBatch: null,
      })
    } else {
      const { entry } = queue.add('undo', [])
      after.set(entry.batch, step.before)
      redoSteps.push({
        after: state,
        operations: step.operations,
        batch: step.batch,
        how: 'undone',
        undoBatch: entry.batch,
      })
    }
    documentChanged()
    return true
  }

  const redo = (): boolean => {
    const step = redoSteps.pop()
    if (!step) {
      if (!canRedo()) return false
      remote.add(queue.add('redo', []).entry.batch)
      return true
    }
    const before = list.state()
    list.load(step.after)
    if (step.how === 'undone' && step.undoBatch !== null && queue.cancelLast(step.undoBatch)) {
      after.delete(step.undoBatch)
      undoSteps.push({ batch: step.batch, kind: 'edit', before, operations: step.operations })
    } else {
      const kind = step.how === 'undone' ? 'redo' : 'edit'
      const { entry, joined } = queue.add(kind, kind === 'edit' ? step.operations : [], head.sourceId)
      if (!joined) undoSteps.push({ batch: entry.batch, kind, before, operations: step.operations })
      after.set(entry.batch, step.after)
    }
    documentChanged()
    return true
  }

  const settled = () => queue.entries().length === 0
  const canUndo = () => head.canEdit && (undoSteps.length > 0 || (settled() && chain.undoTo !== null))
  const canRedo = () => head.canEdit && (redoSteps.length > 0 || (settled() && chain.redoTo !== null))

  const snapshot = (): Snapshot => {
    if (current) return current
    document ??= {
      columns: copyColumns(list.columns()),
      names: list.names().slice(),
      satellites: list.satellites(),
      transponders: list.transponders(),
      groups: list.favouriteGroups(),
    }
    let hiddenSelected = 0
    if (rows) for (const id of selection) if (!isShown(id)) hiddenSelected++
    current = {
      ...document,
      version,
      sourceId: head.sourceId,
      carry,
      name: head.name,
      canEdit: head.canEdit && !gone,
      length: document.columns.length,
      filter,
      rows,
      rowCount: rows ? rows.length : document.columns.length,
      selection,
      hiddenSelected,
      active,
      canUndo: canUndo(),
      canRedo: canRedo(),
      save: queue.view(),
      restored,
      gone,
      beside: head.beside,
    }
    return current
  }

  const idAt = (index: number): number | null => {
    const s = snapshot()
    const place = s.rows ? s.rows[index] : index
    return place === undefined || index < 0 || index >= s.rowCount ? null : (s.columns.id[place] ?? null)
  }
  /** Where a channel stands among the shown rows; −1 when the filter hides it. */
  const indexOf = (id: number): number => {
    const place = list.positionOf(id) - 1
    if (place < 0 || !rows) return place
    let low = 0
    let high = rows.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const here = rows[middle] ?? 0
      if (here === place) return middle
      if (here < place) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
  const isShown = (id: number): boolean => indexOf(id) >= 0
  const setSelection = (ids: Iterable<number>) => {
    selection = new Set(ids)
    changed()
  }
  const range = (from: number, to: number): number[] => {
    const ids: number[] = []
    for (let i = Math.min(from, to); i <= Math.max(from, to); i++) {
      const id = idAt(i)
      if (id !== null) ids.push(id)
    }
    return ids
  }
  /**
   * The channels that a command is about, in list order: those selected that the filter shows, else the row that the
   * keyboard is on. What nobody sees is never acted upon.
   */
  const targets = (): number[] => {
    const seen = [...selection].filter(isShown)
    const ids = seen.length > 0 ? seen : active !== null && isShown(active) ? [active] : []
    return ids
      .map((id) => [id, list.positionOf(id)] as const)
      .sort((a, b) => a[1] - b[1])
      .map(([id]) => id)
  }
  /**
   * The one channel that a command for a single one is about; null where several are meant and the keyboard is on none
   * of them.
   */
  const target = (): number | null => {
    const ids = targets()
    if (ids.length === 1) return ids[0] ?? null
    return active !== null && ids.includes(active) ? active : null
  }
  /** The position that the first of `ids` gets when they are put before the shown row `index` (or behind the last). */
  const positionBefore = (ids: readonly number[], index: number): number => {
    const s = snapshot()
    const anchorId = idAt(index)
    const last = idAt(s.rowCount - 1)
    const before = anchorId !== null ? list.positionOf(anchorId) : last !== null ? list.positionOf(last) + 1 : 1
    const ahead = ids.reduce((count, id) => (list.positionOf(id) < before ? count + 1 : count), 0)
    return before - ahead
  }

  const store = {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    snapshot,
    idAt,
    indexOf,
    targets,
    target,
    positionBefore,
    apply,
    undo,
    redo,
    refresh,
    positionOf: (id: number) => list.positionOf(id),
    details: (id: number) => list.channel(id),
    safe: () => queue.safe(),
    flush: () => queue.flush(),

    setFilter(next: ChannelFilter): void {
      filter = next
      showRows()
      changed()
    },

    /** A pick with a pointer or a key: alone, added or removed, or everything from the last pick on. */
    pick(id: number, how: 'only' | 'toggle' | 'range'): void {
      active = id
      if (how === 'range' && anchor !== null && indexOf(anchor) >= 0) {
        setSelection(new Set([...selection, ...range(indexOf(anchor), indexOf(id))]))
        return
      }
      anchor = id
      if (how === 'only') setSelection([id])
      else {
        const next = new Set(selection)
        if (!next.delete(id)) next.add(id)
        setSelection(next)
      }
    },
    /** The focus came to a row by itself (Tab, a click): the start of a range stays. */
    focus(id: number): void {
      if (active === id) return
      active = id
      changed()
    },
    /**
     * Moves the keyboard's row. The selection goes with it (`follow`), grows from the anchor to it (`extend`), or stays
     * as it is (`walk`). A list that can't be changed has none.
     */
    visit(index: number, how: 'follow' | 'extend' | 'walk'): number | null {
      const s = snapshot()
      if (s.rowCount === 0) return null
      const goal = Math.min(Math.max(index, 0), s.rowCount - 1)
      const id = idAt(goal)
      if (id === null) return null
      if (s.canEdit && how === 'extend') {
        anchor ??= active ?? id
        const from = indexOf(anchor)
        selection = new Set(range(from < 0 ? goal : from, goal))
      } else if (how !== 'walk') {
        anchor = id
        if (s.canEdit) selection = new Set([id])
      }
      active = id
      changed()
      return goal
    },
    /** As the person left it: what is not in the list any more is left out. */
    comeBack(left: { source: string; active: number | null; selection: readonly number[] }): void {
      if (left.source !== head.sourceId) return
      active = left.active !== null && isShown(left.active) ? left.active : null
      anchor = active
      setSelection(left.selection.filter((id) => list.positionOf(id) > 0))
    },
    selectMatching(): void {
      setSelection(range(0, snapshot().rowCount - 1))
    },
    clearSelection(): void {
      anchor = active
      setSelection([])
    },

    /** Puts the channels so that the first of them stands at a position of the whole list. */
    moveTo: (ids: number[], to: number): Applied => apply([{ op: 'move', ids, to }]),
    /** One shown row up or down; with a filter the hidden rows between are passed too. */
    step(ids: number[], by: -1 | 1): Applied {
      if (!rows) return apply([{ op: 'step', ids, by }])
      const own = new Set(ids)
      const places = ids.map(indexOf).filter((i) => i >= 0)
      if (places.length === 0) return { ok: true, warnings: [] }
      const edge = by < 0 ? Math.min(...places) : Math.max(...places)
      let neighbour = edge + by
      for (let id = idAt(neighbour); id !== null && own.has(id); id = idAt(neighbour)) neighbour += by
      if (idAt(neighbour) === null) return { ok: true, warnings: [] }
      return apply([{ op: 'move', ids, to: positionBefore(ids, by < 0 ? neighbour : neighbour + 1) }])
    },
    /** What a rename would bring, without doing it: why it can't be, or what the file can't carry. */
    tryRename(id: number, name: string): Applied {
      const before = list.state()
      const result = list.apply([{ op: 'rename', id, name }])
      if (result.ok) list.load(before)
      return result
    },
    rename: (id: number, name: string): Applied => apply([{ op: 'rename', id, name }]),
    /** Sets the flag on all of them, or clears it where all have it. Answers the value that was set. */
    toggle(op: 'lock' | 'skip', ids: number[]): { applied: Applied; value: boolean } {
      const { columns } = snapshot()
      const bit = op === 'lock' ? 4 : 8
      const value = !ids.every((id) => ((columns.flags[list.positionOf(id) - 1] ?? 0) & bit) !== 0)
      return { applied: apply([{ op, ids, value }]), value }
    },
    toggleFavourite(group: number, ids: number[]): { applied: Applied; value: boolean } {
      const { columns } = snapshot()
      const bit = 2 ** group
      const value = !ids.every((id) => Math.floor((columns.favourites[list.positionOf(id) - 1] ?? 0) / bit) % 2 === 1)
      return { applied: apply([{ op: 'favourite', ids, group, value }]), value }
    },
    delete(ids: number[]): Applied {
      // The keyboard stays where it was: on the first row behind the deleted ones.
      const own = new Set(ids)
      const from = active === null ? -1 : indexOf(active)
      let next: number | null = null
      for (let i = from; from >= 0 && next === null && i < snapshot().rowCount; i++) {
        const id = idAt(i)
        if (id !== null && !own.has(id)) next = id
      }
      for (let i = from; next === null && i >= 0; i--) {
        const id = idAt(i)
        if (id !== null && !own.has(id)) next = id
      }
      const result = apply([{ op: 'delete', ids }])
      if (result.ok) {
        active = next
        anchor = next
        changed()
      }
      return result
    },
    sort: (mode: SortMode, variant: 1 | 2, ids: number[] | null): Applied =>
      apply([{ op: 'sort', mode, variant, ...(ids && ids.length > 1 ? { ids } : {}) }]),

    /**
     * The list as it is shown, in the dialect that it came in: the file that an export makes once everything is saved.
     */
    exportHere(): { bytes: Uint8Array; fileName: string; losses: Loss[] } {
      const format = list.dialect === 'chl' ? 'chl' : 'sdx'
      return { ...list.write(format), fileName: head.fileName ?? `${head.name}.${format}` }
    },

    /** The person's choice in a clash or after a refusal. Rejects when the newest list can't be fetched now. */
    async resolve(choice: 'mine' | 'theirs' | 'all-theirs'): Promise<void> {
      const data = await fetchNewest()
      const newest = data ?? present()
      const moved = choice === 'mine' && isReplaced()
      if (
        moved &&
        (carry === null ||
          carry === 'looking' ||
          carry.source !== newest.sourceId ||
          carry.revision !== newest.revision ||
          carry.entries.length === 0)
      ) {
        // What the person saw is not what would happen: it is looked up again and shown first.
        if (carry !== 'looking') carry = null
        lookUp()
        changed()
        return
      }
      const translated = moved && carry !== null && carry !== 'looking' ? carry.entries : null
      foreign = null
      unread = null
      restored = 0
      carry = null
      queue.resolve(choice, newest, translated)
      adopt(newest, queue.entries())
    },

    /** Looks for edits that an earlier tab left; again after they are saved, until there are none. */
    replay,
    /** The tab is seen again: whatever waits is tried, and another device's changes are fetched. */
    wake(): void {
      if (!settled()) queue.flush()
      else void refresh()
    },
    close(): void {
      closed = true
      if (refreshTimer !== null) timers.clear(refreshTimer)
      listeners.clear()
      queue.close(() => {
        journal?.close()
        parts.neighbours?.close()
      })
    },
    /**
     * Exit: what this browser keeps of the person goes. What waits has its last try by the flush of the page that is
     * left.
     */
    forget: (): Promise<void> => {
      forgotten = true
      return parts.forget()
    },
    /** For the status line: what is shown may be behind the server. */
    stale: () => stale,
  }

  await replay()
  return store
}

export type { Clash }
