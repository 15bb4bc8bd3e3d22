/** Transfers with a fee: shown before, paid on top, and never different from what was shown. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { balanceOf, house } from '~/modules/ledger/ledger.server'
import { findTransfer, previewTransfer, sendableOf, transferFee } from '~/modules/wallet/wallet.server'
import { closeDatabase } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { connectModules } from '~/server/wiring'
import { expectBooks, mangoOf } from '../../support/shop'
import { makeHolder, sendMango, visit, type Holder } from '../../support/wallet'

vi.hoisted(() => {
  process.env['TRANSFER_FEE'] = '0.5'
})

let ana: Holder
let ben: Holder
beforeAll(async () => {
  connectModules()
  ana = await makeHolder({ mango: '100' })
  ben = await makeHolder()
})
afterAll(async () => {
  await expectBooks()
  await closeDatabase()
})

it('charges a fee on top, books it as revenue, and refuses one that differs from what was shown', async () => {
  const look = { recipient: ben.userName, amount: '10', note: '' }
  const before = (await balanceOf(house('revenue'))).balance
  expect(await previewTransfer(ana.userId, look, visit)).toMatchObject({ value: { fee: 5000n, total: 105_000n } })
  const batch = makeId()
  expect(await sendMango(ana, ben, '10', { batch })).toMatchObject({
    code: 'MC1011',
    data: { fee: '0.5000', total: '10.5000' },
  })
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['100.0000', '0.0000'])
  const sent = await sendMango(ana, ben, '10', { batch, fee: '0.5' })
  if (!sent.ok) throw new Error(sent.code)
  expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['89.5000', '10.0000'])
  expect((await balanceOf(house('revenue'))).balance - before).toBe(5000n)
  expect(await findTransfer(ana.userId, sent.value.number)).toMatchObject({ amount: 100_000n, fee: 5000n })
  expect(await sendMango(ana, ben, '89.1', { fee: '0.5' })).toMatchObject({
    code: 'MC1002',
    data: { context: 'fee', available: '89.5000', sendable: '89.0000' },
  })
  expect(await sendMango(ana, ben, '89', { fee: '0.5' })).toMatchObject({ ok: true })
})

it('cuts a percentage fee, and never rounds it up', () => {
  const share = { units: 15_000n, isShare: true }
  expect([100n, 99_999n, 1_000_000n].map((amount) => transferFee(amount, share))).toEqual([1n, 1499n, 15_000n])
})

it('leaves a largest transfer that fits the balance with its fee', () => {
  const fixed = { units: 5000n, isShare: false }
  expect([100_000n, 5001n, 5000n, 100n, 0n].map((free) => sendableOf(free, fixed))).toEqual([95_000n, 1n, 0n, 0n, 0n])
  const share = { units: 15_000n, isShare: true }
  for (const free of [0n, 1n, 66n, 67n, 100_000n, 101_500n, 99_999_999n]) {
    const most = sendableOf(free, share)
    expect(most + transferFee(most, share)).toBeLessThanOrEqual(free)
    expect(most + 1n + transferFee(most + 1n, share)).toBeGreaterThan(free)
  }
})
