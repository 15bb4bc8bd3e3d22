/** What a feedback can be about and how much it can hold, with the reasons; for server and browser. */

export const categories = [
  'channels',
  'picture-sound',
  'network',
  'box',
  'app',
  'account',
  'payment',
  'idea',
  'other',
] as const
export type FeedbackCategory = (typeof categories)[number]

export const textLimits = {
  /** Less than a few words says nothing that could be answered. */
  feedbackLeast: 10,
  /** A page of paper; pictures say the rest. */
  feedbackMost: 2000,
  /** "Thanks", "yes". */
  replyLeast: 1,
  /** Step by step instructions fit. */
  answerMost: 5000,
} as const

/** A page shows the whole thread; what is longer begins anew. */
export const maxReplies = 200
