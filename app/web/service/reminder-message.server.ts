/** Writes a reminder: a message in every language, and the mail with the same text in its reader's. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { EndingService } from '~/modules/outbox/outbox.server'
import type { Ending } from '~/modules/reminder/reminder.server'
import { now } from '~/platform/clock.server'
import { isolate } from '~/ui/channel-list/joined'
import { inEveryLanguage, toolsFor, type MessageText } from '~/web/mail/message-text.server'

const problemTexts = {
  balance: 'service:reminder.short',
  price: 'service:reminder.dearer',
  'not-sold': 'service:reminder.notSold',
} as const

/** What happens automatically, if its owner has agreed to a renewal. */
const renewalLine = ({ renewal }: EndingService, language: Language): string | null => {
  if (renewal === undefined) return null
  const { t, usd, date } = toolsFor(language)
  const price = usd(renewal.price)
  if (renewal.problem !== null) return t(problemTexts[renewal.problem], { price })
  return new Date(renewal.at) <= now()
    ? t('service:reminder.renewsSoon', { price })
    : t('service:reminder.renews', { price, date: date(renewal.at) })
}

export const writeReminderMessage = ({ box, days, ends }: Ending, language: Language): MessageText => {
  const { t } = instanceFor(language)
  const lines = ends.map((one) => {
    const date = isolate(formatsOf(language).date(one.endsAt))
    const line = t('service:reminder.line', { service: t(`services:${one.service}.name`), date })
    const renewal = renewalLine(one, language)
    return renewal === null ? line : `${line}\n${renewal}`
  })
  return {
    title: t(days === 0 ? 'service:reminder.today' : 'service:reminder.soon', { box: isolate(box) }),
    lines: [...lines, t('service:reminder.how', { page: t('common:nav.services') })],
  }
}

export const reminderMessageTexts = (ending: Ending): MessageTexts =>
  inEveryLanguage((language) => writeReminderMessage(ending, language))
