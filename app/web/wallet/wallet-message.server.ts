/** Writes the notices about a wallet's events: the message in every language, and the mail in its reader's. */
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { WalletMessage } from '~/modules/outbox/outbox.server'
import { isolate } from '~/ui/channel-list/joined'
import { isZero } from '~/ui/order/amounts'
import { inEveryLanguage, toolsFor, type MessageText } from '~/web/mail/message-text.server'

/**
 * Matches what mail programs turn into a link: http…, www…, and names with a dot in them, with or without text before
 * and after (evil.example, help@evil.example, evil.example/x); also IP addresses. A sentence without its space
 * ("thanks.And you?") matches too: its note can be read with the transaction, where nothing becomes a link.
 */
const address = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\p{M}\d-][.．。｡]\p{L}[\p{L}\p{M}]|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/** Values are isolated, so that names and amounts keep their order in right-to-left text. */
export const writeWalletMessage = (message: WalletMessage, language: Language): MessageText => {
  const { t, format, mango } = toolsFor(language)
  const { fact } = message
  const where =
    message.link === null
      ? t('mail:wallet.where', { page: t('wallet:wallet.title') })
      : t('mail:wallet.link', { link: isolate(message.link) })
  if (fact.kind === 'locked')
    return {
      title: t('mail:wallet.locked.title'),
      lines: [
        t('mail:wallet.locked.text', { until: isolate(format.dateTime(fact.until)) }),
        t('mail:wallet.locked.notYou'),
        where,
      ],
    }
  // In our mail a stranger's link would look like ours.
  const note =
    fact.note === null
      ? []
      : [address.test(fact.note) ? t('mail:wallet.noteAside') : t('mail:wallet.note', { note: isolate(fact.note) })]
  const number = t('mail:wallet.number', { number: isolate(fact.number) })
  const amount = mango(fact.amount)
  if (fact.kind === 'received') {
    const values = { amount, from: isolate(fact.from) }
    const { title, text } = {
      title: t('mail:wallet.received.title', values),
      text: t('mail:wallet.received.text', values),
    }
    return { title, lines: [text, ...note, number, where] }
  }
  const values = { amount, to: isolate(fact.to) }
  return {
    title: t('mail:wallet.sent.title', values),
    lines: [
      t('mail:wallet.sent.text', values),
      ...(isZero(fact.fee) ? [] : [t('mail:wallet.sent.fee', { fee: mango(fact.fee) })]),
      ...note,
      number,
      t('mail:wallet.sent.notYou'),
      where,
    ],
  }
}

export const walletMessageTexts = (message: WalletMessage): MessageTexts =>
  inEveryLanguage((language) => writeWalletMessage(message, language))
