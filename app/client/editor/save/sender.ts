/**
 * One request at a time: what is sent now, what its answer means, and what must be read before the next may be sent.
 * The save state is in a holder shared with the queue.
 */
import type { Entry } from './journal'
import type { Acknowledgement, Clash, Outcome, Send } from './outcome'
import type { Pause } from './pause'
import * as step from './saving'
import type { Saving } from './saving'

export type SenderParts = {
  send: Send
  /**
   * Called when an action was acknowledged, before the next one is sent. After a merge it loads the newest list and
   * returns the conflicts of the next action. It rejects if that list can't be read now.
   */
  onAccepted(entry: Entry, answer: Acknowledgement): Promise<Clash[]> | Clash[]
  /** Reads the list that `onAccepted` could not, with the same result. Nothing is sent before that. */
  catchUp(): Promise<Clash[]>
  /** True for an action that was compared here with what others changed since it was made. */
  isCompared(entry: Entry): boolean
  timers: { now(): number }
}
type Shared = { pause: Pause; keep(): void; caughtUp(): void; changed(): void }

export const createSender = (now: { saving: Saving }, parts: SenderParts & Shared) => {
  const { pause, keep, changed } = parts
  let triedAt = 0

  const later = (entry: Entry, retryAfterMs: number | null) => {
    now.saving = step.stopped(now.saving, entry, { is: 'unreachable', retryAfterMs })
    pause.grow(retryAfterMs)
  }

  /** Reads what an earlier answer referred to. Returns the action to send now; null if none may be sent. */
  const readFirst = async (first: Entry): Promise<Entry | null> => {
    let clashes: Clash[]
    try {
      clashes = await parts.catchUp()
    } catch {
      later(first, null)
      return null
    }
    parts.caughtUp()
    const [next] = now.saving.entries
    if (next && clashes.length === 0) return next
    now.saving = next ? step.clashed(now.saving, clashes) : step.settled(now.saving, clashes)
    return null
  }

  const workIn = async (entry: Entry, answer: Acknowledgement): Promise<void> => {
    pause.forgive()
    const madeUpon = now.saving.base
    now.saving = step.acknowledged(now.saving, answer)
    keep()
    // Still counts as under way: a merged list must be shown before the next action is sent.
    let clashes: Clash[] = []
    try {
      clashes = await parts.onAccepted(entry, answer)
    } catch {
      now.saving = step.fellBehind(now.saving, answer.merged ? madeUpon : now.saving.base)
      keep()
    }
    const [next] = now.saving.entries
    if (next && now.saving.behind) return later(next, null)
    now.saving = step.settled(now.saving, clashes)
    if (now.saving.state === 'pending') pause.begin(0)
  }

  const ask = async (entry: Entry): Promise<Outcome> => {
    const again = now.saving.tried.has(entry.batch)
    now.saving = step.leaving(now.saving, entry)
    changed()
    try {
      const base = parts.isCompared(entry) ? undefined : entry.base
      return await parts.send(base ?? now.saving.base, entry, again)
    } catch (error) {
      // Network failures are outcomes, so this is a bug of ours. The action is kept and retried anyway.
      console.error(error)
      return { is: 'unreachable', retryAfterMs: null }
    }
  }

  return {
    /** When something was last sent. */
    triedAt: (): number => triedAt,
    /** Sends the first waiting action, if one may be sent. */
    async attempt(): Promise<void> {
      const [first] = now.saving.entries
      if (!first || !step.canSend(now.saving)) return
      pause.stop()
      now.saving = step.due(now.saving)
      triedAt = parts.timers.now()
      let entry: Entry | null = first
      // With nothing to read, the request is sent synchronously: a page that is being left has no later moment.
      if (now.saving.behind) {
        changed()
        entry = await readFirst(first)
      }
      if (entry) {
        const outcome = await ask(entry)
        if (outcome.is === 'accepted') await workIn(entry, outcome)
        else if (outcome.is === 'unreachable') later(entry, outcome.retryAfterMs)
        else now.saving = step.stopped(now.saving, entry, outcome)
      }
      changed()
    },
  }
}
