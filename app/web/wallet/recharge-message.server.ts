/** Writes the notices about a recharge's money: the message in every language, and the mail in its reader's. */
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { RechargeMessage } from '~/modules/outbox/outbox.server'
import { isolate } from '~/ui/channel-list/joined'
import { isZero } from '~/ui/order/amounts'
import { inEveryLanguage, toolsFor, type MessageText } from '~/web/mail/message-text.server'
import { writeBankNotice, writeReturnNotice } from '~/web/order/order-message.server'

/** Values are isolated, so that codes and names keep their order in right-to-left text. */
export const writeRechargeMessage = (message: RechargeMessage, language: Language): MessageText => {
  const { t, amounts, usd, mango, date } = toolsFor(language)
  const { fact, order } = message
  const number = isolate(message.number)
  const where =
    message.link === null
      ? t('mail:recharge.where', { page: t('wallet:wallet.title') })
      : t('mail:recharge.link', { link: isolate(message.link) })
  const owed = (amount: string): string[] =>
    isZero(amount) ? [] : [t('mail:order.debt.owed', { amount: usd(amount) })]
  switch (fact.kind) {
    case 'recharged': {
      const { amount, asked, debt, isLate, isMore } = fact
      const next =
        order === null
          ? []
          : order.link === null
            ? [t('mail:recharge.recharged.order', { number: isolate(order.number) })]
            : [
                t('mail:recharge.recharged.order', { number: isolate(order.number) }),
                t('mail:recharge.recharged.pay', { link: isolate(order.link) }),
              ]
      return {
        title: t('mail:recharge.recharged.title', { amount: mango(amount) }),
        lines: [
          t(isMore ? 'mail:recharge.recharged.more' : 'mail:recharge.recharged.text', { number }),
          ...(isLate ? [t('mail:recharge.recharged.late')] : []),
          ...(asked === null ? [] : [t('mail:recharge.recharged.short', { asked: usd(asked) })]),
          ...(debt === null ? [] : [t('mail:order.debt.settled', { amount: mango(debt.paid) }), ...owed(debt.owed)]),
          ...next,
          where,
        ],
      }
    }
    case 'given-back':
      return {
        title: t('mail:recharge.givenBack.title', { number }),
        lines: [
          t('mail:order.refunded.provider', { amount: usd(fact.amount) }),
          ...(isZero(fact.paid) ? [] : [t('mail:recharge.givenBack.paid', { amount: mango(fact.paid) })]),
          ...owed(fact.owed),
          where,
        ],
      }
    case 'credited':
      return {
        title: t('mail:order.credited.title', { amount: mango(fact.amount) }),
        lines: [t('mail:recharge.disputeWon', { number }), where],
      }
    case 'looked-at':
    case 'address-wanted':
    case 'address-given':
    case 'returned': {
      const { title, lines } = writeReturnNotice(fact, { t, amounts, number, about: 'recharge' })
      return { title, lines: [...lines, where] }
    }
    case 'charged-back':
    case 'debt-paid':
    case 'claim-over': {
      const { lines } = writeBankNotice(fact, { t, usd, mango, date, number, box: '' })
      const key = ({ 'charged-back': 'chargedBack', 'debt-paid': 'debtPaid', 'claim-over': 'claimOver' } as const)[
        fact.kind
      ]
      return { title: t(`mail:recharge.${key}.title`, { number }), lines: [...lines, where] }
    }
  }
}

export const rechargeMessageTexts = (message: RechargeMessage): MessageTexts =>
  inEveryLanguage((language) => writeRechargeMessage(message, language))
