/** What others do when a list changes: what they keep of it is old from then on. */
import { makeEvent } from '~/platform/event.server'

/**
 * A list was edited, renamed, replaced, deleted or restored, or a box's save waits beside it. Awaited: who is answered
 * that it is saved finds it so everywhere.
 */
export const listChanged = makeEvent<{ listId: string }>('a list changed', { awaited: true })
