/** The subjects of feedback and the length limits of its texts, with reasons; for server and browser. */

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
  /** A shorter text can't be answered. */
  feedbackMin: 10,
  /** A page of paper; pictures can show the rest. */
  feedbackMax: 2000,
  /** "Thanks", "yes". */
  replyMin: 1,
  /** Step by step instructions fit. */
  answerMax: 5000,
} as const

/** A page shows the whole thread; a longer conversation needs a new feedback. */
export const maxReplies = 200
