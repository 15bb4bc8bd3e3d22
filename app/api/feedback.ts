/** The lines of the table about what the provider tells a customer: system messages, and how much is unread. */
import { z } from 'zod'
import { findMessage, findMessages, markAllRead, markRead, type MessageView } from '~/modules/message/message.server'
import { setPresence } from '~/modules/session/session.server'
import { parseDateRange } from '~/i18n/date-range'
import { codeOf, defaultLanguage, languages, parseLanguage } from '~/i18n/languages'
import { countAllUnread } from '~/web/unread.server'
import { fail } from '~/errors/table'
import { iso, isoOrNull, moment, paged, pagingInput, userOf } from './common'
import { data, endpoint, type Call, type Endpoint } from './endpoint'

const session = { who: 'session' } as const
const limit = { points: 240, seconds: 60 } as const
const id = z.string('A0422').min(1, 'A0422').max(64, 'A0422')
const languageCodes = languages.map(({ code }) => code)
const search = z.string('A0422').max(100, 'A0422').transform((text) => text.trim()).optional()

/** The language that the account chose, else that of the call. */
const readerLanguage = ({ caller, language }: Pick<Call<unknown>, 'caller' | 'language'>) => parseLanguage(userOf(caller).language) ?? parseLanguage(language) ?? defaultLanguage
const languageCode = (tag: string) => codeOf(parseLanguage(tag) ?? defaultLanguage)

const day = z.string('A0422').max(10, 'A0422').optional().meta({ description: 'YYYY-MM-DD, a day of UTC; both ends are included, and one without the other is none.' })
/** The fields of a range of days, and the rule on both. */
const days = { from: day, to: day }
type Days = { from?: string | undefined; to?: string | undefined }
const isRange = (input: Days): boolean => parseDateRange(input.from, input.to).errors.length === 0
const wrongRange = { path: ['to'], message: 'A0422' }
const timesOf = (input: Days): { from: Date | null; before: Date | null } => {
  const { times } = parseDateRange(input.from, input.to)
  return times === null ? { from: null, before: null } : { from: new Date(times.fromMs), before: new Date(times.toMs) }
}

const messageOutput = z
  .object({ id: z.string(), title: z.string(), text: z.string(), language: z.enum(languageCodes), createdAt: moment, read: z.boolean(), readAt: moment.nullable() })
  .meta({ id: 'SystemMessage' })
const showMessage = (message: MessageView): z.output<typeof messageOutput> => ({
  id: message.id,
  title: message.title,
  text: message.text,
  language: languageCode(message.language),
  createdAt: iso(message.createdAt),
  read: message.readAt !== null,
  readAt: isoOrNull(message.readAt),
})

const messageLines: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/userFeedback/customer/systemMessagePage',
    summary: 'The account’s system messages, newest first, each in the account’s language where it has been written in it, else in English. Plain text, paragraphs divided by an empty line. `state` 0: unread only.',
    access: session,
    limit,
    input: z
      .object({ ...pagingInput, ...days, search, state: z.coerce.number('A0422').refine((state) => state === 0, 'A0422').optional().meta({ enum: [0] }) })
      .refine(isRange, wrongRange),
    output: paged(messageOutput),
    codes: ['A0422', 'I1009'],
    handler: async (call) => {
      const { page, size, state, search: part } = call.input
      const found = await findMessages(userOf(call.caller).userId, { page, size, unread: state === 0, search: part ?? null, ...timesOf(call.input), language: readerLanguage(call) })
      return data({ page, size, total: found.total, items: found.items.map(showMessage) })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/userFeedback/customer/systemMessage/{id}',
    summary: 'One system message of the account. Asking for it does not mark it as read.',
    access: session,
    limit,
    input: z.object({ id }),
    output: messageOutput,
    codes: ['A0404', 'A0422', 'I1009'],
    handler: async (call) => {
      const found = await findMessage(userOf(call.caller).userId, call.input.id, readerLanguage(call))
      return found === null ? fail('A0404') : data(showMessage(found))
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/userFeedback/customer/systemMessage/read',
    summary: 'Marks one system message as read; one that is read already stays so.',
    access: session,
    limit,
    input: z.object({ id }),
    output: z.null(),
    codes: ['A0404', 'A0422', 'I1009'],
    handler: async ({ input, caller }) => {
      const read = await markRead(userOf(caller).userId, input.id)
      return read.ok ? data(null) : read
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/userFeedback/customer/systemMessage/readAll',
    summary: 'Marks all system messages of the account as read. Answers how many there were.',
    access: session,
    limit,
    input: z.object({}),
    output: z.object({ read: z.number().int() }),
    codes: ['I1009'],
    handler: async ({ caller }) => data({ read: await markAllRead(userOf(caller).userId) }),
  }),
  endpoint({
    method: 'GET',
    path: '/userFeedback/customer/allUnreadMessage',
    summary: 'How much waits to be read, system messages and replies together; `data` is the count. `state` says whether the person is there (1) or away (0). Pages ask once a minute: it does not count against the idle time.',
    access: session,
    act: false,
    limit,
    input: z.object({ state: z.coerce.number('A0422').refine((state) => state === 0 || state === 1, 'A0422').optional().meta({ enum: [0, 1] }) }),
    output: z.number().int(),
    codes: ['A0422', 'I1009'],
    handler: async ({ input, caller }) => {
      const user = userOf(caller)
      if (input.state !== undefined && user.sessionId !== null) await setPresence(user.userId, user.sessionId, input.state === 1 ? 'online' : 'offline', false)
      return data(await countAllUnread(user))
    },
  }),
]

export const feedbackEndpoints: readonly Endpoint[] = [...messageLines]
