/** Answers that the page's head asked for: taken once, asked for again when they are lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fetchAhead } from '~/client/ahead'

/** A browser's window and its fetch, as far as they are used: the answers say how often they were asked for. */
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

describe('an answer that the head asked for', () => {
  it('is taken once; afterwards the address is asked anew', async () => {
    standWith({ '/list': Promise.resolve(new Response('early')) })
    expect(await (await fetchAhead('/list')).text()).toBe('early')
    expect(asked).toEqual([])
    expect(await (await fetchAhead('/list')).text()).toBe('/list 1')
  })

  it('is asked for once more where it was lost on its way', async () => {
    standWith({ '/list': Promise.reject(new TypeError('Failed to fetch')) })
    expect(await (await fetchAhead('/list')).text()).toBe('/list 1')
    expect(asked).toEqual(['/list'])
  })

  it('is fetched where nothing was asked for', async () => {
    standWith(undefined)
    expect(await (await fetchAhead('/list')).text()).toBe('/list 1')
  })
})
