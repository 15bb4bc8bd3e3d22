/** The words of a reminder: a message in every language. The mail says the same (mail/writer.server.ts). */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { languages } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { Ending } from '~/modules/reminder/reminder.server'
import { isolate } from '~/ui/channel-list/joined'

export const textsOfReminder = ({ box, days, ends }: Ending): MessageTexts =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { t } = instanceFor(tag)
      const lines = ends.map(({ service, endsAt }) =>
        t('service:reminder.line', {
          service: t(`services:${service}.name`),
          date: isolate(formatsOf(tag).date(endsAt)),
        }),
      )
      return [
        tag,
        {
          title: t(days === 0 ? 'service:reminder.today' : 'service:reminder.soon', { box: isolate(box) }),
          text: [...lines, t('service:reminder.how', { page: t('common:nav.services') })].join('\n\n'),
        },
      ]
    }),
  )
