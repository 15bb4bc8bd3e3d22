/** The boxes' endpoints: pairing, polling, reports, and the lists that they load and save. */
import { z } from 'zod'
import { serviceKeys } from '~/modules/catalogue/catalogue.server'
import { reportSchema } from '~/modules/device/device.schema'
import { serviceStates } from '~/modules/entitlement/entitlement.server'
import { pairSchema } from '~/modules/stb/stb.schema'
import {
  fetchList,
  fetchServices,
  findBoxLists,
  pairBox,
  pollBox,
  reportBox,
  saveBoxList,
  type BoxFacts,
  type ToldService,
} from '~/modules/stb/stb.server'
import { fileFormatNames, nameLanguages, type NameLanguage } from '~/engine/types'
import { boxOf, iso, moment, paged, pagingInput, wholeNumber, withBatch } from './common'
import { answered, data, done, endpoint, type Endpoint } from './endpoint'
import type { BoxCaller } from '~/modules/session/caller'
import { now } from '~/platform/clock.server'
import { fail } from '~/errors/table'

export { findHotList, findHotServices, type ListFormat } from '~/modules/stb/stb.server'

const factsOf = (box: BoxCaller): BoxFacts => ({
  id: box.tokenId,
  sn: box.sn,
  userId: box.userId,
  vnoId: box.vnoId,
  claimed: box.claimed,
  proven: box.proven,
  ...(box.names === undefined ? {} : { names: box.names }),
})
/** A box's save may be as large as an upload. */
const maxFileBytes = 16 * 1024 * 1024

/** The revision in a list's ETag, which begins with its number. */
const revisionOfTag = (tag: string | null): number | null => {
  const number = /^\s*"(\d{1,9})-/.exec(tag ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** The language of names that the ETag of a fetch tells; undefined without a tag. */
const languageOfTag = (tag: string | null): NameLanguage | null | undefined => {
  const match = /^\s*"\d{1,9}-(?:([a-z]{2})-)?/.exec(tag ?? '')
  return match === null ? undefined : (nameLanguages.find((one) => one === match[1]) ?? null)
}

const toldService = z
  .object({
    key: z.enum(serviceKeys),
    on: z.boolean().meta({ description: 'The box may use it now' }),
    state: z.enum(serviceStates),
    startsAt: moment.nullable(),
    endsAt: moment.nullable(),
  })
  .meta({ id: 'BoxService' })

const scope = z.enum(['public', 'account'])
const format = z.enum(fileFormatNames, 'A0422').optional()

export const stbEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/stb/pair',
    summary:
      'Pair a box. One with a device secret is answered a nonce first and repeats with proof = hex HMAC-SHA256(secret, nonce + sn).',
    access: { who: 'anyone' },
    input: pairSchema,
    output: z.union([
      z.object({ step: z.literal('prove'), nonce: z.string(), expiresIn: z.number().int() }),
      z.object({
        step: z.literal('paired'),
        deviceToken: z.string(),
        scope,
        userCode: z.string(),
        verificationUri: z.string(),
        verificationUriComplete: z.string(),
        expiresIn: z.number().int(),
        interval: z.number().int(),
      }),
    ]),
    codes: ['S1000', 'D1104', 'D1107', 'A0422', 'I1009'],
    handler: async ({ input, address, origin }) => answered(await pairBox(input, { address, origin })),
  }),
  endpoint({
    method: 'POST',
    path: '/stb/token',
    summary:
      'Ask whether the box is bound: pending, bound or expired (pair again), with the scope of its token. Not more often than the interval.',
    access: { who: 'box' },
    input: z.object({}),
    output: z.object({
      state: z.enum(['pending', 'bound', 'expired']),
      scope,
      interval: z.number().int(),
      expiresIn: z.number().int().nullable(),
    }),
    codes: ['D1105', 'I1009'],
    limit: { points: 60, seconds: 60 },
    handler: async ({ caller }) => answered(await pollBox(factsOf(boxOf(caller)))),
  }),
  endpoint({
    method: 'POST',
    path: '/stb/report',
    summary: 'The box’s own facts: device ID, CPU, memory, flash, software version, model. What is left out stays.',
    access: { who: 'box' },
    input: reportSchema,
    output: z.null(),
    codes: ['A0422', 'D1102', 'I1009'],
    limit: { points: 60, seconds: 3600 },
    handler: async ({ input, caller }) => done(await reportBox(factsOf(boxOf(caller)), input)),
  }),
  endpoint({
    method: 'GET',
    path: '/stb/services',
    summary:
      'What the box has: each service with whether it is on, and why not (switched-off by its owner, adult-off by the adult switch, coming, ended); granted: everybody has it. Moments are UTC, `serverTime` is now. A box whose token nobody has proven or confirmed is told what every box has (`proven` false). Weak ETag, 304; ask again at the nearest `startsAt` or `endsAt`, and now and then.',
    access: { who: 'box' },
    input: z.object({}),
    output: z.object({ serverTime: moment, proven: z.boolean(), services: z.array(toldService) }),
    codes: [],
    handler: async ({ caller }) => {
      const box = factsOf(boxOf(caller))
      const { json, etag } = await fetchServices(box)
      const services = JSON.parse(json) as ToldService[]
      return data({ serverTime: iso(now()), proven: box.proven, services }, { etag })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/stb/lists',
    summary: 'The lists that this box may load, and the one that its owner chose for it. Strong ETag, 304.',
    access: { who: 'box' },
    input: z.object(pagingInput),
    output: paged(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['system', 'vno', 'user']),
        revision: z.number().int(),
        channels: z.number().int(),
        format: z.enum(fileFormatNames),
        active: z.boolean(),
        updatedAt: moment,
      }),
    ).extend({ activeListId: z.string().nullable() }),
    codes: ['A0422'],
    handler: async ({ input, caller }) => {
      const found = await findBoxLists(factsOf(boxOf(caller)), input)
      return data(
        {
          items: found.items.map((list) => ({
            id: list.id,
            name: list.name,
            kind: list.kind,
            revision: list.revision,
            channels: list.channels,
            format: list.format,
            active: list.id === found.activeListId,
            updatedAt: iso(list.updatedAt),
          })),
          total: found.total,
          page: input.page,
          size: input.size,
          activeListId: found.activeListId,
        },
        { tagged: true },
      )
    },
  }),
  endpoint({
    method: 'GET',
    path: '/stb/lists/{id}',
    summary:
      'A list’s file in its own format where that is sdx or chl, else as chl; or in the format that is asked for. Its channels are named in the language that the owner chose for the list or for this box. Strong ETag (another one for other names), Last-Modified, 304, Range; gzip where it is asked for.',
    access: { who: 'box' },
    input: z.object({ id: z.string(), format }),
    output: 'file',
    codes: ['C1101', 'C1107', 'A0412', 'A0416', 'A0422', 'A0503', 'I1009'],
    handler: async ({ input, caller }) => {
      const list = await fetchList(factsOf(boxOf(caller)), input.id, input.format ?? null)
      return list.ok ? { kind: 'file', ...list.value.file } : list
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/stb/lists',
    summary:
      'Save the box’s list in its owner’s account: multipart `file` or the raw body. A new revision of the list that the box loaded (or `list` names), else a new list. The box says what it had loaded by If-Match with the ETag of its fetch, or by `base`, a revision; else the portal’s own record of its last fetch counts. A name that the box was given in a language is not saved as the channel’s own: unchanged it is no edit, changed it is another name in that language. Where the list went on since, the save is kept as a revision beside the newest one (`saved` differs from `revision`), and the owner chooses. With an id of its own (`batch`, or the header Idempotency-Key) a save that is sent again is answered again, never stored twice.',
    access: { who: 'box' },
    input: z.object({
      list: z.string().max(64, 'A0422').optional(),
      name: z.string().max(400, 'C1110').optional(),
      base: wholeNumber(1, 1_000_000_000).optional(),
      batch: z.string('A0422').optional(),
    }),
    upload: { maxBytes: maxFileBytes, required: true },
    output: z.object({
      id: z.string(),
      name: z.string(),
      revision: z.number().int(),
      saved: z.number().int().meta({
        description: 'The revision that this save is; another than `revision` where it waits beside the newest',
      }),
      channels: z.number().int(),
      overLimit: z.boolean(),
    }),
    codes: ['A0409', 'D1101', 'D1102', 'C1101', 'C1110', 'C1112', 'C1125', 'C1202', 'A0413', 'A0503', 'I1009'],
    handler: async ({ input, caller, file, headers }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const named = withBatch(input, headers)
      if (!named.ok) return named
      const saved = await saveBoxList(factsOf(boxOf(caller)), {
        listId: input.list ?? null,
        loaded: input.base ?? revisionOfTag(headers.get('if-match')),
        language: languageOfTag(headers.get('if-match')),
        name: input.name ?? file.name,
        typed: input.name !== undefined,
        bytes: file.bytes,
        batch: named.value.batch,
      })
      if (!saved.ok) return saved
      const { id, name, revision, saved: savedAs, channels, overLimit } = saved.value
      return data({ id, name, revision, saved: savedAs, channels, overLimit })
    },
  }),
]
