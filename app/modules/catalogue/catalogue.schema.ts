/** Validates the operator's input for the catalogue. */
import { z } from 'zod'
import { readAmount } from '~/text/amount'
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainLine } from '~/text/plain-text'
import { isServiceKey, type ServiceKey } from './service'

/** Fits the first line of a card on a phone. */
export const maxNameLength = 40
/** Two lines of a card. */
export const maxSentenceLength = 160
/** The database's own limit. */
export const maxMonths = 120
/** Maximum services in one product: all of them. */
export const maxServices = 21

const line = (most: number) =>
  z
    .string('A0422')
    .max(most * 8, 'A0422')
    .transform(plainLine)
    .refine((text) => !isBlank(text) && countGraphemes(text, most + 1) <= most, 'A0422')

export const catalogueName = line(maxNameLength).meta({ description: `one line of up to ${maxNameLength} characters` })
export const catalogueSentence = line(maxSentenceLength).meta({
  description: `one line of up to ${maxSentenceLength} characters`,
})
export const productKey = z
  .string('A0422')
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'A0422')
  .meta({ description: 'a key of 2 to 40 small letters, digits and -, such as tv-and-data' })
export const serviceKey = z
  .string('M4703')
  .refine((text): text is ServiceKey => isServiceKey(text), 'M4703')
  .meta({ description: 'the key of a service (services list), such as tv' })

/** An amount in USD as people write it, parsed to 1/10000; 0 is free. */
export const price = z
  .string('A0422')
  .max(60, 'A0422')
  .transform((text, context): bigint => {
    const read = readAmount(text, { scale: 4, max: 1_000_000_0000n })
    if (read.ok) return read.value
    if (read.problem === 'zero') return 0n
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
  .meta({ description: 'an amount in USD such as 12.50, up to 1000000; 0 is free' })

/** A link that people press: https, of a length that browsers accept. */
export const appLink = z
  .string('A0422')
  .max(500, 'A0422')
  .refine((text) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:'), 'A0422')
  .meta({ description: 'an address that begins with https://, or nothing to remove it' })
