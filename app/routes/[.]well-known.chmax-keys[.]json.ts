/** The keys that lists are signed with, at the well-known address for keys; the same as GET /api/stb/keys. */
import { json } from '@remix-run/node'
import { publishedKeys } from '~/modules/list-signature/list-signature.server'

export const loader = async () =>
  json({ keys: await publishedKeys() }, { headers: { 'cache-control': 'public, max-age=3600' } })
