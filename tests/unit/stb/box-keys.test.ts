/**
 * Which keys a box trusts: those that its own have introduced, and after a later one has signed, only that one's line.
 */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { applyOperations, createList, publishList } from '~/modules/channel-list/channel-list.server'
import { isInStage } from '~/modules/channel-list/publication/stage.schema'
import { forgetSigningKey } from '~/modules/list-signature/key.server'
import {
  listKeys,
  makeNextKey,
  retireNextKey,
  switchKeys,
  publishedKeys,
} from '~/modules/list-signature/list-signature.server'
import type { BoxFacts } from '~/modules/stb/memory'
import { connectStb, fetchList } from '~/modules/stb/stb.server'
import { db } from '~/platform/db.server'
import {
  checkFile,
  learnKeys,
  onlyFrom,
  type Counted,
  type PublishedKey,
  type TrustedKey,
} from '../../../scripts/stb/signature'
import { toldSettings } from '../../support/box-facts'
import { chlFile, good, makeActor } from '../channel-list/people'

type Pair = { id: string; publicKey: string; privateKey: KeyObject }
const makePair = (): Pair => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12)
  return {
    id: createHash('sha256').update(raw).digest('hex').slice(0, 16),
    publicKey: raw.toString('base64'),
    privateKey,
  }
}
const told = (key: Pair, by: Pair | null, status: PublishedKey['status']): PublishedKey => ({
  ...{ id: key.id, publicKey: key.publicKey, status, introducedBy: by?.id ?? null },
  introduction:
    by === null
      ? null
      : sign(
          null,
          Buffer.from(`mango-list-key 1\nkey ${key.id}\npublic ${key.publicKey}\nby ${by.id}\n`),
          by.privateKey,
        ).toString('base64'),
})
const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id).sort()

describe('a box that saw a list signed by a key', () => {
  it('trusts that key and those it leads to: neither earlier ones nor their other children', () => {
    const [first, givenUp, second, third, fourth] = [makePair(), makePair(), makePair(), makePair(), makePair()]
    const all = [
      told(first, null, 'retired'),
      told(givenUp, first, 'retired'),
      told(second, first, 'retired'),
      told(third, second, 'current'),
      told(fourth, third, 'next'),
    ]
    const firmware = [{ id: first.id, publicKey: first.publicKey, introducedBy: null }]
    const trusted = learnKeys(firmware, all)
    expect(idsOf(trusted)).toEqual(idsOf(all))
    expect(idsOf(onlyFrom(trusted, first.id))).toEqual(idsOf(all))
    const later = onlyFrom(trusted, second.id)
    expect(idsOf(later)).toEqual(idsOf([second, third, fourth]))
    // A key that it has dropped is not accepted from any list of keys.
    expect(idsOf(learnKeys(later, all))).toEqual(idsOf(later))
    expect(idsOf(onlyFrom(later, fourth.id))).toEqual([fourth.id])
  })
})

describe('a next key that was dropped before it signed', () => {
  it('is shown to no box, only to the operator', async () => {
    const by = { userId: (await makeActor('operator')).userId, why: 'a test' }
    forgetSigningKey()
    const [first] = await publishedKeys()
    const givenUp = good(await makeNextKey(by))
    expect(idsOf(await publishedKeys())).toEqual(idsOf([{ id: first?.id ?? '' }, givenUp]))
    good(await retireNextKey(by, givenUp.id))
    expect((await publishedKeys()).map(({ id }) => id)).toEqual([first?.id])
    const next = good(await makeNextKey(by))
    good(await switchKeys(by, { atOnce: true }))
    expect((await publishedKeys()).map(({ id, status }) => [id, status])).toEqual([
      [next.id, 'current'],
      [first?.id, 'retired'],
    ])
    expect(idsOf(await listKeys())).toEqual(idsOf([{ id: first?.id ?? '' }, givenUp, next]))
  })
})

describe('a key that ends in the middle of a roll-out', () => {
  it('loses no box, whatever its state was, and signs nothing for boxes that know the next key', async () => {
    connectStb()
    forgetSigningKey()
    const admin = await makeActor('administrator')
    const by = { userId: admin.userId, why: 'a test' }
    const { id } = good(await createList(admin, { name: 'Rolled out', bytes: chlFile(20), fileName: null }))
    good(await applyOperations(admin, id, { base: 1, operations: [{ op: 'delete', ids: [1] }] }))
    good(await publishList(admin, id, { act: 'publish', revision: 1, percent: 100 }))
    const rotate = async () => {
      good(await makeNextKey(by))
      return good(await switchKeys(by, { atOnce: true })).id
    }

    /** A box by the rules of docs/stb.md: its verdict on the file that it gets. */
    const makeBox = (sn: string) => {
      const facts: BoxFacts = {
        ...{ id: sn, sn, userId: null, vnoId: null, claimed: false, proven: true },
        ...toldSettings,
      }
      let keys: TrustedKey[] = []
      const newestIssued: Record<string, number> = {}
      const counts: Record<string, Counted> = {}
      const look = (header: string, bytes: Uint8Array) =>
        checkFile(header, { listId: id, format: null }, bytes, { keys, owners: ['system'], newestIssued, counts })
      const load = async () => {
        const { file, revision } = good(await fetchList(facts, id, null))
        const header = file.headers?.['chmax-signature'] ?? ''
        let verdict = look(header, file.bytes)
        if (!verdict.good && verdict.why === 'unknown-key') {
          keys = learnKeys(keys, await publishedKeys())
          verdict = look(header, file.bytes)
        }
        if (!verdict.good) throw new Error(`${sn}: ${verdict.why}`)
        const { key, issued, counter } = verdict.facts
        newestIssued[key] = issued
        counts[id] = { key, issued, counter }
        keys = onlyFrom(keys, key)
        return { revision, key, again: () => look(header, file.bytes) }
      }
      return { sn, load }
    }
    const boxes = Array.from({ length: 40 }, (_, at) => makeBox(String(800_000_000_000 + at)))
    for (const box of boxes) await box.load()

    good(await publishList(admin, id, { act: 'publish', revision: 2, percent: 50 }))
    const { staged } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { staged: true } })
    if (staged === null) throw new Error('no stage')
    const inside = boxes.filter(({ sn }) => isInStage(sn, staged))
    const outside = boxes.filter(({ sn }) => !isInStage(sn, staged))
    const [early, ...late] = inside
    const [off, ...rest] = outside
    if (early === undefined || off === undefined || late.length === 0) throw new Error('too few boxes')
    const former = await early.load()
    expect(former.revision).toBe(2)

    const second = await rotate()
    for (const box of [early, ...late]) expect(await box.load()).toMatchObject({ revision: 2, key: second })
    for (const box of rest) expect(await box.load()).toMatchObject({ revision: 1, key: second })
    // A thief of the retired key is no longer trusted.
    expect(former.again()).toEqual({ good: false, why: 'unknown-key' })

    const third = await rotate()
    good(await publishList(admin, id, { act: 'widen', percent: 100 }))
    for (const box of [...inside, off, ...rest]) expect(await box.load()).toMatchObject({ revision: 2, key: third })
  })
})
