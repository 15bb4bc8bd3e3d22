/** Whole numbers that a form or an address sends as text, and JSON as a number. */
import { z } from 'zod'
import { fromDigits } from './form-values'

/** A number in JSON, plain digits elsewhere. 1e3, 0x10, an empty text, null, true and lists are refused. */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess(fromDigits, z.number('A0422').int('A0422').min(least, 'A0422').max(most, 'A0422'))
