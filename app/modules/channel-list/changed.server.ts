/** Tells others that a list changed, after the change is on the disk: what they keep of it is old from now on. */
import { log } from '~/platform/log.server'

type Listener = (listId: string) => void
const listeners = new Set<Listener>()

/**
 * Calls back after every committed change of a list (edit, rename, replace, delete, restore). Answers how to stop it.
 */
export const onListChanged = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One listener's fault must not look like a failed save to the person who saved. */
export const listChanged = (listId: string): void => {
  for (const listener of listeners) {
    try {
      listener(listId)
    } catch (error) {
      log.error({ error, listId }, 'a listener of list changes failed')
    }
  }
}
