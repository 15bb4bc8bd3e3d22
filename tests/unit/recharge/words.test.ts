/** The notices of a recharge: every fact, in eight languages, with every figure in its place. */
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import type { RechargeEvent, RechargeMessage } from '~/modules/outbox/outbox.server'
import { rechargeMessageTexts, writeRechargeMessage } from '~/web/wallet/recharge-message.server'

const number = 'R20261123-ABCD2345'
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
const deposit = { amount: '20', coin: 'USDT' }
const facts: readonly RechargeEvent[] = [
  { kind: 'recharged', amount: '25.5', asked: null, debt: null, isLate: false, isMore: false },
  { kind: 'recharged', amount: '8.25', asked: '20', debt: { paid: '3', owed: '1.5' }, isLate: true, isMore: false },
  { kind: 'recharged', amount: '5', asked: null, debt: { paid: '1', owed: '0' }, isLate: false, isMore: true },
  { kind: 'given-back', amount: '20', paid: '12', owed: '8' },
  { kind: 'credited', amount: '20', why: 'dispute-won' },
  { kind: 'looked-at', ...deposit },
  { kind: 'address-wanted', ...deposit },
  { kind: 'address-given', ...deposit, address: 'TAddress', tag: null },
  { kind: 'returned', ...deposit, sent: { address: 'TAddress', tag: null, hash: 'hash-1' } },
  {
    kind: 'charged-back',
    amount: '20',
    isOver: false,
    debt: { unused: '0', frozen: '3', until: '2030-12-01T00:00:00.000Z', owed: '17' },
  },
  { kind: 'debt-paid', amount: '17', owed: '2' },
  { kind: 'claim-over', amount: '20', freed: '20' },
]
const news = (fact: RechargeEvent, isLinked = true): RechargeMessage => ({
  number,
  link: isLinked ? `https://portal.example/wallet/recharge/${number}` : null,
  order: { number: '20261123-0001', link: isLinked ? 'https://portal.example/order/20261123-0001/pay' : null },
  fact,
})
/** Every figure of a fact, in its English digits. */
const figuresOf = (fact: object): string[] =>
  Object.entries(fact).flatMap(([, value]: [string, unknown]) =>
    typeof value === 'string' && /^\d/.test(value) && Number(value) > 0
      ? [value]
      : value !== null && typeof value === 'object'
        ? figuresOf(value)
        : [],
  )

describe('the notices of a recharge', () => {
  it.each(facts.map((fact, index) => [`${fact.kind} ${index}`, fact] as const))('%s', (_, fact) => {
    for (const isLinked of [true, false]) {
      const english = writeRechargeMessage(news(fact, isLinked), 'en')
      const said = plain([english.title, ...english.lines].join('\n'))
      for (const figure of figuresOf(fact))
        expect(said).toMatch(new RegExp(`(?<!\\d)${figure.replace('.', '\\.')}(?:\\.?0*)(?!\\d)`))
      const texts = rechargeMessageTexts(news(fact, isLinked))
      expect(Object.keys(texts)).toEqual(languages.map(({ tag }) => tag))
      for (const { tag } of languages) {
        const { title, lines } = writeRechargeMessage(news(fact, isLinked), tag)
        const all = [title, ...lines]
        expect(
          all.every((line) => line.trim() !== ''),
          tag,
        ).toBe(true)
        // No key, no empty placeholder, no name of a value: a missing one would show.
        expect(all.join('\n'), tag).not.toMatch(/\{\{|\}\}|mail:|undefined|null|\u2068\u2069/)
        expect(all.join('\n').includes(number) || isLinked === false || all.length > 1, tag).toBe(true)
        // As many values as in English: each language mentions all of them.
        const values = (text: string): number => text.match(/\u2068[^\u2069]+\u2069/g)?.length ?? 0
        expect(values(all.join('\n')), `${tag}: ${all.join(' / ')}`).toBe(
          values([english.title, ...english.lines].join('\n')),
        )
        if (tag !== 'en') expect(title).not.toBe(english.title)
      }
    }
  })
  it('writes an amount of a coin with the decimal sign of the language', () => {
    const fact = { kind: 'looked-at', amount: '24.995001', coin: 'USDT' } as const
    expect(plain(writeRechargeMessage(news(fact), 'ru').lines.join(' '))).toContain('24,995001 USDT')
  })
})
