/**
 * Reads a request's input: path, query and body parameters together, and the file. Nothing here trusts a content type.
 */
import { z } from 'zod'
import { bodyProblem, isJwe, openBody } from '~/modules/body-key/body-key.server'
import { env } from '~/platform/env.server'
import type { PortalContext } from '~/request/context'
import type { Endpoint } from './endpoint'
import type { UploadedFile } from '~/request/context'
import { fail, ok, type Result } from '~/errors/table'

export type Brought = { values: Record<string, unknown>; file: UploadedFile | null }

/** JSON and form bodies contain names and lists of ids; files go by `upload`. */
const maxBodyBytes = 2 * 1024 * 1024
/** As many fields of one object as a form may have: parsing and copying more is costly, and no call has a tenth. */
const maxFields = 4000

const fromPairs = (pairs: Iterable<readonly [string, string]>): Record<string, unknown> => {
  const all = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const plain = name.endsWith('[]') ? name.slice(0, -2) : name
    const values = all.get(plain)
    if (values === undefined) all.set(plain, [value])
    else values.push(value)
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

const readBytes = async (request: Request, limitBytes: number): Promise<Result<Uint8Array>> => {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) return fail('A0413', { data: { limitBytes } })
  if (request.body === null) return ok(new Uint8Array())
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array }
    if (done || value === undefined) break
    size += value.length
    if (size > limitBytes) {
      await reader.cancel()
      return fail('A0413', { data: { limitBytes } })
    }
    chunks.push(value)
  }
  if (chunks.length === 1 && chunks[0] !== undefined) return ok(chunks[0])
  return ok(new Uint8Array(Buffer.concat(chunks, size)))
}

const decodeText = (bytes: Uint8Array): Result<string> => {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return fail('A0400')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
/** True if an object in a JSON text has too many fields. One pass, before anything is parsed. */
const hasTooManyFields = (bytes: Uint8Array): boolean => {
  /** For each open object the number of its fields; lists may be long. */
  const open: number[] = []
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at++
      else isText = byte !== quote
    } else if (byte === quote) isText = true
    else if (byte === openObject) open.push(1)
    else if (byte === openList) open.push(-Infinity)
    else if (byte === closeObject || byte === closeList) open.pop()
    else if (byte === comma) {
      const fields = (open.pop() ?? 0) + 1
      if (fields > maxFields) return true
      open.push(fields)
    }
  }
  return false
}

const readJson = (bytes: Uint8Array): Result<Record<string, unknown>> => {
  if (hasTooManyFields(bytes)) return fail('A0413')
  const text = decodeText(bytes)
  if (!text.ok) return text
  let value: unknown
  try {
    value = JSON.parse(text.value)
  } catch {
    return fail('A0400')
  }
  return isObject(value) ? ok(Object.fromEntries(Object.entries(value))) : fail('A0400')
}

/**
 * Decrypts a body that must be encrypted as a whole: only the JWE's contents and the path count. A body with anything
 * beside its JWE is refused: it reveals a secret, or is ambiguous.
 */
const openWhole = async (
  values: Record<string, unknown>,
  query: Record<string, unknown>,
  audience: string,
): Promise<Result<Record<string, unknown>>> => {
  const { jwe, ...rest } = values
  const beside = Object.keys(rest).find((name) => !Object.hasOwn(query, name))
  if (jwe === undefined) return env.plainBodies ? ok(values) : bodyProblem('required')
  if (typeof jwe !== 'string') return bodyProblem('malformed')
  if (beside !== undefined) return bodyProblem('malformed', beside)
  const opened = await openBody(jwe, audience)
  if (!opened.ok) return opened
  return isObject(opened.value) ? ok(opened.value) : bodyProblem('malformed')
}

/** Decrypts single fields that must be encrypted, each a JWE of a JSON string. */
const openFields = async (
  values: Record<string, unknown>,
  names: readonly string[],
  audience: string,
): Promise<Result<Record<string, unknown>>> => {
  const opened: Record<string, unknown> = { ...values }
  for (const name of names) {
    const value = values[name]
    if (value === undefined || value === '') continue
    if (typeof value !== 'string') return bodyProblem('malformed', name)
    if (!isJwe(value)) {
      if (env.plainBodies) continue
      return bodyProblem('required', name)
    }
    const text = await openBody(value, audience)
    if (!text.ok) return { ...text, field: name }
    if (typeof text.value !== 'string') return bodyProblem('malformed', name)
    opened[name] = text.value
  }
  return ok(opened)
}

/**
 * Decrypts what an endpoint requires to be encrypted. A secret in the address is refused: addresses are kept in
 * histories and logs.
 */
const openSealed = (
  brought: Brought,
  line: Endpoint,
  query: Record<string, unknown>,
  audience: string,
): Promise<Result<Record<string, unknown>>> => {
  const { values } = brought
  if (line.sealed === 'body')
    return 'jwe' in query ? Promise.resolve(bodyProblem('malformed')) : openWhole(values, query, audience)
  const names = line.sealed ?? []
  const inAddress = names.find((name) => name in query)
  return inAddress === undefined
    ? openFields(values, names, audience)
    : Promise.resolve(bodyProblem('malformed', inAddress))
}

/**
 * Adds the client's own id for what it sends, if the endpoint takes `batch`: the field, otherwise the header
 * Idempotency-Key, which some clients send in quotation marks, as in its draft standard. A0422 for an invalid one.
 */
const withBatch = (
  { input }: Endpoint,
  values: Record<string, unknown>,
  headers: Headers,
): Result<Record<string, unknown>> => {
  if (!(input instanceof z.ZodObject) || !('batch' in input.shape)) return ok(values)
  const header = headers.get('idempotency-key')?.trim()
  const batch = values['batch'] ?? header?.replace(/^"(.*)"$/, '$1')
  if (batch === undefined) return ok(values)
  return typeof batch === 'string' && /^[\w-]{8,64}$/.test(batch)
    ? ok({ ...values, batch })
    : fail('A0422', { field: 'batch' })
}

/**
 * Reads the parameters and the file of a request to an endpoint. A0400, A0413, A0415, A0422 for a missing or unexpected
 * file, A0424 for a body that must be encrypted.
 */
export const readRequest = async (
  request: Request,
  context: PortalContext,
  line: Endpoint,
  path: Record<string, string>,
): Promise<Result<Brought>> => {
  const brought = await readPlain(request, context, line, path)
  if (!brought.ok) return brought
  const url = new URL(request.url)
  const opened =
    line.sealed === undefined
      ? ok(brought.value.values)
      : await openSealed(brought.value, line, fromPairs(url.searchParams), url.pathname)
  if (!opened.ok) return opened
  const values = withBatch(line, { ...opened.value, ...path }, request.headers)
  return values.ok ? ok({ values: values.value, file: brought.value.file }) : values
}

const readPlain = async (
  request: Request,
  context: PortalContext,
  line: Endpoint,
  path: Record<string, string>,
): Promise<Result<Brought>> => {
  const query = fromPairs(new URL(request.url).searchParams)
  const together = (body: Record<string, unknown>, file: UploadedFile | null): Result<Brought> => {
    if (file !== null && line.upload !== undefined && file.bytes.length > line.upload.maxBytes)
      return fail('A0413', { data: { limitBytes: line.upload.maxBytes } })
    if (line.upload?.required === true && (file === null || file.bytes.length === 0))
      return fail('A0422', { field: 'file' })
    return ok({ values: { ...query, ...body, ...path }, file: line.upload === undefined ? null : file })
  }
  if (line.method === 'GET') return together({}, null)
  if (line.stream !== undefined)
    return /^multipart\//i.test(request.headers.get('content-type') ?? '') ? fail('A0415') : together({}, null)
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data') {
    const { upload } = context
    if (upload === null) return fail('A0400')
    if (!upload.ok)
      return fail(upload.code, upload.limitBytes === undefined ? {} : { data: { limitBytes: upload.limitBytes } })
    // An unexpected file is never ignored silently: its sender would think that it was accepted.
    const unwanted = line.upload === undefined && upload.file !== null ? 'file' : upload.skipped?.[0]
    if (unwanted !== undefined) return fail('A0422', { field: unwanted })
    return together(
      fromPairs([...upload.fields].flatMap(([name, values]) => values.map((value) => [name, value] as const))),
      upload.file,
    )
  }
  const read = await readBytes(request, Math.max(maxBodyBytes, line.upload?.maxBytes ?? 0))
  if (!read.ok) return read
  const bytes = read.value
  if (line.upload !== undefined) return together({}, bytes.length === 0 ? null : { name: null, type, bytes })
  if (bytes.length === 0) return together({}, null)
  if (type === 'application/json') {
    const body = readJson(bytes)
    return body.ok ? together(body.value, null) : body
  }
  if (type === 'application/jose' && line.sealed === 'body') {
    const body = decodeText(bytes)
    return body.ok ? together({ jwe: body.value.trim() }, null) : body
  }
  if (type === 'application/x-www-form-urlencoded') {
    const body = decodeText(bytes)
    return body.ok ? together(fromPairs(new URLSearchParams(body.value)), null) : body
  }
  return fail('A0415')
}
