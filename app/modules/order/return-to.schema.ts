/** Where a deposit is sent back to, the same in form and API. The coin's validator judges the letters of an address. */
import { z } from 'zod'
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'

export const addressInput = z
  .string('OP10017')
  .min(1, 'OP10017')
  .max(200, 'OP10017')
  .transform((text) => dropUnseen(text).trim())
  .refine((text) => text !== '', 'OP10017')
/** An empty tag is none. */
export const tagInput = z
  .string('OP10017')
  .max(100, 'OP10017')
  .transform((text) => latinDigits(dropUnseen(text).trim()) || null)
