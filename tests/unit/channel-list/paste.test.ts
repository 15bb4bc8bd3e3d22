/** Lines that people paste: names, numbers, both, in any case and digits; what fits nothing or too much is said. */
import { describe, expect, it } from 'vitest'
import { matchPasted } from '~/modules/channel-list/edit/paste.schema'

const channels = ['Das Erste HD', 'ZDF', '3sat', 'Kino', 'kino', 'Österreich 1', 'قناة', '24'].map((name, at) => ({
  id: at * 10,
  name,
  number: at + 1,
}))
const idsOf = (text: string) => matchPasted(text, channels).map(({ id }) => id)

describe('pasted lines', () => {
  it('are names without case and accents, numbers in anybody’s digits, and both', () => {
    expect(idsOf('das erste  hd\nOSTERREICH 1\n2\n٣\n12. 3SAT')).toEqual([0, 50, 10, 20, null])
    expect(idsOf('1. ZDF\n#3\n• قناة\n7) Das Erste HD')).toEqual([10, 20, 60, 0])
  })
  it('are a name before they are a number', () => {
    expect(idsOf('24')).toEqual([70])
  })
  it('fit nothing, or more than one', () => {
    expect(matchPasted('KINO\nNobody\n99', channels)).toEqual([
      { text: 'KINO', id: null, candidates: [30, 40], again: false },
      { text: 'Nobody', id: null, candidates: [], again: false },
      { text: '99', id: null, candidates: [], again: false },
    ])
  })
  it('mean a channel once', () => {
    expect(idsOf('ZDF\nzdf\n2')).toEqual([10, null, null])
    expect(idsOf('4\nKINO')).toEqual([30, 40])
    expect(matchPasted('ZDF\n2', channels).map(({ again }) => again)).toEqual([false, true])
  })
  it('are the very name before one that is written similarly', () => {
    expect(idsOf('kino\nKino')).toEqual([40, 30])
    expect(idsOf('KINO\nKino')).toEqual([40, 30])
    expect(idsOf('das-erste_hd')).toEqual([0])
  })
  it('ask once which channel of a name is meant, so that a paste of few bytes can’t ask for millions', () => {
    const same = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'A', number: id + 1 }))
    const found = matchPasted('A\na\nA\n1. A\n'.repeat(500), same)
    expect(found.map(({ text, candidates }) => [text, candidates.length])).toEqual([['A', 2000]])
  })
  it('are as many as a list has', () => {
    expect(matchPasted('ZDF\n'.repeat(5000), channels)).toHaveLength(2000)
    expect(matchPasted(' \n\r\n\t', channels)).toEqual([])
  })
  it('are read once, however long: a pattern that tries every way to read this would never end', () => {
    expect(idsOf(`1${' '.repeat(190_000)}a\u2028a`)).toEqual([null, null])
    expect(idsOf(`1${' '.repeat(190_000)}ZDF`)).toEqual([10])
  })
})
