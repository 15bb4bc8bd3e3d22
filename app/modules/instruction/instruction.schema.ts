/** Validates an operator's input about a manual. */
import { z } from 'zod'
import { isBlank, plainLine } from '~/text/plain-text'
import { instructionLimits } from './limits'

/** One visible line. */
export const instructionTitle = z
  .string('A0422')
  .max(1000, 'A0422')
  .transform(plainLine)
  .refine((title) => !isBlank(title) && [...title].length <= instructionLimits.titleCharacters, 'A0422')
