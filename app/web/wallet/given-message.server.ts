/** Writes the notices about gifts, redeemed codes and the operator's actions on a wallet, in every language. */
import type { Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { GivenEvent } from '~/modules/wallet/wallet.server'
import { isolate } from '~/ui/channel-list/joined'
import { inEveryLanguage, toolsFor, type MessageText } from '~/web/mail/message-text.server'

const writeGivenMessage = (fact: GivenEvent, language: Language): MessageText => {
  const { t, amounts, mango } = toolsFor(language)
  switch (fact.kind) {
    case 'code': {
      const amount = mango(fact.amount)
      return {
        title: t('wallet:given.code.title', { amount }),
        lines: [t('wallet:given.code.text', { number: isolate(fact.number) })],
      }
    }
    case 'gift': {
      const isMango = fact.currency === 'MANGO'
      const amount = isMango ? mango(fact.amount) : isolate(amounts.points(fact.amount))
      return {
        title: t('wallet:given.gift.title', { amount }),
        lines: [t(isMango ? 'wallet:given.gift.mango' : 'wallet:given.gift.points')],
      }
    }
    case 'frozen':
    case 'closed':
      return {
        title: t(`wallet:given.${fact.kind}.title`),
        lines: [
          t(`wallet:given.${fact.kind}.text`),
          t('wallet:wallet.reason', { reason: isolate(fact.reason) }),
          t('wallet:given.help'),
        ],
      }
    case 'reopened':
      return { title: t('wallet:given.reopened.title'), lines: [t('wallet:given.reopened.text')] }
  }
}

export const givenMessageTexts = (fact: GivenEvent): MessageTexts =>
  inEveryLanguage((language) => writeGivenMessage(fact, language))
