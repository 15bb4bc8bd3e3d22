/** The subjects of feedback and the limits of its texts, with the reasons; for server and browser. */

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
  /** Fewer words can't be answered. */
  feedbackLeast: 10,
  /** A page of paper; pictures say the rest. */
  feedbackMost: 2000,
  /** "Thanks", "yes". */
  replyLeast: 1,
  /** Step by step instructions fit. */
  answerMost: 5000,
} as const

/** A page shows the whole thread; a longer one has to start afresh. */
export const maxReplies = 200
