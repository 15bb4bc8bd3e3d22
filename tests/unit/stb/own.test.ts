/**
 * The cache of what boxes fetch of their account: forgotten with every change of links, services and owners, here and
 * in the mirror, and never used past a service's end.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as links from '~/modules/link/link.server'
import { startPairing, unbindBox } from '~/modules/device/device.server'
import { connectEntitlement } from '~/modules/entitlement/entitlement.server'
import { makeBoxMemory } from '~/modules/stb/memory'
import { forgetAllBoxes, memory, peekBox, provideBoxMirror, readBox } from '~/modules/stb/memory.server'
import { forgetAllOwn, readOwn } from '~/modules/stb/own.server'
import { connectStb, forgetBox, type OwnName } from '~/modules/stb/stb.server'
import { makeStoppedClock, replaceClock } from '~/platform/clock.server'
import { codeOf, good, makeLinker, shelfAt } from '../link/people'

const mirror = makeBoxMemory()
beforeAll(() => {
  provideBoxMirror(mirror)
  connectStb()
  connectEntitlement()
})
beforeEach(() => {
  forgetAllBoxes()
  forgetAllOwn()
})

const begin = async () => {
  const owner = await makeLinker()
  const { token } = await startPairing(owner.sn, true, {
    modelName: null,
    softwareVersion: null,
    address: '192.0.2.1',
  })
  const box = good(await readBox(token))
  const category = good(await links.addShelf(owner, 'mylink', { name: 'News' })).id
  const held = (name: OwnName) => [
    memory.peekOwn(peekBox(token) ?? { userId: null }, name) !== undefined,
    mirror.peekOwn({ userId: owner.userId }, name) !== undefined,
  ]
  return { owner, token, box, category, held }
}
const link = { name: 'One', address: 'http://example.org/1' }

describe('what an account’s boxes fetch', () => {
  it('is cached here and in the mirror, and forgotten with any change of links', async () => {
    const { owner, box, category, held } = await begin()
    const changes = [
      () => links.addLinks(shelfAt(owner, 'mylink', category), [link, { ...link, name: 'Two' }]),
      () => links.editLink(shelfAt(owner, 'mylink', category), '1', { name: 'First' }),
      () => links.moveLinks(shelfAt(owner, 'mylink', category), ['1'], 2),
      () => links.sortLinks(shelfAt(owner, 'mylink', category), 'az'),
      () => links.deleteLinks(shelfAt(owner, 'mylink', category), ['1']),
      () => links.editShelf(owner, 'mylink', category, { name: 'Films' }),
      () => links.addShelf(owner, 'mylink', { name: 'Music' }),
      () => links.moveShelf(owner, 'mylink', category, 2),
      () => links.deleteShelf(owner, 'mylink', category),
    ]
    let before = ''
    for (const change of changes) {
      const own = good(await readOwn(box, 'mylink'))
      expect(own.file.etag).not.toBe(before)
      before = own.file.etag
      expect(held('mylink')).toEqual([true, true])
      good<unknown>(await change())
      expect(held('mylink')).toEqual([false, false])
    }
  })
  it('that is read while it changes is not cached', async () => {
    const { owner, box, category, held } = await begin()
    const reading = readOwn(box, 'mylink')
    const changing = links.addLinks(shelfAt(owner, 'mylink', category), [link])
    good(await reading)
    good(await changing)
    expect(held('mylink')).toEqual([false, false])
  })
  it('is forgotten when its box is unbound, but for no other account', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    for (const { box } of [mine, theirs]) good(await readOwn(box, 'mylink'))
    await unbindBox(mine.owner.userId, mine.owner.sn)
    expect([mine.held('mylink'), theirs.held('mylink')]).toEqual([
      [false, false],
      [true, true],
    ])
    forgetBox(mine.owner.sn)
    expect(codeOf(await readOwn(good(await readBox(mine.token)), 'mylink'))).toBe('D1101')
  })
  it('is not used past the end of the service, nor given after it', async () => {
    const { box, held, owner } = await begin()
    const clock = makeStoppedClock(new Date())
    const back = replaceClock(clock)
    try {
      const own = good(await readOwn(box, 'mylink'))
      expect([own.sns, own.untilMs === null]).toEqual([[owner.sn], false])
      clock.advance((own.untilMs ?? 0) - clock.now().getTime())
      expect(held('mylink')).toEqual([false, false])
      expect(codeOf(await readOwn(box, 'mylink'))).toBe('C1109')
    } finally {
      back()
    }
  })
  it('is bounded: the least recently used is dropped, and what would displace many is not cached', () => {
    const memory = makeBoxMemory()
    const own = (userId: string, length: number) => ({
      userId,
      name: 'mylink' as const,
      sns: [userId],
      fromMs: Date.now(),
      untilMs: null,
      file: {
        bytes: new Uint8Array(length),
        type: 'application/json',
        fileName: 'mylink.json',
        etag: '"x"',
        lastModified: new Date(),
      },
    })
    for (let at = 0; at < 5; at++) memory.keepOwn(own(`u${at}`, 8 * 1024 * 1024))
    const there = Array.from({ length: 5 }, (_, at) => memory.peekOwn({ userId: `u${at}` }, 'mylink') !== undefined)
    expect(there).toEqual([false, false, true, true, true])
    memory.keepOwn(own('large', 17 * 1024 * 1024))
    expect(memory.peekOwn({ userId: 'large' }, 'mylink')).toBeUndefined()
    // The numbers of a dealer's boxes take room too.
    memory.keepOwn({ ...own('dealer', 15 * 1024 * 1024), sns: Array.from({ length: 20_000 }, (_, at) => `d${at}`) })
    expect(memory.peekOwn({ userId: 'dealer' }, 'mylink')).toBeUndefined()
    memory.forgetOwnOfBox('u3')
    expect(memory.peekOwn({ userId: 'u3' }, 'mylink')).toBeUndefined()
  })
})
