/** The operator's side of services, products and plans. Every change is in the audit log and clears the cache. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { printAmount } from '~/text/amount'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { fail, ok, type Result } from '~/errors/table'
import { changeCatalogue, type ProductState } from './read.server'
import type { ServiceKey } from './service'
import { normalForm } from '~/text/normal-form'

/** The key for comparing names: what a reader sees, without case. */
export const nameKeyOf = (name: string): string => normalForm(name, 'NFKC').toLowerCase()
const usd = (amount: bigint): string => printAmount(amount, { scale: 4 })

/** Grants a service to everybody or sells it again, and sets the link to its app (empty: none). */
export const setService = (
  by: By,
  key: ServiceKey,
  wanted: { grantedToAll?: boolean | undefined; appLink?: string | undefined },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const { grantedToAll, appLink } = wanted
    await tx.service.update({
      where: { key },
      data: {
        ...(grantedToAll === undefined ? {} : { grantedToAll }),
        ...(appLink === undefined ? {} : { appLink: appLink === '' ? null : appLink }),
      },
    })
    const said = [
      ...(grantedToAll === undefined ? [] : [grantedToAll ? 'granted to all' : 'not granted to all']),
      ...(appLink === undefined ? [] : [`app ${appLink === '' ? 'none' : appLink}`]),
    ].join(', ')
    await recordActBy(by, { action: 'service.set', subject: key, detail: said }, tx)
    changeCatalogue(tx)
    return ok(null)
  })

/** Sets the operator's own name and sentence of a service in a language; null restores the portal's. */
export const setServiceText = (
  by: By,
  key: ServiceKey,
  language: string,
  text: { name: string; sentence: string } | null,
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const where = { serviceKey_language: { serviceKey: key, language } }
    if (text === null) await tx.serviceText.deleteMany({ where: { serviceKey: key, language } })
    else await tx.serviceText.upsert({ where, create: { serviceKey: key, language, ...text }, update: text })
    const detail = `${language}: ${text === null ? 'the portal’s' : text.name}`
    await recordActBy(by, { action: 'service.text', subject: key, detail }, tx)
    changeCatalogue(tx)
    return ok(null)
  })

const findProduct = (tx: Transaction, key: string) => tx.product.findUnique({ where: { key } })

const storeName = async (tx: Transaction, productId: string, language: string, name: string): Promise<Result<null>> => {
  const nameKey = nameKeyOf(name)
  const taken = await tx.productText.findFirst({ where: { language, nameKey, productId: { not: productId } } })
  if (taken !== null) return fail('M4702', { field: 'name' })
  await tx.productText.upsert({
    where: { productId_language: { productId, language } },
    create: { productId, language, name, nameKey },
    update: { name, nameKey },
  })
  return ok(null)
}

/** Creates a draft with its English name. M4702 the key or name exists. */
export const createProduct = (
  by: By,
  { key, name, services }: { key: string; name: string; services: readonly ServiceKey[] },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    if ((await findProduct(tx, key)) !== null) return fail('M4702', { field: 'key' })
    const id = makeId()
    const at = now()
    const last = await tx.product.aggregate({ _max: { sortOrder: true } })
    await tx.product.create({
      data: {
        id,
        key,
        sortOrder: (last._max.sortOrder ?? 0) + 1,
        createdAt: at,
        updatedAt: at,
        services: { create: [...new Set(services)].map((serviceKey) => ({ serviceKey })) },
      },
    })
    const named = await storeName(tx, id, 'en', name)
    if (!named.ok) return named
    await recordActBy(by, { action: 'product.create', subject: key, detail: `${name}: ${services.join(' ')}` }, tx)
    changeCatalogue(tx)
    return ok(null)
  })

export type ProductChange = {
  state?: Exclude<ProductState, 'draft'> | undefined
  sortOrder?: number | undefined
  /** Replaces its services, for orders from now on. */
  services?: readonly ServiceKey[] | undefined
  text?: { language: string; name: string } | undefined
}

/**
 * Changes a product: sale state, position, services, or its name in a language. Existing orders keep their copies.
 * M4701 no such product, M4702 the name exists, M4201 on sale without a price.
 */
export const changeProduct = (by: By, key: string, change: ProductChange): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const product = await findProduct(tx, key)
    if (product === null) return fail('M4701', { field: 'key' })
    const { state, sortOrder, services, text } = change
    if (state === 'on-sale' && (await tx.plan.count({ where: { productId: product.id, state: 'on-sale' } })) === 0)
      return fail('M4201', { field: 'state' })
    if (text !== undefined) {
      const named = await storeName(tx, product.id, text.language, text.name)
      if (!named.ok) return named
    }
    if (services !== undefined) {
      await tx.productService.deleteMany({ where: { productId: product.id } })
      await tx.productService.createMany({
        data: [...new Set(services)].map((serviceKey) => ({ productId: product.id, serviceKey })),
      })
    }
    await tx.product.update({
      where: { id: product.id },
      data: {
        updatedAt: now(),
        ...(state === undefined ? {} : { state }),
        ...(sortOrder === undefined ? {} : { sortOrder }),
      },
    })
    const said = [
      ...(state === undefined ? [] : [state]),
      ...(sortOrder === undefined ? [] : [`place ${sortOrder}`]),
      ...(services === undefined ? [] : [`services ${services.join(' ')}`]),
      ...(text === undefined ? [] : [`${text.language}: ${text.name}`]),
    ].join('; ')
    await recordActBy(by, { action: 'product.change', subject: key, detail: said }, tx)
    changeCatalogue(tx)
    return ok(null)
  })

/** Adds a plan to a product. M4701, M4202 it already has a plan of that length. */
export const addPlan = (by: By, key: string, months: number, price: bigint): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const product = await findProduct(tx, key)
    if (product === null) return fail('M4701', { field: 'key' })
    const where = { productId_months: { productId: product.id, months } }
    if ((await tx.plan.findUnique({ where })) !== null) return fail('M4202', { field: 'months' })
    const at = now()
    await tx.plan.create({
      data: { id: makeId(), productId: product.id, months, price, createdAt: at, updatedAt: at },
    })
    await recordActBy(
      by,
      { action: 'plan.add', subject: key, detail: `${months} ${months === 1 ? 'month' : 'months'}, ${usd(price)}` },
      tx,
    )
    changeCatalogue(tx)
    return ok(null)
  })

/**
 * Changes a plan's price, or takes it off sale and back. Unpaid orders keep their copied price. M4701, M4201 no such
 * plan.
 */
export const changePlan = (
  by: By,
  key: string,
  months: number,
  change: { price?: bigint | undefined; onSale?: boolean | undefined },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const product = await findProduct(tx, key)
    if (product === null) return fail('M4701', { field: 'key' })
    const { price, onSale } = change
    const changed = await tx.plan.updateMany({
      where: { productId: product.id, months },
      data: {
        updatedAt: now(),
        ...(price === undefined ? {} : { price }),
        ...(onSale === undefined ? {} : { state: onSale ? 'on-sale' : 'withdrawn' }),
      },
    })
    if (changed.count === 0) return fail('M4201', { field: 'months' })
    const said = [
      ...(price === undefined ? [] : [usd(price)]),
      ...(onSale === undefined ? [] : [onSale ? 'on sale' : 'withdrawn']),
    ].join(', ')
    await recordActBy(
      by,
      { action: 'plan.change', subject: key, detail: `${months} ${months === 1 ? 'month' : 'months'}: ${said}` },
      tx,
    )
    changeCatalogue(tx)
    return ok(null)
  })
