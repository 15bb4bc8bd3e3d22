/** That an account's links have changed: what boxes are given of them must be made anew. */
import { makeEvent } from '~/platform/event.server'
import type { LinkService } from './types'

/** Awaited: who has changed something finds it on the box. */
export const linksChanged = makeEvent<{ userId: string; service: LinkService }>('links-changed', { awaited: true })
