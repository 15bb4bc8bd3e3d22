/** What the wallet says of another customer: the first letter of a name, whole, as people see letters. */
import { expect, it } from 'vitest'
import { initialOf, initialOnly } from '~/modules/wallet/initial'

it('is one letter with all that belongs to it, in its large form', () => {
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
