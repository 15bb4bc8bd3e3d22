/**
 * An account's room, in bytes as stored: every revision of its live and deleted lists, each source once, the contents
 * of MyLink and audio entries, and pictures. When it runs out, deleted links go first, then the oldest revisions,
 * beginning with those of deleted lists. A list's current state and its next undo and redo always stay. For a new file
 * whole deleted lists go too, the earliest deleted first. A change of an existing list is never refused.
 */
import { fail, ok, type Result } from '~/errors/table'
import { db, Prisma, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { roomSlack } from '../limits'
import { dropSources } from './source.server'
import { dropNames } from './state.server'

export type ListRoom = { usedBytes: number; limitBytes: number }
type Reader = Pick<Transaction, '$queryRaw'>

const costOf = Prisma.sql`COALESCE(r."cost", LENGTH(r."state") + COALESCE(LENGTH(r."operations"), 0) + COALESCE(LENGTH(r."summary"), 0))`
// Finds by owner: the plus stops SQLite from using the index on `kind` and reading everybody's lists.
const own = (ownerId: string) =>
  Prisma.sql`JOIN "ChannelList" l ON l."id" = r."listId" WHERE l."ownerId" = ${ownerId} AND +l."kind" = 'user'`
type Sum = { bytes: number | bigint | null }
const bytesOf = (rows: readonly Sum[]): number => Number(rows[0]?.bytes ?? 0)

const measure = async (tx: Reader, ownerId: string): Promise<number> => {
  // Read from the index: the row's other columns come after a long state.
  const revisions = await tx.$queryRaw<Sum[]>`SELECT SUM(r."cost") AS "bytes" FROM "ListRevision" r ${own(ownerId)}`
  const older = await tx.$queryRaw<
    Sum[]
  >`SELECT SUM(${costOf}) AS "bytes" FROM "ListRevision" r ${own(ownerId)} AND r."cost" IS NULL`
  const sources = await tx.$queryRaw<
    Sum[]
  >`SELECT SUM(COALESCE(s."stored", s."size")) AS "bytes" FROM "ListSource" s WHERE s."id" IN (SELECT r."sourceId" FROM "ListRevision" r ${own(ownerId)}) OR s."id" IN (SELECT m."originalId" FROM "ListSource" m WHERE m."id" IN (SELECT r."sourceId" FROM "ListRevision" r ${own(ownerId)}))`
  const names = await tx.$queryRaw<
    Sum[]
  >`SELECT SUM(COALESCE(n."stored", n."size")) AS "bytes" FROM "StateNames" n WHERE n."id" IN (SELECT r."namesId" FROM "ListRevision" r ${own(ownerId)})`
  const links = await tx.$queryRaw<Sum[]>`SELECT SUM("stored") AS "bytes" FROM "LinkShelf" WHERE "userId" = ${ownerId}`
  const pictures = await tx.$queryRaw<
    Sum[]
  >`SELECT SUM(p."size") AS "bytes" FROM "ListLogoUpload" u JOIN "ListLogo" p ON p."id" = u."logoId" WHERE u."uploaderId" = ${ownerId}`
  return [revisions, older, sources, names, links, pictures].reduce((sum, rows) => sum + bytesOf(rows), 0)
}

/** How much of its room an account has used, and its limit. */
export const findListRoom = async (ownerId: string): Promise<ListRoom> => ({
  usedBytes: await measure(db, ownerId),
  limitBytes: env.listRoomBytes,
})

type Candidate = {
  listId: string
  number: number | bigint
  cost: number | bigint
  sourceId: string
  stored: number | bigint
  namesId: string | null
  namesStored: number | bigint
  deletedAt: unknown
  isKept: number | bigint | boolean
}

/**
 * All revisions of an account that may go, in that order. Each list's newest, the targets of its undo and redo, and
 * saves that wait for the owner's choice are kept.
 */
const findCandidates = (tx: Reader, ownerId: string): Promise<Candidate[]> => tx.$queryRaw<Candidate[]>`
  SELECT r."listId", r."number", ${costOf} AS "cost", r."sourceId", COALESCE(s."stored", s."size") + COALESCE(o."stored", o."size", 0) AS "stored", r."namesId", COALESCE(m."stored", m."size", 0) AS "namesStored", l."deletedAt",
    (r."number" = l."revision" OR (l."deletedAt" IS NULL AND r."number" IN (n."undoTo", n."redoTo", l."besideRevision", l."besideEarlier"))) AS "isKept"
  FROM "ListRevision" r
  JOIN "ChannelList" l ON l."id" = r."listId"
  JOIN "ListRevision" n ON n."listId" = l."id" AND n."number" = l."revision"
  JOIN "ListSource" s ON s."id" = r."sourceId"
  LEFT JOIN "ListSource" o ON o."id" = s."originalId"
  LEFT JOIN "StateNames" m ON m."id" = r."namesId"
  WHERE l."ownerId" = ${ownerId} AND +l."kind" = 'user'
  ORDER BY CASE WHEN l."deletedAt" IS NULL THEN 1 ELSE 0 END, r."createdAt", r."number"`

type Plan = { revisions: Candidate[]; lists: Candidate[]; freed: number }

/** Plans what must go to free this many bytes: old revisions first, then, if allowed, whole deleted lists. */
const plan = (all: readonly Candidate[], wanted: number, mayDropLists: boolean): Plan => {
  const uses = new Map<string, number>()
  for (const { sourceId, namesId } of all)
    for (const id of [sourceId, namesId]) if (id !== null) uses.set(id, (uses.get(id) ?? 0) + 1)
  /** True if this was the last use. */
  const release = (id: string): boolean => {
    const left = (uses.get(id) ?? 1) - 1
    uses.set(id, left)
    return left === 0
  }
  const made: Plan = { revisions: [], lists: [], freed: 0 }
  const drop = (one: Candidate): void => {
    made.freed += Number(one.cost) + (release(one.sourceId) ? Number(one.stored) : 0)
    if (one.namesId !== null && release(one.namesId)) made.freed += Number(one.namesStored)
  }
  for (const one of all) {
    if (made.freed >= wanted) return made
    if (Number(one.isKept) === 1) continue
    made.revisions.push(one)
    drop(one)
  }
  if (!mayDropLists) return made
  const deleted = all
    .filter((one) => one.deletedAt !== null && Number(one.isKept) === 1)
    .sort((a, b) => String(a.deletedAt).localeCompare(String(b.deletedAt)))
  for (const one of deleted) {
    if (made.freed >= wanted) return made
    made.lists.push(one)
    drop(one)
  }
  return made
}

const freeRoom = async (tx: Transaction, { revisions, lists }: Plan): Promise<void> => {
  const byList = new Map<string, number[]>()
  for (const { listId, number } of revisions) byList.set(listId, [...(byList.get(listId) ?? []), Number(number)])
  for (const [listId, numbers] of byList) {
    await tx.listRevision.deleteMany({ where: { listId, number: { in: numbers } } })
    // Undo and redo chains end where their target is gone.
    await tx.listRevision.updateMany({ where: { listId, undoTo: { in: numbers } }, data: { undoTo: null } })
    await tx.listRevision.updateMany({ where: { listId, redoTo: { in: numbers } }, data: { redoTo: null } })
  }
  await tx.channelList.deleteMany({ where: { id: { in: lists.map((one) => one.listId) }, deletedAt: { not: null } } })
  const sources = [...new Set([...revisions, ...lists].map((one) => one.sourceId))]
  await dropSources(tx, { id: { in: sources } })
  await dropNames(tx)
}

/** Sizes are given in this unit everywhere. */
const megabyte = 1024 * 1024
/** The numbers for the message: needed is rounded up, left is rounded down. */
const describeRoom = (usedBytes: number, neededBytes: number, leftBytes: number): Record<string, number> => ({
  usedBytes,
  neededBytes,
  leftBytes,
  limitBytes: env.listRoomBytes,
  neededMegabytes: Math.ceil((10 * neededBytes) / megabyte) / 10,
  leftMegabytes: Math.floor((10 * leftBytes) / megabyte) / 10,
  limitMegabytes: Math.ceil((10 * env.listRoomBytes) / megabyte) / 10,
})

/**
 * Frees this many bytes inside the transaction that needs them. Returns how many revisions of which lists were dropped.
 * C1202 (context room, with usedBytes, limitBytes, neededBytes, leftBytes) if a new file doesn't fit; with `isChange`
 * it always succeeds.
 */
export const makeRoom = async (
  tx: Transaction,
  ownerId: string,
  neededBytes: number,
  isChange: boolean,
): Promise<Result<ReadonlyMap<string, number>>> => {
  const limitBytes = env.listRoomBytes
  const usedBytes = await measure(tx, ownerId)
  if (usedBytes + neededBytes <= limitBytes) return ok(new Map())
  const { count } = await tx.linkShelf.deleteMany({ where: { userId: ownerId, deletedAt: { not: null } } })
  if (count > 0) return makeRoom(tx, ownerId, neededBytes, isChange)
  const candidates = await findCandidates(tx, ownerId)
  const least = usedBytes + neededBytes - limitBytes
  const most = plan(candidates, Number.MAX_SAFE_INTEGER, !isChange)
  if (most.freed < least && !isChange)
    return fail('C1202', {
      data: {
        context: 'room',
        ...describeRoom(usedBytes, neededBytes, Math.max(0, limitBytes - usedBytes + most.freed)),
      },
    })
  const made = plan(candidates, least + limitBytes * roomSlack, false)
  const enough = made.freed >= least || isChange ? made : plan(candidates, least, true)
  await freeRoom(tx, enough)
  log.info(
    { ownerId, revisions: enough.revisions.length, lists: enough.lists.length, bytes: enough.freed },
    'old revisions made room for newer ones',
  )
  const gone = new Map<string, number>()
  for (const { listId } of enough.revisions) gone.set(listId, (gone.get(listId) ?? 0) + 1)
  return ok(gone)
}
