/**
 * Boxes' reports on the versions of System and VNO lists that they got. A stage ends by itself if too many of its boxes
 * can't use its version.
 */
import { recordAudit } from '~/modules/audit/audit.server'
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { ok, type Result } from '~/errors/table'
import { mayHave, stagedBox } from '../sharing/box.server'
import { listChanged } from '../storage/changed.server'
import { endStage } from './publication.server'
import { boxMaySee } from '../rights'
import { audienceOf, listSelect } from '../storage/store.server'
import { stageFailures } from '../limits'
import type { Box } from '../types'

/** `refused`: the signature was wrong; `failed`: the box could not use it. `why`: the box's own explanation. */
export type UpdateResult = 'loaded' | 'same' | 'refused' | 'failed'
export type ListResult = { listId: string; revision: number; result: UpdateResult; why: string | null }

/**
 * Whether a stage ends: several of its boxes report a failure, and they are a certain share of those that have the
 * version.
 */
export const isFailing = (failed: number, taken: number): boolean =>
  failed >= stageFailures.least && failed * 100 >= Math.max(failed, taken) * stageFailures.percent

/** `since`: reports on an earlier publication of this version don't count. */
const countBoxes = async (
  tx: Transaction,
  listId: string,
  revision: number,
  since: Date,
): Promise<[number, number]> => [
  await tx.listResult.count({ where: { listId, revision, result: { not: 'loaded' }, at: { gte: since } } }),
  await tx.listTaken.count({ where: { listId, revision } }),
]

/** Ends a list's stage if its version fails on too many boxes; the provider is alerted. */
const endFailingStage = async (listId: string, revision: number): Promise<void> => {
  const ended = await transact(async (tx): Promise<Result<string | null>> => {
    const row = await tx.channelList.findUnique({
      where: { id: listId },
      select: { staged: { select: { revision: true, createdAt: true } } },
    })
    if (row?.staged?.revision !== revision) return ok(null)
    const [failed, taken] = await countBoxes(tx, listId, revision, row.staged.createdAt)
    if (!isFailing(failed, taken)) return ok(null)
    await endStage(tx, listId, 'failed')
    const detail = `version ${revision} failed on ${failed} of ${Math.max(failed, taken)} boxes: the stage ends`
    await recordAudit({ actor: 'system', action: 'list.stage-withdraw', subject: listId, detail }, tx)
    listChanged.notifyAfter(tx, { listId })
    return ok(detail)
  })
  if (ended.ok && ended.value !== null)
    log.error({ alert: 'stage-failed', list: listId }, `a list’s stage ended by itself: ${ended.value}`)
}

/**
 * Records what a proven box reports on the version that it now gets; reports on any other list or version are ignored.
 */
export const noteListResult = async (box: Box, { listId, revision, result, why }: ListResult): Promise<void> => {
  const given = stagedBox(box)
  const { sn } = box
  const row = await db.channelList.findFirst({
    where: { id: listId, kind: { not: 'user' }, deletedAt: null },
    select: listSelect,
  })
  if (given === null || row === null || !boxMaySee(box, audienceOf(row))) return
  const isGood = result === 'loaded' || result === 'same'
  if (!mayHave(given, row, revision)) {
    // A failure with an earlier version no longer matters.
    if (isGood) await db.listResult.deleteMany({ where: { listId, sn } })
    return
  }
  const reported = { revision, result: isGood ? 'loaded' : result, why, at: now() }
  await db.listResult.upsert({
    where: { listId_sn: { listId, sn } },
    create: { listId, sn, ...reported },
    update: reported,
  })
  if (!isGood && row.staged?.revision === revision) await endFailingStage(listId, revision)
}
