/** A stored revision as input to the engine's work, and the host that opens it. Pure types. */
import type { Formats } from '~/engine/formats'
import type { Engine, OpenList } from '~/engine/types'

/** A stored revision. `key` identifies it permanently, because a revision never changes. */
export type Stored = { key: string; source: Uint8Array; state: Uint8Array }

/** Provides the list that a piece of work needs. */
export type Host = {
  readonly engine: Engine
  readonly formats: Formats
  /** Opens the list in this revision's state. A caller that changes the list must call `changed`. */
  open(stored: Stored): OpenList
  changed(): void
}
