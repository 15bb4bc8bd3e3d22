/** The boxes' endpoints: pairing, polling, reports, and the lists that they load and save. */
import { z } from 'zod'
import { serviceKeys } from '~/modules/catalogue/catalogue.server'
import { boxClosures, reportSchema, settingShape } from '~/modules/device/device.schema'
import { serviceStates } from '~/modules/entitlement/entitlement.server'
import { pairedOutput, pairSchema, polledOutput } from '~/modules/stb/stb.schema'
import {
  fetchList,
  fetchOwn,
  fetchServices,
  boxHeaders,
  findBoxLists,
  pairBox,
  pollBox,
  reportBox,
  saveBoxList,
  setBoxSettings,
  toBoxView,
  languageOfTag,
  loadOfBox,
  revisionOfTag,
  type BoxFacts,
  type OwnName,
  type ReadyFile,
} from '~/modules/stb/stb.server'
import { listKeyOutput } from '~/modules/list-signature/key.schema'
import { publishedKeys } from '~/modules/list-signature/list-signature.server'
import { fileFormatNames } from '~/engine/types'
import { boxOf, flag, moment, onOff, paged, pagingInput, wholeNumber } from './common'
import { answered, data, done, endpoint, type Endpoint } from './endpoint'
import { acceptedLanguage } from '~/i18n/accept-language'
import { now } from '~/platform/clock.server'
import { fail } from '~/errors/table'

/** A box's save may be as large as an upload. */
const maxFileBytes = 16 * 1024 * 1024

const sentService = z
  .object({
    key: z.enum(serviceKeys),
    on: z.boolean().meta({ description: 'The box may use it now' }),
    state: z.enum(serviceStates),
    startsAt: moment.nullable(),
    endsAt: moment.nullable(),
  })
  .meta({ id: 'BoxService' })

const sentSettings = z
  .object({
    ...settingShape(z.boolean()),
    version: z.number().int().meta({ description: 'Another one with each change' }),
    standbySeconds: z.number().int(),
    everySeconds: z.number().int(),
    offsetSeconds: z.number().int(),
  })
  .meta({ id: 'ToldSettings' })

/** The keys are the same for everybody, and a new one is known for a week before it signs. */
const keysAreEverybodys = { 'cache-control': 'public, max-age=3600' }

const format = z.enum(fileFormatNames, 'A0422').optional()

/** What a box fetches of its account. */
const ownCodes = ['C1109', 'D1101', 'D1102', 'A0412', 'A0416', 'A0503', 'I1009'] as const
const answerOwn = async (box: BoxFacts, name: OwnName) => {
  const own = await fetchOwn(box, name)
  return own.ok ? ({ kind: 'file', ...own.value.file } as const) : own
}

/** What an answer means for the box; HEAD loads nothing. */
const loadOfCall = (headers: Headers, isHead: boolean) => (file: ReadyFile) =>
  isHead ? null : loadOfBox((name) => headers.get(name) ?? undefined, file)

/** `1-40,90`: positions from 1, in a limited number of ranges. */
const rangesMost = 50
const rangesInput = z
  .string('A0422')
  .max(1000, 'A0422')
  .regex(/^\d{1,6}(-\d{1,6})?(,\d{1,6}(-\d{1,6})?)*$/, 'A0422')
  .transform((text) =>
    text.split(',').map((one): readonly [number, number] => {
      const [from = 0, to = from] = one.split('-').map(Number)
      return [from, to]
    }),
  )
  .refine((ranges) => ranges.length <= rangesMost && ranges.every(([from, to]) => from >= 1 && from <= to), 'A0422')
  .meta({ description: 'places of the list as the box loaded it, such as 1-40,90' })

export const stbEndpoints: readonly Endpoint[] = [
  endpoint('POST /stb/pair', {
    summary:
      'Pair a box. One with a device secret is answered a nonce first and repeats with proof = hex HMAC-SHA256(secret, nonce + sn).',
    access: { who: 'anyone' },
    input: pairSchema,
    output: pairedOutput,
    codes: ['S1000', 'D1104', 'D1107', 'A0422', 'I1009'],
    handler: async ({ input, address, origin }) => answered(await pairBox(input, { address, origin })),
  }),
  endpoint('POST /stb/token', {
    summary:
      'Ask whether the box is bound: pending, bound or expired (pair again), with the scope of its token and whose lists it may be given. Not more often than the interval.',
    access: { who: 'box' },
    output: polledOutput,
    codes: ['D1105'],
    limit: { points: 60, seconds: 60 },
    handler: async ({ caller }) => answered(await pollBox(boxOf(caller))),
  }),
  endpoint('POST /stb/report', {
    summary:
      'The box’s own facts: device ID, CPU, memory, flash, software version, model; and `update`: the result of its last update. Omitted fields keep their values. A stage whose version fails on too many boxes ends automatically.',
    access: { who: 'box' },
    input: reportSchema,
    output: z.null(),
    codes: ['A0422', 'D1102'],
    limit: { points: 60, seconds: 3600 },
    handler: async ({ input, caller }) => done(await reportBox(boxOf(caller), input)),
  }),
  endpoint('GET /stb/settings', {
    summary:
      'How CHMax works on the box, with the rule of its updates (docs/stb.md); `closed`: why it gets no list. They come with the index too, and in a header with each list. Weak ETag, 304.',
    access: { who: 'box' },
    output: sentSettings.extend({ closed: z.enum(boxClosures).nullable() }),
    codes: [],
    handler: async ({ caller }) => {
      const { told, etag } = toBoxView(boxOf(caller))
      return data(told, { etag })
    },
  }),
  endpoint('PUT /stb/settings', {
    summary:
      'The settings made in the box’s own menu: how CHMax works on it. Omitted fields keep their values. Of two changes to a setting the later one wins: a box that was offline says with `secondsAgo` when its menu was used. Returns all current settings. D1101 while it has no owner: then the box keeps its settings itself.',
    access: { who: 'box' },
    input: z.object({
      ...z.object(settingShape(onOff)).partial().shape,
      secondsAgo: wholeNumber(0, 30 * 86_400).default(0),
    }),
    output: sentSettings,
    codes: ['A0422', 'D1101', 'D1102'],
    limit: { points: 60, seconds: 3600 },
    handler: async ({ input: { secondsAgo, ...settings }, caller }) =>
      answered(await setBoxSettings(boxOf(caller), settings, secondsAgo)),
  }),
  endpoint('GET /stb/services', {
    summary:
      'What the box has: each service with whether it is on, and why not (switched-off by its owner, adult-off by the adult switch, coming, ended); granted: everybody has it. Times are UTC, `serverTime` is now. A box with an unproven token only gets the services that every box has (`proven` false). Weak ETag, 304; ask again at the nearest `startsAt` or `endsAt`, and now and then.',
    access: { who: 'box' },
    output: z.object({ serverTime: moment, proven: z.boolean(), services: z.array(sentService) }),
    codes: [],
    handler: async ({ caller }) => {
      const box = boxOf(caller)
      const { json, etag } = await fetchServices(box)
      const services = JSON.parse(json) as z.output<typeof sentService>[]
      return data({ serverTime: now(), proven: box.proven, services }, { etag })
    },
  }),
  endpoint('GET /stb/lists', {
    summary:
      'The lists that this box may load, the one that its owner chose for it (`activeListId`), how CHMax works on it (`settings`), and the list that it follows by itself (`updateListId`): after `standbySeconds` of standby, at most once in `everySeconds`, not all boxes at once (`offsetSeconds` of the day in UTC). If CHMax is off for the box, it gets no list (`closed` says why). Ready-made lists are named in the language that the owner chose for their channels, else by Accept-Language. Strong ETag, 304.',
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
    ).extend({
      activeListId: z.string().nullable(),
      settings: sentSettings,
      updateListId: z.string().nullable(),
      closed: z.enum(boxClosures).nullable().meta({
        description: 'Why the box gets no list: CHMax is off by its setting or its owner’s switch, or has no time left',
      }),
    }),
    codes: ['A0422'],
    handler: async ({ input, caller, headers }) => {
      const language = acceptedLanguage(headers.get('accept-language'))
      const found = await findBoxLists(boxOf(caller), { ...input, language })
      const items = found.items.map((list) => ({ ...list, active: list.id === found.activeListId }))
      return data({ ...found, ...input, items }, { tagged: true })
    },
  }),
  endpoint('GET /stb/lists/{id}', {
    summary:
      'A list’s file in its own format if that is sdx or chl, else as chl; or in the format that is asked for. Its channels are named in the language that the owner chose for the list or for this box. Strong ETag (another one for other names), Last-Modified, 304, Range; gzip on request. `CHMax-Signature` goes with 200, 206 and 304: a small JSON about the whole uncompressed file, signed with Ed25519 (docs/stb.md, keys at /stb/keys); Repr-Digest if nothing is compressed. Every answer with a list has the box’s settings in the header CHMax-Settings. C1109 if CHMax is off for the box (`reason`). A box that asks by itself says so with the header CHMax-Reason: auto.',
    access: { who: 'box' },
    input: z.object({ id: z.string(), format }),
    output: 'file',
    codes: ['C1101', 'C1107', 'C1109', 'A0412', 'A0413', 'A0416', 'A0422', 'A0503', 'I1009'],
    handler: async ({ input, caller, headers, isHead }) => {
      const list = await fetchList(boxOf(caller), input.id, input.format ?? null, {
        load: loadOfCall(headers, isHead),
        tag: headers.get('if-none-match'),
      })
      if (!list.ok) return list
      const { file } = list.value
      return { kind: 'file', ...file, headers: { ...file.headers, ...boxHeaders(boxOf(caller)) } }
    },
  }),
  endpoint('GET /stb/lists/{id}/{sha256}', {
    summary:
      'The content of a list’s file, at the address that Content-Location of the list’s answers names (HEAD and 304 too): its SHA-256, in the requested format. The content there never changes and may be kept forever. Signature and settings are only at the list’s own address. A0404 if the box now gets other content. Strong ETag, Range, gzip.',
    access: { who: 'box' },
    input: z.object({ id: z.string(), sha256: z.string('A0422').regex(/^[0-9a-f]{64}$/, 'A0422'), format }),
    output: 'file',
    codes: ['A0404', 'C1101', 'C1107', 'C1109', 'A0412', 'A0413', 'A0416', 'A0422', 'A0503', 'I1009'],
    handler: async ({ input: { id, sha256, format = null }, caller, headers, isHead }) => {
      const load = loadOfCall(headers, isHead)
      const list = await fetchList(boxOf(caller), id, format, { load, sha256 })
      return list.ok ? { kind: 'file', ...list.value.file } : list
    },
  }),
  endpoint('GET /stb/keys', {
    summary:
      'The keys that lists are signed with (Ed25519): the one that signs now, the next one, then those that have signed. Each but the first is introduced by the one before it: `introduction` is the signature of `introducedBy` over it (docs/stb.md). `publicKey` is its 32 bytes in base64. Strong ETag, 304; ask again once in seven days, and when a list is signed by a key that the box does not know.',
    access: { who: 'anyone' },
    output: z.object({ keys: z.array(listKeyOutput) }),
    act: false,
    limit: { points: 300, seconds: 60 },
    handler: async () => data({ keys: await publishedKeys() }, { tagged: true, headers: keysAreEverybodys }),
  }),
  endpoint('GET /stb/mylink', {
    summary:
      'MyLink of the box’s account: `{"code":"0","message":"","data":{"categories":[{id, name, logo, channels}]}}` in the account’s orders. A channel has id and name, and either address or satellite (tenths of a degree eastward), tp (MHz) and sid; `logo`, if there is one, is a picture below /stb/logos. Strong ETag, 304; gzip on request.',
    access: { who: 'box' },
    output: 'file',
    codes: ownCodes,
    handler: ({ caller }) => answerOwn(boxOf(caller), 'mylink'),
  }),
  endpoint('GET /stb/audio', {
    summary:
      'The audio entries of the box’s account: `{"code":"0","message":"","data":{"entries":[…]}}`, each as a channel of /stb/mylink. Strong ETag, 304; gzip on request.',
    access: { who: 'box' },
    output: 'file',
    codes: ownCodes,
    handler: ({ caller }) => answerOwn(boxOf(caller), 'audio'),
  }),
  endpoint('GET /stb/logos/{id}', {
    summary:
      'A picture that MyLink or the audio entries of the box’s account show, a png or a jpg of at most 200 K. It never changes: keep it.',
    access: { who: 'box' },
    input: z.object({ id: z.string('A0422').regex(/^[0-9a-f]{64}$/, 'A0422') }),
    output: 'file',
    codes: ['A0404', 'A0422', ...ownCodes],
    handler: ({ input, caller }) => answerOwn(boxOf(caller), `logo ${input.id}`),
  }),
  endpoint('PUT /stb/lists', {
    summary:
      'Save the box’s list in its owner’s account: multipart `file` or the raw body. A new revision of the list that the box loaded (or `list` names), else a new list. The box says what it had loaded by If-Match with the ETag of its fetch, or by `base`, a revision; else the portal’s own record of what it has counts. A name that the box was given in a language is not saved as the channel’s own: unchanged, it is not an edit; changed, it is another name in that language. A save in another format than the list’s, or of some of its channels (`part`), becomes edits of the list: what the file has no place for stays, with `part` also every channel that it doesn’t have. With `ranges` (places of the list as the box loaded it, `1-40,90`) the file is a part too, and has all that is left of those places: what is missing of them was deleted; that needs If-Match or `base`. If the list has changed since, the save is kept as a revision beside the newest one (`saved` differs from `revision`), and the owner chooses. With an id of its own (`batch`, or the header Idempotency-Key) a save that is sent again is answered again, never stored twice.',
    access: { who: 'box' },
    input: z.object({
      list: z.string().max(64, 'A0422').optional(),
      name: z.string().max(400, 'C1110').optional(),
      base: wholeNumber(1, 1_000_000_000).optional(),
      part: flag,
      ranges: rangesInput.optional(),
      batch: z.string('A0422').optional(),
    }),
    upload: { maxBytes: maxFileBytes, required: true },
    output: z.object({
      id: z.string(),
      name: z.string(),
      revision: z.number().int(),
      saved: z.number().int().meta({
        description: 'The revision that this save is; another than `revision` if it waits beside the newest',
      }),
      channels: z.number().int(),
      overLimit: z.boolean(),
    }),
    codes: [
      'A0409',
      'A0422',
      'D1101',
      'D1102',
      'C1101',
      'C1108',
      'C1109',
      'C1110',
      'C1114',
      'C1112',
      'C1202',
      'Q2205',
      'A0413',
      'A0503',
      'I1009',
    ],
    handler: async ({ input, caller, file, headers }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const saved = await saveBoxList(boxOf(caller), {
        listId: input.list ?? null,
        loaded: input.base ?? revisionOfTag(headers.get('if-match')),
        language: languageOfTag(headers.get('if-match')),
        name: input.name ?? file.name,
        typed: input.name !== undefined,
        part: input.part || input.ranges !== undefined ? { ranges: input.ranges ?? [] } : null,
        bytes: file.bytes,
        batch: input.batch,
      })
      return answered(saved)
    },
  }),
]
