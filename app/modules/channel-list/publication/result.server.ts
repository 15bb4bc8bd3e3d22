/**
 * Boxes' reports on the versions of System and VNO lists that they got. A stage ends by itself if too many of its boxes
 * can't use its version.
 */
import { recordAudit } from '~/modules/audit/audit.server'
import type { BoxReport } from '~/modules/device/device.schema'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
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

/** Ends a list's stage if its version fails on too many boxes; the provider is alerted. */
const endFailingStage = async (listId: string, revision: number): Promise<void> => {
  const ended = await transact(async (tx): Promise<Result<string | null>> => {
    const row = await tx.channelList.findUnique({
      where: { id: listId },
      select: { staged: { select: { revision: true, createdAt: true } } },
    })
    if (row?.staged?.revision !== revision) return ok(null)
    // Reports on an earlier publication of this version don't count.
    const failures = { listId, revision, result: { not: 'loaded' }, at: { gte: row.staged.createdAt } }
    const failed = await tx.listResult.count({ where: failures })
    const boxes = Math.max(failed, await tx.listTaken.count({ where: { listId, revision } }))
    if (failed < stageFailures.least || failed * 100 < boxes * stageFailures.percent) return ok(null)
    await endStage(tx, listId, 'failed')
    const detail = `version ${revision} failed on ${failed} of ${boxes} boxes: the stage ends`
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
export const noteListResult = async (
  box: Box,
  { list: listId, revision, result, why }: NonNullable<BoxReport['update']>,
): Promise<void> => {
  const given = stagedBox(box)
  if (given === null || revision === undefined) return
  const { sn } = box
  const row = await db.channelList.findFirst({
    where: { id: listId, kind: { not: 'user' }, deletedAt: null },
    select: listSelect,
  })
  if (row === null || !boxMaySee(box, audienceOf(row))) return
  const isGood = result === 'loaded' || result === 'same'
  if (!mayHave(given, row, revision)) {
    // A failure with an earlier version no longer matters.
    if (isGood) await db.listResult.deleteMany({ where: { listId, sn } })
    return
  }
  const reported = { revision, result: isGood ? 'loaded' : result, why: why ?? null, at: now() }
  await db.listResult.upsert({
    where: { listId_sn: { listId, sn } },
    create: { listId, sn, ...reported },
    update: reported,
  })
  if (!isGood && row.staged?.revision === revision) await endFailingStage(listId, revision)
}
