/** What a box sends to pair and to save. */
import { z } from 'zod'
import { boxText } from '~/modules/device/device.schema'
import { modelName, serialNumber } from '~/modules/registry/registry.schema'

export const pairSchema = z.object({
  sn: boxText(serialNumber),
  model: boxText(modelName),
  softwareVersion: boxText(z.string('A0422').max(64, 'A0422')).optional(),
  /** Hex HMAC-SHA256(device secret, nonce + sn); only from a box with a secret, on its second call. */
  proof: z
    .string('D1104')
    .regex(/^[0-9a-fA-F]{64}$/, 'D1104')
    .optional(),
  /** The nonce of the first answer; a box may omit it. */
  nonce: z.string('D1104').max(100, 'D1104').optional(),
})
export type PairInput = z.output<typeof pairSchema>

const scope = z.enum(['public', 'account'])
export const pairedOutput = z.union([
  z.object({ step: z.literal('prove'), nonce: z.string(), expiresIn: z.number().int() }),
  z.object({
    step: z.literal('paired'),
    deviceToken: z.string(),
    scope,
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string(),
    expiresIn: z.number().int(),
    interval: z.number().int(),
  }),
])
export const polledOutput = z.object({
  state: z.enum(['pending', 'bound', 'expired']),
  scope,
  interval: z.number().int(),
  expiresIn: z.number().int().nullable(),
  owners: z.array(z.string()).meta({
    description: 'Whose lists the box may be given, as their signatures name them; remember those of `bound`',
  }),
})
