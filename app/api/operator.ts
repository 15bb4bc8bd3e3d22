/** The operator's endpoints: registry, brands, staff accounts, published lists, tokens, the audit log. */
import { z } from 'zod'
import {
  claimFirstOperator,
  actOn,
  createStaffAccount,
  createVno,
  findAccount,
  findVnoByName,
  listAccounts,
  listSignIns,
  listVnos,
  resetAuthenticator,
  setAccountDisabled,
  signInOutcomes,
  signInVias,
} from '~/modules/account/account.server'
import { accountOutput, isNewUserName, isPassword, staffAccountSchema } from '~/modules/account/account.schema'
import { listAuditEntries, recordActBy, type By } from '~/modules/audit/audit.server'
import { createList, deleteList, findLists, publishList } from '~/modules/channel-list/channel-list.server'
import { releaseBox } from '~/modules/device/device.server'
import { importModels, importRegistry, listModels, listRegistry } from '~/modules/registry/registry.server'
import { importReport, listedBox, modelName, serialNumber } from '~/modules/registry/registry.schema'
import {
  createApiToken,
  createOwnApiToken,
  endOtherSessions,
  listApiTokens,
  revokeApiToken,
} from '~/modules/session/session.server'
import { apiTokenSchema, tokenOutput } from '~/modules/session/api-token.schema'
import { flag, listOf, moment, paged, pagingInput, userOf } from './common'
import { answered, data, done, endpoint, type Endpoint, endpointsFor } from './endpoint'
import { roles } from '~/modules/account/rights'
import { scopes, type Caller } from '~/modules/session/caller'
import { fail, ok } from '~/errors/table'
import { plainLine } from '~/text/plain-text'
import { dropUnseen } from '~/text/unseen'

export const operator = { who: 'operator' } as const
/** The limit stops a runaway operator script, not a working one. */
export const limit = { points: 600, seconds: 60 } as const
export const operatorEndpoint = endpointsFor(operator, limit)
/** Room for 50 000 lines of a registry, or a list. */
const maxFileBytes = 16 * 1024 * 1024

const search = z.string('A0422').max(100, 'A0422').optional().meta({ description: 'at most 100 characters' })
const brandName = z
  .string('A0422')
  .max(400, 'A0422')
  .transform(plainLine)
  .refine((text) => text.length >= 1 && text.length <= 100, 'A0422')

/** The operator's reason: kept in the audit log with the action. */
const whyText = z.string('A0422').trim().max(500, 'A0422').meta({ description: 'a reason of 3 to 500 characters' })
export const why = whyText.optional()
/** For an action that requires a reason. */
export const neededWhy = whyText.min(3, 'A0422').meta({ description: 'a reason of 3 to 500 characters' })
export const by = (caller: Caller, reason: string | undefined): By => ({
  userId: userOf(caller).userId,
  why: reason === undefined || reason === '' ? null : reason,
})

const vnoOutput = z.object({ id: z.string(), name: z.string(), createdAt: moment }).meta({ id: 'Vno' })
const listOutput = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['system', 'vno', 'user']),
    vno: z.string().nullable(),
    revision: z.number().int(),
    published: z.number().int().nullable().meta({ description: 'The version that everybody has' }),
    staged: z.number().int().nullable().meta({ description: 'The version that `percent` of the boxes have' }),
    percent: z.number().int().nullable(),
    channels: z.number().int(),
    errors: z.number().int(),
    warnings: z.number().int(),
    updatedAt: moment,
  })
  .meta({ id: 'PublishedList' })

const listKind = z.enum(['system', 'vno'], 'A0422').meta({ description: 'system or vno' })

/** The arguments of commands, and the rules for entries. */
const accountWord = { show: 'ID', missing: 'The account’s id' }
const roleRule = 'administrator, vno or operator (in searches also customer)'
const vnoRule = 'a brand that exists (vnos list); needed for the role vno'
const scopesRule = 'lists:read, lists:write, orders:read, orders:buy, wallet:read, wallet:spend or operator'

/** All scopes that the first operator's token needs for the command line. */
const firstToken = { name: 'First operator', scopes: [...scopes], expiresInDays: null }

export const operatorEndpoints: readonly Endpoint[] = [
  endpoint('POST /operator/claim', {
    summary:
      'Create the first operator’s account with the one-time token that the server writes to its data folder when it starts without an operator. Returns an API token, once.',
    access: { who: 'anyone' },
    input: z
      .object({
        token: z.string('I1304').max(200, 'I1304'),
        userName: z
          .string('I1106')
          .transform((text) => dropUnseen(text).trim())
          .refine(isNewUserName, 'I1106'),
        password: z.string('I1203').max(1000, 'I1203'),
      })
      .refine((value) => isPassword(value.password, value.userName), { path: ['password'], message: 'I1203' }),
    output: z.object({ account: accountOutput, token: z.string() }),
    codes: ['I1106', 'I1111', 'I1202', 'I1203', 'I1304', 'A0503', 'I1009'],
    command: {
      name: 'claim',
      options: {
        userName: { as: 'user', show: 'NAME' },
        token: { as: 'token-file', show: 'FILE', reading: 'content', otherwise: 'first-operator-token' },
        password: { reading: 'password' },
      },
      help: "make the first operator's account with the one-time token\n(data/first-operator-token by default); prints an API token",
      answer: [{ say: "The operator's account is made. Its API token, shown this once:\n{token}" }],
    },
    handler: async ({ input, address }) => {
      const claimed = await claimFirstOperator(input, { address })
      if (!claimed.ok) return claimed
      const token = await createApiToken(claimed.value.id, firstToken)
      return token.ok ? data({ account: claimed.value, token: token.value.token }, { status: 201 }) : token
    },
  }),
  operatorEndpoint('POST /operator/models', {
    summary: 'Add models of boxes by name (`names`, repeated). Those that exist are left as they are.',
    input: z.object({
      names: listOf(modelName, 1000).meta({ description: 'a name of a model, one line of up to 100 characters' }),
      why,
    }),
    output: z.object({ added: z.array(z.string()) }),
    codes: ['A0422'],
    command: {
      name: 'models add',
      words: { names: { show: 'NAME', missing: 'A model’s name', many: true } },
      answer: [{ say: 'Added: {added|or none, all exist}' }],
    },
    handler: async ({ input, caller }) =>
      data({ added: await importModels(by(caller, input.why), input.names) }, { status: 201 }),
  }),
  operatorEndpoint('GET /operator/models', {
    summary: 'All models with the number of their registered boxes.',
    output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), boxes: z.number().int() })) }),
    command: { name: 'models list', help: 'models of boxes', answer: [{ table: ['name', 'boxes', 'id'] }] },
    handler: async () => data({ items: await listModels() }),
  }),
  operatorEndpoint('POST /operator/boxes', {
    summary:
      'Import serial numbers: CSV with the header sn,model[,vno][,secret], or a JSON array of objects with these names, as multipart `file` or raw body. Returns a report for every line; a refused line does not stop the others. `dryRun` stores nothing.',
    input: z.object({ dryRun: flag, why }),
    upload: { maxBytes: maxFileBytes, required: true },
    output: importReport,
    codes: ['A0400', 'A0413', 'A0422'],
    command: {
      name: 'boxes import',
      words: { file: { show: 'FILE', missing: 'The file' } },
      help: 'serial numbers: CSV with the header sn,model,vno,secret, or JSON',
      answer: [
        { table: ['line', 'sn', 'problem'], rows: 'lines', where: { result: 'refused' } },
        {
          say: '{dryRun|yes Nothing stored (dry run). }added {added}, updated {updated}, unchanged {unchanged}, refused {refused}',
        },
      ],
      failures: 'refused',
    },
    handler: async ({ input, caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      let source: string
      try {
        source = new TextDecoder('utf-8', { fatal: true }).decode(file.bytes)
      } catch {
        return fail('A0400', { data: { context: 'registry' } })
      }
      return answered(await importRegistry(by(caller, input.why), source, input.dryRun))
    },
  }),
  operatorEndpoint('GET /operator/boxes', {
    summary:
      'The registry by serial number; `search` is the beginning of a number. `updatedItselfAt` is when a box last looked for a newer list by itself, `updatedSoonAt` when it last did so sooner than its settings allow.',
    input: z.object({ ...pagingInput, search }),
    output: paged(listedBox),
    codes: ['A0422'],
    command: {
      name: 'boxes list',
      options: { search: { show: 'DIGITS' } },
      answer: [
        {
          table: [
            'sn',
            'model',
            'vno',
            'hasSecret',
            'createdAt',
            'softwareVersion',
            'updatedItselfAt',
            'updatedSoonAt',
          ],
        },
      ],
    },
    handler: async ({ input }) =>
      data({ ...input, ...(await listRegistry({ ...input, search: input.search ?? null })) }),
  }),
  operatorEndpoint('POST /operator/boxes/{sn}/release', {
    summary:
      'Unbind a box from whatever account it is bound to, when its owners disagree. `why` goes to the audit log.',
    input: z.object({ sn: serialNumber, why: neededWhy }),
    output: z.null(),
    codes: ['D1107', 'I1402', 'A0422'],
    command: {
      name: 'boxes release',
      words: { sn: { show: 'SN', missing: 'The serial number' } },
      help: 'unbind a box when its owners disagree',
      answer: [{ say: 'The box is unbound.' }],
    },
    handler: async ({ input, caller }) => done(await releaseBox(by(caller, input.why), input.sn)),
  }),
  operatorEndpoint('POST /operator/vnos', {
    summary: 'Create a brand (VNO).',
    input: z.object({ name: brandName, why }),
    output: vnoOutput,
    codes: ['A0409', 'A0422'],
    command: {
      name: 'vnos add',
      words: { name: { show: 'NAME', missing: 'The brand’s name' } },
      answer: [{ say: 'Made: {name} ({id})' }],
    },
    handler: async ({ input, caller }) => answered(await createVno(by(caller, input.why), input.name), { status: 201 }),
  }),
  operatorEndpoint('GET /operator/vnos', {
    summary: 'All brands.',
    output: z.object({ items: z.array(vnoOutput) }),
    command: { name: 'vnos list', help: 'brands', answer: [{ table: ['name', 'id', 'createdAt'] }] },
    handler: async () => data({ items: await listVnos() }),
  }),
  operatorEndpoint('GET /operator/accounts', {
    summary: 'Accounts, newest first; `search` is part of a name, `role` narrows.',
    input: z.object({ ...pagingInput, search, role: z.enum(roles, 'A0422').optional() }),
    output: paged(accountOutput),
    codes: ['A0422'],
    command: {
      name: 'accounts list',
      options: { search: { show: 'TEXT' }, role: { show: 'ROLE', rule: roleRule } },
      answer: [{ table: ['userName', 'role', 'id', 'createdAt', 'disabledAt'] }],
    },
    handler: async ({ input }) => {
      const { search = null, role = null, ...paging } = input
      return data({ ...paging, ...(await listAccounts({ ...paging, search, role })) })
    },
  }),
  operatorEndpoint('POST /operator/accounts', {
    summary: 'Create an administrator, a VNO account (with `vno`, its brand’s name) or an operator.',
    input: staffAccountSchema.safeExtend({ why }),
    output: accountOutput,
    codes: ['I1106', 'I1111', 'I1202', 'I1203', 'I1309', 'A0422', 'A0503'],
    command: {
      name: 'accounts add',
      words: { userName: { show: 'NAME', missing: 'The user name' } },
      options: {
        role: { rule: roleRule },
        vno: { show: 'BRAND', rule: vnoRule },
        password: { reading: 'password' },
      },
      answer: [{ say: 'Made: {userName}, {role} ({id})' }],
    },
    handler: async ({ input, caller }) =>
      answered(await createStaffAccount(by(caller, input.why), input), { status: 201 }),
  }),
  operatorEndpoint('PUT /operator/accounts/{id}', {
    summary:
      'Disable or enable an account (`disabled`). A disabled account’s sessions and tokens end, its boxes see public lists only. A0409 (`context` operator-maker, operator-last) if an operator’s account that is younger than 30 days would do it to the operator who created it, or to the last other operator.',
    input: z.object({
      id: z.string(),
      disabled: z.union(
        [z.boolean(), z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')],
        'A0422',
      ),
      why,
    }),
    output: accountOutput,
    codes: ['A0404', 'A0409', 'A0422'],
    command: [
      {
        name: 'accounts disable',
        words: { id: accountWord },
        fixed: { disabled: true },
        answer: [{ say: '{userName} is disabled.' }],
      },
      {
        name: 'accounts enable',
        words: { id: accountWord },
        fixed: { disabled: false },
        answer: [{ say: '{userName} is enabled.' }],
      },
    ],
    handler: async ({ input, caller }) =>
      answered(await setAccountDisabled(by(caller, input.why), input.id, input.disabled)),
  }),
  operatorEndpoint('GET /operator/accounts/{id}/sign-ins', {
    summary: 'An account’s sign-in history, newest first, including failed attempts; kept for 180 days.',
    input: z.object({ ...pagingInput, id: z.string() }),
    output: paged(
      z.object({
        at: moment,
        via: z.enum(signInVias),
        outcome: z.enum(signInOutcomes),
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        sessionId: z.string().nullable(),
      }),
    ),
    codes: ['A0404', 'A0422'],
    command: {
      name: 'accounts sign-ins',
      words: { id: accountWord },
      help: 'who signed in, or tried, newest first',
      answer: [{ table: ['at', 'outcome', 'via', 'address', 'sessionId', 'userAgent'] }],
    },
    handler: async ({ input }) => {
      if ((await findAccount(input.id)) === null) return fail('A0404', { data: { context: 'account' } })
      return data({ ...input, ...(await listSignIns(input.id, input)) })
    },
  }),
  operatorEndpoint('DELETE /operator/accounts/{id}/sessions', {
    summary:
      'End all sessions of an account, at once; API tokens stay. Returns how many there were. A0409 as for disabling.',
    input: z.object({ id: z.string(), why }),
    output: z.object({ ended: z.number().int() }),
    codes: ['A0404', 'A0409', 'A0422'],
    command: {
      name: 'accounts end-sessions',
      words: { id: accountWord },
      help: 'sign the account out everywhere',
      answer: [{ say: 'Sessions ended: {ended}.' }],
    },
    handler: async ({ input, caller }) => {
      const account = await findAccount(input.id)
      if (account === null) return fail('A0404', { data: { context: 'account' } })
      const may = await actOn(by(caller, input.why), account, 'session.end-all', () => Promise.resolve(ok(null)))
      if (!may.ok) return may
      const ended = await endOtherSessions(input.id, null, 'operator')
      await recordActBy(by(caller, input.why), { action: 'session.end-all', subject: input.id, detail: String(ended) })
      return data({ ended })
    },
  }),
  operatorEndpoint('DELETE /operator/accounts/{id}/authenticator', {
    summary:
      'Turn an account’s authenticator off, for an owner who lost the phone and the recovery codes. The owner is notified. `why` goes to the audit log. A0409 as for disabling.',
    input: z.object({ id: z.string(), why: neededWhy }),
    output: accountOutput,
    codes: ['A0404', 'A0409', 'A0422', 'I1211'],
    command: {
      name: 'accounts reset-authenticator',
      words: { id: accountWord },
      help: 'for an owner who lost the phone and the recovery codes',
      answer: [{ say: '{userName} signs in without an authenticator now.' }],
    },
    handler: async ({ input, caller }) => answered(await resetAuthenticator(by(caller, input.why), input.id)),
  }),
  operatorEndpoint('POST /operator/lists', {
    summary:
      'Create a list and publish it to everybody: multipart `file` or raw body, `name`, `kind` (system or vno, then with `vno`, the brand’s name).',
    input: z.object({
      name: z.string('C1110').max(400, 'C1110'),
      kind: listKind,
      vno: brandName.optional(),
      keep: listOf(z.string().max(200), 8)
        .optional()
        .meta({ description: 'first:NUMBER, type:tv, satellite:POSITION or free' }),
      why,
    }),
    upload: { maxBytes: maxFileBytes, required: true },
    output: listOutput,
    codes: ['A0409', 'A0503', 'C1110', 'C1111', 'C1112', 'C1125', 'Q2202', 'Q2205', 'A0413', 'A0422'],
    command: {
      name: 'lists publish',
      words: { file: { show: 'FILE', missing: 'The file' } },
      options: {
        name: {},
        kind: { otherwise: 'system', given: { vno: 'vno' } },
        vno: { show: 'BRAND', rule: vnoRule },
        keep: { show: 'RULE', reading: 'many' },
      },
      help: 'make a list from a file, and give it to all boxes at once',
      answer: [{ say: 'Published: {name} with {channels} channels ({id}); errors {errors}, warnings {warnings}' }],
    },
    handler: async ({ input, caller, file }) => {
      if (file === null) return fail('A0422', { field: 'file' })
      const vno = input.vno === undefined ? null : await findVnoByName(input.vno)
      if ((input.kind === 'vno') !== (vno !== null)) return fail('A0422', { field: 'vno' })
      const user = userOf(caller)
      const made = await createList(user, {
        name: input.name,
        kind: input.kind,
        vnoId: vno?.id ?? null,
        bytes: file.bytes,
        fileName: file.name,
        ...(input.keep === undefined ? {} : { keep: input.keep }),
      })
      if (!made.ok) return made
      const { id, name, kind, revision } = made.value
      await recordActBy(by(caller, input.why), { action: 'list.make', subject: id, detail: `${kind} ${name}` })
      const published = await publishList(user, id, { act: 'publish', revision, percent: 100, why: input.why })
      if (!published.ok) return published
      return data({ ...made.value, published: revision, staged: null, percent: null }, { status: 201 })
    },
  }),
  operatorEndpoint('GET /operator/lists', {
    summary: 'System or VNO lists (`kind`), published or not.',
    input: z.object({ ...pagingInput, kind: listKind.default('system') }),
    output: paged(listOutput),
    codes: ['A0422'],
    command: {
      name: 'lists list',
      answer: [{ table: ['name', 'kind', 'vno', 'revision', 'published', 'staged', 'percent', 'channels', 'id'] }],
    },
    handler: async ({ input, caller }) => {
      const { items, total } = await findLists(userOf(caller), input)
      return data({
        ...input,
        total,
        items: items.map(({ publication, ...list }) => ({
          ...list,
          published: publication?.revision ?? null,
          staged: publication?.stage?.revision ?? null,
          percent: publication?.stage?.percent ?? null,
        })),
      })
    },
  }),
  operatorEndpoint('DELETE /operator/lists/{id}', {
    summary: 'Delete a published list. It can be restored for 30 days.',
    input: z.object({ id: z.string(), why }),
    output: z.null(),
    codes: ['C1101', 'C1108'],
    command: {
      name: 'lists withdraw',
      words: { id: { show: 'ID', missing: 'The list’s id' } },
      help: 'delete a list: nobody gets it any more; it can be restored for 30 days',
      confirm: 'Delete the list {id}, and take it away from all boxes and customers?',
      answer: [{ say: 'The list is taken back; it can be restored for 30 days.' }],
    },
    handler: async ({ input, caller }) => {
      const user = userOf(caller)
      const deleted = await deleteList(user, input.id)
      if (!deleted.ok) return deleted
      await recordActBy(by(caller, input.why), { action: 'list.withdraw', subject: input.id })
      return data(null)
    },
  }),
  operatorEndpoint('POST /operator/tokens', {
    summary:
      'Create an API token for the calling operator; its secret is returned once. `expiresInDays` 0 or absent: until revoked. A call by a session, not by an API token, needs the password.',
    input: apiTokenSchema.extend({ password: z.string('A0422').max(1000, 'A0422').optional() }),
    output: z.object({ token: z.string(), view: tokenOutput }),
    codes: ['A0403', 'A0409', 'A0422', 'A0503', 'I1302', 'I1309'],
    command: {
      name: 'tokens add',
      words: { name: { show: 'NAME', missing: 'The token’s name' } },
      options: {
        scopes: { as: 'scope', show: 'SCOPE', reading: 'many', otherwise: ['operator'], rule: scopesRule },
        expiresInDays: { as: 'days', show: 'N', rule: '0 (no end) to 3650 days' },
      },
      without: ['password'],
      answer: [{ say: 'The token, shown this once:\n{token}' }],
    },
    handler: async ({ input, caller }) => {
      const { password = '', ...wanted } = input
      const { userId, via } = userOf(caller)
      const made =
        via === 'token'
          ? await createApiToken(userId, wanted)
          : await createOwnApiToken(userId, { ...wanted, password })
      return answered(made, { status: 201 })
    },
  }),
  operatorEndpoint('GET /operator/tokens', {
    summary: 'The calling operator’s API tokens.',
    output: z.object({ items: z.array(tokenOutput) }),
    command: {
      name: 'tokens list',
      answer: [{ table: ['name', 'hint', 'scopes', 'lastUsedAt', 'expiresAt', 'revokedAt', 'id'] }],
    },
    handler: async ({ caller }) => data({ items: await listApiTokens(userOf(caller).userId) }),
  }),
  operatorEndpoint('DELETE /operator/tokens/{id}', {
    summary: 'Revoke one of the calling operator’s API tokens, at once.',
    input: z.object({ id: z.string() }),
    output: tokenOutput,
    codes: ['A0404'],
    command: {
      name: 'tokens revoke',
      words: { id: { show: 'ID', missing: 'The token’s id' } },
      answer: [{ say: 'The token is revoked.' }],
    },
    handler: async ({ input, caller }) => answered(await revokeApiToken(userOf(caller).userId, input.id)),
  }),
  operatorEndpoint('GET /operator/audit', {
    summary: 'The audit log, newest first; `subject` narrows to one account, box or list.',
    input: z.object({ ...pagingInput, subject: search }),
    output: paged(
      z.object({
        id: z.string(),
        at: moment,
        actor: z.string(),
        action: z.string(),
        subject: z.string(),
        detail: z.string().nullable(),
      }),
    ),
    codes: ['A0422'],
    command: {
      name: 'audit',
      options: { subject: { show: 'ID' } },
      help: 'who did what, newest first',
      answer: [{ table: ['at', 'actor', 'action', 'subject', 'detail'] }],
    },
    handler: async ({ input }) =>
      data({ ...input, ...(await listAuditEntries({ ...input, subject: input.subject ?? null })) }),
  }),
]
