/**
 * A short message about what just happened, and the document event with which scripts show one; the message is its
 * detail.
 */
export type Toast = {
  id: string
  kind: 'done' | 'note' | 'problem'
  text: string
  /** The message stays until a person dismisses it: it may have happened when nobody was looking. */
  stays?: boolean
  /**
   * Undoes what the message is about: `action` is the list's page, `base` the version that it made, `batch` the form's
   * own id.
   */
  undo?: { action: string; base: number; batch: string }
  /** A link to what people do next. */
  next?: { href: string; text: string }
}

export const toastEvent = 'portal-toast'
