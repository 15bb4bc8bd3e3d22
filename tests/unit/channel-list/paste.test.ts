/** Pasted lines: names, numbers or both, in any case and any digits. Lines with no match or several are reported. */
import { describe, expect, it } from 'vitest'
import { matchPasted } from '~/modules/channel-list/edit/paste.schema'

const channels = ['Das Erste HD', 'ZDF', '3sat', 'Kino', 'kino', 'Österreich 1', 'قناة', '24'].map((name, at) => ({
  id: at * 10,
  name,
  number: at + 1,
}))
const idsOf = (text: string) => matchPasted(text, channels).map(({ id }) => id)

describe('pasted lines', () => {
  it('match names without case and accents, numbers in any script’s digits, and both together', () => {
    expect(idsOf('das erste  hd\nOSTERREICH 1\n2\n٣\n12. 3SAT')).toEqual([0, 50, 10, 20, null])
    expect(idsOf('1. ZDF\n#3\n• قناة\n7) Das Erste HD')).toEqual([10, 20, 60, 0])
  })
  it('match a name before a number', () => {
    expect(idsOf('24')).toEqual([70])
  })
  it('are reported if they match no channel or more than one', () => {
    expect(matchPasted('KINO\nNobody\n99', channels)).toEqual([
      { text: 'KINO', id: null, candidates: [30, 40], again: false },
      { text: 'Nobody', id: null, candidates: [], again: false },
      { text: '99', id: null, candidates: [], again: false },
    ])
  })
  it('match each channel once', () => {
    expect(idsOf('ZDF\nzdf\n2')).toEqual([10, null, null])
    expect(idsOf('4\nKINO')).toEqual([30, 40])
    expect(matchPasted('ZDF\n2', channels).map(({ again }) => again)).toEqual([false, true])
  })
  it('match the exact name before a similar one', () => {
    expect(idsOf('kino\nKino')).toEqual([40, 30])
    expect(idsOf('KINO\nKino')).toEqual([40, 30])
    expect(idsOf('das-erste_hd')).toEqual([0])
  })
  it('ask once which channel of a name is meant, so a small paste can’t request millions', () => {
    const same = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'A', number: id + 1 }))
    const found = matchPasted('A\na\nA\n1. A\n'.repeat(500), same)
    expect(found.map(({ text, candidates }) => [text, candidates.length])).toEqual([['A', 2000]])
  })
  it('are limited to as many lines as a list has channels', () => {
    expect(matchPasted('ZDF\n'.repeat(5000), channels)).toHaveLength(2000)
    expect(matchPasted(' \n\r\n\t', channels)).toEqual([])
  })
  it('are parsed in linear time, although a backtracking pattern would never end', () => {
    expect(idsOf(`1${' '.repeat(190_000)}a\u2028a`)).toEqual([null, null])
    expect(idsOf(`1${' '.repeat(190_000)}ZDF`)).toEqual([10])
  })
})
