/** Renames, deletes and restores lists. None of these is part of a revision. */
import { recordAudit } from '~/modules/audit/audit.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { fail, ok, type Result } from '~/errors/table'
import { listChanged } from './changed.server'
import { dropChoices, returnChoices } from '../sharing/choices.server'
import { checkRoom, lockOwner } from './commit.server'
import { whereRestorable } from './find.server'
import { nameKeyOf, parseListName } from '../name'
import { endStage } from '../publication/publication.server'
import { isPublished } from '../rights'
import { describeDetails } from './shown.server'
import { audienceOf, findChangeable, listSelect } from './store.server'
import type { Actor, ListDetails } from '../types'

/** C1110 invalid name, C1125 taken. */
export const renameList = async (actor: Actor, id: string, rawName: string): Promise<Result<ListDetails>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const name = parseListName(rawName)
  if (name === null) return fail('C1110', { field: 'name' })
  const list = audienceOf(found.value)
  const renamed = await transact(async (tx): Promise<Result<null>> => {
    await lockOwner(tx, list.ownerId)
    const room = await checkRoom(tx, { ...list, name, exceptId: id })
    if (!room.ok) return room
    const { count } = await tx.channelList.updateMany({
      where: { id, deletedAt: null },
      data: { name, nameKey: nameKeyOf(name) },
    })
    if (count === 0) return fail('C1101')
    listChanged.notifyAfter(tx, { listId: id })
    return ok(null)
  })
  return renamed.ok ? describeDetails(actor, id) : renamed
}

/**
 * Deletes a list; it can be restored for 30 days. Boxes no longer see it, and boxes that had chosen it lose their
 * choice.
 */
export const deleteList = async (actor: Actor, id: string): Promise<Result<null>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const { kind } = audienceOf(found.value)
  return transact(async (tx): Promise<Result<null>> => {
    const deleted = await tx.channelList.updateMany({ where: { id, deletedAt: null }, data: { deletedAt: now() } })
    if (deleted.count === 0) return fail('C1101')
    await dropChoices(tx, id)
    await endStage(tx, id)
    // Withdraw all links, so that only the owner sees the restored list: nobody expects strangers to read it again.
    await tx.listShare.updateMany({ where: { listId: id, withdrawnAt: null }, data: { withdrawnAt: now() } })
    if (isPublished(actor, kind)) await recordAudit({ actor: actor.userId, action: 'list.withdraw', subject: id }, tx)
    listChanged.notifyAfter(tx, { listId: id })
    return ok(null)
  })
}

/**
 * Restores a deleted list, under another name if requested. C1202 no room for another list, C1125 the name is taken.
 */
export const restoreList = async (
  actor: Actor,
  id: string,
  input: { name?: string } = {},
): Promise<Result<ListDetails>> => {
  const row = await db.channelList.findFirst({ where: { AND: [{ id }, whereRestorable(actor)] }, select: listSelect })
  if (row === null) return fail('C1101')
  const name = parseListName(input.name ?? row.name)
  if (name === null) return fail('C1110', { field: 'name' })
  const list = audienceOf(row)
  const restored = await transact(async (tx): Promise<Result<null>> => {
    await lockOwner(tx, list.ownerId)
    const room = await checkRoom(tx, { ...list, name })
    if (!room.ok) return room
    const { count } = await tx.channelList.updateMany({
      where: { id, deletedAt: { not: null } },
      data: { deletedAt: null, name, nameKey: nameKeyOf(name) },
    })
    if (count === 0) return fail('C1101')
    // Boxes can't choose a ready-made list that is not published.
    if (list.kind === 'user' || row.published !== null) await returnChoices(tx, id, list)
    if (isPublished(actor, list.kind))
      await recordAudit({ actor: actor.userId, action: 'list.restore', subject: id }, tx)
    listChanged.notifyAfter(tx, { listId: id })
    return ok(null)
  })
  return restored.ok ? describeDetails(actor, id) : restored
}
