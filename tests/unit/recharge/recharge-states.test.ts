/** The state table of a recharge, and the handling of its deposits. */
import { describe, expect, it } from 'vitest'
import { decideRecharge } from '~/modules/payment/deposit.states'
import {
  nextRechargeStatus,
  rechargeEdges,
  rechargeEventNames,
  rechargeStatusIds,
} from '~/modules/recharge/recharge.states'

describe('the states of a recharge', () => {
  it('are SPEC’s order states except “deleted”, and each is reachable', () => {
    expect(rechargeStatusIds).toEqual([0, 1, 2, 4, 5, 6, 7, 8])
    const reached = new Set(rechargeEdges.map(({ to }) => to))
    for (const status of rechargeStatusIds) expect(reached, String(status)).toContain(status)
  })
  it('use each event somewhere', () => {
    for (const event of rechargeEventNames)
      expect(
        rechargeEdges.some((edge) => edge.event === event),
        event,
      ).toBe(true)
  })
  it('accept money anywhere: every deposit has an answer', () => {
    for (const status of rechargeStatusIds) {
      const paid = nextRechargeStatus(status, 'paid')
      expect(status === 1 ? null : 1, `paid in ${status}`).toBe(paid)
    }
  })
  it('start nothing new once money has come', () => {
    for (const status of [1, 6, 8] as const)
      for (const event of ['seen', 'window-over', 'cancelled', 'retried', 'failed'] as const)
        expect(nextRechargeStatus(status, event), `${event} in ${status}`).toBeNull()
  })
})

describe('a deposit for a recharge', () => {
  const of = (more: Partial<Parameters<typeof decideRecharge>[0]>) =>
    decideRecharge({ asked: 500_000n, kept: 0n, worth: 500_000n, rightAsset: true, ...more })
  it('is credited at its worth: exact, short, too much, or on top', () => {
    expect(of({})).toEqual({ result: 'credit', event: 'paid', credit: 500_000n })
    expect(of({ worth: 497_500n })).toEqual({ result: 'credit', event: 'paid', credit: 497_500n })
    expect(of({ worth: 497_499n })).toEqual({ result: 'credit', event: 'short', credit: 497_499n })
    expect(of({ worth: 1n })).toEqual({ result: 'credit', event: 'short', credit: 1n })
    expect(of({ worth: 900_000n })).toEqual({ result: 'credit', event: 'paid', credit: 900_000n })
    expect(of({ kept: 300_000n, worth: 200_000n })).toEqual({ result: 'credit', event: 'paid', credit: 200_000n })
  })
  it('waits for a person when it came in another coin', () => {
    expect(of({ rightAsset: false })).toEqual({ result: 'person' })
  })
})
