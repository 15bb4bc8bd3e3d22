/**
 * The message to an owner whose box saved an outdated version of a list. It is stored in every language, because the
 * reader's language is not known yet.
 */
import { instanceFor } from '~/i18n/i18n.server'
import { languages } from '~/i18n/languages'
import type { ConflictCopy } from '~/modules/channel-list/channel-list.server'
import { notifyAccount } from '~/modules/message/message.server'
import { boxText } from '~/ui/channel-list/box-text'
import { isolate } from '~/ui/channel-list/joined'

/** Sent once for every kept save, however often the box sends it. */
export const notifyOfConflictCopy = ({ userId, listId, name, revision, sn, nickname }: ConflictCopy): Promise<void> =>
  notifyAccount(
    userId,
    `beside ${listId} ${revision}`,
    Object.fromEntries(
      languages.map(({ tag }) => {
        const { t } = instanceFor(tag)
        const words = {
          box: boxText({ sn, nickname }, t),
          list: isolate(name),
          number: revision,
          features: t('common:nav.features'),
        }
        return [tag, { title: t('lists:beside.message.title', words), text: t('lists:beside.message.text', words) }]
      }),
    ),
  )
