/** The event that a list changed: everything cached from it is outdated. */
import { makeEvent } from '~/platform/event.server'

/**
 * Fires when a list is edited, renamed, replaced, deleted, restored or published, or when a box's save waits for its
 * owner's choice. It is awaited for at most five seconds, so that no cache holds the old state when the user learns
 * that the change is saved. `isDraft`: an unpublished version of a System or VNO list, which nobody has yet.
 */
export const listChanged = makeEvent<{ listId: string; isDraft?: boolean }>('a list changed', { awaited: true })
