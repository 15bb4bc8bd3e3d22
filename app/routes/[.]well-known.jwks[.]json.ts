/**
 * The public keys to which programs and pages encrypt secrets, the newest first. Kept by clients for minutes: a key
 * opens for days.
 */
import { json } from '@remix-run/node'
import { publicKeys } from '~/modules/body-key/body-key.server'

export const loader = async () =>
  json(await publicKeys(), {
    headers: { 'cache-control': 'public, max-age=300', 'content-type': 'application/jwk-set+json' },
  })
