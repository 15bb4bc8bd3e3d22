/**
 * The drawing thread and its pre-drawn pictures: one challenge per picture, and an answer whatever happens to the
 * thread.
 */
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  answerChallenge,
  findChallengePictures,
  newChallenge,
  openChallenge,
  revealAnswer,
  stopDrawing,
} from '~/modules/captcha/captcha.server'
import { captchaKinds } from '~/modules/captcha/captcha.schema'
import { makeDrawer, startDrawingThread, type Drawer } from '~/modules/captcha/draw/drawer.server'
import { drawPictures, type Pictures } from '~/modules/captcha/draw/pictures.server'
import { makePuzzle, makeStock, readyOfEachKind } from '~/modules/captcha/stock.server'
import type { Visit } from '~/platform/visit'
import { codeOf } from '../../support/captcha'

const drawers: Drawer[] = []
const drawerOf = (startThread?: () => Worker | null): Drawer => {
  const made = makeDrawer(startThread)
  drawers.push(made)
  return made
}
afterAll(async () => {
  for (const one of drawers) await one.stop()
  await stopDrawing()
})
/** The thread of the source, and a way to reach the newest one. */
const reachable = (): { start: () => Worker | null; newest: () => Worker; count: () => number } => {
  const started: Worker[] = []
  return {
    start: () => {
      const thread = startDrawingThread()
      if (thread !== null) started.push(thread)
      return thread
    },
    newest: () => {
      const thread = started.at(-1)
      if (thread === undefined) throw new Error('no thread was started')
      return thread
    },
    count: () => started.length,
  }
}
const same = (a: Pictures | null, b: Pictures): void => {
  expect(a?.image.equals(b.image)).toBe(true)
  expect(a?.piece === null || (b.piece !== null && a?.piece.equals(b.piece))).toBe(true)
}

describe('the drawing thread', () => {
  it('draws the same bytes as the main thread for the same seed and answer', async () => {
    const drawer = drawerOf()
    for (const kind of captchaKinds) {
      const order = { ...makePuzzle(kind), turnDegrees: kind === 'rotate' ? 35 : 0 }
      const here = await drawPictures(order, order.turnDegrees)
      same(await drawer.drawAhead(order), here)
      same(await drawer.draw(order), here)
    }
  })

  it('that is killed while drawing loses no picture, and the next request starts another', async () => {
    const threads = reachable()
    const drawer = drawerOf(threads.start)
    const order = { ...makePuzzle('slider'), turnDegrees: 0 }
    const here = await drawPictures(order)
    same(await drawer.drawAhead(order), here)
    const wanted = Array.from({ length: 5 }, () => drawer.draw(order))
    const ahead = drawer.drawAhead(order)
    await threads.newest().terminate()
    for (const one of await Promise.all(wanted)) same(one, here)
    expect(await ahead).toBeNull()
    same(await drawer.drawAhead(order), here)
    expect(threads.count()).toBe(2)
  })

  it('that dies at once is not restarted again and again, and pictures still come', async () => {
    let started = 0
    const drawer = drawerOf(() => {
      started += 1
      return new Worker('process.exit(3)', { eval: true })
    })
    const order = { ...makePuzzle('text'), turnDegrees: 0 }
    const here = await drawPictures(order)
    for (let n = 0; n < 20; n++) {
      expect(await drawer.drawAhead(order)).toBeNull()
      same(await drawer.draw(order), here)
    }
    expect(started).toBe(1)
  })

  it('that can’t start is replaced by drawing on the main thread', async () => {
    const order = { ...makePuzzle('text'), turnDegrees: 0 }
    const here = await drawPictures(order)
    for (const start of [
      () => null,
      () => new Worker('/no/such/program.js'),
      (): Worker => {
        throw new Error('no more threads')
      },
    ]) {
      const drawer = drawerOf(start)
      expect(await drawer.drawAhead(order)).toBeNull()
      same(await drawer.draw(order), here)
    }
  })

  it('that hangs is ended, and another draws', async () => {
    const threads = reachable()
    // The first answers once, so that it is trusted, and then never.
    const half =
      'const { parentPort } = require("node:worker_threads"); let n = 0; parentPort.on("message", () => { if (n++ === 0) parentPort.postMessage({ image: new Uint8Array([1]), piece: null }); else for (;;); })'
    let first = true
    const drawer = drawerOf(() => {
      if (!first) return threads.start()
      first = false
      return new Worker(half, { eval: true })
    })
    const order = { ...makePuzzle('text'), turnDegrees: 0 }
    const here = await drawPictures(order)
    expect((await drawer.drawAhead(order))?.image).toEqual(Buffer.from([1]))
    same(await drawer.draw(order), here)
    same(await drawer.drawAhead(order), here)
  })

  it('draws requested pictures before pre-drawn ones', async () => {
    const drawer = drawerOf()
    const order = { ...makePuzzle('slider'), turnDegrees: 0 }
    await drawer.drawAhead(order)
    const ended: string[] = []
    const all = [
      ...Array.from({ length: 4 }, async () => drawer.drawAhead(order).then(() => ended.push('ahead'))),
      drawer.draw(order).then(() => ended.push('now')),
    ]
    await Promise.all(all)
    expect(ended.indexOf('now')).toBe(1)
  })

  it('ends when the drawer stops, even in the middle of a picture; the main thread then draws', async () => {
    const threads = reachable()
    const drawer = drawerOf(threads.start)
    const order = { ...makePuzzle('slider'), turnDegrees: 0 }
    await drawer.drawAhead(order)
    const exit = new Promise((resolve) => threads.newest().once('exit', resolve))
    const wanted = drawer.draw(order)
    const ahead = drawer.drawAhead(order)
    await drawer.stop()
    await exit
    expect(await ahead).toBeNull()
    same(await wanted, await drawPictures(order))
    same(await drawer.draw(order), await drawPictures(order))
    expect([await drawer.drawAhead(order), threads.count()]).toEqual([null, 1])
  })
})

describe('pre-drawn puzzles', () => {
  it('are three of each kind; each is given out once and replaced', async () => {
    const stock = makeStock(drawerOf())
    expect(stock.take('text')).toBeNull()
    const seen = new Set<string>()
    for (let round = 0; round < 3; round++) {
      for (const kind of captchaKinds)
        await vi.waitFor(() => expect(stock.readyCount(kind)).toBe(readyOfEachKind), { timeout: 10_000 })
      for (const kind of captchaKinds) {
        for (let n = 0; n < readyOfEachKind; n++) {
          const puzzle = stock.take(kind)
          expect(puzzle?.right.kind).toBe(kind)
          seen.add(puzzle?.seed ?? '').add(puzzle?.pictures.image.toString('base64') ?? '')
        }
        expect(stock.take(kind)).toBeNull()
      }
    }
    // A seed and a picture for each.
    expect(seen.size).toBe(3 * captchaKinds.length * readyOfEachKind * 2)
  })
})

describe('challenges from pre-drawn puzzles', () => {
  const visit = (n: number): Visit => ({
    address: `198.51.100.${n}`,
    binding: `ahead:${n}`,
    userAgent: null,
    language: 'en',
  })
  it('show the picture of their own answer, never one already shown, pre-drawn or not', async () => {
    const images = new Set<string>()
    let n = 0
    // More at once than are ready: some are pre-drawn and some are not.
    for (let round = 0; round < 3; round++) {
      const made = await Promise.all(
        captchaKinds.flatMap((kind) =>
          Array.from({ length: readyOfEachKind + 2 }, async () => {
            const who = visit(++n)
            const one = await newChallenge({ visit: who, purpose: 'sign-in', kind })
            if (!one.ok) throw new Error(one.code)
            return { ...one.value, who }
          }),
        ),
      )
      for (const { key, image, piece, who } of made) {
        images.add(image.toString('base64'))
        // Drawn again from the encrypted row.
        const again = await findChallengePictures({ visit: who, key })
        if (!again.ok || again.value === null) throw new Error('no picture')
        expect(again.value.image.equals(image)).toBe(true)
        expect(piece === null || (again.value.piece?.equals(piece) ?? false)).toBe(true)
        const right = await revealAnswer(key)
        expect(
          right === null
            ? null
            : (await answerChallenge({ visit: who, key, purpose: 'sign-in', code: codeOf(right) })).ok,
        ).toBe(true)
      }
    }
    expect(images.size).toBe(n)
  })

  it('show the same picture at each request for its address, and another for another challenge', async () => {
    const who = visit(200)
    const keys: string[] = []
    for (let k = 0; k < 5; k++) {
      const made = await openChallenge({ visit: who, purpose: 'sign-in', kind: 'slider' })
      if (!made.ok) throw new Error(made.code)
      keys.push(made.value.key)
    }
    const images = await Promise.all(
      [...keys, ...keys].map(async (key) => {
        const found = await findChallengePictures({ visit: who, key })
        return found.ok ? (found.value?.image.toString('base64') ?? '') : ''
      }),
    )
    expect(new Set(images).size).toBe(keys.length)
    expect(images.slice(0, keys.length)).toEqual(images.slice(keys.length))
  })
})
