/** What notices have in common: their values in one language, and their texts in all. */
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { languages, type Language } from '~/i18n/languages'
import type { MessageTexts } from '~/modules/message/message.server'
import { isolate } from '~/ui/channel-list/joined'
import { amountsOf } from '~/ui/order/amounts'

export type MessageText = { title: string; lines: string[] }

/** Translates and formats in a language. Values are isolated, so that they keep their order in right-to-left text. */
export const toolsFor = (language: Language) => {
  const i18n = instanceFor(language)
  const format = formatsOf(language)
  const ofOrder = i18n.getFixedT(language, 'order')
  const amounts = amountsOf(ofOrder, format)
  return {
    ...{ t: i18n.t, ofOrder, format, amounts },
    usd: (amount: string): string => isolate(amounts.usd(amount)),
    mango: (amount: string): string => isolate(amounts.mango(amount)),
    date: (at: string): string => isolate(format.date(at)),
  }
}

export const inEveryLanguage = (write: (language: Language) => MessageText): MessageTexts =>
  Object.fromEntries(
    languages.map(({ tag }) => {
      const { title, lines } = write(tag)
      return [tag, { title, text: lines.join('\n\n') }]
    }),
  )
