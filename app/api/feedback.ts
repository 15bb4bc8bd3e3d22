/**
 * The endpoints by which the provider and a customer communicate: system messages, feedback and its replies, and unread
 * counts.
 */
import { z } from 'zod'
import { listBoxes } from '~/modules/device/device.server'
import {
  closeFeedback,
  findFeedbacks,
  getFeedback,
  markAllRepliesRead,
  markRepliesRead,
  markReplyRead,
  replyToFeedback,
  sendFeedback,
  type FeedbackEntry,
  type FeedbackView,
} from '~/modules/feedback/feedback.server'
import { replySchema, sendFeedbackSchema } from '~/modules/feedback/feedback.schema'
import { feedbackStates } from '~/modules/feedback/feedback.states'
import { categories } from '~/modules/feedback/limits'
import { findMessage, findMessages, markAllRead, markRead, type MessageView } from '~/modules/message/message.server'
import { setPresence } from '~/modules/session/session.server'
import { codeOf, defaultLanguage, languages, parseLanguage } from '~/i18n/languages'
import { getContactEmail } from '~/modules/provider/provider.server'
import { countAllUnread } from '~/modules/unread/unread.server'
import { fail } from '~/errors/table'
import {
  checkRange,
  flag,
  moment,
  oneOf,
  paged,
  pagingInput,
  personEndpoint,
  timesOf,
  userOf,
  zonedDays,
} from './common'
import { data, done, endpoint, type Call, type Endpoint, shown } from './endpoint'

const session = { who: 'session' } as const
const limit = { points: 240, seconds: 60 } as const
export const id = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
export const languageCodes = languages.map(({ code }) => code)
const search = z
  .string('A0422')
  .max(100, 'A0422')
  .transform((text) => text.trim())
  .optional()

/** The account's language, otherwise that of the call. */
const readerLanguage = ({ caller, language }: Pick<Call<unknown>, 'caller' | 'language'>) =>
  parseLanguage(userOf(caller).language) ?? parseLanguage(language) ?? defaultLanguage
export const languageCode = (tag: string) => codeOf(parseLanguage(tag) ?? defaultLanguage)

const messageOutput = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    language: z.enum(languageCodes),
    createdAt: moment,
    read: z.boolean(),
    readAt: moment.nullable(),
  })
  .meta({ id: 'SystemMessage' })
const showMessage = (message: MessageView) => ({
  ...message,
  language: languageCode(message.language),
  read: message.readAt !== null,
})

const messageLines: readonly Endpoint[] = [
  personEndpoint('GET /userFeedback/customer/systemMessagePage', {
    summary:
      'The account’s system messages, newest first, each in the account’s language if it was written in it, otherwise in English. Plain text, paragraphs separated by an empty line. `state` 0: only unread ones.',
    input: z.object({ ...pagingInput, ...zonedDays, search, state: oneOf(0).optional() }).superRefine(checkRange),
    output: paged(messageOutput),
    codes: ['A0422'],
    handler: async (call) => {
      const { state, search = null, ...input } = call.input
      const asked = { ...input, unread: state === 0, search, ...timesOf(input), language: readerLanguage(call) }
      const found = await findMessages(userOf(call.caller).userId, asked)
      return data({ ...input, total: found.total, items: found.items.map(showMessage) })
    },
  }),
  personEndpoint('GET /userFeedback/customer/systemMessage/{id}', {
    summary: 'One system message of the account. Asking for it does not mark it as read.',
    input: z.object({ id }),
    output: messageOutput,
    codes: ['A0404', 'A0422'],
    handler: async (call) => {
      const found = await findMessage(userOf(call.caller).userId, call.input.id, readerLanguage(call))
      return found === null ? fail('A0404', { data: { context: 'message' } }) : data(showMessage(found))
    },
  }),
  personEndpoint('PUT /userFeedback/customer/systemMessage/read', {
    summary: 'Marks one system message as read; one that is read already stays so.',
    input: z.object({ id }),
    output: z.null(),
    codes: ['A0404', 'A0422'],
    handler: async ({ input, caller }) => done(await markRead(userOf(caller).userId, input.id)),
  }),
  personEndpoint('PUT /userFeedback/customer/systemMessage/readAll', {
    summary: 'Marks all system messages of the account as read. Returns how many there were.',
    output: z.object({ read: z.number().int() }),
    handler: async ({ caller }) => data({ read: await markAllRead(userOf(caller).userId) }),
  }),
  personEndpoint('GET /userFeedback/customer/allUnreadMessage', {
    summary:
      'How many system messages and replies are unread, together; `data` is the count. `state` says whether the person is there (1) or away (0). Pages ask once a minute: it does not reset the idle time.',
    act: false,
    input: z.object({ state: oneOf(0, 1).optional() }),
    output: z.number().int(),
    codes: ['A0422'],
    handler: async ({ input, caller }) => {
      const user = userOf(caller)
      if (input.state !== undefined && user.sessionId !== null)
        await setPresence(user.userId, user.sessionId, input.state === 1 ? 'online' : 'offline', false)
      return data(await countAllUnread(user))
    },
  }),
]

const boxOutput = z
  .object({
    sn: z.string(),
    name: z.string().nullable(),
    model: z.string().nullable(),
    softwareVersion: z.string().nullable(),
  })
  .nullable()
const common = {
  id: z.string(),
  category: z.enum(categories),
  text: z.string(),
  language: z.enum(languageCodes),
  state: z.enum(feedbackStates),
  box: boxOutput,
  createdAt: moment,
  updatedAt: moment,
  /** Replies of the provider that the customer has not read. */
  unread: z.number().int(),
}
export const feedbackEntryOutput = z
  .object({ ...common, replies: z.number().int(), attachments: z.number().int() })
  .meta({ id: 'FeedbackEntry' })
export const feedbackOutput = z
  .object({
    ...common,
    replies: z.array(
      z.object({
        id: z.string(),
        side: z.enum(['provider', 'customer']),
        text: z.string(),
        createdAt: moment,
        readAt: moment.nullable(),
      }),
    ),
    attachments: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['image', 'video']),
        type: z.string().nullable(),
        name: z.string(),
        size: z.number().int(),
        width: z.number().int().nullable(),
        height: z.number().int().nullable(),
      }),
    ),
  })
  .meta({ id: 'Feedback' })

export const showFeedback = <F extends FeedbackEntry | FeedbackView>(feedback: F) => ({
  ...feedback,
  language: languageCode(feedback.language),
})

const feedbackLines: readonly Endpoint[] = [
  personEndpoint('GET /userFeedback/customer/userFeedback/device', {
    summary: 'The boxes of the account that a feedback can be about.',
    output: z.object({
      items: z.array(
        z.object({
          sn: z.string(),
          name: z.string().nullable(),
          model: z.string(),
          softwareVersion: z.string().nullable(),
        }),
      ),
    }),
    handler: async ({ caller }) =>
      data({ items: (await listBoxes(userOf(caller).userId)).map((box) => ({ ...box, name: box.nickname })) }),
  }),
  personEndpoint('GET /userFeedback/customer/userFeedbackPage', {
    summary:
      'The account’s feedback, the most recently active first. `unread` 1: only with unread replies; the dates are those when it was sent.',
    input: z
      .object({
        ...pagingInput,
        ...zonedDays,
        search,
        unread: flag,
        state: z.enum(feedbackStates, 'A0422').optional(),
        category: z.enum(categories, 'A0422').optional(),
      })
      .superRefine(checkRange),
    output: paged(feedbackEntryOutput),
    codes: ['A0422'],
    handler: async ({ input, caller }) => {
      const { state = null, category = null, search = null } = input
      const asked = { ...input, state, category, search, ...timesOf(input) }
      const found = await findFeedbacks(userOf(caller).userId, asked)
      return data({ ...input, total: found.total, items: found.items.map(showFeedback) })
    },
  }),
  personEndpoint('GET /userFeedback/customer/userFeedback/{id}', {
    summary: 'One feedback of the account with all its replies and attachments. Asking for it marks nothing as read.',
    input: z.object({ id }),
    output: feedbackOutput,
    codes: ['A0422', 'F1101'],
    handler: async ({ input, caller }) => shown(await getFeedback(userOf(caller).userId, input.id), showFeedback),
  }),
  endpoint('POST /userFeedback/customer/userFeedback', {
    summary:
      'Sends a feedback: a category, 10 to 2000 characters of plain text, one of the account’s boxes by `sn`, files uploaded before by their ids in `attachment` (repeated). An id of the client’s own (`batch`, or the header Idempotency-Key) makes a repeat harmless: the first one’s id is returned (200 instead of 201).',
    access: session,
    limit: { points: 60, seconds: 60 },
    input: sendFeedbackSchema,
    output: z.object({ id: z.string() }),
    codes: ['A0409', 'A0422', 'D1107', 'F1102', 'F1104', 'I1402'],
    handler: async (call) => {
      const sent = await sendFeedback(userOf(call.caller).userId, call.input, readerLanguage(call))
      return sent.ok ? data({ id: sent.value.id }, { status: sent.value.isNew ? 201 : 200 }) : sent
    },
  }),
  endpoint('POST /userFeedback/customer/userFeedback/{id}/reply', {
    summary:
      'Adds a reply to a feedback of the account, which is then open again. A closed one takes no more replies. `batch` as for sending.',
    access: session,
    limit: { points: 60, seconds: 60 },
    input: replySchema.extend({ id }),
    output: z.object({ id: z.string() }),
    codes: ['A0409', 'A0422', 'F1101', 'F1102', 'F1104'],
    handler: async ({ input: { id: feedbackId, ...reply }, caller }) => {
      const sent = await replyToFeedback(userOf(caller).userId, feedbackId, reply)
      return sent.ok ? data({ id: sent.value.id }, { status: sent.value.isNew ? 201 : 200 }) : sent
    },
  }),
  personEndpoint('PUT /userFeedback/customer/userFeedback/{id}/close', {
    summary: 'Closes a feedback of the account for good.',
    input: z.object({ id }),
    output: z.null(),
    codes: ['A0409', 'A0422', 'F1101'],
    handler: async ({ input, caller }) => done(await closeFeedback(userOf(caller).userId, input.id)),
  }),
  personEndpoint('PUT /userFeedback/customer/userFeedback/readReply', {
    summary:
      'Marks one reply as read by its `id`, or all replies of one feedback by `feedbackId`. What is read already stays so.',
    input: z
      .object({ id: id.optional(), feedbackId: id.optional() })
      .refine((input) => (input.id === undefined) !== (input.feedbackId === undefined), {
        path: ['id'],
        message: 'A0422',
      }),
    output: z.null(),
    codes: ['A0422', 'F1101', 'F1103'],
    handler: async ({ input, caller }) => {
      const { userId } = userOf(caller)
      const read =
        input.id === undefined
          ? await markRepliesRead(userId, input.feedbackId ?? '')
          : await markReplyRead(userId, input.id)
      return done(read)
    },
  }),
  personEndpoint('PUT /userFeedback/customer/userFeedback/readAllReply', {
    summary: 'Marks all replies to the account as read. Returns how many there were.',
    output: z.object({ read: z.number().int() }),
    handler: async ({ caller }) => data({ read: await markAllRepliesRead(userOf(caller).userId) }),
  }),
]

const contactLine = endpoint('GET /userFeedback/customer/contactEmail', {
  summary:
    'The e-mail that customers of the brand shown at this host write to, as Contact Us shows it. F1105: there is none.',
  access: { who: 'anyone' },
  limit,
  output: z.object({ email: z.string() }),
  codes: ['F1105'],
  act: false,
  handler: async ({ origin }) => {
    const email = getContactEmail(origin)
    return email.ok ? data({ email: email.value }) : email
  },
})

export const feedbackEndpoints: readonly Endpoint[] = [...messageLines, ...feedbackLines, contactLine]
