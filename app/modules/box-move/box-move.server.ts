/**
 * Moves a broken box to a new serial number, for the operator: everything that its owner has paid for and set goes to
 * the replacement box, in one transaction. The module's one public file.
 */
import { provided } from '~/platform/provided.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { moveConflictCopies } from '~/modules/channel-list/channel-list.server'
import { moveDevice } from '~/modules/device/device.server'
import { hasServicesOfItsOwn, moveServices } from '~/modules/entitlement/entitlement.server'
import { notifyAccountIn, type MessageTexts } from '~/modules/message/message.server'
import { hasOpenOrders, moveOrdersOfBox } from '~/modules/order/order.server'
import { moveInvitedBox } from '~/modules/points/points.server'
import { markMoved } from '~/modules/registry/registry.server'
import { fail, ok, type Result } from '~/errors/table'

type MovedWords = { from: string; to: string; nickname: string | null }
/** The message to the owner, in every language. The texts belong to app/web, so the function is provided at start. */
export const moveTexts = provided<(moved: MovedWords) => MessageTexts>('the words of a box’s move')

/**
 * Moves periods, switches, renewals, open orders, owner, name, lists and the adult switch of a box to another box, all
 * or nothing, and tells the owner. The old box is unbound and its tokens end; the new one pairs like any other. S1000:
 * no such box. D1110: already moved. D1109: the new box is bound, has its own services or orders, or belongs to another
 * brand.
 */
export const moveBox = async (
  by: By,
  { sn: from, to }: { sn: string; to: string },
): Promise<Result<{ userId: string | null }>> => {
  if (from === to) return fail('A0422', { field: 'to' })
  return transact(async (tx): Promise<Result<{ userId: string | null }>> => {
    const marked = await markMoved(tx, from, to)
    if (!marked.ok) return marked
    if (await hasServicesOfItsOwn(tx, to)) return fail('D1109', { field: 'to', data: { context: 'services' } })
    if (await hasOpenOrders(tx, to)) return fail('D1109', { field: 'to', data: { context: 'orders' } })
    const moved = await moveDevice(tx, from, to)
    if (!moved.ok) return moved
    await moveServices(tx, from, to)
    await moveOrdersOfBox(tx, from, to)
    await moveConflictCopies(tx, from, to)
    await moveInvitedBox(tx, from, to)
    const { userId, nickname } = moved.value
    await recordActBy(by, { action: 'device.move', subject: from, detail: `to ${to}` }, tx)
    await recordActBy(by, { action: 'device.move', subject: to, detail: `from ${from}` }, tx)
    if (userId !== null) await notifyAccountIn(tx, userId, `moved ${from}`, moveTexts({ from, to, nickname }))
    return ok({ userId })
  })
}
