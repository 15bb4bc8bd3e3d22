/** Addresses that reach Remix: only the portal's own, none that takes long to match against the routes. */
import { describe, expect, it } from 'vitest'
import { addressLimits, parsePath } from '~/server/address'

const { slashes, characters, indexParameters, manifestQueryCharacters } = addressLimits
const isAllowed = (address: string): boolean => parsePath(address) !== null
const manifest = (query: string): boolean => isAllowed(`/__manifest?${query}`)
const deep = (depth: number): string => '/a'.repeat(depth)

describe('an address', () => {
  it('is refused when it is too deep, empty segments included', () => {
    expect([deep(slashes), deep(slashes + 1)].map(isAllowed)).toEqual([true, false])
    expect(['/'.repeat(slashes), '/'.repeat(slashes + 1), `/home${'/'.repeat(8000)}x`].map(isAllowed)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is refused when it is too long', () => {
    expect([`/${'a'.repeat(characters - 1)}`, `/${'a'.repeat(characters)}`].map(isAllowed)).toEqual([true, false])
  })

  it('is refused when it repeats the parameter that Remix rewrites, in any spelling', () => {
    expect(isAllowed('/home?index&index=1')).toBe(true)
    expect(isAllowed(`/home?${'index=a&'.repeat(indexParameters + 1)}`)).toBe(false)
    expect(isAllowed('/home?index=a&%69ndex=a&x=1&inde%78=a')).toBe(false)
    expect(isAllowed(`/home?${'indexes=a&'.repeat(500)}`)).toBe(true)
  })
})

describe('a manifest request for routes', () => {
  it('names one path', () => {
    expect(manifest('p=%2Ffeatures%2Flists%2Fabc%2Fchannels%2F1&version=2f99e9f9')).toBe(true)
    expect(manifest('version=2f99e9f9&p=/')).toBe(true)
    expect(manifest('version=2f99e9f9')).toBe(false)
    expect(manifest('p=/home&p=/order&version=2f99e9f9')).toBe(false)
    expect(manifest('p=/home&%70=/order&version=2f99e9f9')).toBe(false)
  })

  it('is refused when its path is not one that a page may have', () => {
    expect([slashes, slashes + 1].map((depth) => manifest(`version=1&p=${deep(depth)}`))).toEqual([true, false])
    // 3.6 kB of this kept the server busy for two seconds.
    expect(manifest(`version=1&p=${deep(1800)}`)).toBe(false)
    for (const page of ['', 'home', '/%25zz', '/..', '/a?/b/b/b', '/a%3F/b/b/b', '/a%23/b/b/b', '/'.repeat(400)])
      expect(manifest(`version=1&p=${page}`), page).toBe(false)
    expect(manifest(`version=1&p=${'%2Fa'.repeat(slashes + 1)}`)).toBe(false)
  })

  it('is refused when its query is too long', () => {
    const query = 'version=1&p=/home&x='
    const filled = (length: number): string => query + 'x'.repeat(length - query.length)
    expect([manifestQueryCharacters, manifestQueryCharacters + 1].map((length) => manifest(filled(length)))).toEqual([
      true,
      false,
    ])
  })
})
