/**
 * Invisible characters in calls and forms: whatever takes a serial number, code, contact, name, amount or search reads
 * it as if they were not there. The fields are found by their names, so a new call is tested as well.
 */
import { describe, expect, it } from 'vitest'
import { userNameKey } from '~/modules/account/account.schema'
import { parseIdentity } from '~/modules/account/identity.server'
import { readInviteCode } from '~/modules/points/rules'
import { lettersOf, randomLetters, readCode, showCode } from '~/modules/redeem-code/code-text'
import { parseContact } from '~/modules/verification/typed-contact.schema'
import { readPaymentDigits } from '~/modules/wallet/payment-digits'
import { readAmount } from '~/text/amount'
import { plainDigits } from '~/text/digits'
import { findSearchKey } from '~/text/search-key'
import { foldText } from '../../../engine/host/fold'
import { callFields } from '../../support/call-fields'

const marks = '\u200b\u200e\u202a\u2066\u2060\ufeff\u00ad'
const noisy = (text: string): string => `\u00a0${marks}${[...text].join('\u200b')}${marks}\u00a0`

/** `read`: how the module behind a schema that passes the text on reads it. */
type Typed = { samples: readonly string[]; read?: (text: string) => unknown }
const sn = { samples: ['100000000001'] }
const area = { samples: ['+20'], read: (text: string) => parseContact({ area: text, phone: '1001234567' }) }
const amount = { samples: ['12.5000', '12'], read: (text: string) => readAmount(text, { scale: 4 }) }
const name = { samples: ['sara.example'], read: userNameKey }
const digits = { samples: ['204819'], read: readPaymentDigits }
const search = { samples: ['Nile'], read: (text: string) => [findSearchKey(text), foldText(text).trim()] }
const identity = { samples: ['sara@example.com'], read: (text: string) => parseIdentity({ identifier: text }) }
const number = { samples: ['AB12-345', '12345678'] }
const card = showCode(lettersOf(new Uint8Array(randomLetters).fill(7)))
const typed: Readonly<Record<string, Typed>> = {
  ...{ sn, repeatSn: sn, area, areaCode: area, amount, usd: amount, points: amount, search, number, order: number },
  ...{ identifier: identity, recipient: identity, user: name, paymentPassword: digits },
  code: { samples: ['204819', 'BCDFGHJK', card], read: (text) => plainDigits(text) ?? readCode(text) },
  verifyCode: { samples: ['BCDFGHJK'] },
  email: { samples: ['sara@example.com'], read: (text) => parseContact({ email: text }) },
  phone: { samples: ['1001234567'], read: (text) => parseContact({ area: '+20', phone: text }) },
  contact: { samples: ['sara@example.com'] },
  userName: { samples: ['sara.example'], read: userNameKey },
  invite: { samples: ['ABCDEF'], read: readInviteCode },
  tag: { samples: ['12345'] },
}

const fields = callFields.flatMap(({ where, field, schema }) => {
  const { samples, read = (text: string): unknown => text } = typed[field] ?? { samples: [] }
  // Of the same name, but nothing that a person types as text: a switch, a count.
  const sample = samples.find((text) => schema.safeParse(text).success)
  return sample === undefined ? [] : [{ where, field, schema, sample, read }]
})

describe('invisible characters in every call and form', () => {
  it('concern many fields', () => {
    expect(fields.length).toBeGreaterThan(80)
    expect([...new Set(fields.map(({ field }) => field))].sort()).toEqual(Object.keys(typed).sort())
  })
  it.each(fields)('count for nothing: $where, $field', ({ schema, sample, read }) => {
    const meant = (text: string): unknown => {
      const value = schema.safeParse(text)
      if (!value.success) return value.error.issues
      const all = Array.isArray(value.data) ? value.data : [value.data]
      return all.map((one: unknown) => (typeof one === 'string' ? read(one) : one))
    }
    expect(meant(noisy(sample))).toEqual(meant(sample))
  })
})
