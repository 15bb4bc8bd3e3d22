/** The adult switch of a box: who may turn it, what is notified and audited, and that it survives unbinding. */
import { describe, expect, it } from 'vitest'
import { createStaffAccount } from '~/modules/account/account.server'
import { deviceChanged, findBox, hasAdultControl, setAdultSwitch, unbindBox } from '~/modules/device/device.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { makeStoppedClock, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { codeOf, good, makeBox } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-22T12:00:00Z'))
setClock(clock)
const password = 'adult-1234'
let people = 0
const makeOwner = async () => {
  const { id, userName } = good(
    await createStaffAccount(
      { userId: 'operator', why: null },
      { userName: `grown-up-${++people}`, role: 'administrator', password },
    ),
  )
  return { userId: id, userName, role: 'administrator', vnoId: null } as const
}
/** The boxes without adult control. */
const without = new Set<string>()
hasAdultControl.provide((sn) => Promise.resolve(!without.has(sn)))
connectRenewal()
const changed: string[] = []
deviceChanged.listen(({ sn }) => void changed.push(sn))
const audits = async (subject: string) =>
  (await db.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(({ action }) => action)

describe('the adult switch', () => {
  it('turns on and off with the password, is notified and audited; repeating it does nothing', async () => {
    const owner = await makeOwner()
    const { sn } = await makeBox(owner)
    changed.length = 0
    const turn = (on: boolean) => setAdultSwitch(owner.userId, sn, { on, password })
    good(await turn(true))
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).toEqual(clock.now())
    clock.advance(1000)
    good(await turn(true))
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).toEqual(new Date(clock.now().getTime() - 1000))
    good(await turn(false))
    good(await turn(false))
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).toBeNull()
    expect([changed, await audits(sn)]).toEqual([
      [sn, sn],
      ['device.adult-on', 'device.adult-off'],
    ])
  })
  it('stays as it is without the password, for another account, and after too many wrong ones', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    const { sn } = await makeBox(owner)
    expect(await setAdultSwitch(owner.userId, sn, { on: true, password: '' })).toMatchObject({
      code: 'I1309',
      field: 'password',
    })
    expect(codeOf(await setAdultSwitch(other.userId, sn, { on: true, password }))).toBe('I1402')
    for (let tries = 0; tries < rules['password-check'].points; tries++)
      expect(codeOf(await setAdultSwitch(owner.userId, sn, { on: true, password: 'wrong-1234' }))).toBe('I1302')
    expect(codeOf(await setAdultSwitch(owner.userId, sn, { on: true, password }))).toBe('I1009')
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).toBeNull()
  })
  it('needs the service to be turned on, and nothing but the password to be turned off', async () => {
    const owner = await makeOwner()
    const { sn } = await makeBox(owner)
    const turn = (on: boolean) => setAdultSwitch(owner.userId, sn, { on, password })
    without.add(sn)
    expect(await turn(true)).toMatchObject({ code: 'C1109', data: { service: 'adult' } })
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).toBeNull()
    without.delete(sn)
    good(await turn(true))
    without.add(sn)
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).not.toBeNull()
    good(await turn(false))
    expect((await findBox(owner.userId, sn))?.adultSwitchOnAt).toBeNull()
  })
  it('reveals nothing about another account’s box', async () => {
    const [owner, other] = [await makeOwner(), await makeOwner()]
    const { sn } = await makeBox(owner)
    for (const has of [true, false]) {
      if (!has) without.add(sn)
      expect(codeOf(await setAdultSwitch(other.userId, sn, { on: true, password }))).toBe('I1402')
    }
  })
  it('stays on when the box is unbound: unbinding and binding is not a way around it', async () => {
    const owner = await makeOwner()
    const { sn } = await makeBox(owner)
    good(await setAdultSwitch(owner.userId, sn, { on: true, password }))
    good(await unbindBox(owner.userId, sn))
    expect((await db.device.findUniqueOrThrow({ where: { sn } })).adultSwitchOnAt).toEqual(clock.now())
  })
})
