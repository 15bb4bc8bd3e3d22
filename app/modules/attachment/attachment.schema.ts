/** What an API client or a page's script says about a file before it sends it. */
import { z } from 'zod'
import { date } from '~/text/date.schema'
import { wholeNumber } from '~/text/whole-number.schema'
import { attachmentKinds } from './limits'

export const attachmentIdSchema = z.string('A0422').regex(/^[0-9a-z]{26}$/, 'F1102')

export const attachmentStartSchema = z.object({
  kind: z.enum(attachmentKinds, 'A0422'),
  name: z.string('A0422').min(1, 'A0422').max(1000, 'A0422').meta({
    description:
      'The file’s name; what it ends in must be what the content is: jpg, jpeg, png; mp4, mov, mkv, avi, flv.',
  }),
  size: wholeNumber(1, Number.MAX_SAFE_INTEGER).meta({ description: 'Bytes.' }),
})

/** A file as the API answers it: what the module has, and what its sender needs. */
export const attachmentOutput = z
  .object({
    id: z.string(),
    feedbackId: z.string().nullable(),
    kind: z.enum(attachmentKinds),
    name: z.string(),
    type: z.string().nullable().meta({ description: 'Media type, found by content; null until it is done.' }),
    size: z.number().int(),
    received: z.number().int(),
    done: z.boolean(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    chunkBytes: z.number().int(),
    isMoving: z.boolean().meta({ description: 'A request is writing to it at this moment.' }),
    sample: z.string().nullable().meta({
      description:
        'Recognises an unfinished file: SHA-256 (hex) of the first 65536 bytes that were received and the last 65536 of them, one after the other; of a shorter part all of it twice. Null elsewhere.',
    }),
    createdAt: date,
  })
  .meta({ id: 'Attachment' })
