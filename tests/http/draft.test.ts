/** Unsent form entries: kept for their own account only, for a day, and never a secret. */
import { beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { clearOldDrafts, dropDrafts, findDraft, keepDraft, takeDraft } from '~/modules/draft/draft.server'
import { dayMs, makeStoppedClock, secondMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
const [me, friend] = [demoAccounts[0].id, demoAccounts[1].id]
beforeAll(seedAccounts)

describe('a draft', () => {
  it('is returned once, to its own account', async () => {
    await keepDraft(me, '/features/x', { name: 'Living room', tags: ['a', 'b'] })
    expect(await takeDraft(friend, '/features/x')).toBeNull()
    expect(await takeDraft(me, '/features/x')).toEqual({ name: 'Living room', tags: ['a', 'b'] })
    expect(await takeDraft(me, '/features/x')).toBeNull()
  })
  it('never holds a secret, whatever its field name', async () => {
    const secrets = [
      'password',
      'newPassword',
      'repeat-password',
      'code',
      'Code',
      'verificationCode',
      'verify_code',
      'userCode',
      'recoveryCode',
      'otp',
      'pin',
      'token',
      'accessToken',
      'sealed',
      'jwe',
      'secret',
      'nonce',
      'key',
    ]
    await keepDraft(me, '/secrets', {
      ...Object.fromEntries(secrets.map((name) => [name, 'geheim'])),
      areaCode: '+20',
      nickname: 'TV',
      intent: 'save',
      returnTo: '/x',
    })
    expect(await findDraft(me, '/secrets')).toEqual({ areaCode: '+20', nickname: 'TV' })
    expect(JSON.stringify(await db.draft.findMany())).not.toContain('geheim')
    await keepDraft(me, '/secrets', { password: 'geheim', empty: '' })
    expect(await findDraft(me, '/secrets')).toBeNull()
  })
  it('expires after a day, and ends by Exit', async () => {
    await keepDraft(me, '/a', { name: 'x' })
    clock.advance(dayMs - 1)
    expect(await findDraft(me, '/a')).toEqual({ name: 'x' })
    clock.advance(1)
    expect(await findDraft(me, '/a')).toBeNull()
    clock.advance(1)
    await clearOldDrafts()
    expect(await db.draft.count()).toBe(0)
    await keepDraft(me, '/a', { name: 'x' })
    await keepDraft(friend, '/a', { name: 'y' })
    await dropDrafts(me)
    expect([await findDraft(me, '/a'), await findDraft(friend, '/a')]).toEqual([null, { name: 'y' }])
  })
  it('is limited to 32 KB a page, 20 pages an account, and addresses of this site', async () => {
    expect(await keepDraft(me, '/long', { text: 'x'.repeat(33_000) })).toMatchObject({ code: 'A0413' })
    for (const page of ['', 'https://evil.example/', `/${'a'.repeat(1000)}`])
      expect(await keepDraft(me, page, { name: 'x' })).toMatchObject({ code: 'A0422' })
    for (let n = 0; n < 25; n++) {
      clock.advance(secondMs)
      await keepDraft(me, `/page/${n}`, { name: String(n) })
    }
    expect(await db.draft.count({ where: { userId: me } })).toBe(20)
    expect([await findDraft(me, '/page/4'), await findDraft(me, '/page/5')]).toEqual([null, { name: '5' }])
  })
})
