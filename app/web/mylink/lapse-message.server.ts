/** The text of a message about links whose service has ended, in every language. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { languages } from '~/i18n/languages'
import type { LinkLapse } from '~/modules/link/link.server'
import type { MessageTexts } from '~/modules/message/message.server'
import { isolate } from '~/ui/channel-list/joined'

export const lapseMessageTexts = ({ service, until, isSoon }: LinkLapse): MessageTexts =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { t } = instanceFor(tag)
      const words = { service: t(`services:${service}.name`), date: isolate(formatsOf(tag).date(until.toISOString())) }
      return [
        tag,
        { title: t(isSoon ? 'mylink:lapse.soon' : 'mylink:lapse.ended', words), text: t('mylink:lapse.text', words) },
      ]
    }),
  )
