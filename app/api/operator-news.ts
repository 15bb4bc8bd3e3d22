/** The operator's endpoints for communication with customers: system messages, feedback and its files. */
import { z } from 'zod'
import { findAccountByName } from '~/modules/account/account.server'
import { openAttachment } from '~/modules/attachment/attachment.server'
import { answerFeedback, closeFeedbackFor, findFeedbackFor, listFeedbacks } from '~/modules/feedback/feedback.server'
import { answerSchema } from '~/modules/feedback/feedback.schema'
import { feedbackStates } from '~/modules/feedback/feedback.states'
import { categories } from '~/modules/feedback/limits'
import {
  listMessages,
  sendMessage,
  withdrawMessage,
  type MessageTarget,
  type SentMessage,
} from '~/modules/message/message.server'
import { audiences, messageTextSchema } from '~/modules/message/message.schema'
import { listModels } from '~/modules/registry/registry.server'
import { parseDay } from '~/i18n/date-range'
import { parseLanguage } from '~/i18n/languages'
import { fail, ok, type Result } from '~/errors/table'
import { moment, paged, pagingInput } from './common'
import { data, done, type Endpoint, shown } from './endpoint'
import { feedbackEntryOutput, feedbackOutput, id, languageCode, languageCodes, showFeedback } from './feedback'
import { by, operatorEndpoint, why } from './operator'
import { normalForm } from '~/text/normal-form'

const dayMs = 86_400_000
const name = z.string('A0422').trim().min(1, 'A0422').max(400, 'A0422')

/** Texts by language code (`ua`, not `uk`), stored by tag. A language that the portal does not support is an error. */
const texts = z.record(z.string(), messageTextSchema, 'A0422').transform((given, context) => {
  const byTag: Record<string, z.output<typeof messageTextSchema>> = {}
  for (const [code, text] of Object.entries(given)) {
    const tag = parseLanguage(code)
    if (tag === null || byTag[tag] !== undefined) context.addIssue({ code: 'custom', path: [code], message: 'A0422' })
    else byTag[tag] = text
  }
  if (byTag.en === undefined) context.addIssue({ code: 'custom', path: ['en'], message: 'A0422' })
  return byTag
})

/** A moment, or a day, which lasts until its end (UTC). */
const until = z
  .string('A0422')
  .max(40, 'A0422')
  .transform((text, context) => {
    const day = parseDay(text)
    const moment =
      day === null
        ? z.iso.datetime({ offset: true }).safeParse(text).success
          ? new Date(text)
          : null
        : new Date(day + dayMs)
    if (moment !== null) return moment
    context.addIssue({ code: 'custom', message: 'A0422' })
    return z.NEVER
  })
  .optional()
  .meta({ description: 'YYYY-MM-DD (to the end of that day, UTC) or an ISO moment; absent: forever.' })

const sentOutput = z
  .object({
    id: z.string(),
    audience: z.enum(audiences),
    to: z.string().nullable(),
    createdAt: moment,
    until: moment.nullable(),
    withdrawnAt: moment.nullable(),
    reads: z.number().int(),
    texts: z.partialRecord(z.enum(languageCodes), z.object({ title: z.string(), text: z.string() })),
  })
  .meta({ id: 'SentMessage' })
const showSent = ({ endsAt, ...message }: SentMessage) => ({
  ...message,
  until: endsAt,
  texts: Object.fromEntries(
    message.texts.map(({ language, title, text }) => [languageCode(language), { title, text }]),
  ),
})

const targetOf = async (input: {
  audience: (typeof audiences)[number]
  to?: string | undefined
}): Promise<Result<MessageTarget>> => {
  const { audience, to } = input
  if (audience === 'all') return to === undefined ? ok({ audience }) : fail('A0422', { field: 'to' })
  if (to === undefined) return fail('A0422', { field: 'to' })
  if (audience === 'model') {
    const model = (await listModels()).find((one) => one.name === normalForm(to, 'NFC'))
    return model === undefined ? fail('A0404', { field: 'to' }) : ok({ audience, modelId: model.id, name: model.name })
  }
  const account = await findAccountByName(to)
  return account === null
    ? fail('I1301', { field: 'to' })
    : ok({ audience, userId: account.id, name: account.userName })
}

/** The arguments of commands, and the rules for entries. */
const feedbackWord = { show: 'ID', missing: 'The feedback’s id' }
const batchRule = '8 to 64 letters, digits, _ or -'
const titleRule = 'one line that can be seen, of up to 120 characters'
const textRule = 'words that can be seen, of up to 5000 characters'

const author = { userId: z.string(), userName: z.string() }

export const operatorNewsEndpoints: readonly Endpoint[] = [
  operatorEndpoint('POST /operator/messages', {
    summary:
      'Sends a system message: to `all`, to the owners of boxes of a `model`, or to one `user` (`to` is the name). `texts` holds title and text by language, `en` always; plain text, paragraphs separated by an empty line. An id of the operator’s own (`batch`, or the header Idempotency-Key) makes a repeat harmless: the first one is returned (200 instead of 201).',
    input: z.object({
      audience: z.enum(audiences, 'A0422'),
      to: name.optional(),
      texts,
      until,
      why,
      batch: z.string('A0422').optional().meta({ description: batchRule }),
    }),
    output: sentOutput,
    codes: ['A0404', 'A0422'],
    command: {
      name: 'messages send',
      words: {
        to: {
          show: 'NAME',
          missing: 'The name of the {audience}',
          unless: { field: 'audience', is: 'all', because: 'it goes to everybody' },
        },
      },
      options: {
        audience: { as: 'to', strict: true },
        texts: {
          as: 'text',
          show: 'FILE',
          reading: 'json',
          rule: 'an object: a language’s code with {"title", "text"} each',
        },
        until: { show: 'DATE', rule: 'a day such as 2026-12-31 that is not over yet (UTC)' },
      },
      usage: '--to all | --to model NAME | --to user NAME --text FILE [--until DATE]',
      help: `tell customers something; FILE is JSON: a language's code with\n{"title", "text"} each, en always; DATE is its last day (UTC)`,
      answer: [{ say: 'Sent ({id}) in {texts|keys}' }],
      rules: {
        en: 'the English text is always needed: {"title", "text"}',
        title: titleRule,
        text: textRule,
      },
    },
    handler: async ({ input, caller }) => {
      const target = await targetOf(input)
      if (!target.ok) return target
      const sent = await sendMessage(by(caller, input.why), target.value, input.texts, input.until ?? null, input.batch)
      return sent.ok ? data(showSent(sent.value.message), { status: sent.value.isNew ? 201 : 200 }) : sent
    },
  }),
  operatorEndpoint('GET /operator/messages', {
    summary:
      'System messages, newest first, including withdrawn ones, with the number of accounts that have read each.',
    input: z.object(pagingInput),
    output: paged(sentOutput),
    codes: ['A0422'],
    command: {
      name: 'messages list',
      answer: [
        {
          table: [
            'createdAt',
            'audience',
            'to',
            { name: 'title', of: '{texts.en.title}' },
            { name: 'languages', of: '{texts|keys|words}' },
            'reads',
            'until',
            'withdrawnAt',
            'id',
          ],
        },
      ],
    },
    handler: async ({ input }) => {
      const found = await listMessages(input)
      return data({ ...input, total: found.total, items: found.items.map(showSent) })
    },
  }),
  operatorEndpoint('DELETE /operator/messages/{id}', {
    summary: 'Withdraws a system message: nobody sees it any more.',
    input: z.object({ id, why }),
    output: z.null(),
    codes: ['A0404', 'A0409', 'A0422'],
    command: {
      name: 'messages withdraw',
      words: { id: { show: 'ID', missing: 'The message’s id' } },
      answer: [{ say: 'The message is taken back; nobody sees it any more.' }],
    },
    handler: async ({ input, caller }) => done(await withdrawMessage(by(caller, input.why), input.id)),
  }),
  operatorEndpoint('GET /operator/feedback', {
    summary:
      'Feedback of all accounts, or of one `user`. With `state` open the longest waiting come first, otherwise the newest.',
    input: z.object({
      ...pagingInput,
      state: z.enum(feedbackStates, 'A0422').optional(),
      category: z.enum(categories, 'A0422').optional(),
      user: name.optional(),
    }),
    output: paged(feedbackEntryOutput.extend(author).meta({ id: 'OperatorFeedbackEntry' })),
    codes: ['I1301', 'A0422'],
    command: {
      name: 'feedback list',
      options: { state: { rule: 'open, answered or closed' }, user: { show: 'NAME' } },
      without: ['category'],
      answer: [
        {
          table: [
            'updatedAt',
            'state',
            'userName',
            'category',
            { name: 'sn', of: '{box.sn|or -}' },
            'language',
            'replies',
            'attachments',
            { name: 'begins', of: '{text|cut 40}' },
            'id',
          ],
        },
      ],
    },
    handler: async ({ input }) => {
      const { state = null, category = null } = input
      const account = input.user === undefined ? null : await findAccountByName(input.user)
      if (input.user !== undefined && account === null) return fail('I1301', { field: 'user' })
      const found = await listFeedbacks({ ...input, state, category, userId: account?.id ?? null })
      const items = found.items.map((entry) => ({ ...showFeedback(entry), ...entry.author }))
      return data({ ...input, total: found.total, items })
    },
  }),
  operatorEndpoint('GET /operator/feedback/{id}', {
    summary: 'A feedback with all its replies and attachments.',
    input: z.object({ id }),
    output: feedbackOutput.extend(author).meta({ id: 'OperatorFeedback' }),
    codes: ['A0422', 'F1101'],
    command: {
      name: 'feedback show',
      words: { id: feedbackWord },
      help: 'the whole conversation',
      answer: [
        { say: '{category}, {state}, in {language}' },
        { say: 'box {box.sn, box.model, box.softwareVersion, box.name}', when: 'box' },
        { each: 'attachments', say: '{kind} {name}, {size} bytes ({id})' },
        { say: '\n{createdAt} {userName}\n{text|indent}' },
        {
          each: 'replies',
          by: 'side',
          say: {
            customer: '\n{createdAt} {userName}\n{text|indent}',
            provider: '\n{createdAt} provider\n{text|indent}',
          },
        },
      ],
    },
    handler: async ({ input }) =>
      shown(await findFeedbackFor(input.id), (value) => ({ ...showFeedback(value), ...value.author })),
  }),
  operatorEndpoint('POST /operator/feedback/{id}/answer', {
    summary:
      'Answers a feedback with 1 to 5000 characters of plain text. Its customer is notified by mail that there is an answer, if the account has an address (`mailed`). An id of the client’s own (`batch`, or the header Idempotency-Key) makes a repeat harmless.',
    input: answerSchema.extend({ id, why, batch: answerSchema.shape.batch.meta({ description: batchRule }) }),
    output: z.object({ id: z.string(), mailed: z.boolean() }),
    codes: ['A0409', 'A0422', 'F1101'],
    command: {
      name: 'feedback answer',
      words: { id: feedbackWord },
      options: { text: { reading: 'text', rule: textRule } },
      help: '- instead of TEXT reads it from the standard input',
      answer: [
        { say: 'Answered; the customer is told by mail.', when: 'mailed' },
        {
          say: 'Answered. The account has no address for a mail; the customer sees it in the portal.',
          unless: 'mailed',
        },
      ],
    },
    handler: async ({ input: { id: feedbackId, text, batch, why: reason }, caller }) => {
      const answered = await answerFeedback(by(caller, reason), feedbackId, { text, batch })
      if (!answered.ok) return answered
      const { id: replyId, mailed, isNew } = answered.value
      return data({ id: replyId, mailed }, { status: isNew ? 201 : 200 })
    },
  }),
  operatorEndpoint('PUT /operator/feedback/{id}/close', {
    summary: 'Closes a feedback for good.',
    input: z.object({ id, why }),
    output: z.null(),
    codes: ['A0409', 'A0422', 'F1101'],
    command: {
      name: 'feedback close',
      words: { id: feedbackWord },
      answer: [{ say: 'The feedback is closed.' }],
    },
    handler: async ({ input, caller }) => done(await closeFeedbackFor(by(caller, input.why), input.id)),
  }),
  operatorEndpoint('GET /operator/feedback/attachments/{id}', {
    summary: 'A picture or video that came with a feedback, as a download.',
    input: z.object({ id }),
    output: 'file',
    codes: ['A0422', 'F1102'],
    command: {
      name: 'feedback attachment',
      words: { id: { show: 'ID', missing: 'The attachment’s id' } },
      help: 'a picture or video that came with a feedback',
      answer: [{ say: '{file}: {bytes} bytes' }],
    },
    handler: async ({ input }) => {
      const opened = await openAttachment({ operator: true }, input.id)
      if (!opened.ok) return opened
      const { name: fileName, kind: _, ...file } = opened.value
      return { kind: 'stream', ...file, fileName, cacheControl: 'private, no-store' }
    },
  }),
]
