/** What the operator sees of payments that wait for a person, and of providers' events. */
import { z } from 'zod'
import { date } from '~/text/date.schema'

export const personOutput = z
  .object({
    kind: z.enum(['payment', 'deposit', 'event']),
    id: z.string(),
    reason: z.string().meta({
      description:
        'unknown-word, wrong-asset, worthless, address-wanted, address-given, confirming-long, never-answered, restored…',
    }),
    orderNumber: z.string().nullable(),
    rechargeNumber: z.string().nullable().meta({ description: 'where it came for a recharge' }),
    userName: z.string().nullable(),
    provider: z.string(),
    amount: z.string().nullable().meta({ description: 'of a payment USD, of a deposit its coin' }),
    word: z.string().nullable().meta({ description: 'the provider’s own last word' }),
    address: z.string().nullable().meta({ description: 'where a customer wants a deposit sent back to' }),
    tag: z.string().nullable(),
    at: date,
  })
  .meta({ id: 'PersonEntry' })
export const eventStates = ['new', 'waiting', 'person', 'done', 'ignored'] as const
export const eventOutput = z
  .object({
    id: z.string(),
    provider: z.string(),
    state: z.enum(eventStates),
    receivedAt: date,
    tries: z.number().int(),
    nextTryAt: date.nullable(),
    attemptId: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ProviderEvent' })
