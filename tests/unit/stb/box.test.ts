/** A box and the portal in this process: who must prove a secret, what unreal numbers cost, when to poll, and what a save leaves behind. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findFetched } from '~/modules/device/device.server'
import { importRegistry } from '~/modules/registry/registry.server'
import { findBoxByToken, pairBox, pollBox, saveBoxList, type BoxFacts } from '~/modules/stb/stb.server'
import { consume, peek, rules } from '~/platform/limits.server'
import { codeOf, good, makeActor, makeBox, sdxFile } from '../channel-list/people'

const from = { address: '192.0.2.1', origin: 'http://portal.test' }
const pair = (sn: string, more: { proof?: string; nonce?: string } = {}, address = from.address) => pairBox({ sn, model: 'Model', ...more }, { ...from, address })
const factsOf = async (sn: string): Promise<BoxFacts> => {
  const paired = good(await pair(sn))
  if (paired.step !== 'paired') throw new Error(paired.step)
  return good(await findBoxByToken(paired.deviceToken))
}

describe('pairing', () => {
  it('of a box with a secret gives no token before the secret is proven', async () => {
    await makeBox(null)
    const [sn, secret] = ['300000000021', 'a-device-secret-0021']
    good(await importRegistry({ userId: 'operator', why: null }, JSON.stringify([{ sn, model: 'Model', secret }]), false))
    const asked = good(await pair(sn))
    if (asked.step !== 'prove') throw new Error(asked.step)
    const proofBy = (key: string) => createHmac('sha256', key).update(asked.nonce + sn).digest('hex')
    expect(codeOf(await pair(sn, { proof: proofBy('another-secret-00021'), nonce: asked.nonce }))).toBe('D1104')
    const proof = { proof: proofBy(secret), nonce: asked.nonce }
    expect(good(await pair(sn, proof))).toMatchObject({ step: 'paired', scope: 'public' })
    // A nonce counts once.
    expect(codeOf(await pair(sn, proof))).toBe('D1104')
  })
  it('with a number that was never made costs ten', async () => {
    const address = '198.51.100.21'
    expect(codeOf(await pair('999999999999', {}, address))).toBe('S1000')
    const seen = await peek('pair-address', address)
    expect(seen.ok && rules['pair-address'].points - seen.left).toBe(10)
  })
})

describe('a waiting box', () => {
  it('that asks again at once is told to slow down', async () => {
    const facts = await factsOf((await makeBox(null)).sn)
    expect(good(await pollBox(facts))).toMatchObject({ state: 'pending', scope: 'public' })
    expect(await pollBox(facts)).toMatchObject({ code: 'D1105', data: { interval: 10, retryAfterSeconds: 5 } })
  })
})

describe('a save', () => {
  it('is what the box has from then on; one that is refused is not', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(owner)
    const box: BoxFacts = { id: 't', sn, userId: owner.userId, vnoId: null, claimed: false }
    const save = (bytes: Uint8Array) => saveBoxList(box, { listId: null, loaded: null, name: 'Mine', typed: true, bytes })
    expect(codeOf(await save(new TextEncoder().encode('nothing')))).toBe('C1112')
    expect(await findFetched(sn)).toBeNull()
    const stored = good(await save(sdxFile(4)))
    expect(await findFetched(sn)).toMatchObject({ listId: stored.id, revision: 1 })
    // The next one is of that list, and of that revision.
    expect(good(await save(sdxFile(5)))).toMatchObject({ id: stored.id, revision: 2, beside: null })
    expect(await findFetched(sn)).toMatchObject({ listId: stored.id, revision: 2 })
    await consume('upload', `box:${sn}`, rules.upload.points)
    expect(codeOf(await save(sdxFile(6)))).toBe('I1009')
  })
})
