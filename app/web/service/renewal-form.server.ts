/** The forms that switch the renewal of a service on and off. */
import { z } from 'zod'
import { serialNumber } from '~/modules/registry/registry.schema'

const short = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
const price = z.string('A0422').max(40, 'A0422')

/**
 * `choice` is a service and a plan, separated by a space; `price.<plan>` is the price shown for a plan, because one
 * form contains all plans.
 */
export const renewalFormSchema = z.discriminatedUnion(
  'intent',
  [
    z
      .object({
        intent: z.literal('renewal-on'),
        sn: serialNumber,
        choice: z.string('R2001').regex(/^[a-z0-9]{1,20} [\w-]{1,64}$/, 'R2001'),
        batch: z.string('A0422').min(1, 'A0422').max(100, 'A0422'),
      })
      .catchall(price),
    z.object({ intent: z.literal('renewal-off'), sn: serialNumber, service: short }),
  ],
  'A0422',
)
export type RenewalForm = z.output<typeof renewalFormSchema>

export const chosenOf = (form: Extract<RenewalForm, { intent: 'renewal-on' }>) => {
  const [service = '', plan = ''] = form.choice.split(' ')
  const shown: unknown = form[`price.${plan}`]
  return { service, plan, price: typeof shown === 'string' ? shown : '' }
}
