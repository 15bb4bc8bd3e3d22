/**
 * The life of codes against a model: random sending, checking, using and waiting, on the real database. A failure
 * prints its seed.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Contact } from '~/modules/verification/contact.schema'
import type { Purpose } from '~/modules/verification/verification.server'
import { checkCode, sendCode, spendCode } from '~/modules/verification/verification.server'
import { limitMs, times } from '../../support/runs'
import { findSentCode, openOutbox, visitOf } from '../../support/verification'

// The limits of sending have their own tests; here only the life of a code counts. Set before any module reads the
// settings.
vi.hoisted(() => {
  process.env.LIMITS = 'off'
})
beforeAll(() => {
  openOutbox()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

const purposes = ['recover', 'bind'] as const satisfies readonly Purpose[]
const contacts = [
  { channel: 'mail', email: 'one@mango.example' },
  { channel: 'sms', area: '+20', phone: '1001234567' },
] as const satisfies readonly Contact[]
const toOf = (contact: Contact): string => (contact.channel === 'mail' ? contact.email : contact.area + contact.phone)
const visitors = ['a', 'b'] as const

type Slot = { purpose: number; contact: number; visitor: number }
type Act =
  | ({ act: 'send'; decoy: boolean } & Slot)
  | ({ act: 'check' | 'spend'; typed: 'right' | 'wrong' | 'older' | 'of-other' } & Slot)
  | { act: 'wait'; ms: number }
const slot = { purpose: fc.nat(1), contact: fc.nat(1), visitor: fc.nat(1) }
const typed = fc.oneof(
  { weight: 5, arbitrary: fc.constant('right' as const) },
  { weight: 4, arbitrary: fc.constant('wrong' as const) },
  fc.constantFrom('older' as const, 'of-other' as const),
)
const acts = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant('send' as const),
        decoy: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
        ...slot,
      }),
    },
    { weight: 7, arbitrary: fc.record({ act: fc.constant('check' as const), typed, ...slot }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('spend' as const), typed, ...slot }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('wait' as const),
        ms: fc.constantFrom(1000, 299_000, 300_000, 599_000, 600_000),
      }),
    },
  ),
  { minLength: 1, maxLength: 24 },
)

/** The model: what a code's owner would expect, in a few lines. */
type Known = { code: string; decoy: boolean; expiresMs: number; tries: number; used: boolean }
const expected = (known: Known | undefined, nowMs: number, code: string, spend: boolean): string => {
  if (known === undefined || known.used) return 'I1103'
  if (known.expiresMs <= nowMs) return 'I1102'
  if (known.tries === 0) return 'I1103'
  if (code !== known.code || known.decoy) {
    known.tries--
    return 'I1104'
  }
  if (spend) known.used = true
  return 'ok'
}
const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code', () => {
  it(
    'follows the model in any order of sending, checking, using and waiting',
    async () => {
      let round = 0
      await fc.assert(
        fc.asyncProperty(acts, async (sequence: Act[]) => {
          round++
          let nowMs = Date.UTC(2026, 0, 1) + round * 86_400_000
          const codes = new Map<string, Known>()
          const older = new Map<string, string>()
          let lastCode = '000000'
          for (const act of sequence) {
            vi.setSystemTime(++nowMs)
            if (act.act === 'wait') {
              nowMs += act.ms
              continue
            }
            const purpose = purposes[act.purpose] ?? 'bind'
            const contact = contacts[act.contact] ?? contacts[0]
            const visit = visitOf(`${visitors[act.visitor]}${round}`)
            const key = `${act.purpose}${act.contact}${act.visitor}`
            const known = codes.get(key)
            if (act.act === 'send') {
              const sent = await sendCode({ purpose, contact, userId: null, visit, decoy: act.decoy })
              expect(sent).toMatchObject({
                ok: true,
                value: { channel: contact.channel, expiresInSeconds: 600, againInSeconds: 60 },
              })
              const code = act.decoy ? '123456' : ((await findSentCode(toOf(contact))) ?? '')
              expect(code).toMatch(/^\d{6}$/)
              if (known !== undefined) older.set(key, known.code)
              codes.set(key, { code, decoy: act.decoy, expiresMs: nowMs + 600_000, tries: 5, used: false })
              lastCode = code
              continue
            }
            const right = known?.code ?? lastCode
            const code =
              act.typed === 'right'
                ? right
                : act.typed === 'wrong'
                  ? wrongOf(right)
                  : act.typed === 'older'
                    ? (older.get(key) ?? wrongOf(right))
                    : lastCode
            const query = { purpose, contact, visit, code }
            const answer = await (act.act === 'check' ? checkCode(query) : spendCode(query))
            expect(answer.ok ? 'ok' : answer.code).toBe(expected(known, nowMs, code, act.act === 'spend'))
          }
        }),
        { numRuns: times(300) },
      )
    },
    limitMs(360_000),
  )
})
