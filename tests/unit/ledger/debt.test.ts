/** Debts are settled first from money that comes from outside: never more than came in, is owed or can be spent. */
import { expect, it } from 'vitest'
import {
  balanceOf,
  chargebackWithdrawn,
  freezeLess,
  frozenHoldId,
  hold,
  listFrozen,
  operatorCreditsMango,
  owedOf,
  post,
  receivable,
  settleDebt,
  wallet,
  walletTypes,
  type Movement,
} from '~/modules/ledger/ledger.server'
import { hourMs, inMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { whileWriteFails } from '../../support/failing-writes'
import { depositCredited } from '../../support/movements'

let count = 0
const somebody = async (): Promise<string> => {
  const id = `debtor-${++count}`
  await db.user.create({ data: { id, userName: id, userNameKey: id, passwordHash: '', language: 'en' } })
  return id
}
const move = async (id: string, movement: Movement): Promise<string> => {
  await transact((tx) => post(tx, { id, actor: 'system', ...movement }))
  return id
}
const provider = 'stripe'
const owe = (userId: string, usd: bigint, n = 1) =>
  move(`dispute/${userId}-${n}/out`, chargebackWithdrawn({ provider, userId, usd }))
const recharge = (userId: string, mango: bigint, n = 1) =>
  move(`recharge/${userId}-${n}`, depositCredited({ provider, userId, mango, usd: mango }))
const gift = (userId: string, mango: bigint) =>
  move(`gift/${userId}`, operatorCreditsMango({ userId, mango, usd: mango }))
const settle = async (userId: string, cause: string) => {
  let said = { paid: -1n, owed: -1n }
  await transact(async (tx) => {
    said = await settleDebt(tx, userId, { cause })
    return { ok: true }
  })
  return said
}
const has = async (userId: string) => ({
  wallet: (await balanceOf(wallet(userId))).balance,
  receivable: (await balanceOf(receivable(userId))).balance,
})

it('pays all of a smaller debt, once, as a separate entry that is an expense of its type', async () => {
  const ana = await somebody()
  await owe(ana, 125_000n)
  expect(await owedOf(ana)).toBe(125_000n)
  const cause = await recharge(ana, 200_000n)
  expect(await settle(ana, cause)).toEqual({ paid: 125_000n, owed: 0n })
  expect(await settle(ana, cause)).toEqual({ paid: 125_000n, owed: 0n })
  expect(await has(ana)).toEqual({ wallet: 75_000n, receivable: 0n })
  const entries = await db.ledgerEntry.findMany({
    where: { accountId: `wallet/MANGO/${ana}` },
    orderBy: { seq: 'asc' },
    select: { amount: true, type: true },
  })
  expect(entries).toEqual([
    { amount: 200_000n, type: walletTypes.topUp },
    { amount: -125_000n, type: walletTypes.refunded },
  ])
})

it('takes only what came in: earlier gifts stay, and the rest is owed', async () => {
  const ana = await somebody()
  await owe(ana, 125_000n)
  await gift(ana, 500_000n)
  expect(await settle(ana, await recharge(ana, 40_000n))).toEqual({ paid: 40_000n, owed: 85_000n })
  expect(await has(ana)).toEqual({ wallet: 500_000n, receivable: -85_000n })
  expect(await settle(ana, await recharge(ana, 100_000n, 2))).toEqual({ paid: 85_000n, owed: 0n })
})

it('does nothing without a debt, and refuses a cause that credited nothing to this wallet', async () => {
  const ana = await somebody()
  const cause = await recharge(ana, 40_000n)
  expect(await settle(ana, cause)).toEqual({ paid: 0n, owed: 0n })
  expect(await has(ana)).toEqual({ wallet: 40_000n, receivable: 0n })
  await expect(settle(await somebody(), cause)).rejects.toThrow('nothing')
  await expect(settle(ana, 'recharge/never')).rejects.toThrow('nothing')
})

it('leaves part of the debt to the amount frozen for a dispute', async () => {
  const ana = await somebody()
  const first = await recharge(ana, 40_000n)
  await transact((tx) =>
    hold(tx, { id: frozenHoldId(ana), account: wallet(ana), amount: 40_000n, endsAt: inMs(hourMs) }),
  )
  await owe(ana, 125_000n)
  expect(await owedOf(ana)).toBe(85_000n)
  // The whole balance is frozen: nothing can be spent.
  expect(await settle(ana, first)).toEqual({ paid: 0n, owed: 85_000n })
  expect(await settle(ana, await recharge(ana, 200_000n, 2))).toEqual({ paid: 85_000n, owed: 0n })
  expect(await has(ana)).toEqual({ wallet: 155_000n, receivable: -40_000n })
  expect((await balanceOf(wallet(ana))).available).toBe(115_000n)
})

it('lowers a frozen amount for the same order until the same end, and never raises it', async () => {
  const ana = await somebody()
  await recharge(ana, 40_000n)
  const [id, endsAt] = [frozenHoldId(ana), inMs(hourMs)]
  await transact((tx) => hold(tx, { id, account: wallet(ana), amount: 40_000n, endsAt, orderId: 'the-order' }))
  const leave = async (left: bigint) => {
    for (const one of await listFrozen(ana))
      await transact(async (tx) => {
        await freezeLess(tx, one, left)
        return { ok: true }
      })
    return (await listFrozen(ana)).map(({ id: _, ...rest }) => rest)
  }
  const frozen = { endsAt, orderId: 'the-order' }
  expect(await leave(50_000n)).toEqual([{ amount: 40_000n, ...frozen }])
  expect(await leave(15_000n)).toEqual([{ amount: 15_000n, ...frozen }])
  expect(await leave(1n)).toEqual([{ amount: 1n, ...frozen }])
  expect(await balanceOf(wallet(ana))).toEqual({ balance: 40_000n, held: 1n, available: 39_999n })
  expect(await leave(0n)).toEqual([])
  expect((await balanceOf(wallet(ana))).held).toBe(0n)
})

it('pays with the credit or not at all, whichever write fails', async () => {
  const ana = await somebody()
  await owe(ana, 125_000n)
  const cause = `recharge/${ana}-1`
  const credit = () =>
    transact(async (tx) => {
      await post(tx, {
        id: cause,
        actor: 'system',
        ...depositCredited({ provider, userId: ana, mango: 200_000n, usd: 200_000n }),
      })
      await settleDebt(tx, ana, { cause })
      return { ok: true }
    })
  let writes = 0
  for (let hasFailed = true; hasFailed;) {
    ;({ hasFailed } = await whileWriteFails(++writes, credit))
    const now = await has(ana)
    expect([
      { wallet: 0n, receivable: -125_000n },
      { wallet: 75_000n, receivable: 0n },
    ]).toContainEqual(now)
  }
  expect([writes > 8, await has(ana)]).toEqual([true, { wallet: 75_000n, receivable: 0n }])
})
