/** Bounds the cost of checking pictures: only whole ones pass, and nobody waits behind another account's many. */
import { describe, expect, it } from 'vitest'
import { checkContent } from '~/modules/attachment/content.server'
import { attachmentLimits } from '~/modules/attachment/limits'
import { cleanPng } from '~/modules/attachment/picture'
import { wholePng } from '~/modules/attachment/png.server'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { storeFile } from '~/platform/files.server'
import { heavyAtOnce } from '~/platform/thread.server'
import { cutPng, manyScansJpeg, plainJpeg, plainPng, profilePng, tellingPng } from '../../support/media'

const check = async (who: string, name: string, bytes: Buffer) => {
  const file = await storeFile(bytes)
  if (file === null) throw new Error('no room')
  return checkContent(who, 'image', name, file.id, bytes.length)
}

describe('a PNG', () => {
  it.each([3, 3999])('of 4000² pixels passes with all its rows, but not with %d', async (rows) => {
    const cut = cutPng(4000, rows)
    expect(await check('one', 'a.png', cut)).toMatchObject({ ok: false, code: 'A0415', data: { context: 'content' } })
    expect(await check('one', 'a.png', cutPng(4000, 4000))).toMatchObject({
      ok: true,
      value: { width: 4000, height: 4000 },
    })
  })

  it('keeps its colour profile unless that is a bomb, and loses chunks of wrong length and duplicates', async () => {
    const kept = await check('one', 'a.png', profilePng(3000))
    expect(kept.ok && kept.value.bytes?.includes('iCCP')).toBe(true)
    expect(kept.ok && kept.value.bytes?.includes('gAMA')).toBe(false)
    expect(kept.ok && kept.value.bytes?.toString('latin1').split('pHYs').length).toBe(2)
    const bomb = profilePng(150_000_000)
    expect(bomb.length).toBeLessThan(attachmentLimits.imageBytes)
    const dropped = await check('one', 'a.png', bomb)
    expect(dropped.ok && dropped.value.bytes?.includes('iCCP')).toBe(false)
    expect(dropped).toMatchObject({ ok: true, value: { width: 40, height: 30 } })
  })

  it('as programs write it is whole; broken data is not', async () => {
    for (const png of [plainPng(), plainPng(1, 1), plainPng(333, 7), tellingPng()]) {
      const clean = cleanPng(png)
      expect(clean && (await wholePng(clean.bytes))).not.toBeNull()
    }
    expect(await wholePng(cutPng(100, 0))).toBeNull()
  })
})

describe('a JPEG', () => {
  it('is refused before decoding when it has more scans than any encoder writes', async () => {
    expect(await check('one', 'a.jpg', manyScansJpeg(95))).toMatchObject({ ok: false, code: 'A0415' })
    expect(await check('one', 'a.jpg', manyScansJpeg(1))).toMatchObject({ ok: true })
    expect(await check('one', 'a.jpg', plainJpeg())).toMatchObject({ ok: true })
  })
})

describe('turns of the picture checks', () => {
  it('leave one of two processors to requests', () => {
    expect([1, 2, 3, 8].map(heavyAtOnce)).toEqual([1, 1, 2, 2])
  })
  it('rotate by account: another account’s picture comes before the rest of forty', async () => {
    const order: string[] = []
    const queue = makeFairQueue({ parallel: 2, waitingOfOne: 50, waitingOfAll: 1000 })
    const work = (who: string) =>
      queue.run(who, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        order.push(who)
      })
    const many = Array.from({ length: 40 }, () => work('many'))
    const single = work('single')
    await Promise.all([...many, single])
    expect(order.indexOf('single')).toBeLessThanOrEqual(4)
    expect(order).toHaveLength(41)
  })

  it('are limited: work beyond an account’s share is refused, and a failure frees its place', async () => {
    const queue = makeFairQueue({ parallel: 1, waitingOfOne: 2, waitingOfAll: 3 })
    let free: () => void = () => undefined
    const first = queue.run('a', () => new Promise<void>((resolve) => (free = resolve)))
    const waiting = [
      queue.run('a', () => Promise.resolve(1)),
      queue.run('a', () => Promise.reject(new Error('broken'))),
      queue.run('b', () => Promise.resolve(2)),
    ]
    expect(await queue.run('a', () => Promise.resolve(3))).toEqual({ ok: false, reason: 'own' })
    expect(await queue.run('c', () => Promise.resolve(3))).toEqual({ ok: false, reason: 'all' })
    free()
    const settled = await Promise.allSettled([first, ...waiting])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await queue.run('a', () => Promise.resolve(4))).toEqual({ ok: true, value: 4 })
  })
})
