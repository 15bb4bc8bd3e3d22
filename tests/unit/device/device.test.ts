/**
 * The boxes of an account: the code that confirms a box ends all its older tokens, and each refusal has its own code.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  bindBox,
  findDeviceToken,
  listBoxes,
  maxBoxesPerUser,
  renameBox,
  startPairing,
} from '~/modules/device/device.server'
import { nicknameSchema } from '~/modules/device/device.schema'
import { importRegistry } from '~/modules/registry/registry.server'
import { db } from '~/platform/db.server'
import { forgive } from '~/platform/limits.server'
import { codeOf, good, makeActor, makeBox, makeVno } from '../channel-list/people'

const from = { address: '192.0.2.1' }
const pair = (sn: string) => startPairing(sn, false, { modelName: null, softwareVersion: null, ...from })
const bind = async (userId: string, sn: string, code: string) => {
  await forgive('bind-account', userId)
  await forgive('bind-address', from.address)
  const first = await bindBox(userId, { sn, code, seen: null }, from)
  if (!first.ok || first.value.step === 'bound') return first
  // Like a person who was shown the facts.
  const waiting = await db.boxPairing.findFirstOrThrow({ where: { sn }, orderBy: { id: 'desc' } })
  return bindBox(userId, { sn, code, seen: waiting.id }, from)
}
const isRevoked = async (token: string): Promise<boolean | undefined> => (await findDeviceToken(token))?.revoked

describe('a confirmation by the code on the screen', () => {
  it('leaves only that code’s token alive, the first time and every time after', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(null)
    const [stranger, box] = [await pair(sn), await pair(sn)]
    expect(good(await bind(owner.userId, sn, box.userCode))).toMatchObject({ step: 'bound', renewed: false })
    expect([await isRevoked(stranger.token), await isRevoked(box.token)]).toEqual([true, false])
    const [other, anew] = [await pair(sn), await pair(sn)]
    expect([await isRevoked(box.token), await isRevoked(other.token)]).toEqual([false, false])
    expect(good(await bind(owner.userId, sn, anew.userCode))).toMatchObject({ step: 'bound', renewed: true })
    expect(await Promise.all([stranger, box, other, anew].map(({ token }) => isRevoked(token)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect((await findDeviceToken(anew.token))?.userId).toBe(owner.userId)
    // The codes of the ended tokens are gone as well.
    expect(await db.boxPairing.count({ where: { sn } })).toBe(0)
  })
  it('does not affect the tokens of other boxes', async () => {
    const owner = await makeActor()
    const [{ sn }, { sn: otherSn }] = [await makeBox(null), await makeBox(null)]
    const neighbour = await pair(otherSn)
    good(await bind(owner.userId, sn, (await pair(sn)).userCode))
    expect(await isRevoked(neighbour.token)).toBe(false)
  })
})

describe('a box that proves its secret', () => {
  it('ends its earlier tokens, and their codes', async () => {
    const { sn } = await makeBox(null)
    const before = await pair(sn)
    const proven = await startPairing(sn, true, { modelName: null, softwareVersion: null, ...from })
    expect([await isRevoked(before.token), await isRevoked(proven.token)]).toEqual([true, false])
    expect(await db.boxPairing.count({ where: { sn } })).toBe(1)
  })
})

describe('an account', () => {
  it('has at most a hundred boxes (D1305), and may confirm one of them again', async () => {
    const owner = await makeActor()
    const sns: string[] = []
    for (let n = 0; n < maxBoxesPerUser - 1; n++) sns.push((await makeBox(owner)).sn)
    const { sn: last } = await makeBox(null)
    good(await bind(owner.userId, last, (await pair(last)).userCode))
    expect(await listBoxes(owner.userId)).toHaveLength(maxBoxesPerUser)
    const { sn: tooMany } = await makeBox(null)
    const code = (await pair(tooMany)).userCode
    expect(await bind(owner.userId, tooMany, code)).toEqual({
      ok: false,
      code: 'D1305',
      data: { most: maxBoxesPerUser },
    })
    // The refused one used up nothing.
    expect(await db.boxPairing.count({ where: { sn: tooMany } })).toBe(1)
    expect(good(await bind(owner.userId, sns[0] ?? '', (await pair(sns[0] ?? '')).userCode))).toMatchObject({
      renewed: true,
    })
    await db.device.update({ where: { sn: sns[1] ?? '' }, data: { userId: null, boundAt: null } })
    expect(good(await bind(owner.userId, tooMany, code))).toMatchObject({ step: 'bound' })
  })
  it('keeps a nickname to one line, without control characters and direction marks', () => {
    for (const [given, kept] of [
      ['\u0000abc', 'abc'],
      ['a\u001b[31mb\u009b', 'a[31mb'],
      ['Salon\r\nPaid: 0', 'Salon Paid: 0'],
      ['\u202egpj.exe', 'gpj.exe'],
      ['\u2066x\u2069', 'x'],
      ['a\ud800b', 'ab'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
    ])
      expect([given, nicknameSchema.parse(given)]).toEqual([given, kept])
  })
  it('can’t give two boxes one name (D1306), whatever its case or form; another account may use it', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const [one, two, theirs] = [await makeBox(owner), await makeBox(owner), await makeBox(other)]
    good(await renameBox(owner.userId, one.sn, 'Küche'))
    for (const name of ['Küche', 'KÜCHE', 'Kü'.normalize('NFD') + 'che', 'Ｋüche'])
      expect([name, await renameBox(owner.userId, two.sn, name)]).toEqual([
        name,
        { ok: false, code: 'D1306', field: 'nickname' },
      ])
    good(await renameBox(owner.userId, one.sn, 'küche'))
    good(await renameBox(other.userId, theirs.sn, 'Küche'))
    good(await renameBox(owner.userId, one.sn, ''))
    good(await renameBox(owner.userId, two.sn, 'Küche'))
    // Two boxes without a name do not clash.
    good(await renameBox(owner.userId, two.sn, ''))
    expect(codeOf(await renameBox(other.userId, two.sn, 'Mine'))).toBe('I1402')
  })
})

describe('the registry', () => {
  beforeAll(async () => {
    await makeBox(null)
  })
  const by = { userId: 'operator', why: null }
  const load = async (row: { sn: string; vno?: string; secret?: string }) =>
    good(await importRegistry(by, JSON.stringify([{ model: 'Model', ...row }]), false))
  it('takes the brand from a line, or none if the line has none, and keeps a secret that the line omits', async () => {
    const vnoId = await makeVno()
    const vno = `Brand ${vnoId}`
    const sn = '300000000009'
    const rowOf = () => db.registeredBox.findUniqueOrThrow({ where: { sn } })
    expect(await load({ sn, vno, secret: 'a-device-secret-0009' })).toMatchObject({ added: 1 })
    expect(await rowOf()).toMatchObject({ vnoId })
    const sealed = (await rowOf()).secretSealed
    expect(await load({ sn, vno })).toMatchObject({ unchanged: 1 })
    expect(await load({ sn })).toMatchObject({ updated: 1, unchanged: 0 })
    expect(await rowOf()).toMatchObject({ vnoId: null, secretSealed: sealed })
    const other = await makeVno()
    expect(await load({ sn, vno: `Brand ${other}` })).toMatchObject({ updated: 1 })
    expect(await rowOf()).toMatchObject({ vnoId: other })
  })
})
