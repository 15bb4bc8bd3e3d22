/** The state table of payment attempts, and the meanings of provider statuses. */
import { describe, expect, it } from 'vitest'
import {
  attemptEdges,
  attemptEvents,
  attemptStates,
  isLive,
  meanings,
  nextAttemptState,
  words,
  type AttemptState,
} from '~/modules/payment/payment.states'

/** The result of each event while the attempt can be paid; `=`: unchanged. */
const live: Record<string, AttemptState | '='> = {
  waiting: '=',
  confirming: 'open',
  confirmed: 'open',
  sending: 'open',
  partially_paid: 'open',
  finished: 'paid',
  failed: 'failed',
  refunded: 'refunded',
  expired: 'expired',
  cancelled: 'canceled',
}
const late: Record<string, AttemptState> = { finished: 'paid', refunded: 'refunded' }
const expected: Record<AttemptState, Record<string, AttemptState | '='>> = {
  creating: { ...live, waiting: 'open', opened: 'open' },
  open: { ...live, 'close-asked': 'closing' },
  closing: { ...live, 'close-asked': '=', 'close-refused': 'open' },
  paid: { refunded: 'refunded' },
  expired: late,
  failed: late,
  canceled: late,
  refunded: {},
}

describe('the state table of attempts', () => {
  for (const state of attemptStates)
    it(`leads from ${state} to the listed state on each event`, () => {
      for (const event of attemptEvents) {
        const to = expected[state][event]
        expect(nextAttemptState(state, event), event).toBe(to === undefined ? null : to === '=' ? state : to)
      }
    })
  it('reaches every state from a new attempt', () => {
    const reached = new Set<AttemptState>(['creating'])
    for (let before = 0; before < reached.size;) {
      before = reached.size
      for (const { from, to } of attemptEdges) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...attemptStates].sort())
  })
  it('never reopens an attempt that has ended', () => {
    for (const { from, to } of attemptEdges) if (!isLive(from)) expect(isLive(to)).toBe(false)
  })
})

describe('provider statuses', () => {
  it('have SPEC’s payment status: −1 unknown, 0 waiting, 1 finished, 2 expired', () => {
    expect(Object.fromEntries(words.map((word) => [word, meanings[word].statusId]))).toEqual({
      waiting: 0,
      confirming: 0,
      confirmed: 0,
      sending: 0,
      partially_paid: 0,
      finished: 1,
      failed: -1,
      refunded: 1,
      expired: 2,
      cancelled: 2,
    })
  })
  it('count money only once it is confirmed', () => {
    expect(words.filter((word) => meanings[word].counts === 'confirmed')).toEqual(['partially_paid', 'finished'])
  })
})
