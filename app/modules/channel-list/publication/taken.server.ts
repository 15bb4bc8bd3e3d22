/** Which boxes took which version of a System or VNO list, as far as they have asked for it. */
import { flushDeviceFacts } from '~/modules/device/device.server'
import { fail, ok, type Result } from '~/errors/table'
import { db, type Prisma } from '~/platform/db.server'
import { findChangeable, type ListRow } from '../storage/store.server'
import type { Actor, Paged, Paging } from '../types'

/**
 * `boxes`: of those that may have the list now, how many loaded this version last. `good`: how many report that they
 * use it; `failed`: that they could not, the first of them since `failedSince`.
 */
export type TakenVersion = {
  revision: number
  boxes: number
  lastAt: Date
  good: number
  failed: number
  failedSince: Date | null
}
export type TakenCounts = {
  /** All boxes that may have the list: they have paired once and, for a VNO list, are of its brand. */
  allowed: number
  /** The newest version first. */
  versions: TakenVersion[]
  /** Whether the actor may see which boxes these are. */
  withBoxes: boolean
}
export type TakenBox = { sn: string; revision: number; at: Date }

/** The operator sees all boxes, a brand its own; an administrator, who has no boxes, only their number. */
const seesBoxes = ({ role }: Actor): boolean => role === 'operator' || role === 'vno'

/** Boxes that may have the list now. A box of another brand may have loaded a VNO list before it changed hands. */
export const whereAllowed = ({ kind, vnoId }: Pick<ListRow, 'kind' | 'vnoId'>): Prisma.DeviceWhereInput =>
  kind === 'vno' ? { box: { vnoId: vnoId ?? '' } } : {}

const findCountable = async (actor: Actor, id: string): Promise<Result<ListRow>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  if (found.value.kind === 'user') return fail('C1108')
  // Boxes are answered from memory, and what they loaded is written later.
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
  // A box that refused a version has loaded it, or has never asked for it again.
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
 * The boxes that loaded a version last (all versions: `revision` null), those that asked last first. C1101; C1108 for
 * who may not see other people's boxes.
 */
export const findTaken = async (
  actor: Actor,
  id: string,
  { revision, page, size }: Paging & { revision: number | null },
): Promise<Result<Paged<TakenBox>>> => {
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
