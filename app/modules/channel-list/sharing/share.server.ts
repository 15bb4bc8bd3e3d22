/**
 * Share links: anybody who has one can read the list. A link's token is 128 random bits, shown once and stored as its
 * digest; a withdrawn or expired link stops working at once. Readers don't see the owner.
 */
import { recordAudit, recordSwitch } from '~/modules/audit/audit.server'
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { makeId, randomBytes, sha256 } from '~/platform/random.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { lockOwner } from '../storage/commit.server'
import { copyFrom } from '../storage/create.server'
import { sharesPerList } from '../limits'
import { readFound } from '../storage/read.server'
import { findChangeable, listSelect, type ListRow } from '../storage/store.server'
import type { Actor, ListDetails, ShareView, SourcedView } from '../types'

/** A token as written in a link: 128 bits in base64url. */
const tokenForm = /^[\w-]{22}$/
/** How often a read is recorded: often enough to see whether a link is used. */
const seenEveryMs = 60_000
/** How many ended links are shown. */
const maxPastShown = 20

const shown = { id: true, createdAt: true, endsAt: true, withdrawnAt: true, seenAt: true } as const
type Row = { id: string; createdAt: Date; endsAt: Date | null; withdrawnAt: Date | null; seenAt: Date | null }

const whereLiving = (at: Date) => ({ withdrawnAt: null, OR: [{ endsAt: null }, { endsAt: { gt: at } }] })
const describe = (row: Row, at: Date): ShareView => ({
  ...row,
  isLiving: row.withdrawnAt === null && (row.endsAt === null || row.endsAt > at),
})

/** A list of the account's own; published lists need no links, because everybody sees them. */
const findShareable = async (actor: Actor, listId: string): Promise<Result<ListRow>> => {
  const found = await findChangeable(actor, listId)
  return found.ok && found.value.kind !== 'user' ? fail('C1108') : found
}

/**
 * Makes a link. `token` is returned only this once; it is null when the same `batch` is sent again. A0422: the list has
 * too many links. C1101, C1108.
 */
export const makeShare = async (
  actor: Actor,
  listId: string,
  { days, batch }: { days: number | null; batch?: string | undefined },
): Promise<Result<{ share: ShareView; token: string | null }>> => {
  const found = await findShareable(actor, listId)
  if (!found.ok) return found
  const token = randomBytes(16).toString('base64url')
  const named = { owner: actor.userId, purpose: `list.share ${listId}`, key: batch, asked: { days } }
  const made = await once<{ id: string }, Failure>(named, (commit) =>
    commit(async (tx): Promise<Result<{ id: string }>> => {
      await lockOwner(tx, actor.userId)
      const at = now()
      const list = await tx.channelList.findFirst({
        where: { id: listId, ownerId: actor.userId, deletedAt: null },
        select: { id: true },
      })
      if (list === null) return fail('C1101')
      if ((await tx.listShare.count({ where: { listId, ...whereLiving(at) } })) >= sharesPerList)
        return fail('A0422', { data: { reason: 'too-many-shares', number: sharesPerList } })
      const id = makeId()
      await tx.listShare.create({
        data: {
          id,
          listId,
          makerId: actor.userId,
          tokenHash: sha256(token),
          createdAt: at,
          endsAt: days === null ? null : inMs(days * dayMs),
        },
      })
      const act = { actor: actor.userId, action: 'list.share', subject: listId, detail: id }
      const recorded = await recordSwitch(act, tx)
      return recorded.ok ? ok({ id }) : recorded
    }),
  )
  if (!made.ok) return made
  const row = await db.listShare.findFirst({ where: { id: made.value.id, listId }, select: shown })
  return row === null ? fail('A0404') : ok({ share: describe(row, now()), token: made.isNew ? token : null })
}

/** The list's links: the active ones, then the last ended ones. C1101, C1108. */
export const findShares = async (actor: Actor, listId: string): Promise<Result<ShareView[]>> => {
  const found = await findShareable(actor, listId)
  if (!found.ok) return found
  const at = now()
  const order = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const [living, past] = await Promise.all([
    db.listShare.findMany({ where: { listId, ...whereLiving(at) }, orderBy: order, select: shown }),
    db.listShare.findMany({
      where: { listId, NOT: whereLiving(at) },
      orderBy: order,
      take: maxPastShown,
      select: shown,
    }),
  ])
  return ok([...living, ...past].map((row) => describe(row, at)))
}

/** Withdraws a link, at once. A second time changes nothing. C1101, C1108, A0404. */
export const withdrawShare = async (actor: Actor, listId: string, shareId: string): Promise<Result<null>> => {
  const found = await findShareable(actor, listId)
  if (!found.ok) return found
  const of = { id: shareId, listId, list: { ownerId: actor.userId } }
  const { count } = await db.listShare.updateMany({ where: { ...of, withdrawnAt: null }, data: { withdrawnAt: now() } })
  if (count > 0) {
    await recordAudit({ actor: actor.userId, action: 'list.share-withdraw', subject: listId, detail: shareId })
    return ok(null)
  }
  return (await db.listShare.count({ where: of })) > 0 ? ok(null) : fail('A0404')
}

const sharedSelect = { ...shown, list: { select: listSelect } } as const
/** The list behind a token. C1101 for every invalid token, whatever the reason. */
const findShared = async (token: string): Promise<Result<{ id: string; seenAt: Date | null; list: ListRow }>> => {
  if (!tokenForm.test(token)) return fail('C1101')
  const row = await db.listShare.findFirst({
    where: {
      tokenHash: sha256(token),
      ...whereLiving(now()),
      // Nothing of a disabled account is shown; its links work again once it is enabled.
      list: { deletedAt: null, kind: 'user', owner: { disabledAt: null } },
    },
    select: sharedSelect,
  })
  return row === null ? fail('C1101') : ok(row)
}

/** What a reader with a link sees of a list besides its channels. */
export type SharedList = { name: string; channels: number }

/** The list behind a token, without opening it; null for every invalid token. */
export const findSharedList = async (token: string): Promise<(SharedList & { id: string }) | null> => {
  const found = await findShared(token)
  if (!found.ok) return null
  const { id, name, channels } = found.value.list
  return { id, name, channels }
}

/**
 * Reads a list by a link, with a synchronous reader. All links of an account share one turn in the queue, separate from
 * the account's own: many links bring no advantage, and readers take nothing from the owner. C1101 if the link is
 * invalid; I1009 or A0503 as for any list.
 */
export const readShared = async <T>(
  token: string,
  read: (view: SourcedView) => T,
): Promise<Result<SharedList & { value: T }>> => {
  const found = await findShared(token)
  if (!found.ok) return found
  const { id, seenAt, list } = found.value
  const value = await readFound(`links of ${list.ownerId}`, list.id, read)
  if (!value.ok) return value
  const at = now()
  if (seenAt === null || at.getTime() - seenAt.getTime() >= seenEveryMs)
    await db.listShare.updateMany({ where: { id }, data: { seenAt: at } })
  return ok({ name: list.name, channels: list.channels, value: value.value })
}

/** Saves a link's list as one of the account's own. C1101, and the errors of copying a list. */
export const copyShared = async (
  actor: Actor,
  token: string,
  input: { name: string; keep?: readonly string[]; batch?: string | undefined },
): Promise<Result<ListDetails>> => {
  const found = await findShared(token)
  return found.ok ? copyFrom(actor, found.value.list, input) : found
}
