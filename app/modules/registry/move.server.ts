/** Marks a broken box in the registry after all its data has moved to another serial number. */
import type { Transaction } from '~/platform/db.server'
import { fail, ok, type Result } from '~/errors/table'

/**
 * Records that a box was moved to another; only once, and only within one brand, whose lists it loads. S1000 no such
 * box, D1110 one of them was already moved, D1109 another brand.
 */
export const markMoved = async (tx: Transaction, from: string, to: string): Promise<Result<null>> => {
  const marked = await tx.registeredBox.updateMany({ where: { sn: from, movedToSn: null }, data: { movedToSn: to } })
  const select = { vnoId: true, movedToSn: true } as const
  const old = await tx.registeredBox.findUnique({ where: { sn: from }, select })
  if (old === null) return fail('S1000', { field: 'sn' })
  if (marked.count === 0) return fail('D1110', { field: 'sn', data: { sn: from, to: old.movedToSn } })
  const fresh = await tx.registeredBox.findUnique({ where: { sn: to }, select })
  if (fresh === null) return fail('S1000', { field: 'to' })
  if (fresh.movedToSn !== null) return fail('D1110', { field: 'to', data: { sn: to, to: fresh.movedToSn } })
  return fresh.vnoId === old.vnoId ? ok(null) : fail('D1109', { field: 'to', data: { context: 'brand' } })
}
