/**
 * What the portal's answer to an act means, whatever it was said with: the words that transport, queue and page share.
 */
import type { Entry } from './journal'

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

/** Sends one act upon a revision. `again`: nobody did anything just now, it is tried without a person. */
export type Send = (base: number, entry: Entry, again: boolean) => Promise<Outcome>

/** What keeps an act from being saved until a person has chosen. */
export type Trouble =
  ({ is: 'clash'; entry: Entry } & ClashNews) | { is: 'refused'; entry: Entry; code: string; message: string }
/** What the person chooses then. */
export type Choice = 'mine' | 'theirs' | 'all-theirs'
