/** The event that a list has changed: whatever others cache of it is outdated. */
import { makeEvent } from '~/platform/event.server'

/**
 * A list was edited, renamed, replaced, deleted or restored, or a box's save waits beside it. Awaited: once the person
 * is told that it is saved, the change is visible everywhere.
 */
export const listChanged = makeEvent<{ listId: string }>('a list changed', { awaited: true })
