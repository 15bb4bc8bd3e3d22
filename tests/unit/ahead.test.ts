/** Prefetched answers that the page's head requested: used once, requested again when lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prefetch } from '~/client/prefetch'

/** A browser's window and fetch, reduced to the parts in use; the answers count how often they were requested. */
const asked: string[] = []
const answer = (address: string): Promise<Response> => {
  asked.push(address)
  return Promise.resolve(new Response(`${address} ${asked.length}`))
}
const fetchBefore = globalThis.fetch

beforeEach(() => {
  asked.length = 0
  globalThis.fetch = (address) => answer(String(address))
})
afterEach(() => {
  globalThis.fetch = fetchBefore
  Reflect.deleteProperty(globalThis, 'window')
})
const standWith = (askedAhead: Record<string, Promise<Response>> | undefined) =>
  Reflect.set(globalThis, 'window', { askedAhead })

describe('a prefetched answer', () => {
  it('is used once; afterwards the address is fetched again', async () => {
    standWith({ '/list': Promise.resolve(new Response('early')) })
    expect(await (await prefetch('/list')).text()).toBe('early')
    expect(asked).toEqual([])
    expect(await (await prefetch('/list')).text()).toBe('/list 1')
  })

  it('is fetched again when it was lost on the way', async () => {
    standWith({ '/list': Promise.reject(new TypeError('Failed to fetch')) })
    expect(await (await prefetch('/list')).text()).toBe('/list 1')
    expect(asked).toEqual(['/list'])
  })

  it('is fetched where nothing was prefetched', async () => {
    standWith(undefined)
    expect(await (await prefetch('/list')).text()).toBe('/list 1')
  })
})
