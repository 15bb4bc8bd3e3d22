/** Decides where a deposit goes: one answer for each case, and nothing is lost. */
import { describe, expect, it } from 'vitest'
import { decideDeposit, enoughFor, type DepositStanding } from '~/modules/payment/deposit.states'

const standings: readonly DepositStanding[] = ['open', 'late', 'gone', 'done']
const amounts = [1n, 50_000n, 124_374n, 124_375n, 124_999n, 125_000n, 125_001n, 130_000n, 250_000n]

describe('deciding about a deposit', () => {
  it('assigns every part of it to the order, the wallet, waiting or a person', () => {
    for (const standing of standings)
      for (const before of [0n, 50_000n])
        for (const worth of amounts) {
          const decision = decideDeposit({ standing, due: 125_000n, before, worth, rightAsset: true })
          const all = before + worth
          if (decision.result === 'order') expect(decision.toOrder + decision.credit).toBe(all)
          else if (decision.result === 'credit') expect(decision.credit).toBe(all)
          else if (decision.result === 'wait') expect(decision.missing).toBe(125_000n - all)
          else throw new Error('nobody needs to look at this')
        }
  })
  it('accepts a deposit up to 0.5 % below the price as full payment', () => {
    expect(enoughFor(125_000n)).toBe(124_375n)
    const at = (worth: bigint) =>
      decideDeposit({ standing: 'open', due: 125_000n, before: 0n, worth, rightAsset: true }).result
    expect([at(124_375n), at(124_374n)]).toEqual(['order', 'wait'])
  })
  it('never assigns more to an order than it costs', () => {
    for (const worth of amounts) {
      const decision = decideDeposit({ standing: 'open', due: 125_000n, before: 0n, worth, rightAsset: true })
      if (decision.result === 'order') expect(decision.toOrder <= 125_000n).toBe(true)
    }
  })
  it('keeps no deposit waiting for the rest after the order has expired', () => {
    for (const standing of ['late', 'gone', 'done'] as const)
      expect(decideDeposit({ standing, due: 125_000n, before: 0n, worth: 50_000n, rightAsset: true }).result).toBe(
        'credit',
      )
  })
  it('hands a deposit in the wrong coin to a person, whenever it arrives', () => {
    for (const standing of standings)
      expect(decideDeposit({ standing, due: 125_000n, before: 0n, worth: 125_000n, rightAsset: false }).result).toBe(
        'person',
      )
  })
})
