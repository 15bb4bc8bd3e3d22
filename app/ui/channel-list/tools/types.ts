/** The data of the tools' pages. Pure types: the pages' loaders fill them. */
import type { Code } from '~/errors/table'
import type { ToolCounts, ToolRow } from '~/modules/channel-list/types'
import type { ToolName } from '~/modules/channel-list/tools/tools.schema'

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
  /** Names of satellites that were searched. */
  satellites: string[]
  rows: ShownRow[]
  total: number
  /** How many channels exceed the list limit; null if they fit. */
  overLimit: number | null
}
/** A plan made from a file; the names travel in the form. */
export type FilePlan = ShownPlan & { fileName: string; names: string }

export type ListChoice = { id: string; name: string; kind: 'system' | 'vno' | 'user'; channels: number; owned: boolean }
export type ToolError = { field: string | null; code: Code; data: Record<string, unknown> | null }

export type ToolData = {
  tool: ToolName
  /** What the plan's button says, and what happens to a row; see the table of tools. */
  submit: string
  act: string
  list: { id: string; name: string; revision: number }
  userId: string
  batch: string
  /** The tool's input, by field name; typed text stays as typed. */
  asked: Record<string, unknown>
  kinds: string[]
  errors: ToolError[]
  scope: {
    kind: 'all' | 'ids' | 'filter'
    /** How many channels were chosen; null for the whole list. */
    count: number | null
    /** Hidden fields of the form. */
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
  /** The list's page in the person's last view. */
  back: string
}
