/** Access to the outbox page, which exists only in the demo; everybody may see it there. */
import { env } from '~/platform/env.server'

/** Throws 404 outside demo mode. */
export const requireDemo = (): void => {
  if (!env.demo) throw new Response(null, { status: 404 })
}
