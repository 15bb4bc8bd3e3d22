/** Writes the notices about an order's money: the message in every language, and the mail in its reader's. */
import type { TFunction } from 'i18next'
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { OrderEvent, OrderMessage } from '~/modules/outbox/outbox.server'
import { isolate } from '~/ui/channel-list/joined'
import { isZero, minus, type Amounts } from '~/ui/order/amounts'
import { methodNameOf } from '~/ui/order/method-name'
import { productsOf } from '~/ui/order/products'
import { inEveryLanguage, toolsFor, type MessageText } from '~/web/mail/message-text.server'

type Written = (text: string) => string
type BankEvent = Extract<OrderEvent, { kind: 'charged-back' | 'debt-paid' | 'claim-over' }>
/** What a bank has taken or given back, what is frozen for it, and what is owed. */
export const writeBankNotice = (
  fact: BankEvent,
  {
    t,
    usd,
    mango,
    date,
    number,
    box,
  }: Record<'usd' | 'mango' | 'date', Written> & { t: TFunction; number: string; box: string },
): MessageText => {
  const owed = (amount: string): string[] =>
    isZero(amount) ? [] : [t('mail:order.debt.owed', { amount: usd(amount) })]
  switch (fact.kind) {
    case 'charged-back': {
      const { unused = '0', frozen = '0', until = null, owed: left = '0' } = fact.debt ?? {}
      return {
        title: t('mail:order.chargedBack.title', { number }),
        lines: [
          t('mail:order.chargedBack.text', { amount: usd(fact.amount) }),
          ...(fact.isOver ? [t('mail:order.chargedBack.over', { box })] : []),
          ...(isZero(unused) ? [] : [t('mail:order.debt.unused', { amount: usd(unused) })]),
          ...(until === null ? [] : [t('mail:order.debt.frozen', { amount: mango(frozen), date: date(until) })]),
          ...owed(left),
          t('mail:order.chargedBack.help'),
        ],
      }
    }
    case 'debt-paid':
      return {
        title: t('mail:order.debtPaid.title', { number }),
        lines: [
          t('mail:order.debtPaid.text', { amount: mango(fact.amount) }),
          ...(isZero(fact.owed) ? [t('mail:order.debt.none')] : owed(fact.owed)),
        ],
      }
    case 'claim-over':
      return {
        title: t('mail:order.claimOver.title', { number }),
        lines: [
          ...(isZero(fact.amount) ? [] : [t('mail:order.claimOver.back', { amount: usd(fact.amount) })]),
          ...(isZero(fact.freed) ? [] : [t('mail:order.claimOver.freed', { amount: mango(fact.freed) })]),
          ...(fact.debt === undefined ? [] : [t('mail:order.debt.settled', { amount: mango(fact.debt.paid) })]),
          ...owed(fact.debt?.owed ?? '0'),
        ],
      }
  }
}

type ReturnEvent = Extract<OrderEvent, { kind: 'looked-at' | 'address-wanted' | 'address-given' | 'returned' }>
/** Deposits of an order or a recharge that an operator looks at, asks an address for or returns. */
export const writeReturnNotice = (
  fact: ReturnEvent,
  { t, amounts, number, about }: { t: TFunction; amounts: Amounts; number: string; about: 'order' | 'recharge' },
): MessageText => {
  const amount = isolate(amounts.coin(fact.amount, fact.coin))
  const tagLine = ({ tag = null }: { tag?: string | null }): string[] =>
    tag === null ? [] : [`${t('common:label', { label: t('order:record.tag') })} ${isolate(tag)}`]
  if (fact.kind === 'returned') {
    const { sent } = fact
    const how =
      sent === null
        ? [t('mail:order.refunded.provider', { amount })]
        : [
            t('mail:order.returned.text', { amount, address: isolate(sent.address) }),
            ...tagLine(sent),
            ...(sent.instead == null ? [] : [t('mail:order.returned.instead', { address: isolate(sent.instead) })]),
            t('mail:order.returned.hash', { hash: isolate(sent.hash) }),
          ]
    return { title: t(`mail:${about}.returned.title`, { number }), lines: how }
  }
  const key = ({ 'looked-at': 'looked', 'address-wanted': 'wanted', 'address-given': 'given' } as const)[fact.kind]
  const place =
    fact.kind === 'address-given'
      ? [t('mail:order.given.to', { address: isolate(fact.address) }), ...tagLine(fact)]
      : []
  return {
    title: t(`mail:${about}.${key}.title`, { number, amount }),
    lines: [t(`mail:${about}.${key}.text`, { number, amount }), ...place],
  }
}

/** Values are isolated, so that codes and names keep their order in right-to-left text. */
export const writeOrderMessage = (message: OrderMessage, language: Language): MessageText => {
  const { t, ofOrder, format, amounts, usd, mango, date } = toolsFor(language)
  const { fact, charged = [] } = message
  const number = isolate(message.number)
  const box = isolate(message.box)
  const where =
    message.link === null
      ? t('mail:order.where', { page: t('common:nav.orders') })
      : t('mail:order.link', { link: isolate(message.link) })
  switch (fact.kind) {
    case 'paid': {
      const products = productsOf(ofOrder, format).words(
        message.products.map(({ names, months }) => ({ name: names[language] ?? names.en ?? '', months })),
      )
      return {
        title: t('mail:order.paid.title', { number }),
        lines: [
          t('order:for', { products, box }),
          ...(fact.until === null ? [] : [t('mail:order.paid.until', { date: date(fact.until) })]),
          t('mail:order.paid.amount', { amount: usd(fact.amount) }),
          // A single payment method needs no breakdown.
          ...(charged.length > 1
            ? charged.map((one) => `${t('common:label', { label: methodNameOf(ofOrder, one) })} ${usd(one.amount)}`)
            : []),
          ...(fact.renews === true ? [t('mail:order.paid.renewed')] : []),
          ...(fact.cashback === undefined ? [] : [t('mail:order.paid.cashback', { amount: mango(fact.cashback) })]),
          where,
        ],
      }
    }
    case 'credited': {
      const { amount, why, debt } = fact
      const rest = minus(amount, debt?.paid ?? '0')
      return {
        title: t('mail:order.credited.title', { amount: mango(amount) }),
        lines: [
          t(`mail:order.credited.why.${why}`, { number }),
          ...(debt === undefined ? [] : [t('mail:order.debt.settled', { amount: mango(debt.paid) })]),
          ...(isZero(rest) ? [] : [t('mail:order.credited.text', { amount: mango(rest) })]),
          ...(debt === undefined || isZero(debt.owed) ? [] : [t('mail:order.debt.owed', { amount: usd(debt.owed) })]),
          where,
        ],
      }
    }
    case 'refunded': {
      const amount = fact.to === 'wallet' ? mango(fact.amount) : usd(fact.amount)
      return {
        title: t('mail:order.refunded.title', { number }),
        lines: [
          // Nothing if only points had paid it.
          ...(isZero(fact.amount) ? [] : [t(`mail:order.refunded.${fact.to}`, { amount })]),
          ...(fact.points === '0' ? [] : [t('mail:order.refunded.points', { points: amounts.points(fact.points) })]),
          ...(fact.cashback === undefined ? [] : [t('mail:order.refunded.cashback', { amount: mango(fact.cashback) })]),
          ...(fact.debt === undefined ? [] : [t('mail:order.debt.settled', { amount: mango(fact.debt.paid) })]),
          ...(isZero(fact.debt?.owed ?? '0')
            ? []
            : [t('mail:order.debt.owed', { amount: usd(fact.debt?.owed ?? '0') })]),
          ...(fact.isOver ? [t('mail:order.refunded.over', { box })] : []),
          where,
        ],
      }
    }
    case 'given-back':
      return {
        title: t('mail:order.returned.title', { number }),
        lines: [
          t('mail:order.refunded.provider', { amount: usd(fact.amount) }),
          ...(isZero(fact.paid) ? [] : [t('mail:recharge.givenBack.paid', { amount: mango(fact.paid) })]),
          ...(isZero(fact.owed) ? [] : [t('mail:order.debt.owed', { amount: usd(fact.owed) })]),
          where,
        ],
      }
    case 'looked-at':
    case 'address-wanted':
    case 'address-given':
    case 'returned': {
      const { title, lines } = writeReturnNotice(fact, { t, amounts, number, about: 'order' })
      return { title, lines: [...lines, where] }
    }
    case 'charged-back':
    case 'debt-paid':
    case 'claim-over': {
      const { title, lines } = writeBankNotice(fact, { t, usd, mango, date, number, box })
      return { title, lines: [...lines, where] }
    }
  }
}

export const orderMessageTexts = (message: OrderMessage): MessageTexts =>
  inEveryLanguage((language) => writeOrderMessage(message, language))
