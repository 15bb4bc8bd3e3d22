/** The event that a list has changed: whatever others cache of it is outdated. */
import { makeEvent } from '~/platform/event.server'

/**
 * A list was edited, renamed, replaced, deleted, restored or published, or a box's save waits beside it. Awaited, for
 * at most five seconds: once the person is told that it is saved, no cache holds the old state. `isDraft`: a version of
 * a System or VNO list that nobody has before it is published.
 */
export const listChanged = makeEvent<{ listId: string; isDraft?: boolean }>('a list changed', { awaited: true })
