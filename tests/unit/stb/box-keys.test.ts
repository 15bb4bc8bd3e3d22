/** Which keys a box trusts: what its own have introduced, and once a later one has signed, only what that led to. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { forgetSigningKey } from '~/modules/list-signature/key.server'
import {
  listKeys,
  makeNextKey,
  retireNextKey,
  switchKeys,
  toldKeys,
} from '~/modules/list-signature/list-signature.server'
import { learnKeys, onlyFrom, type ToldKey } from '../../../scripts/stb/signature'
import { good, makeActor } from '../channel-list/people'

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
const told = (key: Pair, by: Pair | null, status: ToldKey['status']): ToldKey => ({
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
  it('trusts that and what it leads to: neither those before it nor their other children', () => {
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
    // What it has dropped comes back by no list of keys.
    expect(idsOf(learnKeys(later, all))).toEqual(idsOf(later))
    expect(idsOf(onlyFrom(later, fourth.id))).toEqual([fourth.id])
  })
})

describe('a next key that was given up before it signed', () => {
  it('is told to no box, and stays with the operator', async () => {
    const by = { userId: (await makeActor('operator')).userId, why: 'a test' }
    forgetSigningKey()
    const [first] = await toldKeys()
    const givenUp = good(await makeNextKey(by))
    expect(idsOf(await toldKeys())).toEqual(idsOf([{ id: first?.id ?? '' }, givenUp]))
    good(await retireNextKey(by, givenUp.id))
    expect((await toldKeys()).map(({ id }) => id)).toEqual([first?.id])
    const next = good(await makeNextKey(by))
    good(await switchKeys(by, { atOnce: true }))
    expect((await toldKeys()).map(({ id, status }) => [id, status])).toEqual([
      [next.id, 'current'],
      [first?.id, 'retired'],
    ])
    expect(idsOf(await listKeys())).toEqual(idsOf([{ id: first?.id ?? '' }, givenUp, next]))
  })
})
