/** The table of a recharge's states, and what becomes of what comes for it. */
import { describe, expect, it } from 'vitest'
import { decideRecharge } from '~/modules/payment/deposit.states'
import {
  nextRechargeStatus,
  rechargeEdges,
  rechargeEventNames,
  rechargeStatusIds,
} from '~/modules/recharge/recharge.states'

describe('the states of a recharge', () => {
  it('are SPEC’s of an order but for “deleted”, and each is reached', () => {
    expect(rechargeStatusIds).toEqual([0, 1, 2, 4, 5, 6, 7, 8])
    const reached = new Set(rechargeEdges.map(({ to }) => to))
    for (const status of rechargeStatusIds) expect(reached, String(status)).toContain(status)
  })
  it('know each event somewhere', () => {
    for (const event of rechargeEventNames)
      expect(
        rechargeEdges.some((edge) => edge.event === event),
        event,
      ).toBe(true)
  })
  it('take money wherever they are: nothing that comes is without an answer', () => {
    for (const status of rechargeStatusIds) {
      const paid = nextRechargeStatus(status, 'paid')
      expect(status === 1 ? null : 1, `paid in ${status}`).toBe(paid)
    }
  })
  it('begin nothing anew once money has come', () => {
    for (const status of [1, 6, 8] as const)
      for (const event of ['seen', 'window-over', 'cancelled', 'retried', 'failed'] as const)
        expect(nextRechargeStatus(status, event), `${event} in ${status}`).toBeNull()
  })
})

describe('a deposit for a recharge', () => {
  const of = (more: Partial<Parameters<typeof decideRecharge>[0]>) =>
    decideRecharge({ asked: 500_000n, kept: 0n, worth: 500_000n, rightAsset: true, ...more })
  it('is credited at its worth, whatever it is: exact, short, too much, on top', () => {
    expect(of({})).toEqual({ result: 'credit', event: 'paid', credit: 500_000n })
    expect(of({ worth: 497_500n })).toEqual({ result: 'credit', event: 'paid', credit: 497_500n })
    expect(of({ worth: 497_499n })).toEqual({ result: 'credit', event: 'short', credit: 497_499n })
    expect(of({ worth: 1n })).toEqual({ result: 'credit', event: 'short', credit: 1n })
    expect(of({ worth: 900_000n })).toEqual({ result: 'credit', event: 'paid', credit: 900_000n })
    expect(of({ kept: 300_000n, worth: 200_000n })).toEqual({ result: 'credit', event: 'paid', credit: 200_000n })
  })
  it('waits for a person where it came in another coin', () => {
    expect(of({ rightAsset: false })).toEqual({ result: 'person' })
  })
})
