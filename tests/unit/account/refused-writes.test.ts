/**
 * Fails each database write of an account's actions once: the action must not report success, and nothing of it is
 * kept.
 */
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  authenticate,
  bindContact,
  changeCountry,
  changePassword,
  changeUserName,
  claimFirstOperator,
  confirmAuthenticator,
  demoAccounts,
  endSessionsOf,
  finishSecondStep,
  flushSignIns,
  recoverPassword,
  register,
  removeAuthenticator,
  renewRecoveryCodes,
  resetAuthenticator,
  seedAccounts,
  sendBindCode,
  sendRecoverCode,
  sendSignInCode,
  startAuthenticator,
  notifyNewBrowser,
  unbindContact,
} from '~/modules/account/account.server'
import { endWithAccount } from '~/modules/session/session.server'
import { db } from '~/platform/db.server'
import { sha256 } from '~/platform/random.server'
import { contentOf, wasRefused, whileRefused, type Write } from '../../support/refused-writes'
import { findSentCode, openOutbox, visitOf } from '../../support/verification'
import { good } from '../channel-list/people'

const operator = { userId: demoAccounts[4].id, why: 'a test' }
const password = 'correct-horse'
let nowMs = Date.UTC(2026, 5, 1)
const wait = (ms: number): void => {
  nowMs += ms
  vi.setSystemTime(nowMs)
}
let people = 0
const visit = () => visitOf(`r${++people}`, `10.7.${people % 250}.7`)
beforeAll(async () => {
  openOutbox()
  endSessionsOf.provide(endWithAccount)
  await seedAccounts()
  vi.useFakeTimers({ toFake: ['Date'] })
})
beforeEach(() => wait(2 * 86_400_000))
afterAll(() => vi.useRealTimers())

const person = async () => good(await register({ userName: `person-${++people}`, password }, visit()))
/** A user with an e-mail, after the minute between codes. */
const reachable = async () => {
  const { id, userName } = await person()
  const email = `someone${++people}@mango.example`
  const from = visit()
  good(await sendBindCode(id, { channel: 'mail', email }, from))
  good(
    await bindContact(
      id,
      { contact: { channel: 'mail', email }, code: (await findSentCode(email)) ?? '', password },
      from,
    ),
  )
  wait(61_000)
  return { id, userName, email }
}
/** A user with an authenticator who has begun to sign in with it. */
const guarded = async () => {
  const one = await reachable()
  const { secret } = good(await startAuthenticator(one.id, { password }))
  const code = () => generateSync({ secret, epoch: Math.floor(nowMs / 1000) })
  good(await confirmAuthenticator(one.id, { code: code() }))
  wait(31_000)
  const begun = good(await authenticate({ identifier: one.userName, password }, visit()))
  if (begun.step !== 'second') throw new Error(begun.step)
  return { ...one, code, token: begun.token }
}

/** The setup, then the action, with each write that it needs. */
const cases: [name: string, writes: Write[], prepare: () => Promise<() => Promise<unknown>>][] = [
  [
    'an account',
    [
      ['User', 'INSERT'],
      ['AuditEntry', 'INSERT'],
    ],
    () => Promise.resolve(() => register({ userName: `person-${++people}`, password }, visit())),
  ],
  [
    'a user name',
    [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
    ],
    async () => {
      const { id } = await person()
      return () => changeUserName(id, { userName: `renamed-${++people}`, password }, visit())
    },
  ],
  [
    'a contact',
    [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
      ['VerificationCode', 'UPDATE'],
    ],
    async () => {
      const { id } = await person()
      const email = `bound${++people}@mango.example`
      const from = visit()
      good(await sendBindCode(id, { channel: 'mail', email }, from))
      const code = (await findSentCode(email)) ?? ''
      return () => bindContact(id, { contact: { channel: 'mail', email }, code }, from)
    },
  ],
  [
    'a contact’s end',
    [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
      ['OutboxMessage', 'INSERT'],
    ],
    async () => {
      const { id } = await reachable()
      return () => unbindContact(id, { channel: 'mail', password }, visit())
    },
  ],
  [
    'a password',
    [
      ['User', 'UPDATE'],
      ['PendingSignIn', 'DELETE'],
      ['AuditEntry', 'INSERT'],
      ['OutboxMessage', 'INSERT'],
    ],
    async () => {
      const { id } = await guarded()
      return () => changePassword(id, { oldPassword: password, newPassword: 'new-and-better' }, visit())
    },
  ],
  [
    'a recovery',
    [
      ['User', 'UPDATE'],
      ['PendingSignIn', 'DELETE'],
      ['AuditEntry', 'INSERT'],
      ['OutboxMessage', 'INSERT'],
    ],
    async () => {
      const { userName, email } = await guarded()
      const from = visit()
      good(await sendRecoverCode({ identifier: userName }, from))
      const code = (await findSentCode(email)) ?? ''
      return () => recoverPassword({ identifier: userName, code, newPassword: 'new-and-better' }, from)
    },
  ],
  ...(['recovery', 'change', 'unbinding'] as const).map(
    (kind): [string, Write[], () => Promise<() => Promise<unknown>>] => [
      `the end of codes under way by a ${kind}`,
      [['VerificationCode', 'UPDATE', `NEW."triesLeft" = 0 AND NEW."usedAt" IS NULL`]],
      async () => {
        const { id, userName, email } = await reachable()
        good(await sendSignInCode({ identifier: userName }, visit()))
        wait(61_000)
        const from = visit()
        good(await sendRecoverCode({ identifier: userName }, from))
        const code = (await findSentCode(email)) ?? ''
        if (kind === 'recovery')
          return () => recoverPassword({ identifier: userName, code, newPassword: 'new-and-better' }, from)
        return () =>
          kind === 'change'
            ? changePassword(id, { oldPassword: password, newPassword: 'new-and-better' }, from)
            : unbindContact(id, { channel: 'mail', password }, from)
      },
    ],
  ),
  [
    'a country',
    [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
    ],
    async () => {
      const { id } = await person()
      return () => changeCountry(id, 'UA')
    },
  ],
  [
    'a second step that is asked for',
    [['PendingSignIn', 'INSERT']],
    async () => {
      const { userName } = await guarded()
      return () => authenticate({ identifier: userName, password }, visit())
    },
  ],
  [
    'a second step’s code',
    [
      ['PendingSignIn', 'UPDATE'],
      ['User', 'UPDATE'],
    ],
    async () => {
      const { token, code } = await guarded()
      return () => finishSecondStep({ token, code: code() }, visit())
    },
  ],
  [
    'an authenticator that is begun',
    [['User', 'UPDATE']],
    async () => {
      const { id } = await person()
      return () => startAuthenticator(id, { password })
    },
  ],
  [
    'an authenticator',
    [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
      ['RecoveryCode', 'INSERT'],
    ],
    async () => {
      const { id } = await person()
      const { secret } = good(await startAuthenticator(id, { password }))
      return () => confirmAuthenticator(id, { code: generateSync({ secret, epoch: Math.floor(nowMs / 1000) }) })
    },
  ],
  [
    'new recovery codes',
    [
      ['User', 'UPDATE'],
      ['AuditEntry', 'INSERT'],
      ['RecoveryCode', 'DELETE'],
      ['RecoveryCode', 'INSERT'],
    ],
    async () => {
      const { id, code } = await guarded()
      return () => renewRecoveryCodes(id, { password, code: code() })
    },
  ],
  [
    'an authenticator’s end',
    [
      ['User', 'UPDATE'],
      ['RecoveryCode', 'DELETE'],
      ['PendingSignIn', 'DELETE'],
      ['AuditEntry', 'INSERT'],
      ['OutboxMessage', 'INSERT'],
    ],
    async () => {
      const { id, code } = await guarded()
      return () => removeAuthenticator(id, { password, code: code() }, visit())
    },
  ],
  [
    'an authenticator’s end by the operator',
    [
      ['User', 'UPDATE'],
      ['RecoveryCode', 'DELETE'],
      ['PendingSignIn', 'DELETE'],
      ['AuditEntry', 'INSERT'],
      ['OutboxMessage', 'INSERT'],
    ],
    async () => {
      const { id } = await guarded()
      return () => resetAuthenticator(operator, id)
    },
  ],
  [
    'a mail about a new sign-in',
    [['OutboxMessage', 'INSERT']],
    async () => {
      const { id } = await reachable()
      return () => notifyNewBrowser(id, visit(), null)
    },
  ],
  [
    'the first operator',
    [
      ['User', 'INSERT'],
      ['Setting', 'DELETE'],
      ['AuditEntry', 'INSERT'],
    ],
    async () => {
      await db.user.updateMany({ where: { role: 'operator' }, data: { role: 'administrator' } })
      const token = `mpf_${++people}`
      await db.setting.upsert({
        where: { key: 'first-operator-token' },
        create: { key: 'first-operator-token', value: sha256(token) },
        update: { value: sha256(token) },
      })
      return () =>
        claimFirstOperator(
          { token, userName: `operator-${++people}`, password: 'operate-it-9' },
          { address: `10.8.0.${people}` },
        )
    },
  ],
]
/** Tables written in an earlier step, before the refused write: counted and known. */
const apart = new Set(['a second step’s code'])
const writtenBefore: Readonly<Record<string, readonly string[]>> = {
  'an authenticator’s end': ['User', 'RecoveryCode'],
  'new recovery codes': ['User'],
}

it.each(cases.flatMap(([name, writes, prepare]) => writes.map((write) => [name, write, prepare] as const)))(
  'reports no success for %s when %s is refused, and keeps nothing of it',
  async (name, write, prepare) => {
    const act = await prepare()
    await flushSignIns()
    const tables = ['User', 'RecoveryCode', 'PendingSignIn', 'AuditEntry', 'OutboxMessage'].filter(
      (table) => writtenBefore[name]?.includes(table) !== true,
    )
    const before = await contentOf(tables)
    await expect(whileRefused(write, act)).rejects.toThrow(wasRefused)
    if (!apart.has(name)) expect(await contentOf(tables)).toBe(before)
  },
)
