/**
 * The life of a payment attempt as pure tables: what each provider status means, and which event leads from which state
 * to which. docs/orders.md shows both. Received money is counted by deposits, not by states, so a status that changes
 * no state loses no money.
 */
import type { OrderEvent } from '~/modules/order/order.states'
import type { PaymentLabel } from '~/modules/order/view'
import { providerStatuses } from './provider'

/**
 * creating: stored, and the provider is being asked; open: it can be paid; closing: the provider was asked to end it.
 * All others are final: after them only finished and refunded change the state.
 */
export const attemptStates = [
  'creating',
  'open',
  'closing',
  'paid',
  'expired',
  'failed',
  'canceled',
  'refunded',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** The statuses of all providers, in one vocabulary. */
export const words = providerStatuses
export type Word = (typeof words)[number]

type Meaning = {
  /** SPEC's payment status. */
  statusId: -1 | 0 | 1 | 2
  label: PaymentLabel
  /** What it may do to the order. Confirmed money acts by itself (deposit.states.ts). */
  order: OrderEvent | null
  /** Whether the received amount counts: only confirmed money does. */
  counts: 'nothing' | 'seen' | 'confirmed'
  /** The corresponding Stripe status. */
  stripe: string | null
}
export const meanings: Readonly<Record<Word, Meaning>> = {
  waiting: { statusId: 0, label: 'waiting', order: 'unseen', counts: 'nothing', stripe: 'open, unpaid' },
  confirming: { statusId: 0, label: 'confirming', order: 'seen', counts: 'seen', stripe: null },
  confirmed: {
    statusId: 0,
    label: 'waiting-for-confirmation',
    order: 'seen',
    counts: 'seen',
    stripe: 'complete, unpaid',
  },
  sending: { statusId: 0, label: 'waiting-for-confirmation', order: 'seen', counts: 'seen', stripe: null },
  partially_paid: { statusId: 0, label: 'partial-paid', order: 'short', counts: 'confirmed', stripe: null },
  finished: { statusId: 1, label: 'finished', order: 'paid', counts: 'confirmed', stripe: 'complete, paid' },
  failed: { statusId: -1, label: 'failed', order: 'failed', counts: 'nothing', stripe: 'async_payment_failed' },
  refunded: { statusId: 1, label: 'refunded', order: 'refunded', counts: 'nothing', stripe: 'charge.refunded' },
  expired: { statusId: 2, label: 'expired', order: 'window-over', counts: 'nothing', stripe: 'expired' },
  cancelled: { statusId: 2, label: 'deleted', order: 'cancelled', counts: 'nothing', stripe: 'expired by the portal' },
}
/** Shown for an unknown status: nothing moves, and an operator looks. */
export const unknownWord = { statusId: -1, label: 'unknown' } as const

/** What happens to an attempt: a provider status or an action of the portal. */
export const attemptEvents = ['opened', 'close-asked', 'close-refused', ...words] as const
export type AttemptEvent = (typeof attemptEvents)[number]

type Row = Partial<Readonly<Record<AttemptEvent, AttemptState>>>
const ends: Row = { finished: 'paid', refunded: 'refunded' }
const live = (state: 'open' | 'closing'): Row => ({
  waiting: state,
  confirming: 'open',
  confirmed: 'open',
  sending: 'open',
  partially_paid: 'open',
  finished: 'paid',
  failed: 'failed',
  refunded: 'refunded',
  expired: 'expired',
  cancelled: 'canceled',
})
const edges: Readonly<Record<AttemptState, Row>> = {
  creating: { ...live('open'), opened: 'open' },
  open: { ...live('open'), 'close-asked': 'closing' },
  closing: { ...live('closing'), 'close-asked': 'closing', 'close-refused': 'open' },
  paid: { refunded: 'refunded' },
  expired: ends,
  failed: ends,
  canceled: ends,
  refunded: {},
}

/** The state after an event; null if the event changes nothing. */
export const nextAttemptState = (state: AttemptState, event: AttemptEvent): AttemptState | null =>
  edges[state][event] ?? null

export const attemptEdges = attemptStates.flatMap((from) =>
  attemptEvents.flatMap((event) => {
    const to = nextAttemptState(from, event)
    return to === null ? [] : [{ from, event, to }]
  }),
)

/** States in which the payer can still pay with the page or address shown. */
export const liveStates = ['creating', 'open', 'closing'] as const satisfies readonly AttemptState[]
export const isLive = (state: string): boolean => (liveStates as readonly string[]).includes(state)

/**
 * Whether a late status changes the label after an end. Money that arrived does. Money on its way does for an address,
 * which accepts money after any end, but not for a card page: its session stays "complete, unpaid" forever, even after
 * the payment has failed, so that status doesn't mean that money is on its way.
 */
export const showsAfterEnd = (word: Word, isAddress: boolean): boolean =>
  ['partially_paid', 'finished', 'refunded'].includes(word) || (isAddress && meanings[word].counts === 'seen')
/** The status of each end without money: shown when a payment that seemed to be on its way after the end isn't. */
export const endWords: Readonly<Partial<Record<AttemptState, Word>>> = {
  expired: 'expired',
  failed: 'failed',
  canceled: 'cancelled',
}
