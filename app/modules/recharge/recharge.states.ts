/**
 * The life of a recharge as one pure table, with SPEC's order status ids: which event leads from which status to which.
 * docs/recharges.md draws its diagram from it. A recharge delivers only Mango, so money takes effect in every state: it
 * is always credited, and the state only says how much of the amount asked for has come.
 */
import { orderStatuses, type Status } from '~/modules/order/order.states'

export const rechargeStatuses = {
  pending: orderStatuses.pending,
  completed: orderStatuses.completed,
  cancelled: orderStatuses.cancelled,
  failed: orderStatuses.failed,
  cancelFailed: orderStatuses.cancelFailed,
  refunded: orderStatuses.refunded,
  confirming: orderStatuses.confirming,
  partial: orderStatuses.partial,
} as const
export type RechargeStatus = Exclude<Status, typeof orderStatuses.deleted>
export const rechargeStatusIds: readonly RechargeStatus[] = Object.values(rechargeStatuses)

/** What can happen to a recharge. */
export const rechargeEvents = {
  seen: 'a payment was seen on the chain and is not confirmed yet',
  unseen: 'what was seen was replaced or never came, and nothing else has come',
  paid: 'all that was asked for has come and is credited, in time or late',
  short: 'less came than was asked for; it is credited, and nobody waits for the rest',
  'window-over': 'the payment window is over, and nothing is on its way',
  cancelled:
    'the customer cancelled it, and the provider has closed its payment; or the operator, whatever is on its way',
  'cancel-refused': 'the customer cancelled it, and the provider would not close its payment',
  failed: 'the provider says that the payment failed, and no other is open',
  retried: 'the customer begins another payment',
  'given-back': 'all that came was given back by its provider, or taken back by a bank',
} as const
export type RechargeEvent = keyof typeof rechargeEvents
export const rechargeEventNames = Object.keys(rechargeEvents) as RechargeEvent[]

type Row = Partial<Readonly<Record<RechargeEvent, RechargeStatus>>>
const edges: Readonly<Record<RechargeStatus, Row>> = {
  0: { seen: 7, paid: 1, short: 8, 'window-over': 2, cancelled: 2, 'cancel-refused': 5, failed: 4 },
  1: { 'given-back': 6 },
  2: { paid: 1, short: 8 },
  4: {
    seen: 7,
    paid: 1,
    short: 8,
    'window-over': 4,
    cancelled: 2,
    'cancel-refused': 5,
    retried: 0,
  },
  5: { seen: 7, paid: 1, short: 8, 'window-over': 2, cancelled: 2, 'cancel-refused': 5, failed: 2 },
  // A bank may return what it took, and further deposits may come.
  6: { paid: 1, short: 8 },
  7: { seen: 7, unseen: 0, paid: 1, short: 8, cancelled: 2, failed: 4 },
  // Less came than was asked for: it is credited and the recharge is over, but the rest may still come.
  8: { paid: 1, short: 8, 'given-back': 6 },
}

/** The status after an event; null if the event changes nothing. */
export const nextRechargeStatus = (status: RechargeStatus, event: RechargeEvent): RechargeStatus | null =>
  edges[status][event] ?? null

export const rechargeEdges = rechargeStatusIds.flatMap((from) =>
  rechargeEventNames.flatMap((event) => {
    const to = nextRechargeStatus(from, event)
    return to === null ? [] : [{ from, event, to }]
  }),
)
