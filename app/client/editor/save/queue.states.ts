/**
 * The save states in one pure table: what the person sees, and which event leads where. The save queue does nothing
 * that this table does not allow; an event without an edge is a bug.
 */
export const saveStates = ['clean', 'pending', 'saving', 'offline', 'clash', 'signed-out', 'refused'] as const
/**
 * - `clean`: the server has everything.
 * - `pending`: edits wait for the next send, a moment at most.
 * - `saving`: one request is under way.
 * - `offline`: the server can't be reached (or is overloaded); edits are kept on this device and retried.
 * - `clash`: the list has changed where these edits do; the person chooses.
 * - `signed-out`: the session ended; edits wait for the same user.
 * - `refused`: the server will never accept the first edit (list deleted, right lost); the person is told.
 */
export type SaveState = (typeof saveStates)[number]

export const saveEvents = [
  'enqueued',
  'emptied',
  'due',
  'accepted-more',
  'accepted-last',
  'unreachable',
  'clashed',
  'session-ended',
  'rejected',
  'resolved-more',
  'resolved-last',
] as const
export type SaveEvent = (typeof saveEvents)[number]

export const saveTable: Record<SaveState, Partial<Record<SaveEvent, SaveState>>> = {
  clean: { enqueued: 'pending' },
  pending: { enqueued: 'pending', emptied: 'clean', due: 'saving', clashed: 'clash' },
  saving: {
    enqueued: 'saving',
    'accepted-more': 'pending',
    'accepted-last': 'clean',
    unreachable: 'offline',
    clashed: 'clash',
    'session-ended': 'signed-out',
    rejected: 'refused',
  },
  offline: { enqueued: 'offline', emptied: 'clean', due: 'saving', clashed: 'clash' },
  clash: { enqueued: 'clash', emptied: 'clean', 'resolved-more': 'pending', 'resolved-last': 'clean' },
  'signed-out': { enqueued: 'signed-out', emptied: 'clean', due: 'saving' },
  refused: { enqueued: 'refused', 'resolved-more': 'pending', 'resolved-last': 'clean' },
}

/** Follows an edge. Throws for an event without one, which a person can never cause. */
export const nextSaveState = (state: SaveState, event: SaveEvent): SaveState => {
  const next = saveTable[state][event]
  if (!next) throw new Error(`save queue: no edge for ${event} in ${state}`)
  return next
}
