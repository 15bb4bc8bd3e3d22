/**
 * Who may see, make and change which lists: the table "Rights on lists" of the architecture as pure functions, and as
 * query conditions. The operator manages published lists, never a customer's.
 */
import type { Prisma } from '~/platform/db.server'
import type { ListKind } from './channel-list.schema'
import type { Actor, Audience, Box } from './types'

/** May the account make a list of this kind (for this VNO)? */
export const canMake = (actor: Actor, kind: ListKind, vnoId: string | null): boolean => {
  if (kind === 'user') return true
  if (actor.role === 'operator') return kind === 'system' || vnoId !== null
  if (kind === 'system') return actor.role === 'administrator'
  return actor.role === 'vno' && vnoId !== null && actor.vnoId === vnoId
}

/** May the account change, rename, delete and restore this list? */
export const canChange = (actor: Actor, list: Audience): boolean =>
  list.kind === 'user' ? list.ownerId === actor.userId : canMake(actor, list.kind, list.vnoId)

/** May a box load this list, if it is given a version of it? */
export const boxMaySee = (box: Box, list: Audience): boolean => {
  if (list.kind === 'system') return true
  if (list.kind === 'vno') return list.vnoId !== null && list.vnoId === box.vnoId
  return box.userId !== null && list.ownerId === box.userId
}

/** The kind of list that an account's upload makes by default. */
export const kindOfRole = (actor: Actor): ListKind =>
  actor.role === 'administrator' ? 'system' : actor.role === 'vno' ? 'vno' : 'user'

/**
 * Changes of lists that many people see are recorded in the audit log; the operator's own calls write their entry with
 * the reason.
 */
export const isPublished = (actor: Actor, kind: ListKind): boolean => kind !== 'user' && actor.role !== 'operator'

/** Lists that the account may change, as a condition. */
export const whereChangeable = (actor: Actor): Prisma.ChannelListWhereInput => {
  const own: Prisma.ChannelListWhereInput[] = [{ kind: 'user', ownerId: actor.userId }]
  if (actor.role === 'administrator' || actor.role === 'operator') own.push({ kind: 'system' })
  if (actor.role === 'operator') own.push({ kind: 'vno' })
  if (actor.role === 'vno' && actor.vnoId !== null) own.push({ kind: 'vno', vnoId: actor.vnoId })
  return { OR: own }
}

/** Lists that the account may see, as a condition: other accounts' lists only if a version is published. */
export const whereVisible = (actor: Actor): Prisma.ChannelListWhereInput => ({
  OR: [
    { kind: 'system', publishedId: { not: null } },
    whereChangeable(actor),
    { kind: 'vno', publishedId: { not: null }, vno: { boxes: { some: { device: { userId: actor.userId } } } } },
  ],
})

/**
 * Lists that a box may load, as a condition. `stagedIds` are the publications whose stage the box is in, for lists that
 * only part of the boxes have so far.
 */
export const whereVisibleToBox = (box: Box, stagedIds: readonly string[]): Prisma.ChannelListWhereInput => {
  const given = { OR: [{ publishedId: { not: null } }, { stagedId: { in: [...stagedIds] } }] }
  const seen: Prisma.ChannelListWhereInput[] = [{ kind: 'system', ...given }]
  if (box.vnoId !== null) seen.push({ kind: 'vno', vnoId: box.vnoId, ...given })
  if (box.userId !== null) seen.push({ kind: 'user', ownerId: box.userId })
  return { OR: seen }
}
