/** Mango transfers between customers: valid input, who may send what to whom, and that each is sent once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cashbackPaid,
  cashbackTakenBack,
  chargebackWithdrawn,
  depositKept,
  hold,
  keptCredited,
  mangoPart,
  post,
  refundToWallet,
  wallet,
  walletTypes,
  type Movement,
  operatorCreditsMango,
  reverse,
} from '~/modules/ledger/ledger.server'
import { findAccountOf } from '~/modules/account/account.server'
import {
  findTransfer,
  listTransactions,
  previewTransfer,
  tellOfTransfer,
  transfer,
  transferableOf,
  transfersBehind,
  walletTexts,
} from '~/modules/wallet/wallet.server'
import { countUnread } from '~/modules/message/message.server'
import { listOutbox } from '~/modules/outbox/outbox.server'
import { readNote, readTransferAmount } from '~/modules/wallet/transfer-input'
import { dayMs } from '~/platform/clock.server'
import { closeDatabase, db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { connectModules } from '~/server/wiring'
import { senderView } from '~/web/wallet/transfer-page.server'
import { walletMessageTexts } from '~/web/wallet/wallet-message.server'
import { expectBooks, giveMango, makeCustomer, mangoOf, runDue, startClock, usd } from '../../support/shop'
import { statementsOf } from '../../support/statements'
import { openOutbox, visitOf } from '../../support/verification'
import { makeHolder, paymentPassword, sendMango, visit, type Holder } from '../../support/wallet'

let clock: ReturnType<typeof startClock>
let undo: () => void
let ana: Holder
let ben: Holder
beforeAll(() => {
  connectModules()
  openOutbox()
  undo = walletTexts.provide(walletMessageTexts)
})
beforeEach(async () => {
  clock = startClock()
  ana = await makeHolder({ mango: '100' })
  ben = await makeHolder()
})
afterEach(async () => {
  await expectBooks()
  clock.stop()
})
afterAll(async () => {
  undo()
  await closeDatabase()
})

const show = (one: { ok: true } | { ok: false; code: string; field?: string }): string =>
  one.ok ? 'ok' : `${one.code}${one.field === undefined ? '' : ` ${one.field}`}`
const look = (from: { userId: string }, recipient: string, amount = '1', by = visit) =>
  previewTransfer(from.userId, { recipient, amount, note: '' }, by)

describe('the input of a transfer', () => {
  it('has an amount, which is read as people mean it', () => {
    const read = (typed: string) => {
      const done = readTransferAmount(typed)
      return done.ok ? done.value : `${done.code} ${String(done.data?.reason ?? '')}`.trim()
    }
    expect(['0.01', '10,5', '١٠', '۱۰٫۵', '1 000', '12.3456', '0.010'].map(read)).toEqual([
      100n,
      105_000n,
      100_000n,
      105_000n,
      10_000_000n,
      123_456n,
      100n,
    ])
    expect(['0', '-5', '0.00001', '0.0099', '−1', '0.00'].map(read)).toEqual(Array(6).fill('MC1007'))
    expect(['1e9', 'NaN', '', '1,234', '0.12345', '1000000000', '0x10', '5 Mango'].map(read)).toEqual([
      'A0422 not-a-number',
      'A0422 not-a-number',
      'A0422 empty',
      'A0422 ambiguous',
      'A0422 too-many-decimals',
      'A0422 too-large',
      'A0422 not-a-number',
      'A0422 not-a-number',
    ])
  })
  it('has a note of one line and at most a hundred characters, as a reader counts them', () => {
    const read = (typed: string) => {
      const done = readNote(typed)
      return done.ok ? done.value : done.code
    }
    expect(read('  For\nthe\tTV\u202e \u2066box\u2069 ')).toBe('For the TV box')
    expect(read(' \u200b\n ')).toBe(null)
    expect(read('👩‍👧'.repeat(50))).toBe('👩‍👧'.repeat(50))
    expect(read('é'.repeat(100))).toBe('é'.repeat(100))
    expect(read('é'.repeat(101))).toBe('A0422')
    expect(read('👩‍👧‍👦'.repeat(100))).toBe('A0422')
  })
})

describe('a transfer', () => {
  it('moves the Mango, has a number, and shows each party what they may know', async () => {
    const seen = await previewTransfer(
      ana.userId,
      { recipient: ` ${ben.userName.toUpperCase()} `, amount: '10,5', note: 'for the box' },
      visit,
    )
    expect(seen).toMatchObject({
      ok: true,
      value: { recipient: ben.userName.toUpperCase(), initial: 'S', amount: 105_000n, fee: 0n, total: 105_000n },
    })
    const sent = await sendMango(ana, ben, '10,5', { note: 'for the box' })
    if (!sent.ok) throw new Error(sent.code)
    const { number } = sent.value
    expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['89.5000', '10.5000'])
    const common = { number, amount: 105_000n, note: 'for the box', at: clock.now() }
    expect(await findTransfer(ana.userId, number)).toMatchObject({
      ...common,
      direction: 'sent',
      other: ben.userName,
      fee: 0n,
    })
    expect(await findTransfer(ben.userId, number)).toMatchObject({
      ...common,
      direction: 'received',
      other: ana.userName,
      fee: null,
    })
    const stranger = await makeHolder()
    expect(await findTransfer(stranger.userId, number)).toBe(null)
    const entries = await db.ledgerEntry.findMany({ where: { transfer: { number } }, orderBy: { line: 'asc' } })
    expect(entries.map(({ amount, type }) => [amount, type])).toEqual([
      [-105_000n, walletTypes.transfer],
      [105_000n, walletTypes.transfer],
    ])
    const [{ transferId = '' } = {}] = entries
    expect((await transfersBehind(ben.userId, [transferId])).get(transferId)).toMatchObject(common)
    expect((await transfersBehind(stranger.userId, [transferId])).size).toBe(0)
  })
  it('is named in each history by its direction, and so is its reversal', async () => {
    const sent = await sendMango(ana, ben, '10')
    if (!sent.ok) throw new Error(sent.code)
    const listed = async ({ userId }: Holder) => {
      const { items } = await listTransactions(
        userId,
        { type: null, direction: null, from: null, before: null },
        { size: 2 },
      )
      return items.map(({ what, takesBack, amount }) => [what, takesBack, amount])
    }
    const { transferId: id } = await db.ledgerEntry.findFirstOrThrow({
      where: { transfer: { number: sent.value.number } },
    })
    await transact((tx) => reverse(tx, id, { id: `${id}/back`, actor: 'test' }))
    expect(await listed(ana)).toEqual([
      ['sent', true, usd('10')],
      ['sent', false, -usd('10')],
    ])
    expect(await listed(ben)).toEqual([
      ['received', true, -usd('10')],
      ['received', false, usd('10')],
    ])
  })
  it('reaches its recipient by every identifier', async () => {
    await db.user.update({
      where: { id: ben.userId },
      data: { phoneArea: '+20', phone: '1001234567', phoneKey: '+201001234567' },
    })
    for (const typed of [ben.email, '+20 100 123 4567', ben.sn, ben.userName])
      expect(show(await sendMango(ana, { userName: typed }, '1'))).toBe('ok')
    expect(await mangoOf(ben.userId)).toBe('4.0000')
  })
  it('notifies both', async () => {
    await sendMango(ana, ben, '3', { note: 'thanks' })
    await runDue([tellOfTransfer])
    const told = async ({ userId }: Holder) =>
      (await db.messageText.findMany({ where: { language: 'en', message: { userId } } })).map(({ title, text }) =>
        `${title}\n${text}`.replaceAll(/[\u2066-\u2069]/g, ''),
      )
    const [toAna = ''] = await told(ana)
    const [toBen = ''] = await told(ben)
    expect(toAna).toContain('Transfer sent: 3.0000 Mango')
    expect(toAna).toContain(`to ${ben.userName}`)
    expect(toBen).toContain('Transfer received: 3.0000 Mango')
    // As its page shows it: an initial.
    expect(toBen).toContain(`${ana.userName.slice(0, 1).toUpperCase()}… sent you`)
    expect(toBen).not.toContain(ana.userName)
    expect(toBen).toContain('thanks')
    // The sender knows of it: only the recipient is alerted.
    expect([await countUnread(ana.userId), await countUnread(ben.userId)]).toEqual([0, 1])
  })
  it('writes to each in their own language, or in English', async () => {
    for (const [{ userId }, language] of [
      [ana, 'fa'],
      [ben, null],
    ] as const)
      await db.user.update({ where: { id: userId }, data: { language } })
    await sendMango(ana, ben, '1')
    await sendMango(ben, ana, '1')
    await runDue([tellOfTransfer])
    const languagesTo = async ({ email }: Holder) =>
      (await listOutbox({ to: email }))
        .filter(({ content }) => content?.template === 'wallet-news')
        .map(({ language }) => language)
    expect([await languagesTo(ana), await languagesTo(ben)]).toEqual([
      ['fa', 'fa'],
      ['en', 'en'],
    ])
  })
  it('keeps addresses in the note out of the message and the mail', async () => {
    const bad = [
      'Unlock: https://evil.example/mango',
      'see www.evil.example',
      'evil.example/mango',
      'go: EVIL.EXAMPLE/x',
      'unlock at evil.example',
      'write to help@evil.example now',
      'Evil．Example',
      'evil: 203.0.113.7',
    ]
    for (const note of bad) await sendMango(ana, ben, '1', { note })
    for (const note of ['for 1.5/2 of it', 'thanks. And you?', 'at 12.30, 1.000.000 thanks… ok'])
      await sendMango(ana, ben, '1', { note })
    await runDue([tellOfTransfer])
    const told = await db.messageText.findMany({ where: { language: 'en', message: { userId: ben.userId } } })
    const all = told.map(({ text }) => text.replaceAll(/[\u2066-\u2069]/g, '')).join('\n')
    expect(all.toLowerCase()).not.toContain('evil')
    expect(all.match(/The note contains an address/g)).toHaveLength(8)
    expect(all).toContain('for 1.5/2 of it')
    expect(all).toContain('thanks. And you?')
  })
  it('happens once per batch, at once or later; a different one in the batch is refused', async () => {
    const batch = makeId()
    const again = () => sendMango(ana, ben, '1', { batch })
    const done = await Promise.all(Array.from({ length: 8 }, again))
    const numbers = new Set(done.map((one) => (one.ok ? one.value.number : one.code)))
    expect(numbers.size).toBe(1)
    expect(done.filter((one) => one.ok && one.value.isNew)).toHaveLength(1)
    expect(await sendMango(ana, ben, '2', { batch })).toMatchObject({ code: 'A0409' })
    // The stored answer is forgotten one day; the transfer is not.
    await db.idempotencyKey.deleteMany({ where: { owner: ana.userId } })
    expect(await again()).toMatchObject({ ok: true, value: { number: [...numbers][0] } })
    expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['99.0000', '1.0000'])
  })
  it('sends nothing with a wrong payment password, and the same form sends it with the right one', async () => {
    const batch = makeId()
    expect(await sendMango(ana, ben, '1', { batch, paymentPassword: '314159' })).toMatchObject({
      code: 'MC1106',
      data: { left: 9 },
    })
    expect(await mangoOf(ben.userId)).toBe('0.0000')
    expect(await sendMango(ana, ben, '1', { batch })).toMatchObject({ ok: true })
  })
})

describe('a received transfer', () => {
  it('can be returned by its number, only to its sender and only by its recipient', async () => {
    const sent = await sendMango(ana, ben, '5')
    if (!sent.ok) throw new Error(sent.code)
    const { number } = sent.value
    const before = await db.walletTransfer.count()
    const seen = await look(ben, number.toLowerCase(), '5')
    expect(seen).toMatchObject({ ok: true, value: { recipient: number.toLowerCase(), initial: ana.userName[0] } })
    // Neither its sender nor anybody else learns anything from it.
    const carl = await makeHolder({ mango: '5' })
    for (const other of [ana, carl]) expect(show(await look(other, number))).toMatch(/^(?:MC1009|I1106) recipient$/)
    const back = await transfer(
      ben.userId,
      { recipient: number, amount: '5', note: '', fee: '0', paymentPassword, batch: makeId() },
      visit,
    )
    expect(show(back)).toBe('ok')
    expect(await db.walletTransfer.count()).toBe(before + 1)
    expect([await mangoOf(ana.userId), await mangoOf(ben.userId)]).toEqual(['100.0000', '0.0000'])
    // The wallet is closed by now. The answer says so, because these two have paid each other before.
    await db.wallet.update({ where: { userId: ana.userId }, data: { state: 'closed' } })
    await giveMango(ben.userId, '5')
    expect(show(await look(ben, number))).toBe('MC1003 recipient')
  })
})

describe('a sender', () => {
  it('needs a wallet, a payment password, enough Mango, and no debt', async () => {
    const nobody = await makeCustomer()
    expect(show(await look(nobody, ben.userName))).toBe('MC1000')
    const fresh = await makeHolder({ mango: '5', password: null })
    expect(show(await look(fresh, ben.userName))).toBe('MC1104')
    expect(await look(ana, ben.userName, '100.0001')).toMatchObject({
      code: 'MC1002',
      field: 'amount',
      data: { available: '100.0000', sendable: '100.0000' },
    })
    const endsAt = new Date(clock.now().getTime() + dayMs)
    await transact((tx) => hold(tx, { id: 'for/order', account: wallet(ana.userId), amount: usd('40'), endsAt }))
    expect(await look(ana, ben.userName, '60.01')).toMatchObject({ code: 'MC1002', data: { available: '60.0000' } })
    await transact((tx) =>
      post(tx, {
        id: 'test/chargeback',
        actor: 'test',
        ...chargebackWithdrawn({ userId: ana.userId, provider: 'stripe', usd: usd('5') }),
      }),
    )
    expect(await look(ana, ben.userName)).toMatchObject({ code: 'MC1014', data: { owed: '5.0000' } })
    expect(show(await sendMango(ana, ben, '1'))).toBe('MC1014')
  })
  it('is refused when either side’s wallet is frozen or closed midway', async () => {
    for (const state of ['frozen', 'closed']) {
      const seen = await look(ana, ben.userName)
      expect(show(seen)).toBe('ok')
      await db.wallet.update({ where: { userId: ana.userId }, data: { state } })
      expect(await sendMango(ana, ben, '1')).toMatchObject({ code: 'MC1013', data: { state } })
      await db.wallet.update({ where: { userId: ana.userId }, data: { state: 'open' } })
    }
    const seen = await look(ana, ben.userName)
    await db.wallet.update({ where: { userId: ben.userId }, data: { state: 'closed' } })
    expect(show(await sendMango(ana, ben, '1', seen.ok ? { seen: seen.value.seen } : {}))).toBe('MC1009 recipient')
    // A wallet that can't send can still receive.
    await db.wallet.update({ where: { userId: ben.userId }, data: { state: 'frozen' } })
    expect(show(await sendMango(ana, ben, '1'))).toBe('ok')
    expect(await mangoOf(ana.userId)).toBe('99.0000')
  })
  it('reads the same sum in the form and in every refusal', async () => {
    await giveMango(ana.userId, '930')
    expect(show(await sendMango(ana, ben, '990'))).toBe('ok')
    expect((await senderView(ana.userId)).sendable).toBe('10.0000')
    expect(await look(ana, ben.userName, '10.0001')).toMatchObject({ code: 'MC1010', data: { left: '10.0000' } })
    expect(await look(ana, ben.userName, '50')).toMatchObject({
      code: 'MC1002',
      data: { context: 'send', available: '40.0000', sendable: '10.0000' },
    })
  })
  it('is limited by the day’s amount and number', async () => {
    // Obstacles that waiting can't remove come first.
    expect(await look(ana, ben.userName, '5000')).toMatchObject({ code: 'MC1002', data: { available: '100.0000' } })
    await giveMango(ana.userId, '2000')
    expect(await look(ana, ben.userName, '1000.01')).toMatchObject({
      code: 'MC1010',
      data: { context: 'amount', left: '1000.0000' },
    })
    expect(show(await sendMango(ana, ben, '999'))).toBe('ok')
    expect(await sendMango(ana, ben, '2')).toMatchObject({ code: 'MC1010', data: { left: '1.0000' } })
    for (let count = 1; count < env.transfer.dayCount; count++) await sendMango(ana, ben, '0.01')
    expect(await sendMango(ana, ben, '0.01')).toMatchObject({ code: 'MC1010', data: { context: 'count', left: 0 } })
    clock.advance(dayMs)
    expect(show(await sendMango(ana, ben, '1000'))).toBe('ok')
  })
  it('has transfers counted that a wrong clock dated ahead, by no more than a day', async () => {
    await giveMango(ana.userId, '3000')
    clock.advance(dayMs)
    expect(show(await sendMango(ana, ben, '1000'))).toBe('ok')
    clock.advance(-dayMs)
    expect(await sendMango(ana, ben, '1')).toMatchObject({ code: 'MC1010' })
    clock.advance(-1)
    expect(show(await sendMango(ana, ben, '1000'))).toBe('ok')
  })
})

describe('the recipient', () => {
  const typedOfNobody = 'NobodyHere'
  it('leads to one answer when unknown, disabled, without a wallet or with a closed one', async () => {
    const [disabled, closed] = [await makeHolder(), await makeHolder()]
    const without = await makeCustomer()
    const { userName } = await db.user.findUniqueOrThrow({ where: { id: without.userId } })
    await db.user.update({ where: { id: disabled.userId }, data: { disabledAt: clock.now() } })
    await db.wallet.update({ where: { userId: closed.userId }, data: { state: 'closed' } })
    const names = [typedOfNobody, 'no.body@example.com', '+201009999999', '799999999999', userName, without.sn]
    for (const typed of [...names, disabled.userName, disabled.email, closed.userName])
      expect(await look(ana, typed)).toEqual({ ok: false, code: 'MC1009', field: 'recipient' })
  })
  it('who was paid before is reported as unavailable once the wallet is closed', async () => {
    await sendMango(ana, ben, '1')
    await db.wallet.update({ where: { userId: ben.userId }, data: { state: 'closed' } })
    expect(show(await look(ana, ben.userName))).toBe('MC1003 recipient')
    expect(show(await look(ana, ben.email))).toBe('MC1009 recipient')
  })
  it('is not oneself, and has a known form', async () => {
    for (const typed of [ana.userName, ana.email, ana.sn]) expect(show(await look(ana, typed))).toBe('MC1008 recipient')
    expect(show(await look(ana, ''))).toBe('I1309 recipient')
    expect(show(await look(ana, 'a b'))).toBe('I1106 recipient')
    expect(show(await look(ana, 'ben@'))).toBe('I1108 recipient')
    expect(show(await look(ana, '0100123'))).toBe('I1110 recipient')
  })
  it('is the one that was shown, even if the name now belongs to somebody else', async () => {
    const seen = await look(ana, ben.userName)
    if (!seen.ok) throw new Error(seen.code)
    const eve = await makeHolder()
    const [userName, userNameKey] = [ben.userName, ben.userName.toLowerCase()]
    await db.user.update({ where: { id: ben.userId }, data: { userName: 'BenAnew1', userNameKey: `benanew${ben.sn}` } })
    await db.user.update({ where: { id: eve.userId }, data: { userName, userNameKey } })
    const sent = await sendMango(ana, { userName }, '1', { seen: seen.value.seen })
    expect(sent).toMatchObject({ code: 'A0409', data: { context: 'recipient' } })
    expect(await mangoOf(eve.userId)).toBe('0.0000')
  })
  it('is looked up thirty times a day, apart from those paid before and the confirmation', async () => {
    await sendMango(ana, ben, '1')
    const by = visitOf('prober', '198.51.100.7')
    // The first transfer was one too.
    for (let count = 1; count < 30; count++)
      expect(show(await look(ana, `${typedOfNobody}${count}`, '1', by))).toBe('MC1009 recipient')
    expect(show(await look(ana, typedOfNobody, '1', by))).toBe('I1009 recipient')
    expect(show(await look(ana, ben.email, '1', by))).toBe('I1009 recipient')
    expect(show(await look(ana, ben.userName, '1', by))).toBe('ok')
    const eve = await makeHolder({ mango: '5' })
    const seen = await look(eve, ana.userName)
    for (let count = 1; count < 30; count++) await look(eve, `${typedOfNobody}${count}`, '1', by)
    expect(show(await look(eve, ben.userName, '1', by))).toBe('I1009 recipient')
    expect(show(await sendMango(eve, ana, '1', seen.ok ? { seen: seen.value.seen } : {}))).toBe('ok')
  })
  it('costs the same number of queries, whoever it is', async () => {
    const disabled = await makeHolder()
    await db.user.update({ where: { id: disabled.userId }, data: { disabledAt: clock.now() } })
    const without = await makeCustomer()
    const { userName } = await db.user.findUniqueOrThrow({ where: { id: without.userId } })
    // Each begins with fresh limits.
    const asked: string[][] = []
    for (const typed of [typedOfNobody, disabled.userName, userName]) {
      await db.rateLimit.deleteMany()
      asked.push((await statementsOf(() => look(ana, typed))).asked)
    }
    expect(asked[0]?.length).toBeGreaterThan(4)
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]).toEqual(asked[0])
  })
})

describe('Mango bought by card', () => {
  /** Buys this much by card, as a recharge. */
  const buyByCard = async (userId: string, mango: string, provider = 'stripe'): Promise<void> => {
    const id = makeId()
    const at = clock.now()
    const amount = usd(mango)
    const times = { createdAt: at, updatedAt: at }
    await db.recharge.create({
      data: {
        id,
        number: id,
        userId,
        method: -1,
        amount,
        credited: amount,
        status: 1,
        payUntil: at,
        paidAt: at,
        ...times,
        attempts: {
          create: {
            id,
            target: 'recharge',
            user: { connect: { id: userId } },
            method: -1,
            provider,
            amount,
            pollUntil: at,
            ...times,
          },
        },
      },
    })
    const common = { actor: 'system', attemptId: id }
    await transact(async (tx) => {
      await post(tx, { id: `deposit/${id}`, ...common, ...depositKept({ provider, usd: amount }) })
      const transferId = `deposit/${id}/credit`
      const done = { state: 'confirmed', result: 'credit', transferId, at, settledAt: at }
      await tx.deposit.create({
        data: { id, attemptId: id, provider, providerPaymentId: id, amount: mango, usd: amount, ...done },
      })
      return post(tx, { id: transferId, ...common, ...keptCredited({ userId, mango: amount, usd: amount }) })
    })
  }
  const spend = (userId: string, mango: string) =>
    transact((tx) =>
      post(tx, { id: `test/${makeId()}`, actor: 'test', ...mangoPart({ userId, mango: usd(mango), usd: usd(mango) }) }),
    )
  const giveBack = (userId: string, mango: string) =>
    transact((tx) =>
      post(tx, {
        id: `test/${makeId()}`,
        actor: 'test',
        ...refundToWallet({ userId, mango: usd(mango), usd: usd(mango) }),
      }),
    )
  const free = async ({ userId }: Holder) => {
    const { amount, later } = await transferableOf(userId)
    const days = (from: Date) => (from.getTime() - clock.now().getTime()) / dayMs
    return [amount, ...later.map((lot) => [lot.amount, days(lot.from)])]
  }
  it('can be transferred after fourteen days; other Mango at once', async () => {
    expect(await free(ana)).toEqual([usd('100')])
    await buyByCard(ana.userId, '50')
    await buyByCard(ana.userId, '7', 'nowpayments')
    clock.advance(4 * dayMs)
    await buyByCard(ana.userId, '20')
    expect(await free(ana)).toEqual([usd('107'), [usd('50'), 10], [usd('20'), 14]])
    expect(await look(ana, ben.userName, '107.01')).toMatchObject({
      code: 'MC1012',
      field: 'amount',
      data: { transferable: '107.0000', from: new Date(clock.now().getTime() + 10 * dayMs).toISOString() },
    })
    expect(await sendMango(ana, ben, '160')).toMatchObject({
      code: 'MC1012',
      data: { from: new Date(clock.now().getTime() + 14 * dayMs).toISOString() },
    })
    expect(show(await sendMango(ana, ben, '107'))).toBe('ok')
    expect(await free(ana)).toEqual([0n, [usd('50'), 10], [usd('20'), 14]])
    clock.advance(10 * dayMs)
    expect(await free(ana)).toEqual([usd('50'), [usd('20'), 4]])
    clock.advance(4 * dayMs)
    expect(await free(ana)).toEqual([usd('70')])
  })
  it('is spent first, the oldest first, and a hold counts as spent', async () => {
    await buyByCard(ana.userId, '50')
    await spend(ana.userId, '30')
    expect(await free(ana)).toEqual([usd('100'), [usd('20'), 14]])
    const endsAt = new Date(clock.now().getTime() + dayMs)
    await transact((tx) => hold(tx, { id: 'for/an-order', account: wallet(ana.userId), amount: usd('15'), endsAt }))
    expect(await free(ana)).toEqual([usd('100'), [usd('5'), 14]])
    await spend(ana.userId, '60')
    expect(await free(ana)).toEqual([usd('45')])
  })
  it('is not used up by what was spent before it came', async () => {
    await spend(ana.userId, '90')
    await buyByCard(ana.userId, '50')
    expect(await free(ana)).toEqual([usd('10'), [usd('50'), 14]])
  })
  it('is restored by the refund of an order that it paid, and waits as long as its newest part', async () => {
    await buyByCard(ana.userId, '50')
    clock.advance(4 * dayMs)
    await buyByCard(ana.userId, '1')
    await spend(ana.userId, '36')
    expect(await free(ana)).toEqual([usd('100'), [usd('14'), 10], [usd('1'), 14]])
    await giveBack(ana.userId, '20')
    await giveBack(ana.userId, '16')
    expect(await free(ana)).toEqual([usd('100'), [usd('14'), 10], [usd('37'), 14]])
    // No more comes back than was spent of it.
    await giveBack(ana.userId, '5')
    expect(await free(ana)).toEqual([usd('105'), [usd('14'), 10], [usd('37'), 14]])
    clock.advance(14 * dayMs)
    expect(await free(ana)).toEqual([usd('156')])
  })
  it('is restored by no more than was spent of it, though the order took other Mango too', async () => {
    await buyByCard(ana.userId, '50')
    await spend(ana.userId, '120')
    expect(await free(ana)).toEqual([usd('30')])
    await giveBack(ana.userId, '120')
    expect(await free(ana)).toEqual([usd('100'), [usd('50'), 14]])
  })
  it('is restored to what was bought before the refund, not to what was bought after it', async () => {
    await buyByCard(ana.userId, '50')
    await spend(ana.userId, '30')
    await giveBack(ana.userId, '30')
    clock.advance(4 * dayMs)
    await buyByCard(ana.userId, '20')
    expect(await free(ana)).toEqual([usd('100'), [usd('50'), 10], [usd('20'), 14]])
  })
  it('is not spent by reversed cashback', async () => {
    await spend(ana.userId, '100')
    await buyByCard(ana.userId, '36')
    const cashback = { userId: ana.userId, mango: usd('1.8'), usd: usd('1.8') }
    const book = (movement: Movement) =>
      transact((tx) => post(tx, { id: `test/${makeId()}`, actor: 'test', ...movement }))
    await book(cashbackPaid(cashback))
    await book(cashbackTakenBack(cashback))
    expect(await free(ana)).toEqual([0n, [usd('36'), 14]])
  })
  it('is not spent by a gift that the operator takes back', async () => {
    await spend(ana.userId, '100')
    await buyByCard(ana.userId, '36')
    const id = `test/${makeId()}`
    const credit = operatorCreditsMango({ userId: ana.userId, mango: usd('5'), usd: usd('5') })
    await transact((tx) => post(tx, { id, actor: 'test', ...credit }))
    await transact((tx) => reverse(tx, id, { id: `${id}/back`, actor: 'test' }))
    expect(await free(ana)).toEqual([0n, [usd('36'), 14]])
  })
  it('never goes to others early: outgoing amounts never exceed what came otherwise', async () => {
    let seed = 20_261_123
    const random = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor(seed / 65_536) % most
    }
    let otherwise = usd('100')
    let out = 0n
    for (let step = 0; step < 120; step++) {
      const what = random(4)
      const amount = String(1 + random(9))
      if (what === 0) await buyByCard(ana.userId, amount)
      else if (what === 1) await spend(ana.userId, amount)
      else if (what === 2 && random(4) === 0) {
        await giveMango(ana.userId, amount)
        otherwise += usd(amount)
      } else {
        const { amount: most } = await transferableOf(ana.userId)
        if (most < 100n || out > usd('900')) continue
        const movement = { id: `test/${makeId()}`, actor: 'test' }
        const { transferMango } = await import('~/modules/ledger/ledger.server')
        const lines = transferMango({ userId: ana.userId, toUserId: ben.userId, mango: most, fee: null })
        const transferId = movement.id
        const done = await transact(async (tx) => {
          const posted = await post(tx, { ...movement, ...lines })
          if (!posted.ok) return posted
          const { number, at } = await tx.ledgerTransfer.findUniqueOrThrow({ where: { id: transferId } })
          const who = { fromId: ana.userId, toId: ben.userId, typed: 'ben', typedKey: 'ben' }
          await tx.walletTransfer.create({
            data: { transferId, number: number ?? '', ...who, amount: most, fee: 0n, note: null, at },
          })
          return posted
        })
        expect(done.ok).toBe(true)
        out += most
      }
      expect(out, `after step ${step}`).toBeLessThanOrEqual(otherwise)
    }
    expect(out).toBeGreaterThan(usd('20'))
  })
})

it('finds an identifier’s account with the function of the sign-in', async () => {
  expect(await findAccountOf({ kind: 'user-name', key: ben.userName.toLowerCase() })).toMatchObject({ id: ben.userId })
  expect(
    await transfer(
      ana.userId,
      { recipient: ben.userName, amount: '1', note: '', fee: 'x', paymentPassword, batch: 'b' },
      visit,
    ),
  ).toMatchObject({ code: 'A0422', field: 'fee' })
})
