/** The vocabulary of the channel-list module: actors and results. Pure types and lists of words, no code. */
import type { z } from 'zod'
import type {
  Category,
  Channel,
  ChannelDetails,
  Query,
  ChannelType,
  Choices,
  Dialect,
  Encoding,
  FavouriteGroup,
  FileFormat,
  NameLanguage,
  Problem,
  Satellite,
  Transponder,
  ViewSort,
} from '~/engine/types'
import type { DifferenceField, DifferenceKind, ListRow, Side, WholeClashField } from '~/engine/lists'
import type { ListKind } from './channel-list.schema'
import type { FieldValue } from './field-values'
import type { Offered, OfferedAsked } from './offered.schema'
import type { ListStage, StageBox } from './publication/stage.schema'
import type * as view from './view.schema'

export type { FieldValue } from './field-values'
export type { MergeTake } from './merge/other.schema'
export type { DifferenceField, DifferenceKind } from '~/engine/lists'

/** Who acts: a signed-in account. Callers of pages and /api have this shape. */
export type Actor = {
  userId: string
  userName: string
  role: 'customer' | 'vno' | 'administrator' | 'operator'
  vnoId: string | null
  /** The language of ready-made lists' names; without it, lists have their one name for all languages. */
  language?: string | null
  /** The box through which the account acts, if any. */
  sn?: string
}
/** A box with a valid token. `userId` is its owner, null while it has none. */
export type Box = StageBox & { userId: string | null; vnoId: string | null }
/** What decides who may see a list. */
export type Audience = { kind: ListKind; ownerId: string; vnoId: string | null }

export type Paging = { page: number; size: number }
export type Paged<T> = { items: T[]; total: number; page: number; size: number }

/** A box's save that waits beside the newest revision. `earlier`: the save that was waiting when this one came. */
export type ConflictCopy = NonNullable<ListSummary['beside']>

/** For a ready-made list that the actor can't change, `name` is the one in the actor's language. */
export type ListSummary = Omit<z.output<typeof view.listOutput>, 'counts'> & z.output<typeof view.countsOutput>

/** A single list, with its available undo and redo. */
export type ListDetails = ListSummary &
  Pick<z.output<typeof view.detailsOutput>, 'source' | 'undoTo' | 'redoTo' | 'fileName'> & {
    lastEdit: RevisionSummary
    undoes: RevisionSummary | null
    redoes: RevisionSummary | null
  }

export type NewList = {
  name: string
  kind?: ListKind
  /** The account that a published list belongs to; only the operator may name another account. */
  ownerId?: string
  vnoId?: string | null
  bytes: Uint8Array
  fileName: string | null
  encoding?: Encoding
  /** What to keep from a list over the limit, see `keepRuleSchema`. */
  keep?: readonly string[]
  /** The client's own id of this request; a repeat with the same file makes no second list. */
  batch?: string | undefined
}

/** Data of Q2202 and C1111: what could be kept. */
export type KeepCounts = {
  channels: number
  limit: number
  kept?: number
  tv: number
  radio: number
  data: number
  other: number
  free: number
  /** In any favourite group. */
  favourites: number
  satellites: { name: string; angle: number | null; channels: number }[]
}

/**
 * One step of a change: the operation with the number of affected channels. `name` is a renamed channel's new name;
 * `channels` are the first names before the change, `from` the previous position of a moved channel.
 */
export type StepSummary = RevisionSummary['steps'][number]

/** One change as shown in the history or in a conflict. */
export type RevisionSummary = Omit<Revision, 'author'> & { author: Revision['author'] & { userId: string | null } }
type Revision = z.output<typeof view.revisionOutput>
export type RevisionKind = Revision['kind']

/** `details`: a field of a channel; the last ones are about a satellite, transponder, group or category itself. */
export const clashFields = [
  'name',
  'lock',
  'skip',
  'favourite',
  'existence',
  'position',
  'order',
  'encoding',
  'details',
  'number',
  'satellite',
  'transponder',
  'group',
  'category',
] as const
export type ClashField = (typeof clashFields)[number]
/** `sid`, `name.fr`, `satellite.angle`, `group.order`. Scrambling and its system are one value, `access`. */
export type ClashDetail = string
/**
 * One thing that both sides changed. `mine` is what this batch wants, `theirs` what the list has now. `detail`: which
 * value of a channel's details, or of a satellite, transponder, group or category. If the value is a transponder or
 * category, it is given by name.
 */
export type Clash = {
  field: ClashField
  detail?: ClashDetail
  id: number | null
  channel: string | null
  group?: number
  mine: string | number | boolean | null
  theirs: string | number | boolean | null
}
/**
 * Data of C1104. `changed`: edits conflict; `replaced`: the list has another file; `too-old`: the base is no longer
 * kept; `moved-on`: undo or redo of an older revision.
 */
export type ClashData = {
  cause: 'changed' | 'replaced' | 'too-old' | 'moved-on'
  base: number
  revision: number
  /** The newest revision's file, and the file that the batch's ids belong to; null if unknown. */
  source: string
  from: string | null
  clashes: Clash[]
  /** How many conflicts there are; `clashes` contains the first of them. */
  total: number
  /** The revisions since the base, newest first: who, when, what. */
  since: RevisionSummary[]
}

/** The answer to an edit, undo or redo. */
export type Edited = z.output<typeof view.editedOutput>

/** What a file can't represent, by kind: how many channels, the first hundred of them, and for `value` which values. */
export type ExportLoss = z.output<typeof view.lossOutput>
export type ExportedFile = {
  bytes: Uint8Array
  type: string
  fileName: string
  etag: string
  lastModified: Date
  revision: number
  format: FileFormat
  /** The language of its channels' names; null for the list's own. */
  names: NameLanguage | null
  losses: ExportLoss[]
  /** True if the format can hold nothing of the list. */
  empty: boolean
  /** True if the file is too long to be read again, so its losses are unknown. */
  tooLong: boolean
}
/** A file for a box, together with what decides who may have it. */
export type BoxFile = Omit<ExportedFile, 'losses' | 'empty' | 'tooLong' | 'format'> & {
  format: FileFormat
  audience: Audience
  /** Increases with every version that boxes are given, even if an earlier version is given again. */
  count: number
  /** The list's stage, and whether this is the version for the boxes in it. */
  stage: ListStage | null
  isStaged: boolean
}

/** `angle`: all satellites at that position, in tenths of a degree eastward. */
export type RowQuery = Query & {
  /** For display only; the list's own order does not change. */ sort?: ViewSort
  angle?: number
}

/** A row with the other values that a table shows. */
export type Row = Channel & {
  satelliteName: string | null
  angle: number | null
  frequencyKHz: number | null
  polarisation: Transponder['polarisation']
  symbolRate: number | null
  fec: string | null
  /** The transponder's id; null if the file gives the channel none. */
  transponderId: number | null
  /** The number that a box shows: different from the position if the channel has its own. */
  number: number
  /** The category's id. */
  category: number | null
  hasProblem: boolean
}

export type Facets = {
  types: Record<ChannelType, number>
  scrambled: number
  free: number
  unknown: number
  locked: number
  skipped: number
}

/** One revision, opened for reading. It is valid only inside the reader; the plain data that it returns stays valid. */
export type ListView = {
  readonly revision: number
  readonly dialect: Dialect
  readonly version: string | null
  readonly encoding: Encoding
  readonly pristine: boolean
  /** Live channels. */
  readonly length: number
  satellites(): Satellite[]
  /** At most `most` satellites: those with the most channels, plus the one with this index, in the list's order. */
  satellitesOf(asked: { index?: number | undefined; most: number }): Satellite[]
  /** The satellite with this id. */
  satellite(id: number): Satellite | null
  /** A page of the satellites, in the list's order. */
  satellitesOn(paging: Paging): Paged<Satellite>
  transponders(): Transponder[]
  /** The transponder with this id. */
  transponder(id: number): Transponder | null
  /** A page of the transponders of one satellite, by its index. */
  transpondersOn(satellite: number, paging: Paging): Paged<Transponder>
  offered(asked: OfferedAsked): Offered
  /**
   * The transponders of one satellite, or of all, if there are at most `most`; else only the one with this index.
   * `total` is the count in the whole list.
   */
  transpondersOf(asked: { satellite?: number | undefined; index?: number | undefined; most: number }): {
    total: number
    items: Transponder[]
  }
  favouriteGroups(): FavouriteGroup[]
  /** The ids of a group's channels in the group's own order; `group` is its id. */
  groupOrder(group: number): number[]
  categories(): Category[]
  /** The first channels of a category, in list order; `category` is its id. */
  inCategory(category: number, most: number): { id: number; name: string }[]
  /** Deleted channels that can be restored. */
  removed(): Channel[]
  facets(): Facets
  problems(): Problem[]
  /** The problems of one record, counted from 1. */
  problemsOf(record: number): Problem[]
  /** A page of the matching rows. */
  rows(query: RowQuery, paging: Paging): Paged<Row>
  /** The ids of all matching rows, in list order or in another order for display. */
  ids(query: Query, sort?: ViewSort): number[]
  /** Values that channels can be filtered by: video types, providers, encryption systems. */
  choices(): Choices
  /** The languages of channel names, with how many channels have one. */
  nameCounts(): { language: NameLanguage; channels: number }[]
  /** The number that a box shows of each channel, in list order. */
  numbers(): number[]
  /** The ids among these that match. */
  seen(query: Query, ids: readonly number[]): number[]
  channel(id: number): ChannelDetails | null
  /** One live channel as a table shows it. */
  row(id: number): Row | null
  /** Ids of the neighbours in list order. */
  neighbours(id: number): { previous: number | null; next: number | null }
}

export type ListReport = Omit<z.output<typeof view.reportOutput>, 'satellites'> & {
  satellites: Satellite[]
  problems: Paged<Problem>
}
/** A view with the file that its ids belong to. */
export type SourcedView = ListView & { readonly source: string }
/** Channels of an earlier file (`from`) found in the newest revision's file: `to` is the id there. */
export type Mapping = z.output<typeof view.mappingOutput>
/** A channel as it is in one of two versions. */
export type DifferenceSide = Pick<Channel, 'name' | 'position' | 'sid' | 'type' | 'scrambled' | 'lock' | 'skip'> &
  Pick<Transponder, 'frequencyKHz' | 'polarisation' | 'symbolRate'> & { groups: { index: number; name: string }[] }
export type Difference = {
  kind: DifferenceKind
  fields: DifferenceField[]
  mine: DifferenceSide | null
  theirs: DifferenceSide | null
}
/** Numbers of channels; a channel that differs in two fields counts for both. */
export type DifferenceCounts = Record<DifferenceKind | DifferenceField, number>
/** The newest version of a list compared with a box's save that waits beside it. */
export type BesideComparison = {
  beside: ConflictCopy
  revision: number
  counts: DifferenceCounts
  differences: Paged<Difference>
}

/**
 * A list's newest version compared with another list, an earlier version or a file. `same`: channels without any
 * difference.
 */
export type Comparison = {
  revision: number
  source: string
  /** The name of the other list or file; its version, if it has one. */
  other: { name: string; revision: number | null }
  counts: DifferenceCounts
  same: number
  differences: Paged<Difference>
}

/** A link to a list. `isLiving`: it is neither withdrawn nor expired. `seenAt`: when it was last used. */
export type ShareView = {
  id: string
  createdAt: Date
  endsAt: Date | null
  withdrawnAt: Date | null
  seenAt: Date | null
  isLiving: boolean
}

/** How some names read in another encoding. */
export type EncodingPreview = z.output<typeof view.encodingOutput>

/** Why a channel stays unchanged although the tool was asked to change it. */
export type ToolRefusal = NonNullable<ToolRow['refusal']>
/** A row of a plan. `group`: shared by duplicates of one channel. `refusal`: why it stays unchanged. */
export type ToolRow = Omit<z.output<typeof view.toolRowOutput>, 'satellite' | 'favourites'> &
  Pick<Row, 'satelliteName' | 'angle' | 'favourites'>
/**
 * Counts of a plan that its page shows; a count that the tool doesn't have is 0. `changes`: changed, removed, moved or
 * added items; `refused`: selected, but left unchanged; `groups`: of duplicates; `ambiguous`: matching several others,
 * so that none is taken; `missing`: not in the other lists; `uncovered`: on satellites that no other list covers.
 */
export type ToolCounts = z.output<typeof view.toolCountsOutput>

/** An account's choice of names: by list, and on one box. */
export type NameChoices = { lists: Record<string, NameLanguage>; box: NameLanguage | 'original' | null }

/** A difference between two lists for the user to decide. */
export type ReconcileClash = {
  key: string
  field: WholeClashField
  /** The satellite, transponder, group or category concerned; null if it is about a channel or the order. */
  part: string | null
  mine: DifferenceSide | null
  theirs: DifferenceSide | null
  /** The field's values; null if the sides show them, or there are none. */
  values: { mine: FieldValue; theirs: FieldValue } | null
  /** The side that wins without a choice. */
  default: Side
}
/** A channel that only the other list has. */
export type MergeRow = Pick<
  ListRow,
  'id' | 'position' | 'name' | 'angle' | 'frequencyKHz' | 'polarisation' | 'symbolRate' | 'sid' | 'type' | 'scrambled'
>
