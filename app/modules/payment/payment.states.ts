/**
 * The life of a payment attempt as pure tables: what each word of a provider means, and which word leads from which
 * state to which. docs/orders.md shows both. What comes in is counted by deposits, not by states: a word that changes
 * no state any more loses no money.
 */
import type { OrderEvent } from '~/modules/order/order.states'
import type { PaymentLabel } from '~/modules/order/view'
import { saidWords } from './provider'

/**
 * creating: stored, the provider is being asked; open: it can be paid; closing: the provider was asked to end it. The
 * others are ends: after them only finished and refunded still change the state.
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

/** What the providers say, in one vocabulary. */
export const words = saidWords
export type Word = (typeof words)[number]
export const isWord = (text: string): text is Word => (words as readonly string[]).includes(text)

type Meaning = {
  /** SPEC's payment status. */
  statusId: -1 | 0 | 1 | 2
  label: PaymentLabel
  /** What it may do to the order. Money that is confirmed acts by itself (deposit.states.ts). */
  order: OrderEvent | null
  /** Whether the amount that came counts: only what is confirmed does. */
  counts: 'nothing' | 'seen' | 'confirmed'
  /** What Stripe says in its place. */
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
/** A word that nobody knows: nothing moves, and somebody looks. */
export const unknownWord = { statusId: -1, label: 'unknown' } as const

/** What happens to an attempt: a word of its provider, or an act of the portal. */
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

/** The state after an event; null where it changes nothing. */
export const nextAttemptState = (state: AttemptState, event: AttemptEvent): AttemptState | null =>
  edges[state][event] ?? null

export const attemptEdges = attemptStates.flatMap((from) =>
  attemptEvents.flatMap((event) => {
    const to = nextAttemptState(from, event)
    return to === null ? [] : [{ from, event, to }]
  }),
)

/** States in which it can still be paid by what the payer was shown. */
export const liveStates = ['creating', 'open', 'closing'] as const satisfies readonly AttemptState[]
export const isLive = (state: string): boolean => (liveStates as readonly string[]).includes(state)

/**
 * Whether a late word changes the label once an end was reached: what came does, and what is on its way to an address,
 * which takes money past any end. A card's page does not: its session is called "complete, unpaid" before its payment
 * fails and for ever after, so that word is none of anything on its way.
 */
export const showsAfterEnd = (word: Word, isAddress: boolean): boolean =>
  ['partially_paid', 'finished', 'refunded'].includes(word) || (isAddress && meanings[word].counts === 'seen')
/** The word of an end that brought no money: what is shown where something seemed on its way after it, and is not. */
export const endWords: Readonly<Partial<Record<AttemptState, Word>>> = {
  expired: 'expired',
  failed: 'failed',
  canceled: 'cancelled',
}
