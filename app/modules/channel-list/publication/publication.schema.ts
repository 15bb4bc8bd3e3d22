/** The input for publishing a System or VNO list: one schema for form, API and command line. */
import { z } from 'zod'
import { fromDigits } from '~/text/form-values'
import { plainLine } from '~/text/plain-text'
import { wholeNumber } from '~/text/whole-number.schema'
import { batchIdSchema } from '../channel-list.schema'

/** The shares of boxes, in percent, that a version can be given to before all get it. */
export const stageSteps = [1, 10, 50] as const
/** The steps of a stage, and all boxes. */
export const allPercent = 100
const percents = [...stageSteps, allPercent] as const
export type Percent = (typeof percents)[number]

export const percentSchema = z.preprocess(
  fromDigits,
  z.number('A0422').refine((value): value is Percent => percents.some((one) => one === value), 'A0422'),
)
export const publishedRevisionSchema = wholeNumber(1, 1_000_000_000).meta({
  description: 'the number of a version, from 1 on',
})

/** The digest of a version's file, as its approver has seen it. */
export const approvedSchema = z
  .string('A0422')
  .regex(/^[0-9a-f]{64}$/, 'A0422')
  .meta({
    description: 'Of publish: the SHA-256 of the version’s file that was looked at; A0409 if it is another one',
  })
/** The percentage of good reports at which the next stage opens by itself. */
export const opensAtSchema = wholeNumber(1, 100).meta({
  description:
    'Of publish: the next stage opens automatically once this percentage of the stage’s boxes report that they use the version',
})

/** The boxes that a stage is for. */
export const aimSchema = {
  models: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(z.string('A0422').min(1, 'A0422').max(100, 'A0422'), 'A0422').min(1, 'A0422').max(20, 'A0422'),
    )
    .transform((models) => [...new Set(models)])
    .optional()
    .meta({ description: 'Of publish: boxes of these models only; it stays a stage then' }),
  softwareFrom: z
    .string('A0422')
    .trim()
    .regex(/^\d[\w.-]{0,63}$/, 'A0422')
    .optional()
    .meta({ description: 'Of publish: boxes that report this software or newer only; it stays a stage then' }),
}

/** The actions on a publication. */
export const publicationActs = ['publish', 'widen', 'pause', 'resume', 'withdraw', 'roll-back', 'unpublish'] as const

/** `seen`: the list's `publishSeq` as the person saw it; the action is refused if it has changed. */
export const publishingSchema = z.object({
  seen: wholeNumber(0, 1_000_000_000).optional(),
  why: z
    .string('A0422')
    .max(500, 'A0422')
    .transform(plainLine)
    .optional()
    .meta({ description: 'a reason of at most 500 characters, kept in the audit log' }),
  batch: batchIdSchema.optional(),
})
