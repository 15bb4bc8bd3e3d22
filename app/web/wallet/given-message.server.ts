/** Writes the notices about gifts, redeemed codes and the operator's actions on a wallet, in every language. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { languages, type Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import type { GivenFact } from '~/modules/wallet/wallet.server'
import { isolate } from '~/ui/channel-list/joined'
import { amountsOf } from '~/ui/order/amounts'

const wordsOf = (fact: GivenFact, language: Language): { title: string; lines: string[] } => {
  const i18n = instanceFor(language)
  const { t } = i18n
  const amounts = amountsOf(i18n.getFixedT(language, 'order'), formatsOf(language))
  switch (fact.kind) {
    case 'code': {
      const amount = isolate(amounts.mango(fact.amount))
      return {
        title: t('wallet:given.code.title', { amount }),
        lines: [t('wallet:given.code.text', { number: isolate(fact.number) })],
      }
    }
    case 'gift': {
      const isMango = fact.currency === 'MANGO'
      const amount = isolate(isMango ? amounts.mango(fact.amount) : amounts.points(fact.amount))
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

export const textsOfGiven = (fact: GivenFact): MessageTexts =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { title, lines } = wordsOf(fact, tag)
      return [tag, { title, text: lines.join('\n\n') }]
    }),
  )
