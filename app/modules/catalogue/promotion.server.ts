/** The operator's side of promotions: prices for a limited time, moved along their state table. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { printAmount } from '~/text/amount'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { nameKeyOf } from './manage.server'
import { afterEvent, promotionStateAt, type PromotionEvent, type PromotionState } from './promotion.states'
import { changeCatalogue, readCatalogue } from './read.server'

export type PromotionView = {
  id: string
  name: string
  state: PromotionState
  startsAt: Date
  endsAt: Date
  prices: { product: string; months: number; price: bigint; original: bigint }[]
}

/** All promotions with their current states, by start. */
export const listPromotions = async (): Promise<PromotionView[]> => {
  const { promotions, products } = await readCatalogue()
  const plans = new Map(products.flatMap(({ key, plans }) => plans.map((plan) => [plan.id, { product: key, ...plan }])))
  return promotions.map((promotion) => ({
    id: promotion.id,
    name: promotion.name,
    state: promotionStateAt(promotion, now()),
    startsAt: promotion.startsAt,
    endsAt: promotion.endsAt,
    prices: [...promotion.prices].flatMap(([planId, price]) => {
      const plan = plans.get(planId)
      return plan === undefined ? [] : [{ product: plan.product, months: plan.months, price, original: plan.price }]
    }),
  }))
}

const nameTaken = async (tx: Transaction, name: string, id: string): Promise<boolean> =>
  (await tx.promotion.count({ where: { nameKey: nameKeyOf(name), id: { not: id } } })) > 0

/** Creates a draft. M4402 the name exists, A0422 it ends before it begins. */
export const createPromotion = (
  by: By,
  { name, startsAt, endsAt }: { name: string; startsAt: Date; endsAt: Date },
): Promise<Result<{ id: string }>> =>
  transact(async (tx): Promise<Result<{ id: string }>> => {
    const id = makeId()
    if (startsAt >= endsAt) return fail('A0422', { field: 'to' })
    if (await nameTaken(tx, name, id)) return fail('M4402', { field: 'name' })
    const at = now()
    await tx.promotion.create({
      data: { id, name, nameKey: nameKeyOf(name), startsAt, endsAt, createdAt: at, updatedAt: at },
    })
    await recordActBy(by, { action: 'promotion.create', subject: id, detail: name }, tx)
    changeCatalogue(tx)
    return ok({ id })
  })

/** Finds a promotion that can still be edited. M4401, M4405. */
const editable = async (tx: Transaction, id: string) => {
  const promotion = await tx.promotion.findUnique({ where: { id } })
  if (promotion === null) return fail('M4401', { field: 'id' })
  const edited = afterEvent(promotion, 'edit', now())
  return edited.ok ? ok(promotion) : edited
}

/** Changes name or times, until the day (UTC) before it begins. M4401, M4402, M4405, A0422. */
export const editPromotion = (
  by: By,
  id: string,
  change: { name?: string | undefined; startsAt?: Date | undefined; endsAt?: Date | undefined },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const found = await editable(tx, id)
    if (!found.ok) return found
    const { name = found.value.name, startsAt = found.value.startsAt, endsAt = found.value.endsAt } = change
    if (startsAt >= endsAt) return fail('A0422', { field: 'to' })
    if (await nameTaken(tx, name, id)) return fail('M4402', { field: 'name' })
    const next = { name, nameKey: nameKeyOf(name), startsAt, endsAt, updatedAt: now() }
    await tx.promotion.update({ where: { id }, data: next })
    const detail = `${name}, ${startsAt.toISOString()} to ${endsAt.toISOString()}`
    await recordActBy(by, { action: 'promotion.edit', subject: id, detail }, tx)
    changeCatalogue(tx)
    return ok(null)
  })

/** Sets a plan's promotion price; null removes the plan. M4401, M4405, M4701, M4201. */
export const setPromotionPrice = (
  by: By,
  id: string,
  { product, months, price }: { product: string; months: number; price: bigint | null },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const found = await editable(tx, id)
    if (!found.ok) return found
    const sold = await tx.product.findUnique({ where: { key: product }, select: { id: true } })
    if (sold === null) return fail('M4701', { field: 'product' })
    const plan = await tx.plan.findUnique({ where: { productId_months: { productId: sold.id, months } } })
    if (plan === null) return fail('M4201', { field: 'months' })
    const planId = plan.id
    if (price === null) await tx.promotionPrice.deleteMany({ where: { promotionId: id, planId } })
    else
      await tx.promotionPrice.upsert({
        where: { promotionId_planId: { promotionId: id, planId } },
        create: { promotionId: id, planId, price },
        update: { price },
      })
    const detail = `${product}, ${months} ${months === 1 ? 'month' : 'months'}: ${price === null ? 'none' : printAmount(price, { scale: 4 })}`
    await recordActBy(by, { action: 'promotion.price', subject: id, detail }, tx)
    changeCatalogue(tx)
    return ok(null)
  })

/**
 * Plans, suspends, resumes or ends a promotion. M4401, M4404 only a suspended one can resume, M4406. Returns the
 * current state.
 */
export const movePromotion = (
  by: By,
  id: string,
  event: Exclude<PromotionEvent, 'edit'>,
): Promise<Result<PromotionState>> =>
  transact(async (tx): Promise<Result<PromotionState>> => {
    const promotion = await tx.promotion.findUnique({ where: { id } })
    if (promotion === null) return fail('M4401', { field: 'id' })
    const next = afterEvent(promotion, event, now())
    if (!next.ok) return next
    await tx.promotion.update({ where: { id }, data: { state: next.value, updatedAt: now() } })
    await recordActBy(by, { action: `promotion.${event}`, subject: id, detail: promotion.name }, tx)
    changeCatalogue(tx)
    return ok(promotionStateAt({ ...promotion, state: next.value }, now()))
  })
