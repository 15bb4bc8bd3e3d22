/**
 * Invitations: a customer's code, who registered with it, and the points that its owner gets once, when the invited
 * binds a box that counts. Who has invited whom is written with the new account and never changed, so nobody is invited
 * by somebody whom they have invited. docs/points.md has the rules.
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
import { ok } from '~/errors/table'
import { dayOf, initialOf, inviteAlphabet, inviteCodeLength, mailboxOf, readInviteCode } from './rules'
import { pointsTexts } from './tell.server'

/** The customer's code; the first time it is asked for, it is made. */
export const inviteCodeOf = async (userId: string): Promise<string> => {
  for (;;) {
    const found = await db.inviteCode.findUnique({ where: { userId }, select: { code: true } })
    if (found !== null) return found.code
    const code = makeCode(inviteCodeLength, inviteAlphabet)
    try {
      await db.inviteCode.create({ data: { userId, code, createdAt: now() } })
    } catch (error) {
      // Another request made it, or somebody has the same one.
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
/** What a code would do in this browser, for the page that registers; `later`: too many were looked up from here. */
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
 * Notes with a new account who invited its owner. An account of the same browser is not invited: whoever signs in there
 * as both is taken for one person.
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

/** Invitations go back no further than this; a box of somebody further up is a stranger's. */
const mostGenerations = 50
/** Whether a box was ever bound to whoever invited, to whoever invited them, and so on. */
const isFromAbove = async (tx: Transaction, sn: string, invitedId: string): Promise<boolean> => {
  const found = await tx.$queryRaw<{ sn: string }[]>`
    WITH RECURSIVE "above" ("id", "depth") AS (
      SELECT "inviterId", 1 FROM "Invitation" WHERE "invitedId" = ${invitedId}
      UNION SELECT i."inviterId", a."depth" + 1 FROM "Invitation" i JOIN "above" a ON i."invitedId" = a."id"
      WHERE a."depth" < ${mostGenerations}
    )
    SELECT b."sn" FROM "BoxBinding" b JOIN "above" a ON a."id" = b."userId" WHERE b."sn" = ${sn} LIMIT 1`
  return found.length > 0
}

type Bound = { sn: string; userId: string }

/**
 * A box was bound to a new owner, in the same transaction. It counts at once if it has proven itself; else it waits for
 * a proof, because serial numbers stand in a row and a script can bind them.
 */
export const noteBinding = async (tx: Transaction, { sn, userId }: Bound): Promise<void> => {
  await tx.$executeRaw`
    INSERT INTO "BoxBinding" ("sn", "userId", "firstAt") VALUES (${sn}, ${userId}, ${now()})
    ON CONFLICT ("sn", "userId") DO NOTHING`
  const device = await tx.device.findUnique({ where: { sn }, select: { provenAt: true } })
  if (device !== null && device.provenAt !== null) await countBox(tx, { sn, userId })
}

/**
 * A box of whoever is invited has proven itself: if none of theirs has counted yet, this one does, unless it has
 * counted for anybody before or comes from those who invited them. The reward is a job that is written with it.
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

/** How many invitations are looked at in a step; other work has its turn in between. */
const lookedAtOnce = 500
/**
 * Counts the boxes of invited accounts that have proven themselves since they were bound: by their secret, or because a
 * service for them was paid with money from outside, worth the reward at least, that has stayed for as long as Mango
 * bought by card waits. Returns how many were looked at that had.
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
        // The owner may have unbound it meanwhile.
        if ((await tx.device.count({ where: { sn, userId } })) === 1) await countBox(tx, { sn, userId })
        return ok(null)
      })
    }
    after = rows.length < lookedAtOnce ? null : (rows.at(-1) ?? null)
  }
  return seen
}

/** The operator moves a box to a new serial number: what was bound and what has counted goes along. */
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
 * Gives the points of one invitation, or says why not. The invitation is locked and judged anew; job, transfer, state
 * and message are one transaction, so it happens whole and once. Above a day's most it is planned for the next day.
 */
export const rewardInvitation = oneOff<{ invitedId: string }>('reward-invitation', async ({ invitedId }, run) => {
  await transact(async (tx) => {
    await run.endWith(tx)
    const isOpen = await tx.$executeRaw`
      UPDATE "Invitation" SET "state" = "state" WHERE "invitedId" = ${invitedId} AND "state" = 'bound'`
    if (isOpen === 0) return ok(null)
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
      return ok(null)
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
      return ok(null)
    }
    const id = `invitation/${invitedId}`
    const posted = await post(tx, { id, actor: 'invitation', ...invitationRewarded({ userId: inviterId, points }) })
    if (!posted.ok) throw new Error('what is given comes from an account without a floor')
    await tx.invitation.update({ where: { invitedId }, data: { state: 'rewarded', decidedAt: at, transferId: id } })
    const news = { kind: 'invitation-rewarded', initial: initialOf(invited.userName), points: String(points) } as const
    await notifyAccountIn(tx, inviterId, id, pointsTexts(news))
    return ok(null)
  })
})

export type InvitationState = 'registered' | 'bound' | 'rewarded' | 'refused'
/**
 * Why there is nothing, as far as the one who invited is told: what became of somebody else's account is not.
 * `unproven`: a box is bound and has not proven itself yet.
 */
export const invitationReasons = ['unproven', 'counted', 'own', 'same-person'] as const
export type InvitationReason = (typeof invitationReasons)[number]
/** Somebody whom the account has invited. `initial`: no more is told of them. */
export type Invited = {
  initial: string
  state: InvitationState
  reason: InvitationReason | null
  points: bigint | null
  registeredAt: Date
  decidedAt: Date | null
}

/**
 * What an invitation brings, how many are rewarded in a day, and how many days a payment for a box that can't prove
 * itself must have stayed.
 */
export const invitationTerms = (): { points: bigint; perDay: number; proofDays: number } => ({
  points: BigInt(env.invitationPoints),
  perDay: env.invitationsPerDay,
  proofDays: env.transfer.cardHoldDays,
})

/** Whom the account has invited, the newest first. */
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

/** Who invited the account, by their initial; null where nobody has. `isDone`: a box of theirs has counted. */
export const inviterOf = async (userId: string): Promise<{ initial: string; isDone: boolean } | null> => {
  const found = await db.invitation.findUnique({
    where: { invitedId: userId },
    select: { state: true, inviter: { select: { userName: true } } },
  })
  return found === null ? null : { initial: initialOf(found.inviter.userName), isDone: found.state !== 'registered' }
}
