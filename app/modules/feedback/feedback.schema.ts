/** Validates what customers and operators write in a feedback. Form and API share one schema. */
import { z } from 'zod'
import { bindLinkSchema } from '~/modules/device/device.schema'
import { countGraphemes } from '~/text/graphemes'
import { isBlank, plainText } from '~/text/plain-text'
import { categories, textLimits } from './limits'

/** A character may consist of several UTF-16 units; beyond this limit it is not normal text. */
const unitsPerCharacter = 8
const text = (least: number, most: number) =>
  z
    .string('A0422')
    .max(most * unitsPerCharacter, 'A0422')
    .transform(plainText)
    .refine(
      (value) => !isBlank(value) && countGraphemes(value, most + 1) >= least && countGraphemes(value, most + 1) <= most,
      'A0422',
    )

/** The client's own id for what it sends: repeating it returns the same answer, and it is stored once. */
const batch = z
  .string('A0422')
  .regex(/^[\w-]{8,64}$/, 'A0422')
  .optional()
const attachmentId = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
/** Too many attachments are refused by their number; this only limits the list. */
const attachments = z.preprocess(
  (value) => (value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : value),
  z.array(attachmentId, 'A0422').max(20, 'A0422'),
)

export const sendFeedbackSchema = z.object({
  category: z.enum(categories, 'A0422'),
  sn: z.preprocess((value) => (value === '' ? undefined : value), bindLinkSchema.shape.sn.optional()),
  text: text(textLimits.feedbackMin, textLimits.feedbackMax),
  attachment: attachments,
  batch,
})
export type SendFeedbackInput = z.output<typeof sendFeedbackSchema>

export const replySchema = z.object({
  text: text(textLimits.replyMin, textLimits.feedbackMax),
  attachment: attachments,
  batch,
})
export type ReplyInput = z.output<typeof replySchema>

export const answerSchema = z.object({ text: text(textLimits.replyMin, textLimits.answerMax), batch })
export type AnswerInput = z.output<typeof answerSchema>
