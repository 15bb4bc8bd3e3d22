/** The event that a list has changed: whatever others cache of it is outdated. */
import { makeEvent } from '~/platform/event.server'

/**
 * A list was edited, renamed, replaced, deleted or restored, or a box's save waits beside it. Awaited, for at most
 * five seconds: once the person is told that it is saved, no cache holds the old state.
 */
export const listChanged = makeEvent<{ listId: string }>('a list changed', { awaited: true })
