/** Writes the messages about points, in every language. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { PointsMessage } from '~/modules/points/points.server'
import { isolate } from '~/ui/channel-list/joined'
import { inEveryLanguage, type MessageText } from '~/web/mail/message-text.server'

/** Values are isolated, so that names and numbers keep their order in right-to-left lines. */
export const writePointsMessage = (message: PointsMessage, language: Language): MessageText => {
  const { t } = instanceFor(language)
  const points = t('order:points', { count: Number(message.points) })
  if (message.kind === 'invitation-rewarded')
    return {
      title: t('points:message.rewarded.title', { points }),
      lines: [
        t('points:message.rewarded.text', { who: isolate(`${message.initial}…`), points }),
        t('points:message.rewarded.where', { page: t('points:title') }),
      ],
    }
  const date = isolate(formatsOf(language).date(message.endsOn))
  return {
    title: t('points:message.expire.title', { points, date }),
    lines: [
      t('points:message.expire.text', { points, date }),
      t('points:message.expire.where', { page: t('points:title') }),
    ],
  }
}

export const pointsMessageTexts = (message: PointsMessage): MessageTexts =>
  inEveryLanguage((language) => writePointsMessage(message, language))
