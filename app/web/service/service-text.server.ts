/** Names and sentences of services and products in a reader's language: the operator's own, otherwise the portal's. */
import { pageTextsFor } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { isServiceKey, listServices, type Offer } from '~/modules/catalogue/catalogue.server'

export type ServiceTexts = {
  nameOf: (service: string) => string
  sentenceOf: (service: string) => string
  /** A product's name; in English if there is no translation. */
  productName: (names: Readonly<Record<string, string>>) => string
  productSentence: (offer: Pick<Offer, 'services'>) => string
}

export const serviceTextsIn = async (language: Language): Promise<ServiceTexts> => {
  const { t } = pageTextsFor(language)
  const own = new Map((await listServices()).map(({ key, texts }) => [key as string, texts.get(language)]))
  const read = (service: string, part: 'name' | 'sentence'): string =>
    own.get(service)?.[part] ?? (isServiceKey(service) ? String(t(`services:${service}.${part}`)) : service)
  const sentenceOf = (service: string): string => read(service, 'sentence')
  return {
    nameOf: (service) => read(service, 'name'),
    sentenceOf,
    productName: (names) => names[language] ?? names['en'] ?? '',
    productSentence: ({ services }) => {
      const [first = '', ...others] = services
      return sentenceOf(others.length === 0 || !services.includes('cloud') ? first : 'cloud')
    },
  }
}
