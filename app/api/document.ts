/**
 * Writes the reference of /api from the tables of endpoints and codes: docs/api.md and docs/errors.md for people, and
 * an OpenAPI 3.1 document for programs.
 */
import { z } from 'zod'
import { codes, type Code, type Entry } from '~/errors/table'
import { instanceFor } from '~/i18n/i18n.server'
import type { Access, Endpoint } from './endpoint'
import { endpoints } from './table'

type Schema = {
  [key: string]: unknown
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  /** The members of a tuple, in order. */
  prefixItems?: Schema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
}

/** Schemas with their own name (zod's `meta({ id })`), listed once. */
const named = new Map<string, Schema>()

/** A schema as JSON Schema; named parts of it become references into the components. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const text = JSON.stringify(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }),
  ).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $schema: _, $defs = {}, ...made } = JSON.parse(text) as Schema
  for (const [name, part] of Object.entries($defs)) {
    const { id: _id, ...own } = part
    named.set(name, own)
  }
  return made
}

/** Of a longer choice only the beginning is shown; the OpenAPI document has it whole. */
const maxChoices = 7
/** Nested objects are shown by their fields' names, deeper ones only as objects. */
const brief = (schema: Schema, depth: number): string => {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return `${schema.enum
      .slice(0, maxChoices)
      .map((value) => JSON.stringify(value))
      .join(' \\| ')}${schema.enum.length > maxChoices ? ' …' : ''}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => brief(choice, depth)))].join(' \\| ')
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map((item) => brief(item, depth)).join(', ')}]`
  if (schema.type === 'array') return schema.items === undefined ? '[]' : `${brief(schema.items, depth)}[]`
  if (schema.type === 'object')
    return schema.properties === undefined || depth > 2
      ? '{…}'
      : depth === 2
        ? `{${Object.keys(schema.properties).join(', ')}}`
        : `{${fieldsOf(schema, depth + 1).join(', ')}}`
  return Array.isArray(schema.type) ? schema.type.join(' \\| ') : (schema.type ?? 'any')
}
const fieldsOf = (schema: Schema, depth: number): string[] =>
  Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${name}${schema.required?.includes(name) === true ? '' : '?'}: ${brief(field, depth)}`,
  )

const accessText = (access: Access): string =>
  access.who === 'user' && access.scope !== undefined
    ? `user, scope ${access.scope}`
    : access.who === 'provider'
      ? `provider, signature in ${access.header}`
      : access.who
const cell = (text: string): string => text.replaceAll('\n', ' ')

/** Codes that the dispatcher itself answers, in addition to an endpoint's own. */
const dispatcherCodes = (line: Endpoint): Code[] => [
  ...(['anyone', 'provider'].includes(line.access.who) ? [] : (['I1303', 'I1304', 'I1305', 'U6008'] as const)),
  ...(line.access.who === 'anyone' ? [] : (['A0403'] as const)),
  ...(line.method === 'GET' ? [] : (['A0400', 'A0413', 'A0415'] as const)),
  ...(line.limit === undefined ? [] : (['I1009'] as const)),
  ...(line.changes === true ? (['A0403'] as const) : []),
  ...(line.sealed === undefined ? [] : (['A0424'] as const)),
]
const allCodes = (line: Endpoint): Code[] => [...new Set([...line.codes, ...dispatcherCodes(line)])].sort()

const markdownLine = (line: Endpoint): string => {
  const input = schemaOf(line.input, 'input')
  const sealed = line.sealed ?? []
  const fields = fieldsOf(input, 1).map((field) =>
    sealed !== 'body' && sealed.some((name) => field.startsWith(`${name}:`) || field.startsWith(`${name}?:`))
      ? `${field} **encrypted**`
      : field,
  )
  const shown = [
    ...(sealed === 'body' ? [`**encrypted body** {${fields.join(', ')}}`] : fields),
    ...(line.upload === undefined
      ? []
      : [`file${line.upload.required ? '' : '?'}: bytes, at most ${line.upload.maxBytes}`]),
    ...(line.stream === undefined ? [] : [`body: bytes, at most ${line.stream.maxBytes}`]),
  ]
  const output = line.output === 'file' ? 'file' : brief(schemaOf(line.output, 'output'), 0)
  const limited = line.limit === undefined ? '' : ` At most ${line.limit.points} in ${line.limit.seconds} s.`
  return `| ${line.method} | \`/api${line.path}\` | ${cell(line.summary)}${limited} | ${shown.length === 0 ? '–' : cell(shown.join(', '))} | ${cell(output)} | ${line.codes.join(' ') || '–'} | ${accessText(line.access)} |`
}

const sections = [
  { prefix: '/authority', title: 'Captcha and encrypted bodies' },
  { prefix: '/iot/customer', title: 'Accounts and sessions' },
  { prefix: '/device/', title: 'A customer’s boxes' },
  { prefix: '/sn', title: 'Services of boxes' },
  { prefix: '/deviceAccounts', title: 'Services of accounts’ boxes' },
  { prefix: '/chmax', title: 'Channel lists' },
  { prefix: '/stb', title: 'Boxes' },
  { prefix: '/operator', title: 'Operator' },
] as const

const markdown = (): string => {
  const head = '| method | path | meaning | input | answer (`data`) | codes | access |\n|---|---|---|---|---|---|---|'
  const known = sections.map(
    ({ prefix, title }) =>
      `## ${title}\n\n${head}\n${endpoints
        .filter((line) => line.path.startsWith(prefix))
        .map(markdownLine)
        .join('\n')}\n`,
  )
  const others = endpoints.filter((line) => !sections.some(({ prefix }) => line.path.startsWith(prefix)))
  const rest = others.length === 0 ? [] : [`## Other calls\n\n${head}\n${others.map(markdownLine).join('\n')}\n`]
  const things = [...named]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, schema]) => `- **${name}**: ${brief(schema, 0)}`)
  return `# The /api of Mango Portal

Made from the endpoint table (\`app/api/table.ts\`) by \`npm run docs:api\`; don't edit it by hand.

Every answer is \`{"code", "message", "data"}\`; the code of success is \`"0"\`. \`message\` follows Accept-Language (en fa ar ru ua pt es fr).
Path, query and body parameters are one set; bodies are JSON, form-encoded or multipart. A file comes as the multipart part \`file\` or as the raw body; a raw body may have any content type but multipart/form-data, so \`curl --data-binary @list.sdx\` is as good as \`curl -T list.sdx\`, with the other parameters in the address. Where no file is taken, a body of another type, or one that claims to be a form and is not, is A0415.
In a form, numbers are digits, a number of a list that may be null is null if it is empty, and a list of objects is JSON text.
**Encrypted** bodies and fields are compact JWE, ECDH-ES on P-256 with A256GCM, to the first key of \`/.well-known/jwks.json\`. The protected header has the key's \`kid\`, a \`nonce\` of GET /api/authority/nonce (good for five minutes by the server's clock and for one body), and the path that it is sent to as \`aud\`. An encrypted body is a JWE of the JSON object, sent as \`{"jwe": "…"}\` or as it is with the content type application/jose; an encrypted field is a JWE of a JSON string. A0424 says in \`data.reason\` why one was not opened: malformed, unknown-key, expired, replayed, purpose (made for another path), required (it was not encrypted). scripts/examples has a complete program.
A program's accessToken is valid for 30 minutes without a call and at most 12 hours (I1303: POST refreshToken), its refreshToken once, until 30 days after the login. A page's scripts send the three headers too: those values are valid only together with the page's cookie. Headers that are mixed, incomplete or without their cookie: I1304; together with \`Authorization\`: A0411. A call with \`x-portal-background\` is no action of the person and does not reset the idle time.
Times are in UTC. The days \`from\` and \`to\` are both included; they are UTC's, or those of the IANA time zone in \`zone\` where a call takes it (\`zone=Asia/Tehran\`; an unknown one is A0422).
Downloads have a strong ETag, Last-Modified, Range, 304 and a content-disposition; HEAD answers wherever GET does.

Access: \`anyone\`; \`session\`: somebody signed in, a browser by its cookie or a program by the three headers \`accessToken\`, \`token\` and \`userId\` of its login; \`user\`: the same, or \`Authorization: Bearer\` with an API token (created in My Account) that has the scope; \`box\`: \`Authorization: Bearer\` with the device token of pairing; \`operator\`: a user with that role, its token with the scope operator.
In addition to a line's codes: I1303 I1304 I1305 I1306 (401) and U6008 where access is not \`anyone\`, A0403, A0400 A0413 A0415 for bodies, A0404 A0405 for addresses, I1009 with Retry-After, A0500, A0503.

${[...known, ...rest].join('\n')}
${things.length === 0 ? '' : `## Named parts of answers\n\n${things.join('\n')}\n\n`}The codes with their sentences: [errors.md](errors.md).
`
}

/** The notes in a code's row besides its sentence. */
const notesOf = (code: Code): string => {
  const entry: Entry = codes[code]
  return [
    ...(entry.silent ? ['shown silently'] : []),
    ...(entry.assigned ? ['meaning assigned here'] : []),
    ...(entry.reserved ? ['named without a meaning; nothing answers it'] : []),
    ...(entry.never ? ['its case can’t occur here; nothing answers it'] : []),
    ...(entry.later ? ['answered by a service that is still to come'] : []),
  ].join('; ')
}

const errorsMarkdown = (): string => {
  const t = instanceFor('en').t
  const groups = [...new Set(Object.values(codes).map((entry) => entry.group))]
  const known = (Object.keys(codes) as Code[]).filter((code) => code !== '0')
  /** Placeholders of a sentence are shown by name, as in `{days}`. */
  const sentenceOf = (code: Code): string => {
    const own: unknown = instanceFor('en').getResource('en', 'errors', code)
    return (typeof own === 'string' ? own : String(t(`errors:${code}`))).replaceAll(/\{\{(\w+)[^}]*\}\}/g, '{$1}')
  }
  const section = (group: string): string => {
    const rows = known
      .filter((code) => codes[code].group === group)
      .map((code) => `| ${code} | ${codes[code].status} | ${cell(sentenceOf(code))} | ${notesOf(code)} |`)
    return `## ${group[0]?.toUpperCase() ?? ''}${group.slice(1)}\n\n| code | HTTP | sentence | |\n|---|---|---|---|\n${rows.join('\n')}\n`
  }
  return `# The codes of Mango Portal

Made from the table of codes (\`app/errors/table.ts\`) by \`npm run docs:api\`; don't edit it by hand.

Code \`"0"\` is success. A code that a client does not know is shown as "${String(t('errors:unknown'))}". Every sentence exists in all eight languages
in \`app/i18n/locales/<language>/errors.json\`; an answer's \`message\` follows Accept-Language. Only the codes of sessions have status 401: a client signs out on any 401.

${groups.map(section).join('\n')}`
}

const securityOf = (access: Access): Record<string, string[]>[] => {
  if (access.who === 'anyone') return []
  if (access.who === 'box') return [{ deviceToken: [] }]
  if (access.who === 'provider') return [{ [access.header]: [] }]
  const session: Record<string, string[]>[] = [{ session: [] }, { accessToken: [], token: [], userId: [] }]
  return access.who === 'session' ? session : [{ apiToken: [] }, ...session]
}

const operationOf = (line: Endpoint): Schema => {
  const input = schemaOf(line.input, 'input')
  const inPath = new Set([...line.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))
  const properties = Object.entries(input.properties ?? {})
  const isRequired = (name: string): boolean => input.required?.includes(name) === true
  const hasBody = line.method === 'POST' || line.method === 'PUT'
  const isRaw = line.upload !== undefined || line.stream !== undefined
  const parameters = properties
    .filter(([name]) => inPath.has(name) || !hasBody || isRaw)
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || (isRequired(name) && line.upload === undefined),
      schema,
    }))
  for (const name of inPath)
    if (!properties.some(([known]) => known === name))
      parameters.push({ name, in: 'path', required: true, schema: { type: 'string' } })
  const fields = properties.filter(([name]) => !inPath.has(name))
  const bodySchema: Schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name).filter(isRequired),
  }
  const withFile: Schema = {
    ...bodySchema,
    properties: { ...bodySchema.properties, file: { type: 'string', format: 'binary' } },
    required: [...(bodySchema.required ?? []), ...(line.upload?.required === true ? ['file'] : [])],
  }
  const content =
    line.stream !== undefined
      ? {
          'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: line.stream.maxBytes } },
        }
      : line.sealed === 'body'
        ? {
            'application/json': {
              schema: {
                type: 'object',
                properties: { jwe: { type: 'string', description: `A compact JWE of ${JSON.stringify(bodySchema)}` } },
                required: ['jwe'],
              },
            },
            'application/jose': { schema: { type: 'string' } },
          }
        : line.upload === undefined
          ? { 'application/json': { schema: bodySchema }, 'application/x-www-form-urlencoded': { schema: bodySchema } }
          : {
              'multipart/form-data': { schema: withFile },
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
              '*/*': { schema: { type: 'string', format: 'binary' } },
            }
  const byStatus = new Map<number, Code[]>()
  for (const code of allCodes(line))
    byStatus.set(codes[code].status, [...(byStatus.get(codes[code].status) ?? []), code])
  const success =
    line.output === 'file'
      ? {
          '200': {
            description: 'The file',
            content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
          },
          '206': { description: 'A part of the file' },
          '304': { description: 'Not modified' },
        }
      : {
          '2XX': {
            description: 'Success',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['code', 'message', 'data'],
                  properties: {
                    code: { const: '0' },
                    message: { type: 'string' },
                    data: schemaOf(line.output, 'output'),
                  },
                },
              },
            },
          },
        }
  return {
    operationId: `${line.method.toLowerCase()}${line.path.replaceAll(/[{}]/g, '').replaceAll(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: line.summary,
    tags: [line.path.split('/')[1] ?? 'other'],
    security: securityOf(line.access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody && (fields.length > 0 || isRaw)
      ? {
          requestBody: {
            required:
              line.upload?.required === true || (line.stream === undefined && (bodySchema.required?.length ?? 0) > 0),
            content,
          },
        }
      : {}),
    responses: {
      ...success,
      ...Object.fromEntries(
        [...byStatus]
          .sort(([a], [b]) => a - b)
          .map(([status, list]) => [
            String(status),
            {
              description: list.join(' '),
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
            },
          ]),
      ),
    },
  }
}

/** The OpenAPI document as JSON text. */
export const makeOpenApiDocument = (): string => {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const line of endpoints) {
    const entry = (paths[`/api${line.path}`] ??= {})
    entry[line.method.toLowerCase()] = operationOf(line)
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Mango Portal',
      version: '1',
      description: 'Every answer is {code, message, data}; "0" is success. message follows Accept-Language.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token of My Account' },
        deviceToken: { type: 'http', scheme: 'bearer', description: 'A box’s token from POST /api/stb/pair' },
        'x-nowpayments-sig': {
          type: 'apiKey',
          in: 'header',
          name: 'x-nowpayments-sig',
          description: 'NOWPayments: HMAC-SHA512 of the JSON with sorted keys',
        },
        'stripe-signature': {
          type: 'apiKey',
          in: 'header',
          name: 'stripe-signature',
          description: 'Stripe: time and HMAC-SHA256 of time and raw body',
        },
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'accessToken',
          description: 'From POST /api/iot/customer/login; valid only together with token and userId',
        },
        token: { type: 'apiKey', in: 'header', name: 'token', description: 'The gateway token of the same login' },
        userId: { type: 'apiKey', in: 'header', name: 'userId', description: 'The account of the same login' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'portal-session',
          description: '__Host-portal-session over TLS; state-changing calls from the portal’s own pages only',
        },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['code', 'message', 'data'],
          properties: { code: { type: 'string', enum: Object.keys(codes) }, message: { type: 'string' }, data: {} },
        },
        ...Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b, 'en'))),
      },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The documents by file name, relative to docs/. */
export const makeApiDocuments = (): Record<string, string> => ({
  'api.md': markdown(),
  'errors.md': errorsMarkdown(),
})
