/**
 * Invitations: a customer's code, the people who registered with it, and the points that its owner gets once, when an
 * invited person binds a box that counts. The inviter is stored with the new account and never changes, so nobody can
 * be invited by somebody they have invited. docs/points.md has the rules.
 */
import { dayMs, now } from '~/platform/clock.server'
import { db, isUniqueViolation, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { oneOff } from '~/platform/jobs.server'
import { consume } from '~/platform/limits.server'
import { makeCode } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import type { Visit } from '~/platform/visit'
import { knownBrowserOf, type InvitationOutcome } from '~/modules/account/account.server'
import { invitationRewarded, post } from '~/modules/ledger/ledger.server'
import { notifyAccountIn } from '~/modules/message/message.server'
import { listPaidFromOutside } from '~/modules/order/order.server'
import { pointWorth } from '~/modules/order/types'
import { dayOf, initialOf, inviteAlphabet, inviteCodeLength, mailboxOf, readInviteCode } from './rules'
import { pointsTexts } from './notify.server'

/** The customer's code; created when first requested. */
export const inviteCodeOf = async (userId: string): Promise<string> => {
  for (;;) {
    const found = await db.inviteCode.findUnique({ where: { userId }, select: { code: true } })
    if (found !== null) return found.code
    const code = makeCode(inviteCodeLength, inviteAlphabet)
    try {
      await db.inviteCode.create({ data: { userId, code, createdAt: now() } })
    } catch (error) {
      // Another request created it, or another customer already has this code.
      if (!isUniqueViolation(error)) throw error
    }
  }
}

const findInviter = async (source: Pick<Transaction, 'inviteCode'>, typed: string) => {
  const code = readInviteCode(typed)
  if (code.length !== inviteCodeLength) return null
  const found = await source.inviteCode.findUnique({
    where: { code },
    select: { user: { select: { id: true, userName: true, disabledAt: true } } },
  })
  return found === null || found.user.disabledAt !== null ? null : found.user
}

export type FoundInvitation = { outcome: 'taken'; initial: string } | { outcome: 'unknown' | 'own' | 'later' }
/** What a code would do in this browser, for the registration page; `later`: too many look-ups from this address. */
export const findInvitation = async (
  typed: string,
  visit: Pick<Visit, 'address' | 'known'>,
): Promise<FoundInvitation> => {
  if (!(await consume('invite-look', visit.address)).ok) return { outcome: 'later' }
  const inviter = await findInviter(db, typed)
  if (inviter === null) return { outcome: 'unknown' }
  return knownBrowserOf(visit, inviter.id) === null
    ? { outcome: 'taken', initial: initialOf(inviter.userName) }
    : { outcome: 'own' }
}

/**
 * Records the inviter of a new account. Accounts of the same browser can't invite each other: they are taken for the
 * same person.
 */
export const noteInvitation = async (
  tx: Transaction,
  { userId, code, visit }: { userId: string; code: string; visit: Visit },
): Promise<InvitationOutcome> => {
  const inviter = await findInviter(tx, code)
  if (inviter === null) return 'unknown'
  if (inviter.id === userId || knownBrowserOf(visit, inviter.id) !== null) return 'own'
  await tx.invitation.create({ data: { invitedId: userId, inviterId: inviter.id, createdAt: now() } })
  return 'taken'
}

/** How far up the chain of inviters to search; a box of somebody beyond it counts as a stranger's. */
const maxGenerations = 50
/** Whether a box was ever bound to the inviter, to the inviter's inviter, and so on. */
const isFromAbove = async (tx: Transaction, sn: string, invitedId: string): Promise<boolean> => {
  const found = await tx.$queryRaw<{ sn: string }[]>`
    WITH RECURSIVE "above" ("id", "depth") AS (
      SELECT "inviterId", 1 FROM "Invitation" WHERE "invitedId" = ${invitedId}
      UNION SELECT i."inviterId", a."depth" + 1 FROM "Invitation" i JOIN "above" a ON i."invitedId" = a."id"
      WHERE a."depth" < ${maxGenerations}
    )
    SELECT b."sn" FROM "BoxBinding" b JOIN "above" a ON a."id" = b."userId" WHERE b."sn" = ${sn} LIMIT 1`
  return found.length > 0
}

type Bound = { sn: string; userId: string }

/**
 * Records that a box was bound to a new owner, in the same transaction. It counts at once if it is proven; otherwise it
 * waits for a proof, because serial numbers are consecutive and a script could bind them.
 */
export const noteBinding = async (tx: Transaction, { sn, userId }: Bound): Promise<void> => {
  await tx.$executeRaw`
    INSERT INTO "BoxBinding" ("sn", "userId", "firstAt") VALUES (${sn}, ${userId}, ${now()})
    ON CONFLICT ("sn", "userId") DO NOTHING`
  const device = await tx.device.findUnique({ where: { sn }, select: { provenAt: true } })
  if (device !== null && device.provenAt !== null) await countBox(tx, { sn, userId })
}

/**
 * Counts a proven box of an invited account, if none of its boxes has counted yet, unless this box has counted before
 * or comes from the inviters. The reward job is written with it.
 */
const countBox = async (tx: Transaction, { sn, userId }: Bound): Promise<void> => {
  const at = now()
  const invitation = await tx.invitation.findUnique({ where: { invitedId: userId } })
  if (invitation?.state !== 'registered' || env.invitationPoints === 0) return
  const isOwn = await isFromAbove(tx, sn, userId)
  const counted = isOwn
    ? 0
    : await tx.$executeRaw`
        INSERT INTO "InvitedBox" ("sn", "invitedId", "at") VALUES (${sn}, ${userId}, ${at})
        ON CONFLICT ("sn") DO NOTHING`
  if (counted === 0) {
    await tx.invitation.update({ where: { invitedId: userId }, data: { reason: isOwn ? 'own' : 'counted' } })
    return
  }
  await tx.invitation.update({
    where: { invitedId: userId, state: 'registered' },
    data: { state: 'bound', reason: null, sn, boundAt: at, points: BigInt(env.invitationPoints) },
  })
  await rewardInvitation.enqueue(tx, { key: userId, payload: { invitedId: userId } })
}

/** Batch size of invitations; other work runs between batches. */
const lookedAtOnce = 500
/**
 * Counts the boxes of invited accounts that have been proven since they were bound: by their secret, or because a
 * service for them was paid with outside money worth at least the reward, that was kept as long as Mango bought by card
 * waits. Returns how many proven boxes were checked.
 */
export const countProvenBoxes = async (run?: { signal: AbortSignal }): Promise<number> => {
  const until = new Date(now().getTime() - env.transfer.cardHoldDays * dayMs)
  const least = BigInt(env.invitationPoints) * pointWorth
  let seen = 0
  for (let after: Bound | null = { sn: '', userId: '' }; after !== null && run?.signal.aborted !== true;) {
    const rows: (Bound & { isProven: number })[] = await db.$queryRaw`
      SELECT d."sn", d."userId", d."provenAt" IS NOT NULL AS "isProven" FROM "Invitation" i
      JOIN "Device" d ON d."userId" = i."invitedId"
      WHERE i."state" = 'registered' AND (i."invitedId", d."sn") > (${after.userId}, ${after.sn})
        AND NOT EXISTS (SELECT 1 FROM "InvitedBox" b WHERE b."sn" = d."sn")
      ORDER BY i."invitedId", d."sn" LIMIT ${lookedAtOnce}`
    const paid = await listPaidFromOutside(
      rows.filter(({ isProven }) => Number(isProven) === 0),
      { least, until },
    )
    for (const { sn, userId, isProven } of rows) {
      if (Number(isProven) === 0 && !paid.has(`${userId} ${sn}`)) continue
      seen++
      await transact(async (tx) => {
        // The owner may have unbound it in the meantime.
        if ((await tx.device.count({ where: { sn, userId } })) === 1) await countBox(tx, { sn, userId })
      })
    }
    after = rows.length < lookedAtOnce ? null : (rows.at(-1) ?? null)
  }
  return seen
}

/** When the operator moves a box to a new serial number, copies its bindings and whether it has counted. */
export const moveInvitedBox = async (tx: Transaction, from: string, to: string): Promise<void> => {
  await tx.$executeRaw`
    INSERT INTO "BoxBinding" ("sn", "userId", "firstAt")
    SELECT ${to}, "userId", "firstAt" FROM "BoxBinding" WHERE "sn" = ${from} AND true
    ON CONFLICT ("sn", "userId") DO NOTHING`
  await tx.$executeRaw`
    INSERT INTO "InvitedBox" ("sn", "invitedId", "at")
    SELECT ${to}, "invitedId", "at" FROM "InvitedBox" WHERE "sn" = ${from} AND true
    ON CONFLICT ("sn") DO NOTHING`
}

type Refusal = 'inviter-disabled' | 'invited-disabled' | 'same-person'
type Person = { disabledAt: Date | null; email: string | null }
const refusalOf = (inviter: Person, invited: Person): Refusal | null => {
  if (inviter.disabledAt !== null) return 'inviter-disabled'
  if (invited.disabledAt !== null) return 'invited-disabled'
  const mailbox = mailboxOf(inviter.email)
  return mailbox !== null && mailbox === mailboxOf(invited.email) ? 'same-person' : null
}

/**
 * Pays the points of one invitation, or stores why not. The invitation is locked and checked again; job, transfer,
 * state and message are one transaction, so it happens completely and once. Above the daily limit it is scheduled for
 * the next day.
 */
export const rewardInvitation = oneOff<{ invitedId: string }>('reward-invitation', async ({ invitedId }, run) => {
  await transact(async (tx) => {
    await run.endWith(tx)
    const isOpen = await tx.$executeRaw`
      UPDATE "Invitation" SET "state" = "state" WHERE "invitedId" = ${invitedId} AND "state" = 'bound'`
    if (isOpen === 0) return
    const who = { select: { userName: true, email: true, disabledAt: true } }
    const invitation = await tx.invitation.findUniqueOrThrow({
      where: { invitedId },
      include: { inviter: who, invited: who },
    })
    const { inviterId, inviter, invited, points } = invitation
    if (points === null) throw new Error(`the invitation of ${invitedId} has no points`)
    const at = now()
    const refusal = refusalOf(inviter, invited)
    if (refusal !== null) {
      await tx.invitation.update({
        where: { invitedId },
        data: { state: 'refused', reason: refusal, decidedAt: at },
      })
      return
    }
    const today = dayOf(at)
    const given = await tx.invitation.count({ where: { inviterId, state: 'rewarded', decidedAt: { gte: today } } })
    if (given >= env.invitationsPerDay) {
      const runAt = new Date(today.getTime() + dayMs)
      await rewardInvitation.enqueue(tx, {
        key: `${invitedId} ${runAt.toISOString().slice(0, 10)}`,
        runAt,
        payload: { invitedId },
      })
      return
    }
    const id = `invitation/${invitedId}`
    const posted = await post(tx, { id, actor: 'invitation', ...invitationRewarded({ userId: inviterId, points }) })
    if (!posted.ok) throw new Error('what is given comes from an account without a floor')
    await tx.invitation.update({ where: { invitedId }, data: { state: 'rewarded', decidedAt: at, transferId: id } })
    const message = {
      kind: 'invitation-rewarded',
      initial: initialOf(invited.userName),
      points: String(points),
    } as const
    await notifyAccountIn(tx, inviterId, id, pointsTexts(message))
  })
})

export type InvitationState = 'registered' | 'bound' | 'rewarded' | 'refused'
/**
 * The reasons for no points that the inviter may see; what became of somebody else's account is hidden. `unproven`: a
 * box is bound but not proven yet.
 */
export const invitationReasons = ['unproven', 'counted', 'own', 'same-person'] as const
export type InvitationReason = (typeof invitationReasons)[number]
/** A person whom the account has invited. `initial` is all that the inviter sees of them. */
export type Invited = {
  initial: string
  state: InvitationState
  reason: InvitationReason | null
  points: bigint | null
  registeredAt: Date
  decidedAt: Date | null
}

/**
 * The points per invitation, how many are rewarded per day, and how many days a payment for a box that can't prove
 * itself must have been kept.
 */
export const invitationTerms = (): { points: bigint; perDay: number; proofDays: number } => ({
  points: BigInt(env.invitationPoints),
  perDay: env.invitationsPerDay,
  proofDays: env.transfer.cardHoldDays,
})

/** The people whom the account has invited, newest first. */
export const listInvited = async (
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: Invited[]; total: number; rewarded: number; points: bigint }> => {
  const where = { inviterId: userId }
  const [rows, total, sums] = await db.$transaction([
    db.invitation.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { invitedId: 'desc' }],
      skip: (page - 1) * size,
      take: size,
      include: { invited: { select: { userName: true, _count: { select: { devices: true } } } } },
    }),
    db.invitation.count({ where }),
    db.invitation.aggregate({ where: { ...where, state: 'rewarded' }, _sum: { points: true }, _count: true }),
  ])
  const items = rows.map(({ invited, state, reason, points, createdAt, decidedAt }) => ({
    initial: initialOf(invited.userName),
    state: state as InvitationState,
    reason:
      state === 'registered' && reason === null && invited._count.devices > 0
        ? 'unproven'
        : (invitationReasons.find((one) => one === reason) ?? null),
    points,
    registeredAt: createdAt,
    decidedAt,
  }))
  return { items, total, rewarded: sums._count, points: sums._sum.points ?? 0n }
}

/** The account's inviter, by initial; null if there is none. `isDone`: one of the account's boxes has counted. */
export const inviterOf = async (userId: string): Promise<{ initial: string; isDone: boolean } | null> => {
  const found = await db.invitation.findUnique({
    where: { invitedId: userId },
    select: { state: true, inviter: { select: { userName: true } } },
  })
  return found === null ? null : { initial: initialOf(found.inviter.userName), isDone: found.state !== 'registered' }
}
