/** Rows of lists and revisions: finds them for an actor, and describes them. */
import { db, type Prisma } from '~/platform/db.server'
import { fileFormats, isForeign, type Encoding, type FileDialect, type FileFormat } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import type { ListKind } from '../channel-list.schema'
import { canChange, whereVisible } from '../rights'
import { withState } from './state.server'
import { parseTitles, titleIn } from '../title.schema'
import type { Actor, Audience, ListDetails, ListSummary, RevisionKind, RevisionSummary, StepSummary } from '../types'

/** What was read of a version. */
const countsSelect = {
  dialect: true,
  version: true,
  encoding: true,
  channels: true,
  tv: true,
  radio: true,
  satellites: true,
  transponders: true,
  errors: true,
  warnings: true,
  overLimit: true,
} as const
/** A version that was given to boxes, with the columns needed to find and show lists by it. */
export const publicationSelect = {
  id: true,
  revision: true,
  salt: true,
  percent: true,
  models: true,
  softwareFrom: true,
  pausedAt: true,
  beforeId: true,
  ...countsSelect,
  createdAt: true,
  outAt: true,
} satisfies Prisma.ListPublicationSelect
export type PublicationRow = Prisma.ListPublicationGetPayload<{ select: typeof publicationSelect }>

export const listSelect = {
  id: true,
  kind: true,
  ownerId: true,
  vnoId: true,
  name: true,
  revision: true,
  ...countsSelect,
  besideRevision: true,
  besideSn: true,
  besideEarlier: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  titles: true,
  published: { select: publicationSelect },
  staged: { select: publicationSelect },
  publishSeq: true,
  vno: { select: { name: true } },
} satisfies Prisma.ChannelListSelect
export type ListRow = Prisma.ChannelListGetPayload<{ select: typeof listSelect }>

/** A revision without its bytes. */
export const revisionSelect = {
  number: true,
  sourceId: true,
  kind: true,
  summary: true,
  undoTo: true,
  redoTo: true,
  channels: true,
  authorId: true,
  authorName: true,
  authorSn: true,
  fileName: true,
  createdAt: true,
} satisfies Prisma.ListRevisionSelect
export type RevisionRow = Prisma.ListRevisionGetPayload<{ select: typeof revisionSelect }>
/** A revision with its state, and the name of its source. */
export const stateSelect = {
  ...revisionSelect,
  listId: true,
  state: true,
  namesId: true,
} satisfies Prisma.ListRevisionSelect
/** `isShown`: the revision as other accounts read it, without anything that was deleted. */
export type StateRow = Prisma.ListRevisionGetPayload<{ select: typeof stateSelect }> & { isShown?: true }
/** Identifies one state permanently: revisions never change, and a list's numbers are never reused. */
export const keyOf = ({ listId, number, isShown }: Pick<StateRow, 'listId' | 'number' | 'isShown'>): string =>
  `${listId} ${number}${isShown === true ? ' shown' : ''}`

const formatOfDialect = Object.fromEntries(
  Object.entries(fileFormats).map(([format, dialect]) => [dialect, format]),
) as Record<FileDialect, FileFormat>
export const formatOf = (dialect: string): FileFormat => formatOfDialect[dialect as FileDialect]
/** The format that a box gets by default: the list's own if boxes read it, else `.chl`. */
export const formatForBox = (dialect: string): FileFormat => (isForeign(dialect) ? 'chl' : formatOf(dialect))
export const audienceOf = (row: Pick<ListRow, 'kind' | 'ownerId' | 'vnoId'>): Audience => ({
  kind: row.kind as ListKind,
  ownerId: row.ownerId,
  vnoId: row.vnoId,
})

/** A list's row with the counts of a published version instead of its newest one. */
export const asPublished = (row: ListRow, { revision, createdAt, outAt, ...facts }: PublicationRow): ListRow => {
  const {
    id: _id,
    percent: _percent,
    models: _models,
    softwareFrom: _softwareFrom,
    pausedAt: _pausedAt,
    beforeId: _beforeId,
    ...counts
  } = facts
  return { ...row, ...counts, revision, updatedAt: outAt ?? createdAt, ...noConflictCopy }
}

/** Whether the actor reads a list's newest revision and its history; others read the published one. */
export const readsDraft = (actor: Actor, row: Pick<ListRow, 'kind' | 'ownerId' | 'vnoId'>): boolean =>
  canChange(actor, audienceOf(row))

/** A list's row as the actor is shown it; null if it is another account's and not published. */
export const shownRow = (actor: Actor, row: ListRow): ListRow | null =>
  readsDraft(actor, row) ? row : row.published === null ? null : asPublished({ ...row, staged: null }, row.published)

/** The columns of a list's row while no box's save waits. */
export const noConflictCopy = { besideRevision: null, besideSn: null, besideEarlier: null } as const

/**
 * The JSON column `summary` of a revision. `stateOf`: the edit whose state this is, through any undo and redo.
 * `dropped`: how many older revisions were dropped for it. `loaded`: for a box's save, the revision that it had loaded.
 */
export type StoredSummary = {
  steps: StepSummary[]
  of?: number
  stateOf?: number
  merged?: boolean
  dropped?: number
  loaded?: number
  /** The save that was waiting when this one came to wait. */
  earlier?: number
}
export const parseSummary = (text: string | null): StoredSummary =>
  text === null ? { steps: [] } : (JSON.parse(text) as StoredSummary)

/** The revision that first had this state, through any undo and redo. */
export const stateOf = (row: Pick<RevisionRow, 'summary' | 'number'>): number =>
  parseSummary(row.summary).stateOf ?? row.number

/** Owners' names for their boxes, by owner and serial number: a box with a new owner has no name here. */
export type Nicknames = ReadonlyMap<string, string>
const nameOf = (nicknames: Nicknames, userId: string | null, sn: string | null): string | null =>
  userId === null || sn === null ? null : (nicknames.get(`${userId} ${sn}`) ?? null)

/** The nicknames of these boxes under these owners, in one query; none without boxes. */
const findNicknames = async (boxes: readonly { userId: string | null; sn: string | null }[]): Promise<Nicknames> => {
  const asked = boxes.flatMap(({ userId, sn }) => (userId === null || sn === null ? [] : [{ userId, sn }]))
  if (asked.length === 0) return new Map()
  const rows = await db.device.findMany({
    where: {
      sn: { in: [...new Set(asked.map(({ sn }) => sn))] },
      userId: { in: [...new Set(asked.map(({ userId }) => userId))] },
      nickname: { not: null },
    },
    select: { sn: true, userId: true, nickname: true },
  })
  return new Map(rows.map(({ sn, userId, nickname }) => [`${userId} ${sn}`, nickname ?? '']))
}

/** Names of the boxes that these revisions came from. */
export const nicknamesOfAuthors = (rows: readonly Pick<RevisionRow, 'authorId' | 'authorSn'>[]): Promise<Nicknames> =>
  findNicknames(rows.map(({ authorId, authorSn }) => ({ userId: authorId, sn: authorSn })))
/** Names of the boxes whose saves wait beside these lists. */
export const conflictCopyNicknames = (rows: readonly Pick<ListRow, 'ownerId' | 'besideSn'>[]): Promise<Nicknames> =>
  findNicknames(rows.map(({ ownerId, besideSn }) => ({ userId: ownerId, sn: besideSn })))

/**
 * Describes a revision. Its author is shown to people who may change the list, not to every reader of a published one.
 */
export const describeRevision = (row: RevisionRow, withAuthor: boolean, nicknames: Nicknames): RevisionSummary => {
  const summary = parseSummary(row.summary)
  return {
    number: row.number,
    kind: row.kind as RevisionKind,
    steps: summary.steps,
    of: summary.of ?? null,
    merged: summary.merged === true,
    dropped: summary.dropped ?? 0,
    channels: row.channels,
    author: withAuthor
      ? {
          userId: row.authorId,
          name: row.authorName,
          sn: row.authorSn,
          nickname: nameOf(nicknames, row.authorId, row.authorSn),
        }
      : { userId: null, name: null, sn: null, nickname: null },
    createdAt: row.createdAt,
  }
}

/** A list's name: its editors see its one name, everybody else the one in their language. */
export const nameFor = (actor: Actor, row: Pick<ListRow, 'kind' | 'ownerId' | 'vnoId' | 'name' | 'titles'>): string =>
  readsDraft(actor, row) ? row.name : titleIn(row, [actor.language])

/** How far a System or VNO list is published; null for a User list. Other accounts aren't told about a stage. */
const describePublished = (actor: Actor, row: ListRow): ListSummary['publication'] =>
  row.kind === 'user'
    ? null
    : {
        revision: row.published?.revision ?? null,
        stage:
          row.staged === null || !readsDraft(actor, row)
            ? null
            : { revision: row.staged.revision, percent: row.staged.percent },
      }

export const describeList = (actor: Actor, row: ListRow, nicknames: Nicknames): ListSummary => ({
  id: row.id,
  name: nameFor(actor, row),
  titles: parseTitles(row.titles),
  kind: row.kind as ListKind,
  revision: row.revision,
  dialect: row.dialect as FileDialect,
  format: formatOf(row.dialect),
  version: row.version,
  encoding: row.encoding as Encoding,
  channels: row.channels,
  tv: row.tv,
  radio: row.radio,
  satellites: row.satellites,
  transponders: row.transponders,
  errors: row.errors,
  warnings: row.warnings,
  overLimit: row.overLimit,
  beside:
    row.besideRevision === null || row.ownerId !== actor.userId
      ? null
      : {
          revision: row.besideRevision,
          sn: row.besideSn ?? '',
          nickname: nameOf(nicknames, row.ownerId, row.besideSn),
          earlier: row.besideEarlier,
        },
  vno: row.vno?.name ?? null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  deletedAt: row.deletedAt,
  owned: row.ownerId === actor.userId,
  canChange: readsDraft(actor, row),
  publication: describePublished(actor, row),
})

/** A list that the actor may see, with the counts of the version that the actor is shown; otherwise C1101. */
export const findVisible = async (actor: Actor, id: string): Promise<Result<ListRow>> => {
  const row = await db.channelList.findFirst({
    where: { AND: [{ id, deletedAt: null }, whereVisible(actor)] },
    select: listSelect,
  })
  const shown = row === null ? null : shownRow(actor, row)
  return shown === null ? fail('C1101') : ok(shown)
}

/** A list that the actor may change: C1101 when the actor may not even see it, C1108 when only others may change it. */
export const findChangeable = async (actor: Actor, id: string): Promise<Result<ListRow>> => {
  const found = await findVisible(actor, id)
  return found.ok && !canChange(actor, audienceOf(found.value)) ? fail('C1108') : found
}

/** One revision with its state; null if it is no longer kept. */
export const findState = async (listId: string, number: number): Promise<StateRow | null> => {
  const row = await db.listRevision.findUnique({ where: { listId_number: { listId, number } }, select: stateSelect })
  return row === null ? null : withState(row)
}

const findRevision = (listId: string, number: number): Promise<RevisionRow | null> =>
  db.listRevision.findUnique({ where: { listId_number: { listId, number } }, select: revisionSelect })

/** The newest revision of a list that was found. */
export const findNewest = (listId: string): Promise<StateRow | null> => findLast({ listId, list: { deletedAt: null } })

/** The last of the revisions that match, with its whole state. */
export const findLast = async (where: Prisma.ListRevisionWhereInput): Promise<StateRow | null> => {
  const row = await db.listRevision.findFirst({ where, orderBy: { number: 'desc' }, select: stateSelect })
  return row === null ? null : withState(row)
}

/** A list's row and its newest revision, described with the available undo and redo. */
export const describeWithSteps = async (actor: Actor, row: ListRow, last: RevisionRow): Promise<ListDetails> => {
  const find = async (number: number): Promise<RevisionRow | null> =>
    number === last.number ? last : findRevision(row.id, number)
  const redone = last.redoTo === null ? null : await find(last.redoTo)
  const undoes = last.undoTo === null ? null : await find(stateOf(last))
  const redoes = redone === null ? null : await find(stateOf(redone))
  const [beside, authors] = await Promise.all([
    conflictCopyNicknames([row]),
    nicknamesOfAuthors([last, undoes, redoes].filter((one) => one !== null)),
  ])
  const list = describeList(actor, row, beside)
  const tell = (revision: RevisionRow): RevisionSummary => describeRevision(revision, list.canChange, authors)
  return {
    ...list,
    source: last.sourceId,
    undoTo: last.undoTo,
    redoTo: last.redoTo,
    fileName: last.fileName,
    lastEdit: tell(last),
    undoes: undoes === null ? null : tell(undoes),
    redoes: redoes === null ? null : tell(redoes),
  }
}
