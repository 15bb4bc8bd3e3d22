/** Writes the message to the owner of a box whose services moved to another one, in every language. */
import { instanceFor } from '~/i18n/i18n.server'
import { languages } from '~/i18n/languages'
import { boxText } from '~/ui/channel-list/box-text'
import { isolate } from '~/ui/channel-list/joined'

export const moveMessageTexts = ({
  from,
  to,
  nickname,
}: {
  from: string
  to: string
  nickname: string | null
}): Record<string, { title: string; text: string }> =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { t } = instanceFor(tag)
      const words = { box: boxText({ sn: from, nickname }, t), to: isolate(to), terminal: t('common:nav.terminal') }
      return [tag, { title: t('terminal:moved.title', words), text: t('terminal:moved.text', words) }]
    }),
  )
