/** The initial that the wallet shows of another customer: a whole letter as people see it. */
import { expect, it } from 'vitest'
import { initialOf, initialOnly } from '~/modules/wallet/initial'

it('returns one letter with all its marks, in upper case', () => {
  const names: [string, string][] = [
    ['ana', 'A'],
    ['ömer', 'Ö'],
    // The same letter, written as an o and a mark.
    ['o\u0308mer', 'O\u0308'],
    ['владимир', 'В'],
    ['نور', 'ن'],
    ['👩‍🚀astra', '👩‍🚀'],
    ['7th', '7'],
    ['', ''],
  ]
  for (const [name, initial] of names) expect([initialOf(name), initialOnly(name)]).toEqual([initial, `${initial}…`])
})
