/** The event that a box's services have changed, so that caches drop it. */
import { makeEvent } from '~/platform/event.server'

/**
 * Periods, switches or anything else that decides the box's services has changed. Awaited: the box's next request sees
 * it.
 */
export const entitlementChanged = makeEvent<{ sn: string }>('the services of a box changed', { awaited: true })
