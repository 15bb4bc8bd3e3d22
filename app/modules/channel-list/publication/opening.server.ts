/** Opens the next stage of a System or VNO list once enough of the stage's boxes report that they use its version. */
import { db, type Prisma } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { change } from './publication.server'
import { allPercent, stageSteps, type Percent } from './publication.schema'
import { prepareShown } from '../storage/shown.server'
import { isAimedAt, readStage, type ListStage } from './stage.schema'
import { whereAllowed } from './taken.server'

/** The next share. A stage for some boxes never becomes one for all by itself. */
const nextShare = ({ percent, models, softwareFrom }: ListStage): Percent | null => {
  const next = stageSteps.find((step) => step > percent) ?? allPercent
  return percent === allPercent || (next === allPercent && (models ?? softwareFrom) !== null) ? null : next
}

/**
 * How many boxes a stage reaches, according to its share: of those with a proven serial number, of its models and with
 * its software. An unproven box is in no stage.
 */
const countReached = async (where: Prisma.DeviceWhereInput, stage: ListStage): Promise<number> => {
  const { models, softwareFrom, percent } = stage
  const groups = await db.device.groupBy({
    by: ['softwareVersion'],
    where: {
      AND: [
        where,
        { tokens: { some: { trustedAt: { not: null }, revokedAt: null } } },
        models === null ? {} : { box: { model: { name: { in: [...models] } } } },
      ],
    },
    _count: { sn: true },
  })
  const boxes = groups
    .filter(({ softwareVersion: software }) => isAimedAt({ software }, { models: null, softwareFrom }))
    .reduce((sum, { _count }) => sum + _count.sn, 0)
  return Math.max(1, Math.round((boxes * percent) / allPercent))
}

/** The actor in the audit log: the system. */
const itself = { userId: 'system', userName: 'system', why: null }

/** Opens the next stages that are due, at most one per list. Returns the lists. */
export const openStages = async (): Promise<string[]> => {
  const lists = await db.channelList.findMany({
    where: { deletedAt: null, staged: { opensAt: { not: null }, pausedAt: null } },
    select: { id: true, kind: true, vnoId: true, ownerId: true, publishSeq: true, staged: true },
  })
  const opened: string[] = []
  for (const { id, ownerId, publishSeq: seen, staged, ...audience } of lists) {
    if (staged === null || staged.opensAt === null) continue
    const percent = nextShare(readStage(staged))
    if (percent === null) continue
    const device = whereAllowed(audience)
    const { revision, createdAt, opensAt } = staged
    const good = await db.listResult.count({
      where: { listId: id, revision, result: 'loaded', at: { gte: createdAt }, device },
    })
    if (good === 0 || good * 100 < (await countReached(device, readStage(staged))) * opensAt) continue
    const done = await transact((tx) =>
      change(tx, itself, id, { publishing: { act: 'widen', percent }, seen, version: null }),
    )
    // Somebody acted in the meantime; that has precedence.
    if (!done.ok) continue
    opened.push(id)
    if (done.value.prepare !== null) await prepareShown(ownerId, id, done.value.prepare)
  }
  return opened
}
