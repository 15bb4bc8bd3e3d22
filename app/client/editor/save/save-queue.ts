/**
 * Saving in the background: actions are sent in order, one request at a time, each based on the revision that the
 * previous one returned. Every action is acknowledged by the server, kept in the journal, or shown to the person; none
 * is dropped silently or applied twice. `saving.ts` defines what events mean, `sender.ts` how one action is sent.
 * Network, journal and timers are passed in, so that tests control time.
 */
import type { Operation } from '~/engine/types'
import type { Timers } from '../timers'
import type { Entry, JournalRecord } from './journal'
import type { Choice, Clash, SaveProblem } from './outcome'
import { createPause } from './pause'
import type { SaveState } from './queue.states'
import * as step from './saving'
import type { Newest } from './saving'
import { createSender, type SenderParts } from './sender'

/**
 * Tracks whether the waiting actions are stored on this device. Each write holds everything, so only the newest one
 * counts.
 */
const createKeeper = (keep: (record: JournalRecord | null) => Promise<void>, onChange: () => void) => {
  let writes = 0
  let isDurable = true
  return {
    isDurable: (): boolean => isDurable,
    write(record: JournalRecord | null): void {
      const write = ++writes
      isDurable = false
      const ended = (kept: boolean) => {
        if (write !== writes) return
        isDurable = kept
        onChange()
      }
      // Nothing can be stored on this device: the tab warns before it closes while anything waits.
      keep(record).then(
        () => ended(true),
        () => ended(record === null),
      )
    },
  }
}

export type SaveView = {
  state: SaveState
  revision: number
  waiting: number
  durable: boolean
  problem: SaveProblem | null
  triedAt: number
  retryMs: number | null
}

export type QueueParts = SenderParts & {
  /** Writes the journal; resolves when it is durable. */
  keep(record: JournalRecord | null): Promise<void>
  onChange(): void
  timers: Timers
  random(): number
  newBatch(): string
}

/** Quick actions on the same channels within this time become one request and one undo step (a held key). */
const settleMs = 250

export type SaveQueue = ReturnType<typeof createSaveQueue>

export const createSaveQueue = (newest: Newest, parts: QueueParts) => {
  const { timers, newBatch } = parts
  const now = { saving: step.startSaving(newest) }
  let whenIdle: (() => void) | null = null
  let view: SaveView | null = null

  const changed = () => {
    view = null
    if (whenIdle && now.saving.state !== 'pending' && now.saving.state !== 'saving') whenIdle()
    parts.onChange()
  }
  const keeper = createKeeper(parts.keep, changed)
  const pause = createPause(timers, parts.random, () => void sender.attempt())
  const keep = () => keeper.write(step.recordOf(now.saving))
  const caughtUp = () => {
    if (!now.saving.behind) return
    now.saving = step.caughtUp(now.saving)
    keep()
  }
  const sender = createSender(now, { ...parts, pause, keep, caughtUp, changed })

  return {
    /** The visible state; the same object until something changes. */
    view: (): SaveView =>
      (view ??= {
        state: now.saving.state,
        revision: now.saving.base,
        waiting: now.saving.entries.length,
        durable: keeper.isDurable(),
        problem: now.saving.problem,
        triedAt: sender.triedAt(),
        retryMs: pause.delayMs(),
      }),
    /** Entries that wait or are being sent, oldest first. */
    entries: (): readonly Entry[] => now.saving.entries,
    /** True if the newest answer referred to a list that could not be read yet. */
    behind: () => now.saving.behind !== null,
    /** It was read while nothing waited. */
    caughtUp,
    /** True if nothing would be lost by closing the tab now. */
    safe: () => now.saving.entries.length === 0 || keeper.isDurable(),

    /**
     * Adds an action, with the file that its ids were read from. Returns its entry, and whether it was joined with the
     * previous action (one undo step).
     */
    add(kind: Entry['kind'], operations: Operation[], source = now.saving.sourceId): { entry: Entry; joined: boolean } {
      const { saving: next, entry, joined } = step.added(now.saving, { kind, operations, source }, newBatch)
      now.saving = next
      keep()
      if (now.saving.state === 'pending') pause.begin(settleMs)
      changed()
      return { entry, joined }
    },

    /** Withdraws an action that was not sent yet. False if the server may have it. */
    cancelLast(batch: string): boolean {
      const next = step.cancelled(now.saving, batch)
      if (!next) return false
      now.saving = next
      if (now.saving.state === 'clean') pause.stop()
      keep()
      changed()
      return true
    },

    /**
     * Adopts what an earlier tab left: it is sent first, on the revision that it was made on. Only for an empty queue.
     */
    restore(record: JournalRecord): void {
      if (now.saving.entries.length > 0) throw new Error('save queue: restore into a queue that holds actions')
      if (record.entries.length === 0) return
      now.saving = step.restored(now.saving, record)
      keep()
      pause.begin(0)
      changed()
    },

    /** Sends now instead of waiting (the network is back, the person signed in again, the page is being left). */
    flush(): void {
      if (step.canSend(now.saving)) void sender.attempt()
    },

    /** Applies the person's choice; see `resolved`. Does nothing if there is nothing to choose. */
    resolve(choice: Choice, upon: Newest, translated: readonly Entry[] | null = null): void {
      if (!step.mustChoose(now.saving)) return
      pause.forgive()
      now.saving = step.resolved(now.saving, choice, upon, translated, newBatch)
      keep()
      if (now.saving.entries.length > 0) pause.begin(0)
      changed()
    },

    /** The next action conflicts with others' changes: the person is asked before it is sent. */
    askAbout(clashes: Clash[]): void {
      if (clashes.length === 0) return
      pause.stop()
      now.saving = step.clashed(now.saving, clashes)
      changed()
    },

    /** Another tab or program made a revision and nothing waits here. */
    rebase(upon: Newest): void {
      if (now.saving.entries.length > 0) return
      now.saving = step.rebased(now.saving, upon)
      changed()
    },

    /** The editor closes: sends what waits and calls back when that is done or must be postponed. */
    close(done: () => void): void {
      whenIdle = () => {
        whenIdle = null
        pause.stop()
        done()
      }
      if (now.saving.state === 'pending') void sender.attempt()
      else if (now.saving.state !== 'saving') whenIdle()
    },
  }
}
