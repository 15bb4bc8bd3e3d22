/**
 * A short message about what just happened, and the event on the document by which scripts hand one to the page; its
 * detail is the message.
 */
export type Toast = {
  id: string
  kind: 'done' | 'note' | 'problem'
  text: string
  /** It stands until a person takes it away: it tells of what happened while perhaps nobody looked. */
  stays?: boolean
}

export const toastEvent = 'portal-toast'
