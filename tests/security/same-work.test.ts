/**
 * Existing and unknown accounts cost the same: the same statements in the same order, and one password hash for both.
 * With the same work, the time reveals nothing.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  authenticate,
  authenticateByCode,
  checkRecoverCode,
  demoAccounts,
  recoverPassword,
  register,
  seedAccounts,
  sendRecoverCode,
  sendRegisterCode,
  sendSignInCode,
  findDeviceOwner,
} from '~/modules/account/account.server'
import { db } from '~/platform/db.server'
import { statementsOf } from '../support/statements'
import { visitOf } from '../support/verification'

/** History is written once a second, apart from the requests it is about. */
const history = /`SignIn`|^SELECT `main`\.`User`\.`id` FROM/
beforeAll(async () => {
  await seedAccounts()
  findDeviceOwner.provide(async (sn) => (await db.device.findUnique({ where: { sn } }))?.userId ?? null)
})

let people = 0
const visit = () => visitOf(`w${++people}`, `10.5.${people % 250}.1`)
const statements = async (
  work: () => Promise<{ ok: boolean; code?: string }>,
): Promise<{ answer: string; asked: string[] }> => {
  const { value: answer, asked } = await statementsOf(work)
  return {
    answer: answer.ok ? 'ok' : (answer.code ?? ''),
    asked: asked.filter((statement) => !history.test(statement)),
  }
}
const same = async (
  known: () => Promise<{ ok: boolean; code?: string }>,
  ghost: () => Promise<{ ok: boolean; code?: string }>,
  answer: string,
): Promise<void> => {
  const [a, b] = [await statements(known), await statements(ghost)]
  expect([a.answer, b.answer]).toEqual([answer, answer])
  expect(a.asked.length).toBeGreaterThan(3)
  expect(a.asked).toEqual(b.asked)
  // Each comparison begins with fresh limits.
  await db.rateLimit.deleteMany()
}

const pairs = [
  ['user name', { identifier: 'demo-user' }, { identifier: 'nobody-here' }],
  ['user name without a contact', { identifier: 'demo-vno' }, { identifier: 'demo-von' }],
  ['e-mail', { identifier: 'demo-user@mango.example' }, { identifier: 'nobody@mango.example' }],
  ['phone', { identifier: '7700900123', area: '+44' }, { identifier: '7700900124', area: '+44' }],
] as const

describe('the same work', () => {
  for (const [what, known, ghost] of pairs) {
    it(`is done for a wrong password, by ${what}`, () =>
      same(
        () => authenticate({ ...known, password: 'not-the-one' }, visit()),
        () => authenticate({ ...ghost, password: 'not-the-one' }, visit()),
        'I1302',
      ))
    it(`is done for codes for signing in and for recovery, by ${what}`, async () => {
      for (const [send, checks] of [
        [
          sendSignInCode,
          [
            (who: typeof known | typeof ghost, from: ReturnType<typeof visit>) =>
              authenticateByCode({ ...who, code: '00000x' }, from),
          ],
        ],
        [
          sendRecoverCode,
          [
            (who: typeof known | typeof ghost, from: ReturnType<typeof visit>) =>
              checkRecoverCode({ ...who, code: '00000x' }, from),
            (who: typeof known | typeof ghost, from: ReturnType<typeof visit>) =>
              recoverPassword({ ...who, code: '00000x', newPassword: 'new-and-better' }, from),
          ],
        ],
      ] as const) {
        const visits = [visit(), visit()] as const
        await same(
          () => send(known, visits[0]),
          () => send(ghost, visits[1]),
          'ok',
        )
        for (const check of checks)
          await same(
            () => check(known, visits[0]),
            () => check(ghost, visits[1]),
            'I1103',
          )
      }
    })
    it(`is done for a wrong code, by ${what}`, async () => {
      const visits = [visit(), visit()] as const
      await sendRecoverCode(known, visits[0])
      await sendRecoverCode(ghost, visits[1])
      await db.rateLimit.deleteMany()
      await same(
        () => checkRecoverCode({ ...known, code: '000000' }, visits[0]),
        () => checkRecoverCode({ ...ghost, code: '000000' }, visits[1]),
        'I1104',
      )
      await same(
        () => recoverPassword({ ...known, code: '000001', newPassword: 'new-and-better' }, visits[0]),
        () => recoverPassword({ ...ghost, code: '000001', newPassword: 'new-and-better' }, visits[1]),
        'I1104',
      )
    })
  }
  it('is done for serial numbers of a bound and an unknown box', async () => {
    const model = await db.boxModel.create({ data: { id: 'model', name: 'Model' } })
    await db.registeredBox.create({ data: { sn: '100000000001', modelId: model.id } })
    await db.device.create({ data: { sn: '100000000001', userId: demoAccounts[0].id, boundAt: new Date() } })
    await same(
      () => authenticate({ identifier: '100000000001', password: 'not-the-one' }, visit()),
      () => authenticate({ identifier: '100000000002', password: 'not-the-one' }, visit()),
      'I1302',
    )
    await same(
      () => sendRecoverCode({ identifier: '100000000001' }, visit()),
      () => sendRecoverCode({ identifier: '100000000002' }, visit()),
      'ok',
    )
  })
  it('is done for registering with a taken and a free e-mail or phone', async () => {
    for (const [taken, free] of [
      [
        { channel: 'mail', email: 'demo-user@mango.example' },
        { channel: 'mail', email: 'free@mango.example' },
      ],
      [
        { channel: 'sms', area: '+44', phone: '7700900123' },
        { channel: 'sms', area: '+44', phone: '7700900125' },
      ],
    ] as const) {
      const visits = [visit(), visit()] as const
      await same(
        () => sendRegisterCode(taken, visits[0]),
        () => sendRegisterCode(free, visits[1]),
        'ok',
      )
      const input = (contact: typeof taken | typeof free) => ({
        userName: `person-${++people}`,
        password: 'correct-horse',
        code: '000000',
        ...(contact.channel === 'mail' ? { email: contact.email } : { area: contact.area, phone: contact.phone }),
      })
      await same(
        () => register(input(taken), visits[0]),
        () => register(input(free), visits[1]),
        'I1104',
      )
    }
  })
})
