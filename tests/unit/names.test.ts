/**
 * One name for each thing of the wallet in every language: its action, filter type, row and message use the glossary's
 * word; cashback, refunds and discounts have distinct words; and a label quoted in a sentence is the real label.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'

type Tree = { [key: string]: string | Tree }
const textsOf = (language: string, namespace: string): Tree =>
  JSON.parse(readFileSync(`app/i18n/locales/${language}/${namespace}.json`, 'utf8')) as Tree
const textOf = (language: string, name: string): string => {
  const [namespace = '', key = ''] = name.split(':')
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      textsOf(language, namespace),
    )
  if (typeof found !== 'string') throw new Error(`${language} has no ${name}`)
  // Arabic vowels are written where they help, not everywhere.
  return found.replaceAll(/[\u064b-\u0652]/g, '')
}
const tags = languages.map(({ tag }) => tag)
type Words = Record<(typeof tags)[number], RegExp>

/** The stem of the word in its inflected forms, and the texts that name the thing. */
const things: Record<string, { words: Words; texts: string[] }> = {
  recharge: {
    words: {
      en: /recharg/i,
      fa: /شارژ/,
      ar: /شحن/,
      ru: /пополн/i,
      uk: /поповн/i,
      pt: /recarg|recarreg/i,
      es: /recarg/i,
      fr: /recharg(?!ement)/i,
    },
    texts: [
      'wallet:act.recharge',
      'wallet:details.type.4',
      'wallet:details.what.recharge',
      'wallet:recharge.title',
      'wallet:recharges.empty',
      'wallet:usdt.target.recharge',
      'wallet:transaction.way',
      'mail:recharge.recharged.text',
      'order:pay.recharge',
      'errors:OP1001',
      'errors:MC1010_recharge',
    ],
  },
  transfer: {
    words: {
      en: /transfer/i,
      fa: /انتقال/,
      ar: /تحويل/,
      ru: /перев(?:од|ести)/i,
      uk: /переказ/i,
      pt: /transfer/i,
      es: /transfer/i,
      fr: /transf/i,
    },
    texts: [
      'wallet:act.transfer',
      'wallet:transfer.title',
      'wallet:transfer.sentTitle',
      'wallet:details.type.0',
      'wallet:details.what.sent',
      'wallet:details.what.received',
      'mail:wallet.sent.title',
      'mail:wallet.received.title',
      'errors:MC1007',
    ],
  },
  'exchange of a code': {
    words: {
      en: /exchang/i,
      fa: /تبدیل/,
      ar: /استبد/,
      ru: /актив/i,
      uk: /актив/i,
      pt: /resgat/i,
      es: /canje/i,
      fr: /échang/i,
    },
    texts: [
      'wallet:act.code',
      'wallet:code.title',
      'wallet:code.submit',
      'wallet:code.used',
      'wallet:code.own',
      'wallet:transaction.exchangeAt',
      'wallet:details.type.1',
      'wallet:details.what.code',
      'wallet:flash.redeemed',
      'wallet:given.code.title',
      'errors:MC1302_own',
      'account:tokens.scope.walletSpend',
    ],
  },
  cashback: {
    words: {
      en: /cashback/i,
      fa: /کش‌بک/,
      ar: /كاش باك/,
      ru: /кешбэк/i,
      uk: /кешбек/i,
      pt: /cashback/i,
      es: /cashback/i,
      fr: /cashback/i,
    },
    texts: [
      'wallet:details.type.3',
      'wallet:details.what.cashback',
      'mail:order.paid.cashback',
      'mail:order.refunded.cashback',
    ],
  },
  refund: {
    words: {
      en: /refund/i,
      fa: /بازپرداخت/,
      ar: /استرداد|مسترد/,
      ru: /возвра/i,
      uk: /поверн/i,
      pt: /reembols/i,
      es: /reembols/i,
      fr: /rembours/i,
    },
    texts: [
      'wallet:details.type.5',
      'wallet:details.what.refunded',
      'wallet:recharge.givenBack',
      'order:section.refunds',
      'order:receipt.refunded',
      'mail:order.refunded.title',
      'mail:recharge.givenBack.title',
    ],
  },
  discount: {
    words: {
      en: /offer/i,
      fa: /پیشنهاد/,
      ar: /العرض/,
      ru: /скидк/i,
      uk: /знижк/i,
      pt: /descont/i,
      es: /descuent/i,
      fr: /remise/i,
    },
    texts: ['order:receipt.discount'],
  },
  'transaction of a wallet': {
    words: {
      en: /transaction/i,
      fa: /تراکنش/,
      ar: /عملي/,
      ru: /операци/i,
      uk: /операці/i,
      pt: /transaç/i,
      es: /operaci/i,
      fr: /opération/i,
    },
    texts: [
      'wallet:transaction.title',
      'wallet:transaction.number',
      'wallet:transfer.number',
      'wallet:code.number',
      'wallet:given.code.text',
      'wallet:details.emptyTitle',
      'mail:wallet.number',
      'mail:wallet.noteAside',
      'errors:A0404_transaction',
    ],
  },
  'payment that a bank reversed': {
    words: {
      en: /revers/i,
      fa: /برگشت/,
      ar: /ألغ|يلغ|ملغ/,
      ru: /отозв|отзыв/i,
      uk: /відклик/i,
      pt: /estorn/i,
      es: /revert|revirt/i,
      fr: /annul/i,
    },
    texts: [
      'wallet:wallet.owed',
      'wallet:wallet.frozenPart',
      'wallet:details.what.debt',
      'order:bank.taken',
      'mail:order.chargedBack.title',
      'mail:order.chargedBack.text',
      'mail:order.debt.settled',
      'mail:order.debtPaid.title',
      'mail:recharge.chargedBack.title',
      'mail:recharge.debtPaid.title',
      'mail:recharge.disputeWon',
      'errors:MC1014',
    ],
  },
  'what is set aside': {
    words: {
      en: /set aside/i,
      fa: /کنار ?گذاشته/,
      ar: /محجوز/,
      ru: /зарезервирован/i,
      uk: /зарезервован/i,
      pt: /reservad/i,
      es: /reservad/i,
      fr: /réservé/i,
    },
    texts: ['wallet:wallet.held', 'order:shareState.held', 'points:balance.held', 'points:orders.held'],
  },
  'what is frozen': {
    words: {
      en: /frozen/i,
      fa: /مسدود/,
      ar: /جمد/,
      ru: /заморожен/i,
      uk: /заморожен/i,
      pt: /bloquead/i,
      es: /bloquead/i,
      fr: /gelé/i,
    },
    texts: [
      'wallet:wallet.frozen',
      'wallet:wallet.frozenPart',
      'wallet:given.frozen.title',
      'order:bank.frozen',
      'order:bank.frozenText',
      'mail:order.debt.frozen',
      'mail:order.claimOver.freed',
      'errors:MC1013',
    ],
  },
}

describe.each(Object.entries(things))('a %s', (_, { words, texts }) => {
  it.each(tags)('has one name in %s', (tag) => {
    expect(
      texts.filter((name) => !words[tag].test(textOf(tag, name))).map((name) => `${name}: ${textOf(tag, name)}`),
    ).toEqual([])
  })
})

describe('names', () => {
  it.each(tags)('of cashback, refunds and discounts are distinct in %s', (tag) => {
    const named = ['cashback', 'refund', 'discount'] as const
    const mixed = named.flatMap((thing) =>
      (things[thing]?.texts ?? [])
        // One text covers a refund and its cashback.
        .filter((name) => name !== 'mail:order.refunded.cashback')
        .flatMap((name) =>
          named
            .filter((other) => other !== thing && things[other]?.words[tag].test(textOf(tag, name)))
            .map((other) => `${name} is called ${other}: ${textOf(tag, name)}`),
        ),
    )
    expect(mixed).toEqual([])
  })

  it.each(tags)('quoted in sentences are the labels of the page in %s', (tag) => {
    const quoted = [
      ['points:purchase.nothingText', 'order:pick.usePoints'],
      ['errors:MC1000', 'wallet:wallet.title'],
    ] as const
    expect(
      quoted
        .filter(([sentence, label]) => !textOf(tag, sentence).includes(textOf(tag, label)))
        .map(([sentence, label]) => `${textOf(tag, sentence)} quotes ${textOf(tag, label)}`),
    ).toEqual([])
  })
})
