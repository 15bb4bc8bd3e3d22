/** The event that a box has other services than before: caches must forget it. */
import { makeEvent } from '~/platform/event.server'

/** Periods, switches or anything else that decides what this box is given. Awaited: its next request sees it. */
export const entitlementChanged = makeEvent<{ sn: string }>('the services of a box changed', { awaited: true })
