/**
 * Saving in the background: acts of the person leave in order, one request at a time, each upon the revision that the
 * one before gave. It promises that an act is either acknowledged by the server, kept in the journal, or put before
 * the person; never dropped in silence, never applied twice. Everything around it (network, journal, timers) is given
 * from outside, so that tests drive it with a clock of their own.
 */
import type { Operation } from '~/engine/types'
import type { Entry, JournalRecord } from './journal'
import { nextSaveState, type SaveEvent, type SaveState } from './queue.states'

export const clashFields = ['name', 'lock', 'skip', 'favourite', 'existence', 'position', 'order', 'encoding'] as const
export type ClashField = (typeof clashFields)[number]
/** One thing that both sides changed: what the list holds now, and what this tab wanted. */
export type Clash = {
  field: ClashField
  id: number | null
  channel: string | null
  group?: number
  mine: string | number | boolean | null
  theirs: string | number | boolean | null
}
/**
 * `moved-on`: an undo or redo whose turn is over. `replaced`: another file came. `too-old`: the base is not kept any
 * more.
 */
export const clashCauses = ['changed', 'replaced', 'too-old', 'moved-on'] as const
export type ClashNews = {
  cause: (typeof clashCauses)[number]
  clashes: Clash[]
  total: number
  /** Who made the newest change: the account's name, and its id, which stays when the name is changed. */
  by: string | null
  byId?: string | null
  /** The box that made the newest change, where it was one. */
  box?: { sn: string; nickname: string | null } | null
  /** The file that the list has now; null where the server did not say. */
  source: string | null
}

export type Acknowledgement = { revision: number; merged: boolean; undoTo: number | null; redoTo: number | null }
export type Outcome =
  | ({ is: 'accepted' } & Acknowledgement)
  /** The list changed where this act does. */
  | ({ is: 'clash' } & ClashNews)
  | { is: 'signed-out' }
  /** No answer, or one that says to try again later. */
  | { is: 'unreachable'; retryAfterMs: number | null }
  /** Trying again can't help. */
  | { is: 'refused'; code: string; message: string }

export type Trouble =
  ({ is: 'clash'; entry: Entry } & ClashNews) | { is: 'refused'; entry: Entry; code: string; message: string }

export type SaveView = {
  state: SaveState
  revision: number
  waiting: number
  durable: boolean
  trouble: Trouble | null
  triedAt: number
  retryMs: number | null
}

export type Timers = { set(work: () => void, delayMs: number): number; clear(id: number): void; now(): number }

export type QueueParts = {
  /** `again`: nobody did anything just now, the queue tries by itself. */
  send(base: number, entry: Entry, again: boolean): Promise<Outcome>
  /** Writes the journal; resolves when durable. */
  keep(record: JournalRecord | null): Promise<void>
  /**
   * An act was acknowledged; called before the next one is sent. After a merge it brings the newest list and answers
   * the clashes of the act that waits next with what came in. It rejects when that list can't be read now.
   */
  onAccepted(entry: Entry, answer: Acknowledgement): Promise<Clash[]> | Clash[]
  /** Reads the list that `onAccepted` could not, with the same answer. Nothing is sent before it was read. */
  catchUp(): Promise<Clash[]>
  onChange(): void
  timers: Timers
  random(): number
  newBatch(): string
}

/** Quick acts on the same channels within this time are one request and one step of undo (a held key). */
const settleMs = 250
/** Doubling from one second; half a minute is as long as a person believes in "trying again". */
const retryMs = { first: 1000, most: 30_000 } as const

export type SaveQueue = ReturnType<typeof createSaveQueue>

export const createSaveQueue = (revision: number, sourceId: string, parts: QueueParts) => {
  const { timers } = parts
  let state: SaveState = 'clean'
  let base = revision
  let source = sourceId
  let entries: Entry[] = []
  let inFlight = false
  let timer: number | null = null
  let failures = 0
  /**
   * The newest answer brought what could not be read yet: an act sent now would stand upon changes that nobody here has
   * seen. `keptBase` is what the journal keeps meanwhile: an earlier revision, upon which the server itself compares.
   */
  let behind: { keptBase: number } | null = null
  let trouble: Trouble | null = null
  let durable = true
  let keeps = 0
  let triedAt = 0
  let delayMs: number | null = null
  let whenIdle: (() => void) | null = null
  /** Batches that may have reached the server: they are never changed or taken back here. */
  const tried = new Set<string>()
  let view: SaveView | null = null

  const changed = () => {
    view = null
    if (whenIdle && state !== 'pending' && state !== 'saving') whenIdle()
    parts.onChange()
  }
  const follow = (event: SaveEvent) => {
    state = nextSaveState(state, event)
  }
  const journal = () => {
    const turn = ++keeps
    durable = false
    const record =
      entries.length > 0 ? { base: behind?.keptBase ?? base, sourceId: source, entries: [...entries] } : null
    parts.keep(record).then(
      () => {
        if (turn === keeps) {
          durable = true
          changed()
        }
      },
      // Nothing can be kept on this device: the tab warns before it closes while anything waits.
      () => {
        if (turn === keeps) {
          durable = entries.length === 0
          changed()
        }
      },
    )
  }
  const stopTimer = () => {
    if (timer !== null) timers.clear(timer)
    timer = null
    delayMs = null
  }
  const schedule = (ms: number) => {
    stopTimer()
    delayMs = ms
    timer = timers.set(() => {
      timer = null
      void attempt()
    }, ms)
  }

  const clashed = (entry: Entry, clashes: Clash[]) => {
    trouble = { is: 'clash', entry, cause: 'changed', clashes, total: clashes.length, by: null, source: null }
    follow('clashed')
  }
  const later = (retryAfterMs: number | null) => {
    follow('unreachable')
    const spread = 0.75 + parts.random() / 2
    const backoff = Math.min(retryMs.most, retryMs.first * 2 ** failures) * spread
    failures = Math.min(failures + 1, 10)
    schedule(Math.max(retryAfterMs ?? 0, backoff))
  }
  const caughtUp = () => {
    if (!behind) return
    behind = null
    journal()
  }

  /** Reads what an earlier answer brought. False when the act that waits next may not leave now. */
  const isCaughtUp = async (): Promise<boolean> => {
    let clashes: Clash[]
    try {
      clashes = await parts.catchUp()
    } catch {
      later(null)
      return false
    }
    caughtUp()
    const [next] = entries
    if (!next) follow('accepted-last')
    else if (clashes.length > 0) clashed(next, clashes)
    else return true
    return false
  }

  const attempt = async (): Promise<void> => {
    if (inFlight || entries.length === 0 || (state !== 'pending' && state !== 'offline' && state !== 'signed-out'))
      return
    stopTimer()
    follow('due')
    inFlight = true
    triedAt = timers.now()
    // With nothing to read the request leaves in this turn: a page that is being left has no other.
    if (behind) {
      changed()
      if (!(await isCaughtUp())) {
        inFlight = false
        changed()
        return
      }
    }
    const [entry] = entries
    if (!entry) return
    const again = tried.has(entry.batch)
    tried.add(entry.batch)
    changed()
    let outcome: Outcome
    try {
      outcome = await parts.send(base, entry, again)
    } catch {
      outcome = { is: 'unreachable', retryAfterMs: null }
    }
    switch (outcome.is) {
      case 'accepted': {
        failures = 0
        entries.shift()
        tried.delete(entry.batch)
        const madeUpon = base
        base = outcome.revision
        journal()
        // Still counted as under way: a merged list must be shown before the next act leaves.
        let clashes: Clash[] = []
        try {
          clashes = await parts.onAccepted(entry, outcome)
        } catch {
          behind = { keptBase: outcome.merged ? madeUpon : base }
          journal()
        }
        inFlight = false
        const [next] = entries
        if (!next) follow('accepted-last')
        else if (behind) later(null)
        else {
          follow('accepted-more')
          if (clashes.length > 0) clashed(next, clashes)
          else schedule(0)
        }
        break
      }
      case 'clash':
        inFlight = false
        trouble = { ...outcome, entry }
        follow('clashed')
        break
      case 'signed-out':
        inFlight = false
        follow('session-ended')
        break
      case 'refused':
        inFlight = false
        trouble = { is: 'refused', entry, code: outcome.code, message: outcome.message }
        follow('rejected')
        break
      case 'unreachable':
        inFlight = false
        later(outcome.retryAfterMs)
        break
    }
    changed()
  }

  const mayJoin = (last: Entry | undefined, operations: Operation[], from: string): last is Entry => {
    if (!last || last.kind !== 'edit' || last.source !== from || tried.has(last.batch)) return false
    const [a, b] = [last.operations[0], operations[0]]
    if (!a || !b || operations.length !== 1 || last.operations.length >= 200) return false
    if (a.op !== 'step' || b.op !== 'step') return false
    return a.ids.length === b.ids.length && a.ids.every((id, i) => id === b.ids[i])
  }

  return {
    /** The visible state; the same object until something changes. */
    view: (): SaveView =>
      (view ??= { state, revision: base, waiting: entries.length, durable, trouble, triedAt, retryMs: delayMs }),
    /** Entries that wait or are under way, oldest first. */
    entries: (): readonly Entry[] => entries,
    base: () => base,
    /** Whether the newest answer brought what could not be read yet. */
    behind: () => behind !== null,
    /** It was read while nothing waited. */
    caughtUp,
    /** Whether nothing would be lost if the tab closed now. */
    safe: () => entries.length === 0 || durable,

    /**
     * Adds an act, with the file that its ids were read from. Answers its entry, and whether it joined the act before
     * it (one step of undo).
     */
    add(kind: Entry['kind'], operations: Operation[], from = source): { entry: Entry; joined: boolean } {
      const last = entries.at(-1)
      if (kind === 'edit' && mayJoin(last, operations, from)) {
        last.operations = [...last.operations, ...operations]
        journal()
        if (state === 'pending') schedule(settleMs)
        changed()
        return { entry: last, joined: true }
      }
      const entry: Entry = { batch: parts.newBatch(), kind, operations, source: from }
      entries.push(entry)
      follow('enqueued')
      journal()
      if (state === 'pending') schedule(settleMs)
      changed()
      return { entry, joined: false }
    },

    /**
     * Takes back an act that has not left yet. False when it is under way, sent or tried before (the server may have
     * it).
     */
    cancelLast(batch: string): boolean {
      const last = entries.at(-1)
      if (!last || last.batch !== batch || tried.has(batch)) return false
      entries.pop()
      // While an answer is being worked in, its end decides the state.
      if (entries.length === 0 && state !== 'saving') {
        stopTimer()
        follow('emptied')
      }
      journal()
      changed()
      return true
    },

    /**
     * Takes over what an earlier tab left: sent first, upon the revision that it was made upon. Only for an empty
     * queue.
     */
    restore(record: JournalRecord): void {
      if (entries.length > 0) throw new Error('save queue: restore into a queue that holds acts')
      entries = record.entries.map((e) => ({ ...e, source: e.source ?? record.sourceId }))
      for (const entry of entries) tried.add(entry.batch)
      if (entries.length === 0) return
      behind = null
      base = record.base
      source = record.sourceId
      follow('enqueued')
      journal()
      schedule(0)
      changed()
    },

    /** Sends now instead of waiting (network is back, signed in again, page is being left). */
    flush(): void {
      if (state === 'pending' || state === 'offline' || state === 'signed-out') void attempt()
    },

    /**
     * The person chose. `mine`: the first act is sent again upon `newest`, over what is there; where the file was
     * replaced, `translated` is what waits, said for the new one. `theirs`: it is dropped,
     * with an undo of it that waits behind it. `all-theirs` drops everything that waits.
     */
    resolve(
      choice: 'mine' | 'theirs' | 'all-theirs',
      newest: { revision: number; sourceId: string },
      translated: Entry[] | null = null,
    ): void {
      if (state !== 'clash' && state !== 'refused') return
      const [first, second] = entries
      behind = null
      base = newest.revision
      source = newest.sourceId
      failures = 0
      trouble = null
      if (choice === 'all-theirs') entries = []
      else if (choice === 'theirs') entries = entries.slice(first?.kind === 'edit' && second?.kind === 'undo' ? 2 : 1)
      else if (translated) entries = translated.map((entry) => ({ ...entry, batch: parts.newBatch() }))
      else if (first) entries[0] = { ...first, batch: parts.newBatch() }
      follow(entries.length > 0 ? 'resolved-more' : 'resolved-last')
      journal()
      if (entries.length > 0) schedule(0)
      changed()
    },

    /** Another tab or program made a revision and nothing waits here. */
    rebase(newest: { revision: number; sourceId: string }): void {
      if (entries.length > 0) return
      behind = null
      base = newest.revision
      source = newest.sourceId
      changed()
    },

    /** The editor goes away: sends what waits and calls back when that is done or has to wait for another time. */
    close(done: () => void): void {
      whenIdle = () => {
        whenIdle = null
        stopTimer()
        done()
      }
      if (state === 'pending') void attempt()
      else if (state !== 'saving') whenIdle()
    },
  }
}
