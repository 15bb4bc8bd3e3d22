/**
 * A page that marks as read what it shows, and the frame that counts what is unread, are loaded side by side for one
 * request. The page notes here that it is reading, and the frame counts when that is done.
 */
import type { AppLoadContext } from '@remix-run/node'

const key = 'reading'

/** Called by the page's loader before its first wait on the database, with the work under way. Gives it back. */
export const noteReading = <T>(context: AppLoadContext, work: Promise<T>): Promise<T> => {
  context.memo.set(key, work)
  return work
}

/** Resolves when nothing of this request is being read any more; a failure is the page's own to tell. */
export const readingDone = async (context: AppLoadContext): Promise<void> => {
  await context.memo.get(key)?.catch(() => undefined)
}
