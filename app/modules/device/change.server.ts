/** The event that the rights of a box have changed: caches must forget it. */
import { makeEvent } from '~/platform/event.server'

/** The binding, a token or the chosen list of a box changed. Awaited: its next request sees the new state. */
export const deviceChanged = makeEvent<{ sn: string }>('a box changed', { awaited: true })
