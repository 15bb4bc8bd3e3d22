/** Access to the outbox page: everybody in the demo; elsewhere the page does not exist. */
import { env } from '~/platform/env.server'

/** Throws 404 outside demo mode. */
export const requireDemo = (): void => {
  if (!env.demo) throw new Response(null, { status: 404 })
}
