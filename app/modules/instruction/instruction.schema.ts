/** What an operator says about a manual: validation of external input. */
import { z } from 'zod'
import { isBlank, plainLine } from '~/text/plain-text'
import { instructionLimits } from './limits'

/** One line that a reader can see. */
export const instructionTitle = z
  .string('A0422')
  .max(1000, 'A0422')
  .transform(plainLine)
  .refine((title) => !isBlank(title) && [...title].length <= instructionLimits.titleCharacters, 'A0422')
