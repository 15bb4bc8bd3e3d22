/**
 * Limits the history: removes revisions beyond the newest 500, lists deleted more than 30 days ago, and unused sources.
 * Every revision holds its whole state, so dropping old ones doesn't change newer ones.
 */
import { dayMs, now } from '~/platform/clock.server'
import { ok, type Result } from '~/errors/table'
import { db, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { publicationsKept, restoreMs, revisionsMax } from '../limits'
import { dropSources } from './source.server'
import { dropNames } from './state.server'
import { parseSummary } from './store.server'

/** The versions of a System or VNO list that boxes have, or can get again by a roll-back. */
const publishedRevisions = async (tx: Transaction, listId: string): Promise<number[]> => {
  const select = { revision: true }
  const given = await tx.listPublication.findMany({ where: { listId, state: { in: ['out', 'staged'] } }, select })
  const newest = await tx.listPublication.findMany({
    where: { listId },
    orderBy: { number: 'desc' },
    take: publicationsKept,
    select,
  })
  return [...given, ...newest].map(({ revision }) => revision)
}

/** The saves that wait for the owner's choice, and what their box had loaded: a merge needs that as its base. */
const waitingRevisions = async (tx: Transaction, listId: string): Promise<number[]> => {
  const row = await tx.channelList.findUnique({ where: { id: listId }, select: { besideRevision: true } })
  const kept: number[] = []
  let number = row?.besideRevision ?? null
  while (number !== null && !kept.includes(number)) {
    kept.push(number)
    const found = await tx.listRevision.findUnique({
      where: { listId_number: { listId, number } },
      select: { summary: true },
    })
    const { loaded, earlier } = parseSummary(found?.summary ?? null)
    if (loaded !== undefined) kept.push(loaded)
    number = earlier ?? null
  }
  return kept
}

/**
 * Drops revisions of one list that are older than the newest 500, and cuts undo and redo chains that lead to them.
 * Published revisions stay, as do saves that wait for the owner.
 */
export const compactList = async (listId: string): Promise<number> => {
  const row = await db.channelList.findUnique({ where: { id: listId }, select: { revision: true } })
  if (row === null || row.revision <= revisionsMax) return 0
  const oldest = row.revision - revisionsMax + 1
  const dropped = await transact(async (tx): Promise<Result<number>> => {
    const kept = [...(await publishedRevisions(tx, listId)), ...(await waitingRevisions(tx, listId))]
    const { count } = await tx.listRevision.deleteMany({ where: { listId, number: { lt: oldest, notIn: kept } } })
    await tx.listRevision.updateMany({ where: { listId, undoTo: { lt: oldest } }, data: { undoTo: null } })
    await tx.listRevision.updateMany({ where: { listId, redoTo: { lt: oldest } }, data: { redoTo: null } })
    return ok(count)
  })
  return dropped.ok ? dropped.value : 0
}

/** How many lists one run compacts; the rest follow in the next run. */
const listsARun = 500

/** The periodic cleaning. Returns what it removed. */
export const compactRevisions = async (): Promise<{ revisions: number; lists: number; sources: number }> => {
  const gone = await db.channelList.deleteMany({ where: { deletedAt: { lt: new Date(now().getTime() - restoreMs) } } })
  const long = await db.listRevision.groupBy({
    by: ['listId'],
    _count: { number: true },
    having: { number: { _count: { gt: revisionsMax } } },
    orderBy: { listId: 'asc' },
    take: listsARun,
  })
  let revisions = 0
  for (const { listId } of long) revisions += await compactList(listId)
  // A source younger than a day may belong to an import in progress.
  const sources = await dropSources(db, { createdAt: { lt: new Date(now().getTime() - dayMs) } })
  await dropNames(db)
  const done = { revisions, lists: gone.count, sources }
  if (done.revisions + done.lists + done.sources > 0)
    log.info(done, 'old revisions, deleted lists and unused sources were removed')
  return done
}
