/** Slots for callbacks that are being read: who gets one, and which is taken away for it. */
import { describe, expect, it } from 'vitest'
import { makeCallbackPlaces } from '~/api/payment-callback'

const make = (maxOfNetwork: number, maxOfAll: number) => {
  const places = makeCallbackPlaces(maxOfNetwork, maxOfAll)
  const cut: string[] = []
  return { cut, enter: (network: string, name: string) => places.enter(network, () => cut.push(name)) }
}

describe('a callback being read', () => {
  it('gets a slot when its network holds none, however many others hold theirs', () => {
    const { cut, enter } = make(16, 128)
    for (let network = 0; network < 8; network++)
      for (let at = 0; at < 16; at++) enter(`stranger ${network}`, `${network}/${at}`)
    expect(cut).toEqual([])
    const leave = enter('provider', 'the provider’s')
    expect(cut).toEqual(['0/0'])
    leave()
    // Its slot is free now, and no slot is counted twice.
    enter('provider', 'the next')
    expect(cut).toEqual(['0/0'])
    enter('provider', 'one more')
    expect(cut).toEqual(['0/0', '1/0'])
  })
  it('takes the slot of its own network’s oldest one when that has all its slots', () => {
    const { cut, enter } = make(3, 128)
    const leaves = ['a', 'b', 'c', 'd', 'e'].map((name) => enter('one', name))
    expect(cut).toEqual(['a', 'b'])
    for (const leave of [...leaves, ...leaves]) leave()
    for (const name of ['f', 'g', 'h']) enter('one', name)
    expect(cut).toEqual(['a', 'b'])
  })
})
