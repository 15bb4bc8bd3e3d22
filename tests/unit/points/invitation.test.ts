/**
 * Invitations: the inviter gets points once when an invited account binds a box that counts. Runs on the real database,
 * device module and ledger.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { register, setAccountDisabled } from '~/modules/account/account.server'
import { withAccount } from '~/modules/account/account.server'
import { moveBox, moveTexts } from '~/modules/box-move/box-move.server'
import { bindBox, startPairing, unbindBox } from '~/modules/device/device.server'
import {
  connectPoints,
  countProvenBoxes,
  findInvitation,
  inviteCodeOf,
  inviterOf,
  listInvited,
  pointsOf,
  pointsTexts,
  rewardInvitation,
} from '~/modules/points/points.server'
import { noteBinding } from '~/modules/points/invitation.server'
import { endWithAccount } from '~/modules/session/session.server'
import { endSessionsOf } from '~/modules/account/account.server'
import { languages } from '~/i18n/languages'
import { dayMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeRunner } from '~/platform/jobs.server'
import { forgive } from '~/platform/limits.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import type { KnownBrowser, Visit } from '~/platform/visit'
import { ok } from '~/errors/table'
import { moveMessageTexts } from '~/web/box/move-message.server'
import { pointsMessageTexts } from '~/web/points/points-message.server'
import { whileWriteFails } from '../../support/failing-writes'
import { contentOf } from '../../support/refused-writes'
import { expectBooks, startClock } from '../../support/shop'
import { good, makeBox } from '../channel-list/people'

const by = { userId: 'operator', why: 'the test asks' }
const undo: (() => void)[] = []
let clock: ReturnType<typeof startClock>
let visits = 0
const visitOf = (known: KnownBrowser | null = null): Visit => {
  const own = ++visits
  return {
    address: `10.${Math.floor(own / 60_000)}.${Math.floor(own / 250) % 250}.${own % 250}`,
    binding: `visitor:${own}`,
    userAgent: null,
    language: 'en',
    known,
  }
}
let names = 0
type Person = { userId: string; userName: string }
/** Registers as a person does, with an invitation code or without. */
const join = async (invite?: string, { known = null, mail }: { known?: KnownBrowser | null; mail?: string } = {}) => {
  const userName = `${'ABCDEFGH'[names % 8]}nna-${1000 + ++names}`
  const made = good(
    await register(
      { userName, password: 'correct-horse', ...(invite === undefined ? {} : { invite }) },
      visitOf(known),
    ),
  )
  if (mail !== undefined)
    await db.user.update({ where: { id: made.id }, data: { email: mail, emailKey: `mail:${mail}` } })
  return { userId: made.id, userName, invitation: made.invitation }
}
const from = { address: '192.0.2.1' }
/** Binds a box with the code on its screen; the box has proven its secret when it asked for the code, or has none. */
const bind = async ({ userId }: Pick<Person, 'userId'>, sn: string, { hasSecret = true } = {}) => {
  await forgive('bind-account', userId)
  await forgive('bind-address', from.address)
  const { userCode: code } = await startPairing(sn, hasSecret, { modelName: null, softwareVersion: null, ...from })
  const waiting = await db.boxPairing.findFirstOrThrow({ where: { sn }, orderBy: { id: 'desc' } })
  return bindBox(userId, { sn, code, seen: waiting.id }, from)
}
const newBox = async (): Promise<string> => (await makeBox(null)).sn
const provenBox = async (): Promise<string> => {
  const sn = await newBox()
  await db.device.update({ where: { sn }, data: { provenAt: new Date('2026-11-30T00:00:00Z') } })
  return sn
}
const runner = makeRunner({ jobs: [rewardInvitation], queues: [] })
const balance = async ({ userId }: Pick<Person, 'userId'>): Promise<bigint> => (await pointsOf(userId)).balance
const rowOf = ({ userId }: Pick<Person, 'userId'>) => db.invitation.findUniqueOrThrow({ where: { invitedId: userId } })
const titlesOf = async ({ userId }: Pick<Person, 'userId'>): Promise<string[]> =>
  (await db.message.findMany({ where: { userId }, include: { texts: true }, orderBy: { createdAt: 'asc' } })).map(
    ({ texts }) => {
      expect(texts.length).toBe(languages.length)
      return (texts.find(({ language }) => language === 'en')?.title ?? '').replaceAll(/[\u2066-\u2069]/g, '')
    },
  )

let ana: Person
let code: string
beforeAll(() => {
  undo.push(connectPoints(), pointsTexts.provide(pointsMessageTexts), moveTexts.provide(moveMessageTexts))
  undo.push(endSessionsOf.provide(endWithAccount))
})
beforeEach(async () => {
  clock = startClock()
  ana = await join()
  code = await inviteCodeOf(ana.userId)
})
afterEach(async () => {
  await runner.runDue()
  clock.stop()
  await expectBooks()
})
afterAll(() => undo.forEach((one) => one()))

describe('an invitation', () => {
  it('brings the inviter 100 points once the invited account has bound a box, once, and tells them', async () => {
    const ben = await join(code)
    expect(ben.invitation).toBe('taken')
    expect(await listInvited(ana.userId, { page: 1, size: 10 })).toMatchObject({
      total: 1,
      points: 0n,
      items: [{ initial: ben.userName[0], state: 'registered', points: null }],
    })
    good(await bind(ben, await newBox()))
    await runner.runDue()
    expect([await balance(ana), await balance(ben)]).toEqual([100n, 0n])
    good(await bind(ben, await newBox()))
    await runner.runDue()
    expect(await balance(ana)).toBe(100n)
    expect(await titlesOf(ana)).toEqual(['100 points for your invitation'])
    expect(await listInvited(ana.userId, { page: 1, size: 10 })).toMatchObject({
      total: 1,
      rewarded: 1,
      points: 100n,
      items: [{ state: 'rewarded', points: 100n }],
    })
    expect(await inviterOf(ben.userId)).toEqual({ initial: ana.userName[0], isDone: true })
    expect(await inviterOf(ana.userId)).toBeNull()
  })
  it('is found by its code however it is typed; a wrong code blocks nothing', async () => {
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    expect((await join(typed)).invitation).toBe('taken')
    expect((await join('NOBODY22')).invitation).toBe('unknown')
    expect((await join('x'.repeat(90))).invitation).toBe('unknown')
    expect((await join('')).invitation).toBeNull()
    expect(await findInvitation(typed, visitOf())).toEqual({ outcome: 'taken', initial: ana.userName[0] })
    expect(await findInvitation('NOBODY22', visitOf())).toEqual({ outcome: 'unknown' })
    expect(await inviteCodeOf(ana.userId)).toBe(code)
  })
  it('looks up a limited number of codes per address', async () => {
    const visit = visitOf()
    const found = []
    for (let n = 0; n < 61; n++) found.push((await findInvitation('NOBODY22', visit)).outcome)
    expect([found.at(59), found.at(60)]).toEqual(['unknown', 'later'])
  })
  it('has one code for an account that asks ten times at once', async () => {
    const ben = await join()
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => inviteCodeOf(ben.userId)))).size).toBe(1)
  })
  it('does not count for somebody who registers in the inviter’s browser', async () => {
    const known = withAccount(null, ana.userId, 'browser-of-ana')
    expect(await findInvitation(code, visitOf(known))).toEqual({ outcome: 'own' })
    const again = await join(code, { known })
    expect(again.invitation).toBe('own')
    good(await bind(again, await newBox()))
    await runner.runDue()
    expect(await balance(ana)).toBe(0n)
  })
  it('brings nothing for one’s own mailbox under another name', async () => {
    await db.user.update({ where: { id: ana.userId }, data: { email: `Me${names}@example.org` } })
    const ben = await join(code, { mail: `me${names}+second@example.org` })
    good(await bind(ben, await newBox()))
    await runner.runDue()
    expect(await rowOf(ben)).toMatchObject({ state: 'refused', reason: 'same-person' })
    expect(await balance(ana)).toBe(0n)
  })
  it('is never reversed: existing accounts can’t be invited, and the link never changes', async () => {
    const ben = await join(code)
    await expect(
      db.invitation.create({ data: { invitedId: ana.userId, inviterId: ana.userId, createdAt: new Date() } }),
    ).rejects.toThrow()
    await expect(
      db.$executeRaw`UPDATE "Invitation" SET "inviterId" = ${ben.userId} WHERE "invitedId" = ${ben.userId}`,
    ).rejects.toThrow()
  })
})

describe('an invited account’s box', () => {
  it('counts only once: unbound, bound by others, or moved to a new serial number', async () => {
    const [ben, cai, dov] = [await join(code), await join(code), await join(code)]
    const [sn, newSn] = [await newBox(), await newBox()]
    good(await bind(ben, sn))
    await runner.runDue()
    good(await unbindBox(ben.userId, sn))
    good(await bind(cai, sn))
    await runner.runDue()
    expect([await balance(ana), (await rowOf(cai)).reason]).toEqual([100n, 'counted'])
    good(await moveBox(by, { sn, to: newSn }))
    good(await unbindBox(cai.userId, newSn))
    good(await bind(dov, newSn))
    await runner.runDue()
    expect([await balance(ana), (await rowOf(dov)).reason]).toEqual([100n, 'counted'])
    // A box that has not counted yet does.
    good(await bind(dov, await newBox()))
    await runner.runDue()
    expect([await balance(ana), (await rowOf(dov)).state]).toEqual([200n, 'rewarded'])
  })
  it('does not count if the inviter, or whoever invited them, had it', async () => {
    const ben = await join(code)
    const benCode = await inviteCodeOf(ben.userId)
    const cai = await join(benCode)
    const [anas, bens] = [await newBox(), await newBox()]
    good(await bind(ana, anas))
    good(await unbindBox(ana.userId, anas))
    good(await bind(ben, anas))
    await runner.runDue()
    expect((await rowOf(ben)).reason).toBe('own')
    good(await unbindBox(ben.userId, anas))
    // In a circle over a third account.
    good(await bind(cai, anas))
    await runner.runDue()
    expect((await rowOf(cai)).reason).toBe('own')
    good(await bind(ben, bens))
    good(await unbindBox(ben.userId, bens))
    good(await bind(cai, bens))
    await runner.runDue()
    expect([await balance(ana), await balance(ben), (await rowOf(cai)).reason]).toEqual([100n, 0n, 'own'])
  })
  it('is not a new binding when its owner confirms it again', async () => {
    const ben = await join()
    const sn = await newBox()
    good(await bind(ben, sn))
    const before = await contentOf(['BoxBinding', 'InvitedBox', 'Invitation'])
    expect(good(await bind(ben, sn))).toMatchObject({ renewed: true })
    expect(await contentOf(['BoxBinding', 'InvitedBox', 'Invitation'])).toBe(before)
  })
})

describe('a box without a secret', () => {
  const bound = async () => {
    const ben = await join(code)
    const { userId } = ben
    const sn = await newBox()
    good(await bind(ben, sn, { hasSecret: false }))
    await runner.runDue()
    return { ben, userId, sn }
  }
  const stateOf = async () => (await listInvited(ana.userId, { page: 1, size: 10 })).items[0]
  const pay = async (userId: string, sn: string, { amount = 10_000n, dispute = '', refunded = 0n } = {}) => {
    const id = makeId()
    const at = now()
    const paid = { payPrice: amount, originalPrice: amount, createdAt: at, updatedAt: at, payUntil: at, paidAt: at }
    await db.order.create({ data: { id, number: id, userId, sn, boxName: sn, status: 1, ...paid } })
    const attempt = {
      target: `order/${id}`,
      orderId: id,
      userId,
      method: -1,
      provider: 'stripe',
      state: 'paid',
      amount,
    }
    await db.paymentAttempt.create({
      data: { id, ...attempt, statusId: 1, createdAt: at, updatedAt: at, pollUntil: at },
    })
    if (dispute !== '')
      await db.dispute.create({
        data: {
          ...{ id, provider: 'stripe', providerDisputeId: id, attemptId: id, orderId: id, amount, state: dispute },
          ...{ createdAt: at, updatedAt: at },
        },
      })
    const refund = { id, orderId: id, amount: refunded, to: 'provider', state: 'done', actor: 'test', why: '' }
    if (refunded > 0n) await db.orderRefund.create({ data: { ...refund, createdAt: at } })
    return async () => {
      await db.orderRefund.deleteMany({ where: { orderId: id } })
      await db.dispute.deleteMany({ where: { orderId: id } })
      await db.paymentAttempt.delete({ where: { id } })
      await db.order.delete({ where: { id } })
    }
  }
  const count = async (): Promise<bigint> => {
    await countProvenBoxes()
    await runner.runDue()
    return balance(ana)
  }
  it('counts only after it has proven itself, and an earlier owner does not use it up', async () => {
    const { ben, sn } = await bound()
    expect(await count()).toBe(0n)
    expect(await stateOf()).toMatchObject({ state: 'registered', reason: 'unproven' })
    expect(await db.invitedBox.count({ where: { sn } })).toBe(0)
    good(await unbindBox(ben.userId, sn))
    expect(await stateOf()).toMatchObject({ state: 'registered', reason: null })
    const cai = await join(code)
    good(await bind(cai, sn))
    await runner.runDue()
    expect([await balance(ana), (await rowOf(cai)).state, (await rowOf(ben)).state]).toEqual([
      100n,
      'rewarded',
      'registered',
    ])
  })
  it('counts once it proves a secret that it got later', async () => {
    const { sn } = await bound()
    await startPairing(sn, true, { modelName: null, softwareVersion: null, ...from })
    expect([await count(), await count()]).toEqual([100n, 100n])
  })
  it('counts once a service for it was paid with outside money that stayed for 14 days', async () => {
    const { userId, sn } = await bound()
    const forget = await pay(userId, sn)
    clock.advance(14 * dayMs - 1)
    expect(await count()).toBe(0n)
    clock.advance(1)
    expect(await count()).toBe(100n)
    await forget()
  })
  it('counts by what remains of a payment after a refund; a bank’s inquiry takes nothing from it', async () => {
    const { userId, sn } = await bound()
    const forget = [await pay(userId, sn, { amount: 360_000n, refunded: 350_001n })]
    clock.advance(14 * dayMs)
    expect(await count()).toBe(0n)
    forget.push(await pay(userId, sn, { amount: 360_000n, refunded: 350_000n, dispute: 'warning' }))
    clock.advance(14 * dayMs)
    expect(await count()).toBe(100n)
    for (const one of forget) await one()
  })
  it('does not count for a payment below the reward, by others, or that a bank reclaims', async () => {
    const { userId, sn } = await bound()
    const forget = [
      await pay(userId, sn, { amount: 9_999n }),
      await pay(ana.userId, sn),
      await pay(userId, sn, { dispute: 'open' }),
      await pay(userId, sn, { dispute: 'lost' }),
    ]
    clock.advance(20 * dayMs)
    expect(await count()).toBe(0n)
    for (const one of forget) await one()
  })
})

describe('an invitation reward', () => {
  it('comes once when two boxes of the invited account are bound at the same time', async () => {
    const ben = await join(code)
    const boxes = [await newBox(), await newBox(), await newBox()]
    await Promise.all(boxes.map((sn) => bind(ben, sn)))
    await Promise.all([runner.runDue(), makeRunner({ jobs: [rewardInvitation], queues: [] }).runDue()])
    expect(await balance(ana)).toBe(100n)
    expect(await db.invitedBox.count({ where: { invitedId: ben.userId } })).toBe(1)
  })
  it('goes to one of two invited accounts that bind the same box at the same time', async () => {
    const both = [await join(code), await join(code)]
    const sn = await provenBox()
    const codes: string[] = []
    for (const { userId } of both) await forgive('bind-account', userId)
    await forgive('bind-address', from.address)
    for (const _ of both)
      codes.push((await startPairing(sn, false, { modelName: null, softwareVersion: null, ...from })).userCode)
    const rows = await db.boxPairing.findMany({ where: { sn }, orderBy: { id: 'asc' } })
    const done = await Promise.all(
      both.map(({ userId }, index) =>
        bindBox(userId, { sn, code: codes[index] ?? '', seen: rows[index]?.id ?? null }, from),
      ),
    )
    expect(done.filter((one) => one.ok)).toHaveLength(1)
    await runner.runDue()
    expect(await balance(ana)).toBe(100n)
  })
  it('takes no partial effect when its N-th write fails, and is complete the next time', async () => {
    const ben = await join(code)
    const sn = await provenBox()
    const tables = [
      'Invitation',
      'InvitedBox',
      'BoxBinding',
      'LedgerAccount',
      'LedgerEntry',
      'LedgerTransfer',
      'Message',
    ]
    const note = () => transact(async (tx) => ok(await noteBinding(tx, { sn, userId: ben.userId })))
    for (const act of [note, () => runner.runDue()]) {
      const seen = new Set([await contentOf(tables)])
      for (let n = 1; ; n++) {
        const { hasFailed } = await whileWriteFails(n, act)
        seen.add(await contentOf(tables))
        expect(seen.size, `half an effect, when write ${n} failed`).toBeLessThanOrEqual(2)
        // A failed try waits for its pause.
        clock.advance(2 * 3_600_000)
        if (!hasFailed) break
        await db.job.updateMany({
          where: { name: 'reward-invitation' },
          data: { tries: 0, state: 'waiting', dueAt: new Date(0) },
        })
      }
      expect(seen.size).toBe(2)
    }
    expect(await balance(ana)).toBe(100n)
  }, 120_000)
  it('is limited to ten a day; further ones come on the next days, in order', async () => {
    const invited: Person[] = []
    for (let n = 0; n < 23; n++) {
      const userId = `farm-${names++}`
      await db.user.create({
        data: {
          id: userId,
          userName: userId,
          userNameKey: userId,
          passwordHash: '-',
          createdAt: new Date('2026-12-01T12:00:00Z'),
        },
      })
      await db.invitation.create({
        data: { invitedId: userId, inviterId: ana.userId, createdAt: new Date('2026-12-01T12:00:00Z') },
      })
      const sn = await provenBox()
      await transact(async (tx) => ok(await noteBinding(tx, { sn, userId })))
      invited.push({ userId, userName: userId })
    }
    const sums: bigint[] = []
    for (let day = 0; day < 4; day++) {
      await runner.runDue()
      sums.push(await balance(ana))
      clock.advance(dayMs)
    }
    expect(sums).toEqual([1000n, 2000n, 2300n, 2300n])
  })
  it('is not paid to a disabled inviter, and a disabled account’s code is invalid', async () => {
    const ben = await join(code)
    good(await setAccountDisabled(by, ana.userId, true))
    expect((await join(code)).invitation).toBe('unknown')
    good(await bind(ben, await newBox()))
    await runner.runDue()
    expect(await rowOf(ben)).toMatchObject({ state: 'refused', reason: 'inviter-disabled' })
    good(await setAccountDisabled(by, ana.userId, false))
    await runner.runDue()
    expect(await balance(ana)).toBe(0n)
  })
})
