/**
 * A box and the portal in one process: who must prove a secret, what non-existent numbers cost, when to poll, and what
 * a save changes.
 */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { applyOperations, createList, readList } from '~/modules/channel-list/channel-list.server'
import { findFetched, flushDeviceFacts } from '~/modules/device/device.server'
import { dropFetch } from '~/modules/device/fact.server'
import { importRegistry } from '~/modules/registry/registry.server'
import {
  fetchList,
  findBoxByToken,
  findBoxLists,
  pairBox,
  pollBox,
  reportBox,
  saveBoxList,
  type BoxFacts,
} from '~/modules/stb/stb.server'
import { makeStoppedClock, now, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { consume, peek, rules } from '~/platform/limits.server'
import { codeOf, good, makeActor, makeBox, sdxFile } from '../channel-list/people'
import { toldSettings } from '../../support/box-facts'
import { makeRecord } from '../../support/fixtures/satcodx'

const from = { address: '192.0.2.1', origin: 'http://portal.test' }
const pair = (sn: string, more: { proof?: string; nonce?: string } = {}, address = from.address) =>
  pairBox({ sn, model: 'Model', ...more }, { ...from, address })
const factsOf = async (sn: string): Promise<BoxFacts> => {
  const paired = good(await pair(sn))
  if (paired.step !== 'paired') throw new Error(paired.step)
  return good(await findBoxByToken(paired.deviceToken))
}

describe('pairing', () => {
  it('of a box with a secret gives no token before the secret is proven', async () => {
    await makeBox(null)
    const [sn, secret] = ['300000000021', 'a-device-secret-0021']
    good(
      await importRegistry({ userId: 'operator', why: null }, JSON.stringify([{ sn, model: 'Model', secret }]), false),
    )
    const asked = good(await pair(sn))
    if (asked.step !== 'prove') throw new Error(asked.step)
    const proofBy = (key: string) =>
      createHmac('sha256', key)
        .update(asked.nonce + sn)
        .digest('hex')
    expect(codeOf(await pair(sn, { proof: proofBy('another-secret-00021'), nonce: asked.nonce }))).toBe('D1104')
    const proof = { proof: proofBy(secret), nonce: asked.nonce }
    expect(good(await pair(sn, proof))).toMatchObject({ step: 'paired', scope: 'public' })
    // A nonce counts once.
    expect(codeOf(await pair(sn, proof))).toBe('D1104')
  })
  it('with a number that does not exist costs ten', async () => {
    const address = '198.51.100.21'
    expect(codeOf(await pair('999999999999', {}, address))).toBe('S1000')
    const seen = await peek('pair-address', address)
    expect(seen.ok && rules['pair-address'].points - seen.left).toBe(10)
  })
})

describe('the answer to a box', () => {
  it('at its pairing has a token, a code, its owner’s address, and how long they are valid', async () => {
    const { sn } = await makeBox(null)
    const paired = good(await pair(sn))
    if (paired.step !== 'paired') throw new Error(paired.step)
    const code = paired.userCode.replace(/[^A-Z]/g, '')
    expect(paired).toEqual({
      step: 'paired',
      deviceToken: expect.stringMatching(/^mpd_[\w-]{43}$/) as string,
      scope: 'public',
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/) as string,
      verificationUri: 'http://portal.test/terminal/bind',
      verificationUriComplete: `http://portal.test/terminal/bind?sn=${sn}&code=${code}`,
      expiresIn: 900,
      interval: 5,
    })
    expect(await pair('999999999998')).toEqual({ ok: false, code: 'S1000', field: 'sn' })
  })
  it('at a pairing with a proof, when it is already bound, opens the account’s lists at once', async () => {
    await makeBox(null)
    const [sn, secret] = ['300000000022', 'a-device-secret-0022']
    good(
      await importRegistry({ userId: 'operator', why: null }, JSON.stringify([{ sn, model: 'Model', secret }]), false),
    )
    const prove = async () => {
      const asked = good(await pair(sn))
      if (asked.step !== 'prove') throw new Error(asked.step)
      expect(asked.expiresIn).toBe(300)
      return pair(sn, {
        proof: createHmac('sha256', secret)
          .update(asked.nonce + sn)
          .digest('hex'),
      })
    }
    expect(good(await prove())).toMatchObject({ scope: 'public' })
    const owner = await makeActor()
    await db.device.update({ where: { sn }, data: { userId: owner.userId, boundAt: now() } })
    const paired = good(await prove())
    expect(paired).toMatchObject({ scope: 'account' })
    if (paired.step !== 'paired') throw new Error(paired.step)
    const facts = good(await findBoxByToken(paired.deviceToken))
    expect(good(await pollBox(facts))).toEqual({
      state: 'bound',
      scope: 'account',
      interval: 5,
      expiresIn: null,
      owners: ['system', expect.stringMatching(/^account-[0-9a-f]{16}$/)],
    })
    expect(good(await pollBox(facts))).toMatchObject({ state: 'bound' })
  })
  it('is a retry time when it asks too often from one address, or for one box', async () => {
    const address = '198.51.100.31'
    await consume('pair-address', address, rules['pair-address'].points)
    expect(await pair((await makeBox(null)).sn, {}, address)).toMatchObject({
      code: 'I1009',
      data: { retryAfterSeconds: expect.any(Number) as number },
    })
    const { sn } = await makeBox(null)
    await consume('pair-box', `${sn}@198.51.100.32`, rules['pair-box'].points)
    expect(codeOf(await pair(sn, {}, '198.51.100.32'))).toBe('I1009')
    good(await pair(sn, {}, '198.51.100.33'))
  })
  it('about lists and reports depends on whether its account has confirmed its token', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(owner)
    const box: BoxFacts = {
      id: 't',
      sn,
      userId: owner.userId,
      vnoId: null,
      claimed: false,
      proven: true,
      ...toldSettings,
    }
    const stored = good(
      await saveBoxList(box, { listId: null, loaded: null, name: 'Mine', typed: true, bytes: sdxFile(4) }),
    )
    await db.device.update({ where: { sn }, data: { activeListId: stored.id } })
    expect(await findBoxLists(box, { page: 1, size: 10 })).toMatchObject({
      total: 1,
      activeListId: stored.id,
      items: [{ id: stored.id }],
    })
    const foreign: BoxFacts = { ...box, userId: null, claimed: true }
    expect(await findBoxLists(foreign, { page: 1, size: 10 })).toMatchObject({ total: 0, activeListId: null })
    expect([
      codeOf(await reportBox(foreign, { cpu: 'x' })),
      codeOf(await reportBox({ ...foreign, claimed: false }, { cpu: 'y' })),
    ]).toEqual(['D1102', 'no failure'])
    expect((await db.device.findUniqueOrThrow({ where: { sn } })).cpu).toBe('y')
    const save = (facts: BoxFacts) =>
      saveBoxList(facts, { listId: null, loaded: null, name: 'More', typed: true, bytes: sdxFile(4) })
    expect([codeOf(await save(foreign)), codeOf(await save({ ...foreign, claimed: false }))]).toEqual([
      'D1102',
      'D1101',
    ])
    // A fetch is recorded if the box is its owner's, or nobody's.
    await db.device.update({ where: { sn }, data: { fetchedListId: null } })
    dropFetch(sn)
    expect(codeOf(await fetchList(foreign, stored.id, null))).toBe('C1101')
    good(await fetchList(box, stored.id, null))
    expect(await findFetched(sn)).toMatchObject({ listId: stored.id, revision: 1 })
  })
})

describe('a waiting box', () => {
  it('may poll every five seconds, with half a second of tolerance, and learns when its code expires', async () => {
    const clock = makeStoppedClock(new Date('2027-01-01T00:00:00Z'))
    const back = setClock(clock)
    try {
      const facts = await factsOf((await makeBox(null)).sn)
      expect(good(await pollBox(facts))).toEqual({
        state: 'pending',
        scope: 'public',
        interval: 5,
        expiresIn: 900,
        owners: ['system'],
      })
      clock.advance(4499)
      expect(codeOf(await pollBox(facts))).toBe('D1105')
      clock.advance(1)
      expect(good(await pollBox(facts))).toMatchObject({ state: 'pending' })
      // A refused poll does not count.
      clock.advance(4499)
      expect(codeOf(await pollBox(facts))).toBe('D1105')
      clock.advance(15 * 60_000)
      expect(good(await pollBox(facts))).toEqual({
        state: 'expired',
        scope: 'public',
        interval: 5,
        expiresIn: null,
        owners: ['system'],
      })
    } finally {
      back()
    }
  })
  it('that polls again at once is told to slow down', async () => {
    const facts = await factsOf((await makeBox(null)).sn)
    expect(good(await pollBox(facts))).toMatchObject({ state: 'pending', scope: 'public' })
    expect(await pollBox(facts)).toMatchObject({ code: 'D1105', data: { interval: 10, retryAfterSeconds: 5 } })
  })
})

describe('a save', () => {
  it('of ranges is refused if the box does not say what it had loaded: the portal’s record may be another version', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(owner)
    const box: BoxFacts = {
      ...{ id: 't', sn, userId: owner.userId, vnoId: null, claimed: false, proven: true },
      ...toldSettings,
    }
    const save = (loaded: number | null, ranges: readonly (readonly [number, number])[]) =>
      saveBoxList(box, { listId: null, loaded, name: '', typed: false, bytes: sdxFile(1), part: { ranges } })
    const { id } = good(
      await saveBoxList(box, { listId: null, loaded: null, name: 'Whole', typed: true, bytes: sdxFile(4) }),
    )
    expect(await findFetched(sn)).toMatchObject({ listId: id, revision: 1 })
    expect(await save(null, [[1, 3]])).toMatchObject({ ok: false, code: 'A0422', field: 'base' })
    // Without ranges nothing is deleted, so the record is enough.
    expect(good(await save(null, []))).toMatchObject({ revision: 1, channels: 4 })
    expect(good(await save(1, [[1, 3]]))).toMatchObject({ id, revision: 2, channels: 2 })
  })
  describe('that does not say what it had loaded', () => {
    const fileOf = (names: readonly string[]): Uint8Array =>
      Uint8Array.from(
        names.flatMap((name, at) => [...makeRecord({ name, sid: at + 1, frequencyKHz: 11_000_000 }, '103'), 10]),
      )
    /** A box that saved One, Two, Three as revision 1; its owner renamed One since (revision 2). */
    const begin = async () => {
      const owner = await makeActor()
      const { sn } = await makeBox(owner)
      const box: BoxFacts = {
        ...{ id: 't', sn, userId: owner.userId, vnoId: null, claimed: false, proven: true },
        ...toldSettings,
      }
      const save = async (names: readonly string[], listId: string | null = null) =>
        good(await saveBoxList(box, { listId, loaded: null, name: 'Mine', typed: true, bytes: fileOf(names) }))
      const { id } = await save(['One', 'Two', 'Three'])
      const rename = async (base: number, name: string) =>
        void good(await applyOperations(owner, id, { base, operations: [{ op: 'rename', id: 0, name }] }))
      await rename(1, 'Cloud')
      const namesNow = async () =>
        good(await readList(owner, id, {}, (view) => view.rows({}, { page: 1, size: 9 }).items.map(({ name }) => name)))
      const load = async (held: number | null = null) =>
        void good(await fetchList(box, id, null, { load: () => ({ own: null, held }) }))
      return { box, owner, id, save, load, rename, namesNow }
    }
    it.each(['kept in memory', 'written'])(
      'replaces no edit that a cut answer may not have brought it, when the record is %s',
      async (where) => {
        const { load, save, namesNow } = await begin()
        if (where === 'written') await flushDeviceFacts()
        await load()
        if (where === 'written') await flushDeviceFacts()
        // It still has revision 1.
        const stored = await save(['One', 'Two', 'Box'])
        expect([stored.saved < stored.revision, stored.beside?.revision]).toEqual([true, stored.saved])
        expect(await namesNow()).toEqual(['Cloud', 'Two', 'Three'])
      },
    )
    it('is the newest version if its file has all edits, however often an answer was cut', async () => {
      const { load, rename, save, namesNow } = await begin()
      await load()
      await rename(2, 'Clouds')
      await load()
      await load()
      expect(await save(['Clouds', 'Two', 'Box'])).toMatchObject({ revision: 4, saved: 4, beside: null })
      expect(await namesNow()).toEqual(['Clouds', 'Two', 'Box'])
      // Now it has what it saved.
      expect(await save(['One', 'Two', 'Box'])).toMatchObject({ revision: 5, saved: 5, beside: null })
    })
    it('is the newest version if the box named or reported the revision that it was given', async () => {
      const named = await begin()
      await named.load()
      await named.load(2)
      expect(await named.save(['One', 'Two', 'Three'])).toMatchObject({ revision: 3, saved: 3, beside: null })
      for (const isWritten of [false, true]) {
        const told = await begin()
        await told.load()
        if (isWritten) await flushDeviceFacts()
        const update = { list: told.id, revision: 2, result: 'loaded' as const, reason: 'manual' as const }
        good(await reportBox(told.box, { update }))
        expect(await told.save(['One', 'Two', 'Three'])).toMatchObject({ revision: 3, saved: 3, beside: null })
      }
    })
    it('replaces no other list, if the box had another one and does not name this one', async () => {
      const { box, owner, id, load, save, namesNow } = await begin()
      const other = good(await createList(owner, { name: 'Other', bytes: fileOf(['Far', 'Away']), fileName: null }))
      await load(2)
      good(await fetchList(box, other.id, null))
      const stored = await save(['Cloud', 'Two', 'Box'])
      expect([stored.id, stored.saved < stored.revision]).toEqual([other.id, true])
      await load()
      expect(await save(['Cloud', 'Two', 'Box'], id)).toMatchObject({ id, revision: 3, saved: 3, beside: null })
      expect(await namesNow()).toEqual(['Cloud', 'Two', 'Box'])
    })
    it('has the first version that it was ever given: it had nothing before', async () => {
      const { owner, id } = await begin()
      const { sn } = await makeBox(owner)
      const box: BoxFacts = {
        ...{ id: 'u', sn, userId: owner.userId, vnoId: null, claimed: false, proven: true },
        ...toldSettings,
      }
      good(await fetchList(box, id, null))
      const bytes = fileOf(['One', 'Two', 'Three'])
      const stored = good(await saveBoxList(box, { listId: null, loaded: null, name: '', typed: false, bytes }))
      expect(stored).toMatchObject({ id, revision: 3, saved: 3, beside: null })
    })
  })
  it('becomes the box’s loaded list; a refused one does not', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(owner)
    const box: BoxFacts = {
      id: 't',
      sn,
      userId: owner.userId,
      vnoId: null,
      claimed: false,
      proven: true,
      ...toldSettings,
    }
    const save = (bytes: Uint8Array) =>
      saveBoxList(box, { listId: null, loaded: null, name: 'Mine', typed: true, bytes })
    expect(codeOf(await save(new TextEncoder().encode('nothing')))).toBe('C1112')
    expect(await findFetched(sn)).toBeNull()
    const stored = good(await save(sdxFile(4)))
    expect(await findFetched(sn)).toMatchObject({ listId: stored.id, revision: 1 })
    // The next save is a revision of that list.
    expect(good(await save(sdxFile(5)))).toMatchObject({ id: stored.id, revision: 2, beside: null })
    expect(await findFetched(sn)).toMatchObject({ listId: stored.id, revision: 2 })
    await consume('upload', `box:${sn}`, rules.upload.points)
    expect(codeOf(await save(sdxFile(6)))).toBe('I1009')
  })
})
