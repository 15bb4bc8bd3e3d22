/**
 * What the database itself enforces about money, whatever program asks: triggers refuse changes to the ledger, and
 * prisma/checks find any that slip through.
 */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  hold,
  mangoPart,
  points,
  operatorCreditsPoints,
  post,
  postHold,
  reverse,
  wallet,
  type Transfer,
} from '~/modules/ledger/ledger.server'
import { noteSettled } from '~/modules/payment/settlement.server'
import { now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { transact } from '~/platform/transact.server'
import { root } from '../../support/paths'
import { depositCredited, depositPaysOrder } from '../../support/movements'

const userId = 'ana'
const posted = async (transfer: Omit<Transfer, 'actor'>): Promise<void> => {
  const done = await transact((tx) => post(tx, { actor: 'system', ...transfer }))
  if (!done.ok) throw new Error(JSON.stringify(done.problem))
}
const held = (id: string, amount: bigint) =>
  transact((tx) =>
    hold(tx, { id, account: wallet(userId), amount, endsAt: new Date(now().getTime() + 60_000), orderId: 'o' }),
  )

/** An order of 12.5 dollars, paid with 4 Mango and a card, with its period. */
const makePaidOrder = async (): Promise<void> => {
  const at = now()
  await db.boxModel.create({ data: { id: 'm', name: 'M' } })
  await db.registeredBox.create({ data: { sn: '100000000001', modelId: 'm' } })
  const prices = { originalPrice: 125_000n, payPrice: 125_000n }
  await db.order.create({
    data: {
      id: 'o',
      number: '20261122-AAAA1111',
      userId,
      sn: '100000000001',
      boxName: 'Box',
      status: 1,
      ...prices,
      actuallyPaid: 125_000n,
      createdAt: at,
      updatedAt: at,
      payUntil: at,
      paidAt: at,
      serviceEndsAt: new Date(Date.UTC(2026, 11, 22)),
      lines: {
        create: { id: 'l', productId: 'p', planId: 'pl', productNames: '{}', services: 'tv,vip', months: 1, ...prices },
      },
      parts: {
        create: [
          {
            id: 'own',
            method: 100,
            currency: 'MANGO',
            amount: 40_000n,
            units: 40_000n,
            state: 'paid',
            holdId: 'part-hold',
            transferId: 'part-own',
          },
          { id: 'card', method: 4, currency: 'USD', amount: 85_000n, units: 85_000n, state: 'paid' },
        ],
      },
      attempts: {
        create: {
          id: 'a',
          target: 'order',
          userId,
          method: 4,
          provider: 'stripe',
          state: 'paid',
          amount: 85_000n,
          pollUntil: at,
          createdAt: at,
          updatedAt: at,
          deposits: {
            create: {
              id: 'd',
              provider: 'stripe',
              providerPaymentId: 'pi_1',
              amount: '8.5',
              usd: 85_000n,
              state: 'confirmed',
              result: 'order',
              transferId: 'card-pays',
              at,
              settledAt: at,
            },
          },
        },
      },
      refunds: {
        create: { id: 'r', amount: 10_000n, to: 'wallet', state: 'done', actor: 'op', why: '', createdAt: at },
      },
    },
  })
  for (const [id, months, service] of [
    ['first', 0, 'tv'],
    ['second', 1, 'tv'],
    ['third', 0, 'vip'],
  ] as const) {
    const startsAt = new Date(Date.UTC(2026, 10 + months, 22))
    const bought = id === 'first' ? { source: 'order', orderLineId: 'l' } : { source: 'operator' }
    await db.servicePeriod.create({
      data: {
        id,
        sn: '100000000001',
        service,
        startsAt,
        endsAt: new Date(Date.UTC(2026, 11 + months, 22)),
        anchorDay: 22,
        ...bought,
      },
    })
  }
}

let file: string
let database: Database.Database
beforeAll(async () => {
  await db.user.create({
    data: { id: userId, userName: userId, userNameKey: userId, passwordHash: '', language: 'en' },
  })
  await posted({
    id: 'recharge',
    ...depositCredited({ provider: 'nowpayments', userId, mango: 100_000n, usd: 100_000n }),
  })
  await posted({ id: 'gift', ...operatorCreditsPoints({ userId, points: 400n }) })
  await transact((tx) => reverse(tx, 'gift', { id: 'gift-back', actor: 'op' }))
  await posted({ id: 'gift-2', ...operatorCreditsPoints({ userId, points: 100n }) })
  await held('part-hold', 40_000n)
  await held('open-hold', 5_000n)
  await transact((tx) =>
    postHold(tx, 'part-hold', {
      id: 'part-own',
      actor: 'system',
      orderId: 'o',
      ...mangoPart({ userId, mango: 40_000n, usd: 40_000n }),
    }),
  )
  await posted({
    id: 'card-pays',
    orderId: 'o',
    attemptId: 'a',
    ...depositPaysOrder({ provider: 'stripe', usd: 85_000n }),
  })
  await makePaidOrder()
  const settled = { ...{ amount: '8.5', fee: '0.55', net: '7.95', currency: 'usd', at: now() }, isPaidOut: false }
  await transact(async (tx) => {
    const line = { ...settled, id: 'txn_1', kind: 'payment', word: 'charge', payment: 'pi_1' } as const
    await noteSettled(tx, 'stripe', line, 'a')
    return { ok: true }
  })
  await db.$queryRaw`PRAGMA wal_checkpoint(TRUNCATE)`
  // In another file, since this one must stay valid to the end.
  file = path.join(env.dataDir, 'copy.db')
  copyFileSync(env.databaseFile, file)
  database = new Database(file)
  database.defaultSafeIntegers(true)
})
afterAll(() => database.close())

/** Whatever is done in it is rolled back at the end. */
const trying = <T>(work: () => T): T => {
  database.exec('BEGIN')
  try {
    return work()
  } finally {
    database.exec('ROLLBACK')
  }
}

const walletId = `wallet/MANGO/${userId}`
const transfer = (id: string, lines: number, more = ''): string =>
  `INSERT${more} INTO "LedgerTransfer" ("id", "kind", "at", "lines", "digest", "actor") VALUES ('${id}', 'x', 0, ${lines}, '', 'x');`
const move = (account: string, amount: number): string =>
  `UPDATE "LedgerAccount" SET "balance" = "balance" + (${amount}), "lastSeq" = "lastSeq" + 1 WHERE "id" = '${account}';`
const entry = (id: string, line: number, account: string, amount: number, more = ''): string =>
  `INSERT${more} INTO "LedgerEntry" ("transferId", "line", "accountId", "seq", "amount", "balanceAfter")
   SELECT '${id}', ${line}, "id", "lastSeq", ${amount}, "balance" FROM "LedgerAccount" WHERE "id" = '${account}';`
const step = (id: string, line: number, account: string, amount: number): string =>
  move(account, amount) + entry(id, line, account, amount)
const [revenue, clearing] = ['revenue/USD', 'clearing/USD/stripe']

describe('the database itself refuses', () => {
  const refused: Record<string, string> = {
    'a changed entry': `UPDATE "LedgerEntry" SET "amount" = "amount" + 1 WHERE "transferId" = 'recharge'`,
    'a removed entry': `DELETE FROM "LedgerEntry" WHERE "transferId" = 'recharge'`,
    'a changed transfer': `UPDATE "LedgerTransfer" SET "note" = 'nicer'`,
    'a removed transfer': `DELETE FROM "LedgerTransfer" WHERE "id" = 'gift-2'`,
    'a replaced transfer': transfer('gift-2', 2, ' OR REPLACE'),
    'a replaced entry': `INSERT OR REPLACE INTO "LedgerEntry" SELECT "transferId", "line", "accountId", "seq", "amount" * 2, "balanceAfter", "at", "type" FROM "LedgerEntry" WHERE "transferId" = 'card-pays' AND "line" = 1`,
    'a replaced account': `INSERT OR REPLACE INTO "LedgerAccount" ("id", "kind", "ownerKey", "currency") VALUES ('${walletId}', 'wallet', '${userId}', 'MANGO')`,
    'a replaced hold': `INSERT OR REPLACE INTO "LedgerHold" ("id", "accountId", "amount", "endsAt") VALUES ('open-hold', '${walletId}', 1, 0)`,
    'an account that begins with money': `INSERT INTO "LedgerAccount" ("id", "kind", "ownerKey", "currency", "balance") VALUES ('x', 'wallet', 'x', 'MANGO', 5)`,
    'a removed account': `DELETE FROM "LedgerAccount" WHERE "id" = '${walletId}'`,
    'an account that becomes somebody else’s': `UPDATE "LedgerAccount" SET "ownerKey" = 'bob' WHERE "id" = '${walletId}'`,
    'a balance without an entry': `UPDATE "LedgerAccount" SET "balance" = "balance" + 1 WHERE "id" = '${walletId}'`,
    'a second movement before the entry of the first': move(revenue, 1) + move(revenue, 1),
    'an entry whose balance never was': transfer('x', 2) + entry('x', 1, revenue, 1),
    'an entry of another amount than its movement': transfer('x', 2) + move(revenue, 5) + entry('x', 1, revenue, 4),
    'an unbalanced transfer': transfer('x', 2) + step('x', 1, revenue, 5) + step('x', 2, clearing, -4),
    'a transfer whose last line comes before another':
      transfer('x', 3) + step('x', 1, revenue, 5) + step('x', 3, clearing, -5),
    'a late line': step('card-pays', 3, revenue, 5),
    'a balance below its floor': transfer('x', 2) + step('x', 1, walletId, -100_000),
    'what is held spent elsewhere': transfer('x', 2) + step('x', 1, walletId, -55_001),
    'a hold that is larger than what there is': `UPDATE "LedgerAccount" SET "held" = "held" + 55001 WHERE "id" = '${walletId}'`,
    'an ended hold that opens again': `UPDATE "LedgerHold" SET "state" = 'open', "transferId" = NULL WHERE "id" = 'part-hold'`,
    'a hold that changes its amount': `UPDATE "LedgerHold" SET "amount" = 1 WHERE "id" = 'open-hold'`,
    'a removed hold': `DELETE FROM "LedgerHold" WHERE "id" = 'open-hold'`,
    'a transfer that is taken back twice': `INSERT INTO "LedgerTransfer" ("id", "kind", "at", "lines", "digest", "actor", "reversesId") VALUES ('x', 'x', 0, 2, '', 'x', 'gift')`,
    'periods that overlap': `UPDATE "ServicePeriod" SET "startsAt" = (SELECT "startsAt" FROM "ServicePeriod" WHERE "id" = 'first') WHERE "id" = 'second'`,
  }
  it.each(Object.entries(refused))('%s', (_, sql) => {
    expect(() => trying(() => database.exec(sql))).toThrow(/ledger|hold|lines of a transfer|periods|CHECK constraint/)
  })

  it('nothing of a valid transfer, so these refusals mean something', () => {
    trying(() => database.exec(transfer('x', 2) + step('x', 1, revenue, 5) + step('x', 2, clearing, -5)))
  })
})

const folder = path.join(root, 'prisma/checks')
const ask = (name: string): unknown[] => database.prepare(readFileSync(path.join(folder, `${name}.sql`), 'utf8')).all()
const kinds = /^(ledger|order|period|deposit|settlement)-/
const money = readdirSync(folder)
  .map((name) => name.replace(/\.sql$/, ''))
  .filter((name) => kinds.test(name))

/** For each invariant, ways to break it for somebody with the database file. */
/** A bank's claim on the card's payment. */
const dispute = (amount: number): string =>
  `INSERT INTO "Dispute" ("id", "provider", "providerDisputeId", "attemptId", "orderId", "amount", "state",
     "withdrawnTransferId", "createdAt", "updatedAt")
   VALUES ('x', 'stripe', 'dp', 'a', 'o', ${amount}, 'open', 'card-pays', 0, 0)`
const broken: Record<string, string[]> = {
  'ledger-transfer-balanced': [
    `UPDATE "LedgerEntry" SET "amount" = "amount" + 1 WHERE "transferId" = 'recharge' AND "line" = 1`,
  ],
  'ledger-transfer-lines': [
    `DELETE FROM "LedgerEntry" WHERE "transferId" = 'gift-2' AND "line" = 2`,
    `UPDATE "LedgerEntry" SET "line" = 7 WHERE "transferId" = 'gift-2' AND "line" = 2`,
    `DELETE FROM "LedgerEntry" WHERE "transferId" = 'gift-2'`,
  ],
  'ledger-balance': [
    `UPDATE "LedgerAccount" SET "balance" = "balance" + 1 WHERE "id" = '${walletId}'`,
    `UPDATE "LedgerAccount" SET "lastSeq" = "lastSeq" + 1 WHERE "id" = '${walletId}'`,
    `DELETE FROM "LedgerEntry" WHERE "accountId" = '${walletId}'`,
  ],
  'ledger-entry-chain': [
    `UPDATE "LedgerEntry" SET "balanceAfter" = "balanceAfter" + 1 WHERE "accountId" = '${walletId}' AND "seq" = 1`,
    `UPDATE "LedgerEntry" SET "seq" = "seq" + 5 WHERE "accountId" = '${walletId}' AND "seq" = 2`,
    `DELETE FROM "LedgerEntry" WHERE "accountId" = '${walletId}' AND "seq" = 1`,
  ],
  'ledger-held': [
    `UPDATE "LedgerAccount" SET "held" = 0 WHERE "id" = '${walletId}'`,
    `UPDATE "LedgerHold" SET "state" = 'voided' WHERE "id" = 'open-hold'`,
  ],
  'ledger-floor': [
    `UPDATE "LedgerAccount" SET "balance" = "balance" - 55001 WHERE "id" = '${walletId}'`,
    `UPDATE "LedgerAccount" SET "floor" = NULL WHERE "id" = '${walletId}'`,
    `UPDATE "LedgerAccount" SET "floor" = 1 WHERE "id" = '${clearing}'`,
  ],
  'ledger-account-owner': [
    `UPDATE "LedgerAccount" SET "userId" = NULL WHERE "id" = '${walletId}'`,
    `UPDATE "LedgerAccount" SET "ownerKey" = 'other' WHERE "id" = '${clearing}'`,
  ],
  'ledger-reversal': [
    `UPDATE "LedgerEntry" SET "amount" = "amount" * 2 WHERE "transferId" = 'gift-back'`,
    `UPDATE "LedgerTransfer" SET "reversesId" = 'recharge' WHERE "id" = 'gift-back'`,
  ],
  'ledger-hold-posted': [
    `UPDATE "LedgerHold" SET "amount" = 39999 WHERE "id" = 'part-hold'`,
    `UPDATE "LedgerHold" SET "transferId" = 'recharge' WHERE "id" = 'part-hold'`,
  ],
  'order-paid': [
    `UPDATE "Deposit" SET "usd" = 84374`,
    `UPDATE "Deposit" SET "result" = 'credit'`,
    `UPDATE "PaymentPart" SET "state" = 'released' WHERE "id" = 'own'`,
    `UPDATE "Order" SET "formerStatus" = 1, "status" = 3; UPDATE "Deposit" SET "result" = NULL`,
  ],
  'order-revenue': [
    `UPDATE "LedgerTransfer" SET "orderId" = NULL WHERE "id" = 'card-pays'`,
    `UPDATE "LedgerEntry" SET "amount" = 84374 WHERE "transferId" = 'card-pays' AND "amount" > 0`,
  ],
  'order-part': [
    `UPDATE "PaymentPart" SET "transferId" = NULL WHERE "id" = 'own'`,
    `UPDATE "PaymentPart" SET "units" = 39999 WHERE "id" = 'own'`,
    `UPDATE "PaymentPart" SET "state" = 'released' WHERE "id" = 'own'`,
    `UPDATE "PaymentPart" SET "state" = 'held', "holdId" = 'no' WHERE "id" = 'own'`,
  ],
  'order-refund': [
    `UPDATE "OrderRefund" SET "amount" = 125001`,
    // The bank had taken 85000 before this refund, or takes more than it ever paid.
    `UPDATE "OrderRefund" SET "amount" = 40001, "createdAt" = '9999-01-01T00:00:00.000+00:00'; ${dispute(85_000)}`,
    dispute(85_001),
  ],
  'order-service-end': [
    `UPDATE "Order" SET "serviceEndsAt" = NULL`,
    `UPDATE "ServicePeriod" SET "endsAt" = "endsAt" || 'x' WHERE "id" = 'first'`,
    `UPDATE "ServicePeriod" SET "voidedAt" = "startsAt" WHERE "id" = 'first'`,
  ],
  'period-order': [
    `UPDATE "Order" SET "status" = 2`,
    `UPDATE "Order" SET "paidAt" = NULL`,
    `UPDATE "ServicePeriod" SET "service" = 'cloud' WHERE "id" = 'first'`,
    `UPDATE "ServicePeriod" SET "source" = 'order' WHERE "id" = 'second'`,
  ],
  'period-overlap': [
    `UPDATE "ServicePeriod" SET "endsAt" = (SELECT "endsAt" FROM "ServicePeriod" WHERE "id" = 'second') WHERE "id" = 'first'`,
    `UPDATE "ServicePeriod" SET "service" = 'tv' WHERE "id" = 'third'`,
  ],
  'deposit-result': [
    `UPDATE "Deposit" SET "result" = NULL, "settledAt" = NULL`,
    `UPDATE "Deposit" SET "result" = NULL`,
    `UPDATE "Deposit" SET "transferId" = NULL`,
    `UPDATE "Deposit" SET "result" = 'kept'`,
    `UPDATE "Deposit" SET "state" = 'replaced'`,
    `UPDATE "Deposit" SET "settledAt" = NULL`,
    `UPDATE "Order" SET "status" = 2; UPDATE "Deposit" SET "result" = NULL, "settledAt" = NULL`,
  ],
  'deposit-suspense': [
    `UPDATE "Deposit" SET "result" = 'person', "settledAt" = NULL`,
    `UPDATE "Deposit" SET "result" = NULL, "settledAt" = NULL`,
  ],
  'settlement-booked': [
    `UPDATE "SettlementLine" SET "bookedFee" = "bookedFee" + 1`,
    `UPDATE "SettlementLine" SET "bookedPayout" = 1`,
    `DELETE FROM "SettlementLine"`,
    `UPDATE "LedgerTransfer" SET "kind" = 'chargeback-withdrawn' WHERE "kind" = 'provider-fee'`,
  ],
}

describe('an invariant of money', () => {
  it('holds for a ledger, an order and its periods that the program made', () => {
    expect(money.filter((name) => ask(name).length > 0)).toEqual([])
    expect(Object.keys(broken).sort()).toEqual([...money].sort())
  })

  it.each(Object.entries(broken))('finds its violation: %s', (name, ways) => {
    const triggers = database
      .prepare(`SELECT "name" FROM sqlite_master WHERE "type" = 'trigger'`)
      .pluck()
      .all() as string[]
    database.pragma('foreign_keys = OFF')
    database.pragma('ignore_check_constraints = ON')
    for (const sql of ways)
      trying(() => {
        for (const trigger of triggers) database.exec(`DROP TRIGGER "${trigger}"`)
        database.exec(sql)
        expect(ask(name), sql).not.toEqual([])
      })
    database.pragma('ignore_check_constraints = OFF')
    database.pragma('foreign_keys = ON')
  })
})

it('gives an account of points the sum of its entries', async () => {
  const found = await db.ledgerAccount.findUniqueOrThrow({ where: { id: `points/POINTS/${points(userId).owner}` } })
  expect([found.balance, found.lastSeq]).toEqual([100n, 3])
})
