/** The words about what became of an order's money: the message in every language, and the mail in its reader's. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { languages, type Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { OrderNews } from '~/modules/outbox/outbox.server'
import { isolate } from '~/ui/channel-list/joined'
import { amountsOf, isZero } from '~/ui/order/amounts'
import { productsOf } from '~/ui/order/products'

/** Values are isolated, so that codes and names keep their order in right-to-left lines. */
export const wordsOfOrder = (news: OrderNews, language: Language): { title: string; lines: string[] } => {
  const i18n = instanceFor(language)
  const { t } = i18n
  const format = formatsOf(language)
  const ofOrder = i18n.getFixedT(language, 'order')
  const amounts = amountsOf(ofOrder, format)
  const { fact } = news
  const number = isolate(news.number)
  const box = isolate(news.box)
  const where =
    news.link === null
      ? t('mail:order.where', { page: t('common:nav.orders') })
      : t('mail:order.link', { link: isolate(news.link) })
  const usd = (amount: string): string => isolate(amounts.usd(amount))
  const tagLine = ({ tag = null }: { tag?: string | null }): string[] =>
    tag === null ? [] : [`${t('common:label', { label: ofOrder('record.tag') })} ${isolate(tag)}`]
  switch (fact.kind) {
    case 'paid': {
      const products = productsOf(ofOrder, format).words(
        news.products.map(({ names, months }) => ({ name: names[language] ?? names.en ?? '', months })),
      )
      return {
        title: t('mail:order.paid.title', { number }),
        lines: [
          t('order:for', { products, box }),
          ...(fact.until === null ? [] : [t('mail:order.paid.until', { date: isolate(format.date(fact.until)) })]),
          t('mail:order.paid.amount', { amount: usd(fact.amount) }),
          ...(fact.renews === true ? [t('mail:order.paid.renewed')] : []),
          where,
        ],
      }
    }
    case 'credited': {
      const amount = isolate(amounts.mango(fact.amount))
      return {
        title: t('mail:order.credited.title', { amount }),
        lines: [t(`mail:order.credited.why.${fact.why}`, { number }), t('mail:order.credited.text', { amount }), where],
      }
    }
    case 'refunded': {
      const amount = fact.to === 'wallet' ? isolate(amounts.mango(fact.amount)) : usd(fact.amount)
      return {
        title: t('mail:order.refunded.title', { number }),
        lines: [
          // Points alone had paid it.
          ...(isZero(fact.amount) ? [] : [t(`mail:order.refunded.${fact.to}`, { amount })]),
          ...(fact.points === '0' ? [] : [t('mail:order.refunded.points', { points: amounts.points(fact.points) })]),
          ...(fact.isOver ? [t('mail:order.refunded.over', { box })] : []),
          where,
        ],
      }
    }
    case 'looked-at':
    case 'address-wanted':
    case 'address-given': {
      const amount = isolate(`${fact.amount} ${fact.coin}`)
      const key = ({ 'looked-at': 'looked', 'address-wanted': 'wanted', 'address-given': 'given' } as const)[fact.kind]
      const place =
        fact.kind === 'address-given'
          ? [t('mail:order.given.to', { address: isolate(fact.address) }), ...tagLine(fact)]
          : []
      return {
        title: t(`mail:order.${key}.title`, { number, amount }),
        lines: [t(`mail:order.${key}.text`, { number, amount }), ...place, where],
      }
    }
    case 'returned': {
      const amount = isolate(`${fact.amount} ${fact.coin}`)
      const how =
        fact.sent === null
          ? [t('mail:order.refunded.provider', { amount })]
          : [
              t('mail:order.returned.text', { amount, address: isolate(fact.sent.address) }),
              ...tagLine(fact.sent),
              ...(fact.sent.instead == null
                ? []
                : [t('mail:order.returned.instead', { address: isolate(fact.sent.instead) })]),
              t('mail:order.returned.hash', { hash: isolate(fact.sent.hash) }),
            ]
      return { title: t('mail:order.returned.title', { number }), lines: [...how, where] }
    }
    case 'charged-back':
      return {
        title: t('mail:order.chargedBack.title', { number }),
        lines: [
          t('mail:order.chargedBack.text', { amount: usd(fact.amount) }),
          ...(fact.isOver ? [t('mail:order.chargedBack.over', { box })] : []),
          t('mail:order.chargedBack.help'),
          where,
        ],
      }
  }
}

export const textsOfOrder = (news: OrderNews): MessageTexts =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { title, lines } = wordsOfOrder(news, tag)
      return [tag, { title, text: lines.join('\n\n') }]
    }),
  )
