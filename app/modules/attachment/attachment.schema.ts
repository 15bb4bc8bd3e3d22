/** What an API client or a page's script says about a file before it sends it. */
import { z } from 'zod'
import { attachmentKinds } from './limits'

export const attachmentIdSchema = z.string('A0422').regex(/^[0-9a-z]{26}$/, 'F1102')

export const attachmentStartSchema = z.object({
  kind: z.enum(attachmentKinds, 'A0422'),
  name: z.string('A0422').min(1, 'A0422').max(1000, 'A0422').meta({
    description:
      'The file’s name; what it ends in must be what the content is: jpg, jpeg, png; mp4, mov, mkv, avi, flv.',
  }),
  size: z.coerce
    .number('A0422')
    .int('A0422')
    .min(1, 'A0422')
    .max(Number.MAX_SAFE_INTEGER, 'A0422')
    .meta({ description: 'Bytes.' }),
})
