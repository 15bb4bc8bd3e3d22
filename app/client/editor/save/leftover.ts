/**
 * Sends the edits that an earlier page left in this browser, from a page without an editor. Its batch shows whether the
 * portal already has an edit (a repeat returns its first answer and is applied once); such an edit leaves the journal.
 * An edit that can't be stored unchanged stays there for the editor, which shows it to the person.
 */
import type { Journal } from './journal'
import type { Send } from './outcome'

/** `revision`: the newest in any answer. `again`: the portal could not be reached, so trying later may help. */
export type Sent = { saved: number; left: number; revision: number; again: boolean }

export const sendLeftover = async (journal: Journal, send: Send): Promise<Sent> => {
  const sent: Sent = { saved: 0, left: 0, revision: 0, again: false }
  for (let record = await journal.takeOrphan(); record !== null; record = await journal.takeOrphan()) {
    let { base } = record
    let waiting = record.entries.map((entry) => ({ ...entry, source: entry.source ?? record.sourceId }))
    for (let [entry] = waiting; entry !== undefined; [entry] = waiting) {
      const outcome = await send(entry.base ?? base, entry, true)
      if (outcome.is !== 'accepted') return { ...sent, left: waiting.length, again: outcome.is === 'unreachable' }
      waiting = waiting.slice(1)
      sent.saved++
      sent.revision = Math.max(sent.revision, outcome.revision)
      // The merge contains changes that nobody here has seen. With the earlier revision as base, the server compares
      // the rest with them.
      if (!outcome.merged) base = outcome.revision
      await journal.write(waiting.length === 0 ? null : { base, sourceId: record.sourceId, entries: waiting })
    }
  }
  return sent
}
