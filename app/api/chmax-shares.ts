/** The customers' endpoints for links to lists, for readers by a link, for a list as PDF, and for what a box gets. */
import { z } from 'zod'
import {
  findShares,
  getList,
  makeShare,
  previewForBox,
  withdrawShare,
} from '~/modules/channel-list/channel-list.server'
import { batchIdSchema } from '~/modules/channel-list/channel-list.schema'
import type { ShareView } from '~/modules/channel-list/types'
import { nameLanguages } from '~/engine/types'
import { instanceFor } from '~/i18n/i18n.server'
import { listFile } from '~/web/lists/list-file-of.server'
import { printedBy } from '~/web/lists/printed.server'
import { readByLink } from '~/web/lists/shared.server'
import { lossOutput } from '~/modules/channel-list/view.schema'
import { changing, listId, readEndpoint, readLimit, rowOutput, seeing, showRow, writeEndpoint } from './chmax'
import { moment, paged, pagingInput, userOf, wholeNumber } from './common'
import { data, done, endpoint, type Endpoint, shown } from './endpoint'
import { readerLanguage } from './order-shape'

const shareOutput = z
  .object({
    id: z.string(),
    createdAt: moment,
    endsAt: moment.nullable(),
    withdrawnAt: moment.nullable(),
    seenAt: moment.nullable().meta({ description: 'When somebody last opened the list with it' }),
    living: z.boolean(),
  })
  .meta({ id: 'ListShare' })
const showShare = (share: ShareView) => ({ ...share, living: share.isLiving })

export const chmaxShareEndpoints: readonly Endpoint[] = [
  readEndpoint('GET /chmax/lists/{id}/shares', {
    summary: 'The links with which the list can be read: those that work, then the last ones that no longer do.',
    input: z.object(listId),
    output: z.object({ items: z.array(shareOutput) }),
    codes: ['C1108', 'A0422', ...seeing],
    handler: async ({ input: { id }, caller }) =>
      shown(await findShares(userOf(caller), id), (found) => ({ items: found.map(showShare) })),
  }),
  writeEndpoint('POST /chmax/lists/{id}/shares', {
    summary:
      'Create a link with which anybody can read the list, for `days` or until it is withdrawn. `link` is only in this answer and is not stored anywhere; in the answer to a repeat under the same `batch` it is null.',
    input: z.object({ ...listId, days: wholeNumber(1, 366).optional(), batch: batchIdSchema.optional() }),
    output: shareOutput.extend({ link: z.string().nullable() }),
    codes: ['A0409', 'A0422', 'A0503', ...changing],
    handler: async ({ input: { id, days = null, batch }, caller, origin }) => {
      const made = await makeShare(userOf(caller), id, { days, batch })
      if (!made.ok) return made
      const { share, token } = made.value
      return data(
        { ...showShare(share), link: token === null ? null : `${origin}/s/${token}` },
        { status: 201, headers: { 'cache-control': 'no-store' } },
      )
    },
  }),
  writeEndpoint('DELETE /chmax/lists/{id}/shares/{share}', {
    summary: 'Withdraw a link: it stops working at once.',
    input: z.object({ ...listId, share: z.string('A0422').min(1, 'A0422').max(40, 'A0422') }),
    output: z.null(),
    codes: ['A0404', 'A0422', ...changing],
    handler: async ({ input: { id, share }, caller }) => done(await withdrawShare(userOf(caller), id, share)),
  }),
  endpoint('GET /chmax/shared/{token}', {
    access: { who: 'anyone' },
    limit: readLimit,
    summary:
      'A list shared by a link, for anybody who has it: its name and a page of its channels. C1101 for a link that was withdrawn, has expired or never existed.',
    input: z.object({
      ...pagingInput,
      token: z.string('A0422').min(1, 'A0422').max(40, 'A0422'),
      search: z.string('A0422').max(100, 'A0422').default(''),
    }),
    output: paged(rowOutput).extend({ name: z.string(), channels: z.number().int() }),
    codes: ['C1101', 'A0422', 'A0503'],
    handler: async ({ input: { token, search, page, size }, address }) => {
      const found = await readByLink(address, token, (view) =>
        view.rows(search === '' ? {} : { search }, { page, size }),
      )
      if (!found.ok) return found
      const { name, channels, value } = found.value
      return data(
        { name, channels, ...value, items: value.items.map(showRow) },
        { headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' } },
      )
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/pdf', {
    summary: 'The list as a PDF in the reader’s language, whole, or by favourite group or satellite.',
    input: z.object({ ...listId, by: z.enum(printedBy, 'A0422').default('all') }),
    output: 'file',
    codes: ['A0422', ...seeing],
    handler: async (call) => {
      const { id, by } = call.input
      const actor = userOf(call.caller)
      const found = await getList(actor, id)
      if (!found.ok) return found
      const language = readerLanguage(call)
      const t = instanceFor(language).getFixedT(language, 'lists')
      return { kind: 'made', ...listFile(actor, found.value, { by, t, language }) }
    },
  }),
  readEndpoint('GET /chmax/lists/{id}/boxPreview', {
    summary:
      'What a box gets of the list: the file in a format and with names in a language, read again as a box reads it, a page at a time, and what the file can’t hold.',
    input: z.object({
      ...listId,
      ...pagingInput,
      format: z
        .enum(['sdx', 'chl'], 'A0422')
        .optional()
        .meta({ description: 'without it the one that a box gets by itself' }),
      language: z.enum(nameLanguages, 'A0422').optional(),
    }),
    output: paged(rowOutput).extend({
      revision: z.number().int(),
      format: z.string(),
      fileName: z.string(),
      bytes: z.number().int(),
      losses: z.array(lossOutput),
    }),
    codes: ['C1107', 'A0413', 'A0422', ...seeing],
    handler: async ({ input: { id, language = null, format = null, ...asked }, caller }) => {
      const found = await previewForBox(userOf(caller), id, { ...asked, format, language, sn: null })
      return shown(found, ({ rows, ...file }) => ({ ...file, ...rows, items: rows.items.map(showRow) }))
    },
  }),
]
