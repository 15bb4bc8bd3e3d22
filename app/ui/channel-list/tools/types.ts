/** What the pages of the tools show. Pure types: the pages' loaders fill them. */
import type { Code } from '~/errors/table'
import type { ToolCounts, ToolRow } from '~/modules/channel-list/types'
import type { ToolName } from '~/modules/channel-list/tools.schema'

/** `place`: the transponder in words. */
export type ShownRow = Omit<ToolRow, 'frequencyKHz' | 'symbolRate' | 'polarisation'> & { place: string }
export type ShownPlan = {
  base: number
  source: string
  /** The revisions of the other lists, for the form. */
  seen: string
  /** Names of the other lists. */
  lists: string[]
  counts: ToolCounts
  /** Names of satellites on which something was looked for. */
  satellites: string[]
  rows: ShownRow[]
  total: number
  /** More channels than a list may have; null where it fits. */
  overLimit: number | null
}
/** A plan out of a file; the names travel in the form. */
export type FilePlan = ShownPlan & { fileName: string; names: string }

export type ListChoice = { id: string; name: string; kind: 'system' | 'vno' | 'user'; channels: number; owned: boolean }
export type ToolError = { field: string | null; code: Code; data: Record<string, unknown> | null }

export type ToolData = {
  tool: ToolName
  list: { id: string; name: string; revision: number }
  userId: string
  batch: string
  /** What the tool is asked, by the names of the fields; what was typed stands as it was typed. */
  asked: Record<string, unknown>
  kinds: string[]
  errors: ToolError[]
  scope: {
    kind: 'all' | 'ids' | 'filter'
    /** How many channels were chosen; null for the whole list. */
    count: number | null
    /** What the form carries hidden. */
    params: [string, string][]
    satellite: string
    type: string
  }
  /** The whole address without the page, for links. */
  query: string
  without: number[]
  /** The other list; empty while none is chosen. */
  other: string
  choices: ListChoice[]
  satellites: { index: number; name: string; angle: number | null; channels: number }[]
  groups: { index: number; name: string }[]
  paging: { page: number; size: number }
  plan: ShownPlan | null
  /** The list's page as the person left it. */
  back: string
}
