/** Turns: a few at a time, in order, and a row that ends. */
import { describe, expect, it } from 'vitest'
import { makeWorkQueue, QueueFull } from '~/modules/account/work-queue.server'

const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

describe('work in turns', () => {
  it('runs a few at a time, in the order in which it came, and answers what it gives', async () => {
    const inQueue = makeWorkQueue({ running: 2, waiting: 100 })
    const gates = Array.from({ length: 8 }, gate)
    const begun: number[] = []
    let running = 0
    let most = 0
    const works = gates.map(({ opened }, n) =>
      inQueue(async () => {
        begun.push(n)
        most = Math.max(most, ++running)
        await opened
        running--
        return n
      }),
    )
    for (const { open } of gates) open()
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], 2])
  })
  it('gives a turn back when the work fails', async () => {
    const inQueue = makeWorkQueue({ running: 1, waiting: 1 })
    for (let n = 0; n < 3; n++) await expect(inQueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inQueue(() => Promise.resolve('yes'))).toBe('yes')
  })
  it('refuses who comes when the row is full', async () => {
    const inQueue = makeWorkQueue({ running: 1, waiting: 2 })
    const { opened, open } = gate()
    const works = Array.from({ length: 3 }, () => inQueue(() => opened))
    await expect(inQueue(() => opened)).rejects.toBeInstanceOf(QueueFull)
    open()
    await Promise.all(works)
    await inQueue(() => Promise.resolve())
  })
})
