/**
 * The endpoints for pictures and videos of a feedback. A file arrives in parts, each written to the disk as it arrives,
 * and can be resumed after an interruption. Pages without scripts send files with the form.
 */
import { z } from 'zod'
import { attachmentIdSchema, attachmentOutput, attachmentStartSchema } from '~/modules/attachment/attachment.schema'
import {
  appendAttachment,
  attachmentLimits,
  cancelAttachment,
  findAttachment,
  listUnsent,
  openAttachment,
  startAttachment,
  type Attachment,
} from '~/modules/attachment/attachment.server'
import { makeUploadActs } from '~/modules/session/session.server'
import { data, done, endpoint, type Endpoint, shown } from './endpoint'
import { userOf, wholeNumber } from './common'

const path = '/userFeedback/customer/attachment'
const id = attachmentIdSchema

const show = (one: Attachment & { isMoving?: boolean; sample?: string | null }): z.output<typeof attachmentOutput> => ({
  isMoving: false,
  sample: null,
  ...one,
  chunkBytes: attachmentLimits.chunkBytes,
})

export const attachmentEndpoints: readonly Endpoint[] = [
  endpoint(`GET ${path}`, {
    summary:
      'The account’s files that belong to no feedback yet, incomplete or complete, newest first (at most 20): left from an ended session, or from another device. They are removed a day after their last byte.',
    access: { who: 'session' },
    limit: { points: 240, seconds: 60 },
    output: z.array(attachmentOutput),
    handler: async ({ caller }) => data((await listUnsent(userOf(caller).userId)).map(show)),
  }),
  endpoint(`POST ${path}`, {
    summary:
      'Begins a picture (at most 200 K) or a video (below 300 MiB) for a feedback; its bytes follow in parts of at most chunkBytes. C1202: the day’s quota, or too many unfinished.',
    access: { who: 'session' },
    input: attachmentStartSchema,
    output: attachmentOutput,
    codes: ['A0413', 'A0415', 'A0422', 'A0503', 'C1202', 'I1009'],
    handler: async ({ input, caller }) =>
      shown(await startAttachment(userOf(caller).userId, input), show, { status: 201 }),
  }),
  endpoint(`PUT ${path}/{id}`, {
    summary:
      'The next part, as the raw body, from offset on. A0409: the file does not end there (continue at data.received), or another request is writing to it (data.busy, try again). The part that completes it answers done, or A0415 if the content does not match the name; the file is then removed. After an interruption ask for received and continue; for a file with all bytes that is not done send an empty part. Uploading keeps the sending session alive, for three hours after its person’s own last action.',
    access: { who: 'session' },
    input: z.object({ id, offset: wholeNumber(0, Number.MAX_SAFE_INTEGER) }),
    stream: { maxBytes: attachmentLimits.chunkBytes },
    output: attachmentOutput,
    codes: ['A0409', 'A0413', 'A0415', 'A0503', 'F1102', 'F1104'],
    handler: async ({ input, caller, stream }) => {
      const { userId, sessionId } = userOf(caller)
      const appended = await appendAttachment(userId, input.id, input.offset, stream, makeUploadActs(userId, sessionId))
      return shown(appended, show)
    },
  }),
  endpoint(`GET ${path}/{id}`, {
    summary: 'How much of a file has been received, and what it is.',
    access: { who: 'session' },
    input: z.object({ id }),
    output: attachmentOutput,
    codes: ['F1102', 'F1104'],
    handler: async ({ input, caller }) => shown(await findAttachment(userOf(caller).userId, input.id), show),
  }),
  endpoint(`GET ${path}/{id}/file`, {
    summary: 'The file, to be saved; ranges are served. view=image: a picture to be shown in a page.',
    access: { who: 'session' },
    input: z.object({ id, view: z.enum(['image', 'file'], 'A0422').default('file') }),
    output: 'file',
    codes: ['A0412', 'A0416', 'F1102', 'F1104'],
    handler: async ({ input, caller }) => {
      const opened = await openAttachment({ userId: userOf(caller).userId }, input.id)
      if (!opened.ok) return opened
      const { name, kind, ...file } = opened.value
      return {
        kind: 'stream',
        ...file,
        fileName: name,
        inline: input.view === 'image' && kind === 'image',
        cacheControl: 'private, no-store',
      }
    },
  }),
  endpoint(`DELETE ${path}/{id}`, {
    summary: 'Discards a file that is not sent yet, even while it is being uploaded. A0409: it is part of a feedback.',
    access: { who: 'session' },
    input: z.object({ id }),
    output: z.null(),
    codes: ['A0409', 'F1102', 'F1104'],
    handler: async ({ input, caller }) => done(await cancelAttachment(userOf(caller).userId, input.id)),
  }),
]
