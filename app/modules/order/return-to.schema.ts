/** The return address of a deposit, the same in form and API. The coin's validator checks its letters. */
import { z } from 'zod'
import { latinDigits } from '~/text/digits'
import { dropUnseen } from '~/text/unseen'

export const addressInput = z
  .string('OP10017')
  .min(1, 'OP10017')
  .max(200, 'OP10017')
  .transform((text) => dropUnseen(text).trim())
  .refine((text) => text !== '', 'OP10017')
/** An empty tag counts as none. */
export const tagInput = z
  .string('OP10017')
  .max(100, 'OP10017')
  .transform((text) => latinDigits(dropUnseen(text).trim()) || null)
