/** Which boxes loaded which version of a System or VNO list. */
import type { z } from 'zod'
import { flushDeviceFacts } from '~/modules/device/device.server'
import { fail, ok, type Result } from '~/errors/table'
import { db, type Prisma } from '~/platform/db.server'
import { findChangeable, type ListRow } from '../storage/store.server'
import type { Actor, Paged, Paging } from '../types'
import type { versionOutput } from '../view.schema'

export type TakenCounts = {
  /** All boxes that may have the list: they have paired and, for a VNO list, belong to its brand. */
  allowed: number
  /** The newest version first: how many of these boxes loaded it last, and what they report of it. */
  versions: z.output<typeof versionOutput>[]
  /** Whether the actor may see which boxes these are. */
  withBoxes: boolean
}

/** The operator sees all boxes, a brand its own; an administrator, who has no boxes, only the counts. */
const seesBoxes = ({ role }: Actor): boolean => role === 'operator' || role === 'vno'

/** Boxes that may have the list now. A box may have loaded a VNO list before it moved to another brand. */
export const whereAllowed = ({ kind, vnoId }: Pick<ListRow, 'kind' | 'vnoId'>): Prisma.DeviceWhereInput =>
  kind === 'vno' ? { box: { vnoId: vnoId ?? '' } } : {}

const findCountable = async (actor: Actor, id: string): Promise<Result<ListRow>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  if (found.value.kind === 'user') return fail('C1108')
  // Boxes are answered from memory, and their loads are written later.
  await flushDeviceFacts()
  return found
}

/** How many boxes loaded which version last. C1101, C1108. */
export const countTaken = async (actor: Actor, id: string): Promise<Result<TakenCounts>> => {
  const found = await findCountable(actor, id)
  if (!found.ok) return found
  const device = whereAllowed(found.value)
  const [allowed, versions, results] = await Promise.all([
    db.device.count({ where: device }),
    db.listTaken.groupBy({
      by: ['revision'],
      where: { listId: id, device },
      _count: { sn: true },
      _max: { at: true },
    }),
    db.listResult.groupBy({
      by: ['revision', 'result'],
      where: { listId: id, device },
      _count: { sn: true },
      _min: { at: true },
      _max: { at: true },
    }),
  ])
  // A box that refused a version may never ask for it again, but it has loaded it.
  const numbers = new Set([...versions, ...results].map(({ revision }) => revision))
  return ok({
    allowed,
    versions: [...numbers]
      .sort((a, b) => b - a)
      .map((revision) => {
        const loads = versions.find((one) => one.revision === revision)
        const told = results.filter((one) => one.revision === revision)
        const failures = told.filter(({ result }) => result !== 'loaded')
        const sum = (some: typeof told): number => some.reduce((total, { _count }) => total + _count.sn, 0)
        const times = (some: typeof told, of: '_min' | '_max'): Date[] =>
          some.flatMap((one) => one[of].at ?? []).sort((a, b) => a.getTime() - b.getTime())
        return {
          revision,
          boxes: loads?._count.sn ?? 0,
          lastAt: loads?._max.at ?? times(told, '_max').pop() ?? new Date(0),
          good: sum(told) - sum(failures),
          failed: sum(failures),
          failedSince: times(failures, '_min')[0] ?? null,
        }
      }),
    withBoxes: seesBoxes(actor),
  })
}

/**
 * The boxes that loaded a version last (`revision` null: any version), most recent first. C1101; C1108 for actors who
 * may not see other people's boxes.
 */
export const findTaken = async (
  actor: Actor,
  id: string,
  { revision, page, size }: Paging & { revision: number | null },
): Promise<Result<Paged<{ sn: string; revision: number; at: Date }>>> => {
  const found = await findCountable(actor, id)
  if (!found.ok) return found
  if (!seesBoxes(actor)) return fail('C1108')
  const where = { listId: id, ...(revision === null ? {} : { revision }), device: whereAllowed(found.value) }
  const [total, items] = await Promise.all([
    db.listTaken.count({ where }),
    db.listTaken.findMany({
      where,
      orderBy: [{ at: 'desc' }, { sn: 'asc' }],
      skip: (page - 1) * size,
      take: size,
      select: { sn: true, revision: true, at: true },
    }),
  ])
  return ok({ items, total, page, size })
}
