/** A stored revision as the engine's pieces of work are given it, and who opens it for them. Pure types. */
import type { Formats } from '~/engine/formats'
import type { Engine, OpenList } from '~/engine/types'

/** A stored revision: `key` identifies it for ever, because a revision never changes. */
export type Stored = { key: string; source: Uint8Array; state: Uint8Array }

/** Provides the list that a piece of work needs. */
export type Host = {
  readonly engine: Engine
  readonly formats: Formats
  /** The list in this revision's state. Callers that change it say so by `changed`. */
  open(stored: Stored): OpenList
  changed(): void
}
