/**
 * Edits that an earlier page left in this browser, sent from a page without an editor: what the portal has already is
 * found out by its batch (a repeat gets its first answer and is done once), and leaves the journal. Whatever can't be
 * stored as it is stays there for the editor, which puts it before the person.
 */
import type { Journal } from './journal'
import type { Send } from './outcome'

/** `revision`: the newest that an answer told. `again`: the portal could not be reached, so asking later may help. */
export type Sent = { saved: number; left: number; revision: number; again: boolean }

export const sendLeftover = async (journal: Journal, send: Send): Promise<Sent> => {
  const sent: Sent = { saved: 0, left: 0, revision: 0, again: false }
  for (let record = await journal.takeOrphan(); record !== null; record = await journal.takeOrphan()) {
    let { base } = record
    let waiting = record.entries.map((entry) => ({ ...entry, source: entry.source ?? record.sourceId }))
    for (let [entry] = waiting; entry !== undefined; [entry] = waiting) {
      const outcome = await send(base, entry, true)
      if (outcome.is !== 'accepted') return { ...sent, left: waiting.length, again: outcome.is === 'unreachable' }
      waiting = waiting.slice(1)
      sent.saved++
      sent.revision = Math.max(sent.revision, outcome.revision)
      // Others' changes that nobody here has seen: upon the earlier revision the server itself compares the rest with
      // them.
      if (!outcome.merged) base = outcome.revision
      await journal.write(waiting.length === 0 ? null : { base, sourceId: record.sourceId, entries: waiting })
    }
  }
  return sent
}
