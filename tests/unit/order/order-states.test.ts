/** The state table of an order: every status with every event, and every status on the graph. */
import { describe, expect, it } from 'vitest'
import {
  moveOf,
  nextStatus,
  orderEdges,
  orderEventNames,
  statusIds,
  unpaidStatuses,
  type OrderEvent,
  type Status,
} from '~/modules/order/order.states'

/** Every edge, written a second time: status, event, status. Anything else must lead nowhere. */
const expected = `
  0 seen 7 | 0 short 8 | 0 paid 1 | 0 window-over 2 | 0 cancelled 2 | 0 cancel-refused 5 | 0 unbound 2 | 0 failed 4
  1 refunded 6 | 1 charged-back 6 | 1 deleted 3
  2 paid-late 1 | 2 deleted 3
  4 seen 7 | 4 short 8 | 4 paid 1 | 4 paid-late 1 | 4 window-over 4 | 4 cancelled 2 | 4 cancel-refused 5 | 4 unbound 2 | 4 retried 0 | 4 deleted 3
  5 seen 7 | 5 short 8 | 5 paid 1 | 5 window-over 2 | 5 cancelled 2 | 5 cancel-refused 5 | 5 unbound 2 | 5 failed 2
  6 deleted 3
  7 seen 7 | 7 unseen 0 | 7 short 8 | 7 paid 1 | 7 cancelled 2 | 7 unbound 2 | 7 failed 4
  8 seen 7 | 8 short 8 | 8 paid 1 | 8 rest-missing 2 | 8 cancelled 2 | 8 cancel-refused 5 | 8 unbound 2
`
  .trim()
  .split(/[|\n]/)
  .map((edge) => edge.trim().split(' '))
  .map(([from, event, to]) => `${from} ${event} ${to}`)

describe('the state table of orders', () => {
  for (const status of statusIds)
    it(`leads from ${status} by each event where it says, and nowhere else`, () => {
      for (const event of orderEventNames) {
        const found = expected.find((edge) => edge.startsWith(`${status} ${event} `))
        expect(nextStatus(status, event), event).toBe(found === undefined ? null : Number(found.split(' ')[2]))
      }
    })
  it('reaches every status from a new order', () => {
    const reached = new Set<Status>([0])
    for (let before = 0; before < reached.size;) {
      before = reached.size
      for (const { from, to } of orderEdges) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...statusIds].sort())
  })
  it('uses every event', () => {
    const used = new Set(orderEdges.map((edge) => edge.event))
    expect(orderEventNames.filter((event) => !used.has(event))).toEqual([])
  })
  it('leaves completed only through a refund, and never leaves refunded', () => {
    const out = (status: Status): OrderEvent[] =>
      orderEdges.filter(({ from }) => from === status).map(({ event }) => event)
    expect(out(1)).toEqual(['refunded', 'charged-back', 'deleted'])
    expect(out(6)).toEqual(['deleted'])
  })
  it('accepts late facts for a deleted order, which stays deleted', () => {
    for (const former of statusIds)
      for (const event of orderEventNames) {
        const next = nextStatus(former, event)
        expect(moveOf({ status: 3, formerStatus: former }, event), `${former} ${event}`).toEqual(
          next === null || next === 3 ? null : { status: 3, formerStatus: next },
        )
      }
  })
  it('remembers the earlier status of a deleted order', () => {
    expect(moveOf({ status: 2, formerStatus: null }, 'deleted')).toEqual({ status: 3, formerStatus: 2 })
    expect(moveOf({ status: 0, formerStatus: null }, 'deleted')).toBeNull()
  })
  it('counts every status before payment as unpaid', () => {
    expect(unpaidStatuses).toEqual([0, 4, 5, 7, 8])
  })
})
