/**
 * Keeps the history bounded: removes revisions beyond the newest 500, lists deleted more than 30 days ago, and sources
 * that nothing refers to any more. Every revision holds its whole state, so dropping old ones changes no newer one.
 */
import { dayMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { restoreMs, revisionsMax } from './limits'
import { dropSources } from './source.server'
import { dropNames } from './state.server'
import { noneBeside } from './store.server'

/**
 * Drops the revisions of one list that are older than the newest 500, and cuts the undo and redo chains that lead to
 * them.
 */
export const compactList = async (listId: string): Promise<number> => {
  const row = await db.channelList.findUnique({ where: { id: listId }, select: { revision: true } })
  if (row === null || row.revision <= revisionsMax) return 0
  const oldest = row.revision - revisionsMax + 1
  const [dropped] = await db.$transaction([
    db.listRevision.deleteMany({ where: { listId, number: { lt: oldest } } }),
    db.listRevision.updateMany({ where: { listId, undoTo: { lt: oldest } }, data: { undoTo: null } }),
    db.listRevision.updateMany({ where: { listId, redoTo: { lt: oldest } }, data: { redoTo: null } }),
    db.channelList.updateMany({ where: { id: listId, besideRevision: { lt: oldest } }, data: noneBeside }),
    db.channelList.updateMany({ where: { id: listId, besideEarlier: { lt: oldest } }, data: { besideEarlier: null } }),
  ])
  return dropped.count
}

/** How many lists are compacted in one run; the rest follow in the next. */
const listsARun = 500

/** The periodic cleaning. Returns what was removed. */
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
