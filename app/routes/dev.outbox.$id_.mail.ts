/**
 * A mail of the demo's outbox as mail programs show it: a separate document under the pages' policy, in which nothing
 * can run.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { findOutboxMessage } from '~/modules/outbox/outbox.server'
import { requireDemo } from '~/web/mail/outbox-page.server'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  requireDemo()
  const html = (await findOutboxMessage(params.id ?? ''))?.mail?.html
  if (html === undefined) throw new Response(null, { status: 404 })
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } })
}
