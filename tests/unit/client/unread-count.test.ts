/** The unread count: the most recently requested one wins, not the last to be answered. */
import { beforeEach, expect, it, vi } from 'vitest'

const fresh = async () => {
  vi.resetModules()
  return import('~/client/unread/count')
}
let count: Awaited<ReturnType<typeof fresh>>
beforeEach(async () => {
  count = await fresh()
})

it('drops a count requested before something was read here', () => {
  const asked = count.unreadMoment()
  count.noteRead(2)
  expect(count.holdUnread(3, asked)).toBe(false)
  expect(count.heldUnread()).toBe(2)
  expect(count.holdUnread(1)).toBe(true)
  expect(count.heldUnread()).toBe(1)
})

it('drops a count requested before the server sent the page’s own', () => {
  const asked = count.unreadMoment()
  count.holdUnread(null)
  expect(count.holdUnread(3, asked)).toBe(false)
  expect(count.heldUnread()).toBeNull()
})

it('orders another tab’s count by when that tab requested it', () => {
  count.noteRead(2)
  const at = count.unreadMoment()
  expect(count.holdUnread(9, at - 60_000)).toBe(false)
  expect(count.holdUnread(1, at + 60_000)).toBe(true)
  // What this tab requests from then on is newer, though its clock is behind.
  expect(count.holdUnread(0, count.unreadMoment())).toBe(true)
  expect(count.heldUnread()).toBe(0)
})

it('keeps working with a clock that was set back', () => {
  count.noteRead(5)
  vi.useFakeTimers({ now: Date.now() - 86_400_000 })
  expect(count.holdUnread(4, count.unreadMoment())).toBe(true)
  vi.useRealTimers()
  expect(count.heldUnread()).toBe(4)
})

it('tells listeners what was read, also what was read before', () => {
  const heard: number[] = []
  count.noteRead(4)
  const stop = count.listenToReads((left) => heard.push(left))
  count.noteRead(3)
  count.holdUnread(2)
  stop()
  count.noteRead(1)
  expect(heard).toEqual([4, 3])
})
