/** The receipt by /api: a PDF for its owner only, and none if nothing was paid. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderEndpoints } from '~/api/order'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { connectPayment } from '~/modules/payment/payment.server'
import { closeDatabase } from '~/platform/db.server'
import { giveMango, makeCustomer, placed, sell, startClock } from '../../support/shop'

const undo: (() => void)[] = []
beforeAll(() => {
  undo.push(startClock().stop, connectPayment())
  connectEntitlement()
})
afterAll(async () => {
  for (const one of undo) one()
  await closeDatabase()
})

const ask = async (userId: string, number: string, language = 'en') => {
  const line = orderEndpoints.find(({ path }) => path === '/order/customer/orders/{number}/receipt')
  if (line === undefined) throw new Error('no such line')
  const caller = { kind: 'user', userId, userName: 'Ana' }
  return line.handler({ input: { number }, caller, language, origin: 'http://localhost:3000' } as never)
}

it('answers a paid order’s receipt as a PDF in the reader’s language, only to its owner', async () => {
  const plan = await sell('receipt-tv', ['tv'], { price: '12.5' })
  const ana = await makeCustomer()
  await giveMango(ana.userId, '12.5')
  const paid = await placed(ana, plan, '12.5', { method: 100 })
  for (const language of ['en', 'fa', 'ua']) {
    const file = await ask(ana.userId, paid, language)
    expect(file).toMatchObject({ kind: 'made', type: 'application/pdf', fileName: `receipt-${paid}.pdf` })
    const made = 'kind' in file && file.kind === 'made' ? await file.make() : null
    expect(made?.ok === true && Buffer.from(made.value.slice(0, 5)).toString()).toBe('%PDF-')
  }
  const stranger = await makeCustomer()
  expect(await ask(stranger.userId, paid)).toMatchObject({ ok: false, code: 'R1000' })
  expect(await ask(ana.userId, await placed(ana, plan, '12.5'))).toMatchObject({ ok: false, code: 'R2001' })
})
