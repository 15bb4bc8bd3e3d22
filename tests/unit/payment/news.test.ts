/** Notices to an order's owner about its money: messages in eight languages, and mails. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder, creditWhatCame, orderTexts, refundOrder, tellOfOrder } from '~/modules/order/order.server'
import { countUnread } from '~/modules/message/message.server'
import { methodIds } from '~/modules/order/types'
import { listOutbox, provideMessageWriter } from '~/modules/outbox/outbox.server'
import { checkNow, choosePayment, listForPerson, returnDeposit } from '~/modules/payment/payment.server'
import { hourMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeMessageWriter } from '~/web/mail/writer.server'
import { orderMessageTexts } from '~/web/order/order-message.server'
import {
  ana,
  btc,
  card,
  clock,
  due,
  paymentOf,
  preparePayments,
  providers,
  send,
  tellCard,
  tellCoin,
  tv,
  undo,
} from '../../support/payments'
import { giveMango, placed, runDue, tellOwners } from '../../support/shop'
import { openOutbox } from '../../support/verification'

preparePayments()

describe('the owner of an order', () => {
  beforeEach(async () => {
    openOutbox()
    provideMessageWriter(makeMessageWriter())
    const words = orderTexts.provide(orderMessageTexts)
    const silence = tellOwners()
    undo.push(() => {
      silence()
      words()
    })
    const email = `${ana.sn}@mango.example`
    await db.user.update({ where: { id: ana.userId }, data: { email, emailKey: email, language: 'fr' } })
    // Notices left over from other tests.
    await db.job.deleteMany({ where: { name: tellOfOrder.name } })
  })
  afterEach(() => undo.pop()?.())
  const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
  /** The new English messages, the newest last, each with its mail in French. */
  const news = async (): Promise<{ title: string; text: string; mail: string }[]> => {
    await runDue()
    const rows = await db.message.findMany({ where: { userId: ana.userId }, include: { texts: true } })
    const mails = (await listOutbox({ to: `${ana.sn}@mango.example` })).map(({ mail }) => mail?.subject ?? '')
    expect(mails).toHaveLength(rows.length)
    await db.message.deleteMany({ where: { userId: ana.userId } })
    await db.outboxMessage.deleteMany()
    return rows.map(({ texts }) => {
      expect(texts).toHaveLength(8)
      const title = (tag: string): string => plain(texts.find(({ language }) => language === tag)?.title ?? '')
      const mail = mails.find((one) => one === title('fr')) ?? ''
      return { title: title('en'), text: plain(texts.find(({ language }) => language === 'en')?.text ?? ''), mail }
    })
  }

  it('is told once of a payment: for what, which box, until when and how much', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await send(id, '7.25')
    await tellCoin(id)
    const told = (await news()).sort((a, b) => a.title.localeCompare(b.title))
    expect(told).toMatchObject([
      { title: 'Credited to your wallet: 2.0000 Mango', mail: 'Crédité sur votre portefeuille : 2,0000 Mango' },
      { title: `Order ${number} is paid`, mail: `La commande ${number} est payée` },
    ])
    expect(told[0]?.text).toContain(`More arrived for order ${number} than it cost.`)
    expect(told[1]?.text).toMatch(
      /tv-month.*, 1 month, for Living room \d+\n\nRuns until 1 Jan 2027\n\nPaid: 12\.50 USD/,
    )
    await tellCoin(id)
    expect(await news()).toEqual([])
  })
  it('is not alerted about their own payment, whatever the method, but about what came beyond it', async () => {
    await giveMango(ana.userId, '12.5')
    await placed(ana, tv, '12.5', { method: methodIds.mango })
    await runDue()
    expect([await countUnread(ana.userId), await db.message.count({ where: { userId: ana.userId } })]).toEqual([0, 1])
    await send(await paymentOf(await placed(ana, tv, '12.5', { method: btc })), '6.25')
    await runDue()
    expect(await countUnread(ana.userId)).toBe(0)
    await send(await paymentOf(await placed(ana, tv, '12.5', { method: btc })), '7.25')
    await runDue()
    expect(await countUnread(ana.userId)).toBe(1)
    expect(await news()).toHaveLength(4)
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    await checkNow(ana.userId, number)
    await runDue()
    expect(await countUnread(ana.userId)).toBe(0)
    expect(await news()).toHaveLength(1)
    // Nor does the rest of a cent on a card.
    const rest = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(rest), '3.12345')
    await choosePayment(ana.userId, rest, { method: card })
    const { providerId } = await db.paymentAttempt.findFirstOrThrow({
      where: { order: { number: rest }, method: card },
    })
    providers.card.pay(providerId ?? '')
    await checkNow(ana.userId, rest)
    await runDue()
    expect(await countUnread(ana.userId)).toBe(0)
    expect((await news()).map(({ title }) => title).sort()).toEqual([
      expect.stringMatching(/^Credited to your wallet: 0\.00\d\d Mango$/),
      `Order ${rest} is paid`,
    ])
  })
  it('is told why money was credited: late, still short at the end, cancelled', async () => {
    const late = await placed(ana, tv, '12.5', { method: btc })
    const lateId = await paymentOf(late)
    await cancelOrder(ana.userId, late)
    await send(lateId, '6.25')
    expect(await news()).toMatchObject([{ text: expect.stringContaining('when the order could no longer take it') }])
    const short = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(short), '2')
    clock.advance(25 * hourMs)
    await due()
    expect(await news()).toMatchObject([
      { title: 'Credited to your wallet: 4.0000 Mango', text: expect.stringContaining('did not arrive in time') },
    ])
    const stopped = await placed(ana, tv, '12.5', { method: btc })
    await send(await paymentOf(stopped), '2')
    await creditWhatCame(ana.userId, stopped)
    expect(await news()).toMatchObject([{ text: expect.stringContaining('was cancelled after a part') }])
  })
  it('is told what a provider gave back of money that had become Mango, and what was taken for it', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    const id = await paymentOf(number)
    await cancelOrder(ana.userId, number)
    await send(id, '6.25')
    await news()
    providers.coin.say(id, 'refunded')
    await tellCoin(id)
    const [told, ...others] = await news()
    expect(others).toEqual([])
    expect(told?.title).toBe(`Your payment for order ${number} was sent back`)
    expect(told?.text).toContain('was sent back the way you paid')
    expect(told?.text).toContain('was taken from your wallet for it.')
    expect(told?.mail).toBe(`Votre paiement de la commande ${number} a été renvoyé`)
  })
  it('is told where each refund went, and of a payment that the bank took back', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    providers.card.pay(await paymentOf(number))
    await checkNow(ana.userId, number)
    await news()
    const by = { userId: 'operator', why: 'half' }
    await refundOrder(by, { number, amount: 60_000n, to: 'provider' })
    expect(await news()).toMatchObject([
      { title: `Refund for order ${number}`, text: expect.stringMatching(/^6\.00 USD was sent back the way you paid/) },
    ])
    await refundOrder(by, { number, amount: 65_000n, to: 'wallet' })
    const [last] = await news()
    expect(last?.text).toMatch(/^6\.5000 Mango was credited to your wallet\.\n\nThe whole price has been refunded/)
    const other = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(other)
    providers.card.pay(id)
    await checkNow(ana.userId, other)
    await news()
    providers.card.dispute(id, 'open', ['-12.5'])
    for (const type of ['charge.dispute.funds_withdrawn', 'charge.dispute.updated'])
      await tellCard(providers.card.disputeEvent(`dp_${id}`, type))
    expect(await news()).toMatchObject([
      { title: `The payment of order ${other} was reversed`, text: expect.stringContaining('services on Living room') },
    ])
  })
  it('is told what is frozen for a bank, what it paid, what is owed, and that later money paid it', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    await giveMango(ana.userId, '4')
    await news()
    // Nothing is left of the period.
    clock.advance(700 * 24 * hourMs)
    providers.card.dispute(id, 'open', ['-12.5'])
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.funds_withdrawn'))
    const [taken] = await news()
    expect(taken?.text).toMatch(
      /4\.0000 Mango is frozen in your wallet until your bank has decided, until [^.]+ at the latest\.\n\nYou still owe 8\.50 USD\. Your next recharge pays it first\./,
    )
    providers.card.dispute(id, 'lost', ['-12.5'])
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.closed'))
    expect(await news()).toMatchObject([
      {
        title: `Taken for a reversed payment: order ${number}`,
        text: expect.stringMatching(/4\.0000 Mango that was frozen[^\n]+\n\nYou still owe 8\.50 USD\./),
        mail: `Prélevé pour un paiement annulé : commande ${number}`,
      },
    ])
    const late = await placed(ana, tv, '12.5', { method: btc })
    const coin = await paymentOf(late)
    await cancelOrder(ana.userId, late)
    await send(coin, '6.25')
    const [credited] = await news()
    expect(credited?.text).toContain('8.5000 Mango of it paid what you owed')
    expect(credited?.text).toContain('4.0000 Mango is now in your wallet.')
  })
  it('is told that a bank has dropped its claim, and that nothing is frozen', async () => {
    const number = await placed(ana, tv, '12.5', { method: card })
    const id = await paymentOf(number)
    providers.card.pay(id)
    await checkNow(ana.userId, number)
    await giveMango(ana.userId, '20')
    clock.advance(700 * 24 * hourMs)
    providers.card.dispute(id, 'open', ['-12.5'])
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.funds_withdrawn'))
    await news()
    providers.card.dispute(id, 'won', ['-12.5', '12.5'])
    await tellCard(providers.card.disputeEvent(`dp_${id}`, 'charge.dispute.funds_reinstated'))
    const [over] = await news()
    expect(over?.title).toBe(`Your bank’s claim for order ${number} is over`)
    expect(over?.text).toContain('12.50 USD back, so you owe nothing for it.')
    expect(over?.text).toContain('12.5000 Mango in your wallet is no longer frozen.')
  })
  it('is told what was sent back by hand, to which address and in which transaction', async () => {
    const number = await placed(ana, tv, '12.5', { method: btc })
    await tellCoin(providers.coin.further(await paymentOf(number), '4', 'ltc'))
    const [deposit] = (await listForPerson()).filter(
      ({ kind, orderNumber }) => kind === 'deposit' && orderNumber === number,
    )
    const address = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'
    await returnDeposit(
      { userId: 'operator', why: null },
      {
        depositId: deposit?.id ?? '',
        address,
        hash: 'abc',
        isOther: true,
      },
    )
    const told = await news()
    expect(told.map(({ title }) => title).sort()).toEqual([
      `Your payment for order ${number} is being checked`,
      `Your payment for order ${number} was sent back`,
    ])
    expect(told.map(({ text }) => text).join('\n')).toContain(
      `4 LTC was sent to the address ${address}.\n\nTransaction: abc`,
    )
  })
})
