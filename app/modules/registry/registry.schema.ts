/** Validates serial numbers and models; the shapes of the operator's imports. */
import { z } from 'zod'
import { date } from '~/text/date.schema'
import { plainDigits } from '~/text/digits'
import { plainLine } from '~/text/plain-text'
import { normalForm } from '~/text/normal-form'

/** Exactly twelve ASCII digits. */
export const isSerialNumber = (text: string): boolean => /^[0-9]{12}$/.test(text)
/** As typed or pasted: digits of any script, in groups as on labels and on the portal's pages. */
export const serialNumber = z
  .string('D1107')
  .max(100, 'D1107')
  .transform((text) => plainDigits(text) ?? text.trim())
  .refine(isSerialNumber, 'D1107')

export const maxModelLength = 60
export const modelName = z
  .string('A0422')
  .max(400, 'A0422')
  .transform(plainLine)
  .refine((text) => text.length > 0 && text.length <= maxModelLength, 'A0422')

/** A software version as a box reports it and as the operator lists it: one line of visible text. */
export const softwareVersion = z
  .string('A0422')
  .max(400, 'A0422')
  .transform((text) => normalForm(text.trim(), 'NFC'))
  .refine((text) => /^[^\p{C}]{1,64}$/u.test(text), 'A0422')

/** A device secret: printable ASCII without spaces, strong enough to prove an identity. */
export const isDeviceSecret = (text: string): boolean => /^[\x21-\x7e]{16,128}$/.test(text)

/** What became of the lines of an imported registry. */
export const importReport = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  dryRun: z.boolean(),
  lines: z.array(
    z.object({
      line: z.number().int(),
      sn: z.string(),
      result: z.enum(['added', 'updated', 'unchanged', 'refused']),
      problem: z.enum(['sn', 'sn-twice', 'model', 'model-unknown', 'vno-unknown', 'secret', 'columns']).nullable(),
    }),
  ),
})
export type LineProblem = NonNullable<LineReport['problem']>
export type LineReport = z.output<typeof importReport>['lines'][number]
export const listedBox = z.object({
  sn: z.string(),
  model: z.string(),
  vno: z.string().nullable(),
  hasSecret: z.boolean(),
  createdAt: date,
  softwareVersion: z.string().nullable(),
  updatedItselfAt: date.nullable(),
  updatedSoonAt: date.nullable(),
})
