/** Writes the notices about a renewal: the message in every language, and the mail in its reader's. */
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { RenewalMessage } from '~/modules/outbox/outbox.server'
import { now } from '~/platform/clock.server'
import { isolate } from '~/ui/channel-list/joined'
import { inEveryLanguage, toolsFor, type MessageText } from '~/web/mail/message-text.server'

/** Values are isolated, so that names and amounts keep their order in right-to-left text. */
export const writeRenewalMessage = (message: RenewalMessage, language: Language): MessageText => {
  const { t, usd, mango, date } = toolsFor(language)
  const { fact } = message
  const about = { service: isolate(t(`services:${message.service}.name`)), box: isolate(message.box) }
  const where =
    message.link === null
      ? t('mail:renewal.where', { page: t('common:nav.services') })
      : t('mail:renewal.link', { link: isolate(message.link) })
  switch (fact.kind) {
    case 'short': {
      const values = { ...about, needs: usd(fact.needs), has: mango(fact.has), date: date(fact.endsAt) }
      return { title: t('mail:renewal.short.title', about), lines: [t('mail:renewal.short.text', values), where] }
    }
    case 'dearer':
      return {
        title: t('mail:renewal.dearer.title', about),
        lines: [
          t('mail:renewal.dearer.text', { ...about, price: usd(fact.price), agreed: usd(fact.agreed) }),
          t('mail:renewal.dearer.how', { date: date(fact.endsAt) }),
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
          ...(endsAt === null ? [] : [t(`mail:renewal.off.${isOver ? 'ended' : 'until'}`, { date: date(endsAt) })]),
          where,
        ],
      }
    }
  }
}

export const renewalMessageTexts = (message: RenewalMessage): MessageTexts =>
  inEveryLanguage((language) => writeRenewalMessage(message, language))
