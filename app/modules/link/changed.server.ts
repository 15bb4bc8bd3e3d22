/** Announces that an account's links have changed, so that cached answers for its boxes are dropped. */
import { makeEvent } from '~/platform/event.server'
import type { LinkService } from './types'

/** Awaited, so that the box sees a change as soon as its author does. */
export const linksChanged = makeEvent<{ userId: string; service: LinkService }>('links-changed', { awaited: true })
