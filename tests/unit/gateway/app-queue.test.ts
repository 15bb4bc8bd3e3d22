/** The gateway's queue for the app: fairness between request classes and clients, and which requests don't wait. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeAppQueue, queueLimits, type AppQueue } from '../../../app/server/gateway/app-queue'

let turns: AppQueue
beforeEach(() => {
  vi.useFakeTimers()
  turns = makeAppQueue(() => Date.now())
})
afterEach(() => {
  turns.stop()
  vi.useRealTimers()
})

type Taken = { state: 'waiting' | 'running' | 'refused'; leave: () => void }
const take = (kind: Parameters<AppQueue['take']>[0], client: string): Taken => {
  const taken: Taken = { state: 'waiting', leave: () => undefined }
  void turns.take(kind, client).then((leave) => {
    taken.state = leave === null ? 'refused' : 'running'
    if (leave !== null) taken.leave = leave
  })
  return taken
}
const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0))
const many = (count: number, kind: Parameters<AppQueue['take']>[0], clientOf: (index: number) => string): Taken[] =>
  Array.from({ length: count }, (_, index) => take(kind, clientOf(index)))
const count = (all: Taken[], state: Taken['state']): number => all.filter((one) => one.state === state).length

describe('a turn at the app', () => {
  it.each(['page', 'act', 'box'] as const)(
    'goes to as many requests (%s) as keep the app busy, of which one client gets only some',
    async (kind) => {
      const one = many(20, kind, () => 'greedy')
      await settle()
      expect(count(one, 'running')).toBe(queueLimits.runningOfClient[kind])
      const others = many(20, kind, (index) => `person ${index}`)
      await settle()
      expect(count(others, 'running')).toBe(queueLimits.running[kind] - queueLimits.runningOfClient[kind])
    },
  )

  it('rotates between clients: one that asks for many pages delays only itself', async () => {
    const first = many(queueLimits.running.page, 'page', (index) => `other ${index}`)
    const greedy = many(50, 'page', () => 'greedy')
    const person = take('page', 'person')
    await settle()
    expect(person.state).toBe('waiting')
    first[0]?.leave()
    first[1]?.leave()
    await settle()
    expect([count(greedy, 'running'), person.state]).toEqual([1, 'running'])
  })

  it.each([
    ['page', 'act', 'box'],
    ['act', 'box', 'page'],
    ['box', 'page', 'act'],
  ] as const)('is free for others while a crowd of one class (%s) fills all its places', async (crowded, ...others) => {
    const crowd = many(100, crowded, (index) => `crowd ${index}`)
    await settle()
    expect(count(crowd, 'running')).toBe(queueLimits.running[crowded])
    for (const kind of others) {
      const person = take(kind, 'person')
      await settle()
      expect(person.state).toBe('running')
    }
  })

  it('is refused at once if too many wait, of one client or of all', async () => {
    const own = many(queueLimits.runningOfClient.page + queueLimits.waitingOfClient.page + 3, 'page', () => 'greedy')
    await settle()
    expect(count(own, 'refused')).toBe(3)
    const all = many(600, 'page', (index) => `person ${index}`)
    await settle()
    expect(turns.waiting()).toBe(queueLimits.waiting.page)
    // The client with the most waiting requests has lost its places to them, all but one.
    expect(count(own, 'waiting')).toBe(1)
    expect(count(all, 'refused')).toBe(
      600 - (queueLimits.running.page - queueLimits.runningOfClient.page) - (queueLimits.waiting.page - 1),
    )
  })

  it('is found for a new client in a queue that a few have filled', async () => {
    many(queueLimits.running.page, 'page', (index) => `other ${index}`)
    for (let greedy = 0; greedy < 8; greedy++) many(queueLimits.waitingOfClient.page, 'page', () => `greedy ${greedy}`)
    await settle()
    expect(turns.waiting()).toBe(queueLimits.waiting.page)
    const people = many(20, 'page', (index) => `person ${index}`)
    await settle()
    expect([count(people, 'waiting'), turns.waiting()]).toEqual([20, queueLimits.waiting.page])
  })

  it('is refused if it did not come in time, and leaves nothing in the queue', async () => {
    // Each keeps its slot for the longest allowed time, in which not all of them get one.
    many(queueLimits.running.page + 100, 'page', (index) => `other ${index}`)
    const page = take('page', 'person')
    await vi.advanceTimersByTimeAsync(queueLimits.waitMs.page + 300)
    expect([page.state, turns.waiting()]).toEqual(['refused', 0])
  })

  it('goes to the next request if one holds it too long', async () => {
    many(queueLimits.running.page, 'page', (index) => `slow ${index}`)
    const next = take('page', 'person')
    await vi.advanceTimersByTimeAsync(queueLimits.leaseMs - 1)
    expect(next.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(next.state).toBe('running')
  })
})
