/** Switches a service's renewal from Mango on and off. */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordSwitch } from '~/modules/audit/audit.server'
import { checkRegion, isGrantedToAll, isServiceKey, quote, type Quote } from '~/modules/catalogue/catalogue.server'
import { usd } from '~/modules/order/order.server'
import { readAmount, scales } from '~/text/amount'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { endRenewal as end, lastEndOf, openKeyOf } from './store.server'
import { tellOwner } from './notify.server'

export type Agreement = {
  userId: string
  sn: string
  service: string
  plan: string
  /** The plan's own price as shown, in USD: the most that a renewal may cost. */
  price: string
  batch?: string | undefined
}

/** The plan's current quote, if it is sold, contains the service and has the price shown. */
const checkPlan = async (tx: Transaction, { service, plan, price }: Agreement): Promise<Result<Quote>> => {
  const present = await quote(plan, now(), tx)
  if (present === null || !(present.services as readonly string[]).includes(service))
    return fail('R2001', { field: 'plan', data: { context: 'gone', plan } })
  const shown = readAmount(price, { scale: scales.USD, zero: 'allowed' })
  if (!shown.ok) return fail('A0422', { field: 'price', data: { reason: shown.problem } })
  if (shown.value === present.originalPrice) return ok(present)
  const prices = [{ plan, price: usd(present.originalPrice) }]
  return fail('A0409', { field: 'price', data: { context: 'price', prices } })
}

/** Whether another renewed plan already contains the service: both would pay for it. */
const isCovered = async (tx: Transaction, { sn, service }: Agreement, chosen: Quote): Promise<boolean> => {
  const others = await tx.serviceRenewal.findMany({
    where: { sn, endedAt: null, service: { not: service } },
    include: { plan: { select: { product: { select: { services: true } } } } },
  })
  const wanted = new Set<string>(chosen.services)
  return others.some(
    (other) =>
      wanted.has(other.service) || other.plan.product.services.some(({ serviceKey }) => serviceKey === service),
  )
}

const agree = async (tx: Transaction, asked: Agreement): Promise<Result<{ id: string }>> => {
  const { userId, sn, service } = asked
  const at = now()
  const openKey = openKeyOf(sn, service)
  // Write first: this takes the lock, so what is read is still true when it is changed.
  await tx.$executeRaw`UPDATE "ServiceRenewal" SET "tryAt" = "tryAt" WHERE "openKey" = ${openKey}`
  if ((await tx.device.count({ where: { sn, userId } })) === 0) return fail('I1402', { field: 'sn' })
  const endsAt = await lastEndOf(tx, { sn, service })
  if (endsAt === null || endsAt <= at)
    return fail('R2001', { field: 'service', data: { context: 'not-running', service } })
  const judged = await checkPlan(tx, asked)
  if (!judged.ok) return judged
  const { planId, months, originalPrice: price, services } = judged.value
  const allowed = await checkRegion(userId, services, tx)
  if (!allowed.ok) return allowed
  if (await isCovered(tx, asked, judged.value))
    return fail('R2001', { field: 'plan', data: { context: 'covered', service } })
  const before = await tx.serviceRenewal.findUnique({ where: { openKey } })
  if (before !== null) {
    // The same agreement already exists.
    if (before.planId === planId && before.price === price) return ok({ id: before.id })
    await end(tx, before, 'replaced', userId)
  }
  const id = makeId()
  await tx.serviceRenewal.create({
    data: { id, openKey, userId, sn, service, planId, months, price, agreedAt: at },
  })
  const detail = `${service} ${months} ${months === 1 ? 'month' : 'months'}, at most ${usd(price)} USD`
  const recorded = await recordSwitch({ actor: userId, action: 'renewal.on', subject: sn, detail }, tx)
  return recorded.ok ? ok({ id }) : recorded
}

/**
 * Agrees to renew a service of the account's box by a plan before it ends, for at most the plan's own price as shown;
 * an earlier agreement is replaced. I1402 not the account's box; M4703 no such service; R2001 the plan is not sold or
 * does not contain the service (data.context: gone), the service does not run on the box (not-running), or another
 * renewed plan already contains it (covered); A0409 the price has changed (data.prices: the new one; nothing was agreed
 * to); A0451 the region. Repeating the same `batch` changes nothing; if the renewal has ended since, it is A0409
 * (sent).
 */
export const agreeToRenewal = async (asked: Agreement): Promise<Result<null>> => {
  const { userId, sn, service, plan, price, batch } = asked
  if (!isServiceKey(service)) return fail('M4703', { field: 'service', data: { service } })
  if (await isGrantedToAll(service))
    return fail('R2001', { field: 'service', data: { context: 'not-running', service } })
  const named = {
    owner: userId,
    purpose: 'renewal.agree',
    key: batch,
    asked: { sn, service, plan, price },
    livesMs: moneyKeyLivesMs,
  }
  const done = await once<{ id: string }, Failure>(named, (commit) => commit((tx) => agree(tx, asked)))
  if (!done.ok) return done
  // A form from before the renewal was switched off, sent again: don't say that it is on.
  if (!done.isNew && (await db.serviceRenewal.count({ where: { id: done.value.id, endedAt: null } })) === 0)
    return fail('A0409', { field: 'batch', data: { context: 'sent' } })
  return ok(null)
}

/** Switches a service's renewal off. A0404 if the account has none for it. */
export const endRenewal = (userId: string, sn: string, service: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const openKey = openKeyOf(sn, service)
    await tx.$executeRaw`UPDATE "ServiceRenewal" SET "tryAt" = "tryAt" WHERE "openKey" = ${openKey}`
    const found = await tx.serviceRenewal.findUnique({ where: { openKey, userId } })
    if (found === null) return fail('A0404', { field: 'service' })
    await end(tx, found, 'owner', userId)
    return ok(null)
  })

/** Ends all renewals of a box for the owner it leaves, and tells them. */
export const endRenewalsOfBox = async (
  tx: Transaction,
  { sn, userId }: { sn: string; userId: string },
): Promise<void> => {
  const found = await tx.serviceRenewal.findMany({ where: { sn, userId, endedAt: null }, orderBy: { service: 'asc' } })
  for (const one of found) {
    await end(tx, one, 'unbound', userId)
    await tellOwner(tx, one, 'off', {
      kind: 'off',
      why: 'unbound',
      endsAt: (await lastEndOf(tx, one))?.toISOString() ?? null,
    })
  }
}
