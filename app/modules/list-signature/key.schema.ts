/** A key that signs lists, as answered to boxes and to the operator. */
import { z } from 'zod'
import { date } from '~/text/date.schema'

export const listKeyOutput = z
  .object({
    id: z.string().meta({ description: 'The first 16 hexadecimal digits of the SHA-256 of its 32 bytes' }),
    status: z.enum(['next', 'current', 'retired']),
    publicKey: z.string().meta({ description: 'Its 32 bytes in base64' }),
    pem: z.string(),
    jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string() }),
    introducedBy: z.string().nullable(),
    introduction: z.string().nullable().meta({ description: 'Its signature by the key before it, in base64' }),
    notBefore: date.nullable().meta({ description: 'When it began to sign; null: not yet, or never' }),
    notAfter: date.nullable().meta({ description: 'When it stopped signing' }),
    createdAt: date,
  })
  .meta({ id: 'ListKey' })
export type ListKey = z.output<typeof listKeyOutput>
