/**
 * The life of an order as one pure table: which event leads from which status to which. docs/orders.md draws its
 * diagram from it. Orders only move along these edges, by an update that is guarded by the status read before.
 */

/** SPEC's ids. */
export const orderStatuses = {
  pending: 0,
  completed: 1,
  cancelled: 2,
  deleted: 3,
  failed: 4,
  cancelFailed: 5,
  refunded: 6,
  confirming: 7,
  partial: 8,
} as const
export type Status = (typeof orderStatuses)[keyof typeof orderStatuses]
export const statusIds = Object.values(orderStatuses)

/** What can happen to an order. */
export const orderEvents = {
  seen: 'a payment was seen on the chain and is not confirmed yet',
  unseen: 'what was seen was replaced or never came, and nothing else has come',
  short: 'a confirmed payment is less than what is due',
  paid: 'everything is paid while the order can be paid',
  'paid-late': 'everything is paid after the end of the payment window, and the price still holds',
  'window-over': 'the payment window is over, and nothing is on its way',
  'rest-missing': 'the rest was not sent in time; what came is credited to the wallet',
  cancelled:
    'the customer cancelled it, and the provider has closed its payment; or the operator, whatever is on its way',
  'cancel-refused': 'the customer cancelled it, and the provider would not close its payment',
  unbound: 'its box has left the account; what is on its way then may still pay it',
  failed: 'the provider says that the payment failed, and no other is open',
  retried: 'the customer begins another payment',
  refunded: 'the whole price was given back',
  'charged-back': 'the card holder’s bank has taken the money back',
  deleted: 'the customer deleted it from the list',
} as const
export type OrderEvent = keyof typeof orderEvents
export const orderEventNames = Object.keys(orderEvents) as OrderEvent[]

const edges: Readonly<Record<Status, Partial<Readonly<Record<OrderEvent, Status>>>>> = {
  0: { seen: 7, short: 8, paid: 1, 'window-over': 2, cancelled: 2, 'cancel-refused': 5, unbound: 2, failed: 4 },
  1: { refunded: 6, 'charged-back': 6, deleted: 3 },
  2: { 'paid-late': 1, deleted: 3 },
  // Events of a deleted order apply to its former status (moveOf).
  3: {},
  4: {
    seen: 7,
    short: 8,
    paid: 1,
    'paid-late': 1,
    'window-over': 4,
    cancelled: 2,
    'cancel-refused': 5,
    unbound: 2,
    retried: 0,
    deleted: 3,
  },
  5: { seen: 7, short: 8, paid: 1, 'window-over': 2, cancelled: 2, 'cancel-refused': 5, unbound: 2, failed: 2 },
  6: { deleted: 3 },
  7: { seen: 7, unseen: 0, short: 8, paid: 1, cancelled: 2, unbound: 2, failed: 4 },
  8: { seen: 7, short: 8, paid: 1, 'rest-missing': 2, cancelled: 2, 'cancel-refused': 5, unbound: 2 },
}

/** The status after an event; null if the event is not allowed. */
export const nextStatus = (status: Status, event: OrderEvent): Status | null => edges[status][event] ?? null

export const orderEdges = statusIds.flatMap((from) =>
  orderEventNames.flatMap((event) => {
    const to = nextStatus(from, event)
    return to === null ? [] : [{ from, event, to }]
  }),
)

/** An order's status; `former`: the status before it was deleted. */
export type Standing = { status: Status; formerStatus: Status | null }
/**
 * The standing after an event; null if the event is not allowed. A deleted order stays deleted, and late events change
 * its former status.
 */
export const moveOf = ({ status, formerStatus }: Standing, event: OrderEvent): Standing | null => {
  if (status === orderStatuses.deleted) {
    const former = formerStatus === null ? null : nextStatus(formerStatus, event)
    return former === null || former === orderStatuses.deleted ? null : { status, formerStatus: former }
  }
  const next = nextStatus(status, event)
  if (next === null) return null
  return next === orderStatuses.deleted ? { status: next, formerStatus: status } : { status: next, formerStatus: null }
}
/** The effective status: for a deleted order the one before. */
export const standingOf = ({ status, formerStatus }: Standing): Status =>
  status === orderStatuses.deleted && formerStatus !== null ? formerStatus : status

/** Statuses of an order that still expects money. For a failed order it depends on its window. */
export const unpaidStatuses = [0, 4, 5, 7, 8] as const satisfies readonly Status[]
