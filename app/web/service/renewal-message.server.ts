/** Writes the notices about a renewal: the message in every language, and the mail in its reader's. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { languages, type Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { RenewalNews } from '~/modules/outbox/outbox.server'
import { now } from '~/platform/clock.server'
import { isolate } from '~/ui/channel-list/joined'
import { amountsOf } from '~/ui/order/amounts'

/** Values are isolated, so that names and amounts keep their order in right-to-left text. */
export const wordsOfRenewal = (news: RenewalNews, language: Language): { title: string; lines: string[] } => {
  const i18n = instanceFor(language)
  const { t } = i18n
  const format = formatsOf(language)
  const amounts = amountsOf(i18n.getFixedT(language, 'order'), format)
  const usd = (amount: string): string => isolate(amounts.usd(amount))
  const day = (at: string): string => isolate(format.date(at))
  const { fact } = news
  const about = { service: isolate(t(`services:${news.service}.name`)), box: isolate(news.box) }
  const where =
    news.link === null
      ? t('mail:renewal.where', { page: t('common:nav.services') })
      : t('mail:renewal.link', { link: isolate(news.link) })
  switch (fact.kind) {
    case 'short': {
      const values = { ...about, needs: usd(fact.needs), has: isolate(amounts.mango(fact.has)), date: day(fact.endsAt) }
      return { title: t('mail:renewal.short.title', about), lines: [t('mail:renewal.short.text', values), where] }
    }
    case 'dearer':
      return {
        title: t('mail:renewal.dearer.title', about),
        lines: [
          t('mail:renewal.dearer.text', { ...about, price: usd(fact.price), agreed: usd(fact.agreed) }),
          t('mail:renewal.dearer.how', { date: day(fact.endsAt) }),
          where,
        ],
      }
    case 'off': {
      const { endsAt } = fact
      const isOver = endsAt !== null && new Date(endsAt) <= now()
      return {
        title: t('mail:renewal.off.title', about),
        lines: [
          t('mail:renewal.off.text', about),
          t(`mail:renewal.off.why.${fact.why}`),
          ...(endsAt === null ? [] : [t(`mail:renewal.off.${isOver ? 'ended' : 'until'}`, { date: day(endsAt) })]),
          where,
        ],
      }
    }
  }
}

export const textsOfRenewal = (news: RenewalNews): MessageTexts =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { title, lines } = wordsOfRenewal(news, tag)
      return [tag, { title, text: lines.join('\n\n') }]
    }),
  )
