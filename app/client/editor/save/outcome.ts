/** What the portal's answer to an action means, independent of HTTP: shared by transport, queue and page. */
import type { Clash } from '~/modules/channel-list/types'
import type { Entry } from './journal'

export { clashFields, type Clash, type ClashField } from '~/modules/channel-list/types'

/**
 * `moved-on`: an undo or redo on an older revision. `replaced`: the list has another file. `too-old`: the base is no
 * longer kept.
 */
export const clashCauses = ['changed', 'replaced', 'too-old', 'moved-on'] as const
export type ClashReport = {
  cause: (typeof clashCauses)[number]
  clashes: Clash[]
  total: number
  /** Who made the newest change: the account's name, and its id, which stays when the name changes. */
  by: string | null
  byId?: string | null
  /** The box that made the newest change, if it was a box. */
  box?: { sn: string; nickname: string | null } | null
  /** The list's current file; null if the server did not say. */
  source: string | null
}

export type Acknowledgement = { revision: number; merged: boolean; undoTo: number | null; redoTo: number | null }
export type Outcome =
  | ({ is: 'accepted' } & Acknowledgement)
  /** The list changed in the same place as this action. */
  | ({ is: 'clash' } & ClashReport)
  | { is: 'signed-out' }
  /** No answer, or one that says to try again later. */
  | { is: 'unreachable'; retryAfterMs: number | null }
  /** Trying again can't help. */
  | { is: 'refused'; code: string; message: string }

/** Sends one action on a revision. `again`: a retry that no person caused. */
export type Send = (base: number, entry: Entry, again: boolean) => Promise<Outcome>

/** What prevents an action from being saved until a person has chosen. */
export type SaveProblem =
  | ({ is: 'clash'; entry: Entry } & ClashReport)
  | { is: 'refused'; entry: Entry; code: string; message: string }
/** The person's choice in that case. */
export type Choice = 'mine' | 'theirs' | 'all-theirs'
