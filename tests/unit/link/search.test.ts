/** Search in a long shelf: its keys are computed once per link, in turns, and their memory is counted. */
import { describe, expect, it } from 'vitest'
import { bytesInMemory, findEntries, keyOf, makeSearchKeys, type Kept } from '~/modules/link/entries'
import { itemsPerAdd, keysAtOnce, linksMax, longNameMax, unitsPerCharacter } from '~/modules/link/limits'
import * as links from '~/modules/link/link.server'
import { searchKeyOf } from '~/text/search-key'
import { good, makeLinker, shelfAt } from './people'

const made = (count: number, name: (at: number) => string): Kept[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: name(at),
    target: { address: `http://h/${at}`, place: null },
    logo: null,
    at: 1,
  }))
const turns = (entries: readonly Kept[], atOnce: number): number => [...makeSearchKeys(entries, atOnce)].length
const query = { page: 1, size: 10 } as const

describe('search keys', () => {
  it('are computed once per link, so many at a time, and after a change only for new links', () => {
    const entries = made(linksMax, (at) => `Channel ${at}`)
    expect(turns(entries, keysAtOnce)).toBe(linksMax / keysAtOnce - 1)
    expect(turns(entries, keysAtOnce)).toBe(0)
    const changed = entries.map((one) => (one.id % 1000 === 0 ? { ...one, name: `New ${one.id}` } : one))
    expect(turns(changed, 1)).toBe(1)
    expect(findEntries(changed, { ...query, search: 'NEW' }).total).toBe(2)
    expect(findEntries(entries, { ...query, search: 'new' }).total).toBe(0)
  })
  it('are computed with pauses for others when a long shelf is first searched', async () => {
    const who = await makeLinker()
    const { id } = good(await links.addShelf(who, 'mylink', { name: 'Long' }))
    const count = 3 * itemsPerAdd
    for (let from = 0; from < count; from += itemsPerAdd)
      good(
        await links.addLinks(
          shelfAt(who, 'mylink', id),
          Array.from({ length: itemsPerAdd }, (_, at) => ({ name: `Channel ${from + at}`, address: 'http://h/1' })),
        ),
      )
    good(await links.findLinks(shelfAt(who, 'mylink', id), query))
    let others = 0
    let isDone = false
    const other = (): void => {
      others++
      if (!isDone) setImmediate(other)
    }
    setImmediate(other)
    expect(good(await links.findLinks(shelfAt(who, 'mylink', id), { ...query, search: 'channel 299' })).total).toBe(1)
    isDone = true
    expect(others).toBeGreaterThanOrEqual(count / keysAtOnce - 1)
  })
  it.each([
    ['a', 'b'],
    ['marks', `a${'\u20d0'.repeat(3)}`],
    ['syllables', '한'],
    ['whole words in one sign', '\ufdfa'],
    ['squared words', '\u33ff\u3300'],
  ])('and everything else of a shelf are counted at their size in memory: %s', (_, part) => {
    const entries = made(10, (at) => part.repeat(longNameMax).slice(0, longNameMax * unitsPerCharacter) + String(at))
    const held = entries.reduce(
      (sum, one) =>
        sum +
        2 *
          (one.name.length +
            (one.target.address?.length ?? 0) +
            keyOf(one).length +
            searchKeyOf(one.name, one.target.address).length),
      0,
    )
    expect(bytesInMemory(entries)).toBeGreaterThan(held)
  })
})
