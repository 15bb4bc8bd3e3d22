/** Work under one key runs in sequence; other keys do not wait. */
import { expect, it } from 'vitest'
import { makeKeyedQueue } from '~/platform/keyed-queue.server'

const gated = (): { open: () => void; gate: Promise<void> } => {
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), gate }
}

it('starts a piece when all before it have ended, including one that comes just as an earlier one ends', async () => {
  const queue = makeKeyedQueue()
  const [first, second] = [gated(), gated()]
  const seen: string[] = []
  const work = (name: string, gate: Promise<void>) => async () => {
    seen.push(`${name} begins`)
    await gate
    seen.push(`${name} ends`)
  }
  const a = queue('list', work('a', first.gate))
  const b = queue('list', work('b', second.gate))
  first.open()
  await a
  await queue('other', work('other', Promise.resolve()))
  const c = queue('list', work('c', Promise.resolve()))
  await queue('another', () => Promise.resolve())
  second.open()
  await Promise.all([b, c])
  expect(seen.filter((one) => !one.startsWith('other'))).toEqual([
    'a begins',
    'a ends',
    'b begins',
    'b ends',
    'c begins',
    'c ends',
  ])
  expect(seen.indexOf('other ends')).toBeLessThan(seen.indexOf('b ends'))
})

it('contains the failure of a piece', async () => {
  const queue = makeKeyedQueue()
  const failed = queue('list', () => Promise.reject(new Error('a fault')))
  const next = queue('list', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('a fault')
  expect(await next).toBe('done')
})
