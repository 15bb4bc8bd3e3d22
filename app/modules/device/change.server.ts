/** What others do when the rights of a box change: they forget what they remember of it. */
import { makeEvent } from '~/platform/event.server'

/** The binding, a token or the chosen list of a box changed. Awaited: its next request is answered by the new state. */
export const deviceChanged = makeEvent<{ sn: string }>('a box changed', { awaited: true })
