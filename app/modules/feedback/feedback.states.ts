/** The life of a feedback as one pure table: who can do what in which state, and the result. */

/** open: the provider's turn; answered: the customer's turn; closed: final. */
export const feedbackStates = ['open', 'answered', 'closed'] as const
export type FeedbackState = (typeof feedbackStates)[number]
/** reply: the customer writes again; answer: the provider does; close: either of them. */
export const feedbackEvents = ['reply', 'answer', 'close'] as const
export type FeedbackEvent = (typeof feedbackEvents)[number]

const table: Readonly<Record<FeedbackState, Partial<Readonly<Record<FeedbackEvent, FeedbackState>>>>> = {
  open: { reply: 'open', answer: 'answered', close: 'closed' },
  answered: { reply: 'open', answer: 'answered', close: 'closed' },
  closed: {},
}

/** The state after an event; null if the event is not allowed. */
export const nextState = (state: FeedbackState, event: FeedbackEvent): FeedbackState | null =>
  table[state][event] ?? null
/** The states in which an event is allowed. */
export const statesFor = (event: FeedbackEvent): FeedbackState[] =>
  feedbackStates.filter((state) => nextState(state, event) !== null)
