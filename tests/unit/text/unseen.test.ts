/** Invisible characters in pasted text: every reader of typed text removes them. */
import { describe, expect, it } from 'vitest'
import { identitySchema, registerFormSchema } from '~/modules/account/account.schema'
import { parseIdentity } from '~/modules/account/identity.server'
import { bindFormSchema, bindLinkSchema, normalizeUserCode } from '~/modules/device/device.schema'
import { returnSchema, plainParameters } from '~/web/order/order-query.server'
import { readInviteCode } from '~/modules/points/rules'
import { rechargeAmount } from '~/modules/recharge/typed-amount.schema'
import { lettersOf, randomLetters, readCode, showCode } from '~/modules/redeem-code/code-text'
import { codeSchema } from '~/modules/verification/contact.schema'
import { parseContact, parseOneContact } from '~/modules/verification/typed-contact.schema'
import { readTransferAmount } from '~/modules/wallet/transfer-input'
import { dropUnseen } from '~/text/unseen'

const unseen = [
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200e',
  '\u200f',
  ...[...'\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'],
]
const letters = unseen.join('')
/** Also before, between and after typed text; no-break spaces come around it. */
const between = (text: string): string => `\u00a0${letters}${[...text].join(letters)}${letters}\u00a0`

describe('invisible characters', () => {
  it('are removed from what a person types', () => {
    expect(dropUnseen(`a${letters}b`)).toBe('ab')
    // Persian words and emoji need their joiners.
    expect(dropUnseen('می\u200cخواهم 👨\u200d👩')).toBe('می\u200cخواهم 👨\u200d👩')
  })
  for (const [field, typed, read, wanted] of [
    [
      'serial number',
      '1000\u200b0000\u200b0001',
      (text: string) => bindLinkSchema.shape.sn.parse(text),
      '100000000001',
    ],
    [
      'serial number',
      '\u202a100000000001\u202c',
      (text: string) => bindLinkSchema.shape.sn.parse(text),
      '100000000001',
    ],
    ['serial number', '\u061c١٠٠٠٠٠٠٠٠٠٠١', (text: string) => bindLinkSchema.shape.sn.parse(text), '100000000001'],
    ['code of six digits', ' 123\u200b456 ', (text: string) => codeSchema.parse(text), '123456'],
    ['code of six digits', '\u2060۱۲۳۴۵۶', (text: string) => codeSchema.parse(text), '123456'],
    ['code on the box', '\u200eBCDF-GHJK', normalizeUserCode, 'BCDFGHJK'],
    ['code on the box', 'BCDF\u200b-GHJK', normalizeUserCode, 'BCDFGHJK'],
    ['e-mail', 'sara@example.com\u200f', (text: string) => parseContact({ email: text }), 'sara@example.com'],
  ] as const)
    it(`are removed from a ${field}: ${JSON.stringify(typed)}`, () => {
      const answer: unknown = read(typed)
      expect(typeof answer === 'string' ? answer : JSON.stringify(answer)).toContain(wanted)
    })
  it('are removed from the form that binds a box', () => {
    const form = { sn: '\u20661000 0000\u200b0001\u2069', repeatSn: '100000000001\u00a0', code: 'BCDF\u2060-GHJK' }
    expect(bindFormSchema.parse(form)).toMatchObject({ sn: '100000000001', code: 'BCDFGHJK' })
  })
  it('are removed from every way to identify an account', () => {
    const keyOf = (identifier: string): unknown => {
      const read = parseIdentity(identitySchema.parse({ identifier }))
      return read.ok ? read.value.key : read.code
    }
    for (const name of ['sara@example.com', '+20 100 123 4567', '100000000001', 'demo-user'])
      expect(keyOf(between(name)), name).toBe(keyOf(name))
    expect(identitySchema.safeParse({ identifier: letters }).error?.issues[0]?.message).toBe('I1309')
  })
  it('are removed from a new account’s name and contact, and from no password', () => {
    const password = `pass\u200bword9`
    const form = { password, repeatPassword: password, contact: between('sara@example.com') }
    const read = registerFormSchema.parse({ ...form, userName: `\u200esara.example\ufeff` })
    expect(read).toMatchObject({ userName: 'sara.example', password, contact: { email: 'sara@example.com' } })
    expect(parseOneContact(letters)).toEqual({ ok: true, value: null })
  })
  it('are removed from amounts, but a space stays between groups of three only', () => {
    expect(readTransferAmount('12\u200b.5\u2060')).toEqual({ ok: true, value: 125_000n })
    expect(rechargeAmount.parse('\u2066\u00a01\u00a0000\ufeff')).toBe(10_000_000n)
    expect(rechargeAmount.safeParse('10\u00a05').success).toBe(false)
  })
  it('are removed from codes, addresses and searches', () => {
    const code = showCode(lettersOf(new Uint8Array(randomLetters).fill(7)))
    expect(readCode(`\u202a${code.split('-').join('\u200b-')}\ufeff`)).toEqual(readCode(code))
    expect(readCode(code).ok).toBe(true)
    expect(readInviteCode(`\u200eab cd-${letters}ef`)).toBe('ABCDEF')
    expect(returnSchema.parse({ batch: 'b', address: ` ${letters}T9yD14N\u200b `, tag: `\u200e١٢${letters}` })).toEqual(
      {
        batch: 'b',
        address: 'T9yD14N',
        tag: '12',
      },
    )
    expect(returnSchema.parse({ batch: 'b', address: 'T9', tag: letters }).tag).toBeNull()
    expect(
      plainParameters(new URLSearchParams({ sn: between('100') }))
        .get('sn')
        ?.trim(),
    ).toBe('100')
  })
})
