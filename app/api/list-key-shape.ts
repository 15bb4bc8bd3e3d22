/** A key that signs lists, as answered to boxes and to the operator. */
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { keyStates, type PublicListKey } from '~/modules/list-signature/list-signature.server'
import { moment } from './common'

export const listKeyOutput = z
  .object({
    id: z.string().meta({ description: 'The first 16 hexadecimal digits of the SHA-256 of its 32 bytes' }),
    status: z.enum(keyStates),
    publicKey: z.string().meta({ description: 'Its 32 bytes in base64' }),
    pem: z.string(),
    jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string() }),
    introducedBy: z.string().nullable(),
    introduction: z.string().nullable().meta({ description: 'Its signature by the key before it, in base64' }),
    notBefore: moment.nullable().meta({ description: 'When it began to sign; null: not yet, or never' }),
    notAfter: moment.nullable().meta({ description: 'When it stopped signing' }),
    createdAt: moment,
  })
  .meta({ id: 'ListKey' })

export const showListKey = (key: PublicListKey): z.output<typeof listKeyOutput> => {
  const x = Buffer.from(key.publicKey, 'base64').toString('base64url')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const
  return {
    ...key,
    pem: createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { ...jwk, kid: key.id },
  }
}
