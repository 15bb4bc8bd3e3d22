/** Validates the settings of a new API token; one set of rules for the form, the API and the browser. */
import { z } from 'zod'
import { date } from '~/text/date.schema'
import { scopes } from './caller'
import { passwordOnlySchema } from '~/modules/account/account.schema'
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainLine } from '~/text/plain-text'
import { wholeNumber } from '~/text/whole-number.schema'

/** Names are shown in one table column. */
export const maxTokenNameLength = 40
/** The form's choices, in days; 0 means that the token does not expire. */
export const tokenLifetimeDays = [30, 90, 365, 0] as const

export const apiTokenSchema = z.object({
  name: z
    .string()
    .max(400, 'A0422')
    .transform(plainLine)
    .refine((text) => !isBlank(text) && countGraphemes(text, maxTokenNameLength + 1) <= maxTokenNameLength, 'A0422'),
  scopes: z
    .union([z.enum(scopes).transform((scope) => [scope]), z.array(z.enum(scopes)).max(scopes.length)], 'A0422')
    .transform((chosen) => [...new Set(chosen)])
    .refine((chosen) => chosen.length > 0, 'A0422'),
  expiresInDays: wholeNumber(0, 3650)
    .optional()
    .transform((days) => (days === 0 || days === undefined ? null : days)),
})
export type ApiTokenInput = z.output<typeof apiTokenSchema>

/** The owner's own form: the password proves that the owner is creating the token. */
export const ownTokenSchema = apiTokenSchema.extend({ password: passwordOnlySchema.shape.password })
export type OwnTokenInput = z.output<typeof ownTokenSchema>

export const tokenOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdAt: date,
    expiresAt: date.nullable(),
    lastUsedAt: date.nullable(),
    revokedAt: date.nullable(),
  })
  .meta({ id: 'ApiToken' })
