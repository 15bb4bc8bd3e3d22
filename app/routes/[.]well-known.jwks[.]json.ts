/**
 * The public keys that programs and pages encrypt secrets with, newest first. Clients may cache it for minutes: a key
 * is valid for days.
 */
import { json } from '@remix-run/node'
import { publicKeys } from '~/modules/body-key/body-key.server'

export const loader = async () =>
  json(await publicKeys(), {
    headers: { 'cache-control': 'public, max-age=300', 'content-type': 'application/jwk-set+json' },
  })
