/**
 * Reads the fields of a page's request: from a plain form, from one that the server in front has read with its file, or
 * from one that a script has encrypted.
 */
import type { AppLoadContext } from '@remix-run/node'
import type { Code } from '~/errors/table'
import { bodyProblem, openBody } from '~/modules/body-key/body-key.server'
import type { UploadedFile } from './context'

/** Repeated fields keep all their values. */
export type Fields = Record<string, string | string[]>
/** Even a refused body may have fields, to be shown again. */
type FieldsRead =
  | { ok: true; values: Fields; file: UploadedFile | null; sealed: boolean }
  | { ok: false; code: Code; field?: string; data?: Record<string, unknown>; values?: Fields; sealed: boolean }
/** The one field of an enhanced form: a JWE of all its fields as JSON. */
export const sealedField = 'sealed'

const fromEntries = (entries: Iterable<readonly [string, string]>): Fields => {
  const fields = new Map<string, string[]>()
  for (const [name, value] of entries) {
    const values = fields.get(name)
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

const fromMap = (fields: ReadonlyMap<string, string[]>): Fields =>
  fromEntries([...fields].flatMap(([name, values]) => values.map((value) => [name, value] as const)))

const readPlain = async (request: Request, context: AppLoadContext): Promise<FieldsRead> => {
  const { upload } = context
  if (upload !== null) {
    if (!upload.ok) {
      const data = upload.limitBytes === undefined ? upload.data : { ...upload.data, limitBytes: upload.limitBytes }
      return {
        ok: false,
        code: upload.code,
        sealed: false,
        values: fromMap(upload.fields ?? new Map<string, string[]>()),
        ...(data === undefined ? {} : { data }),
        ...(upload.field === undefined ? {} : { field: upload.field }),
      }
    }
    return { ok: true, values: fromMap(upload.fields), file: upload.file, sealed: false }
  }
  return { ok: true, values: fromEntries(new URLSearchParams(await request.text())), file: null, sealed: false }
}

const isTexts = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(
    (one) => typeof one === 'string' || (Array.isArray(one) && one.every((item) => typeof item === 'string')),
  )

const open = async (request: Request, context: AppLoadContext): Promise<FieldsRead> => {
  const read = await readPlain(request, context)
  if (!read.ok || !(sealedField in read.values)) return read
  const { [sealedField]: jwe, ...beside } = read.values
  const opened = await openBody(typeof jwe === 'string' ? jwe : '', new URL(request.url).pathname)
  const trouble = !opened.ok ? opened : isTexts(opened.value) ? null : bodyProblem('malformed')
  if (trouble !== null)
    return {
      ok: false,
      code: trouble.code,
      sealed: true,
      ...(trouble.data === undefined ? {} : { data: trouble.data }),
    }
  return {
    ok: true,
    values: { ...beside, ...(opened.ok && isTexts(opened.value) ? opened.value : {}) },
    file: read.file,
    sealed: true,
  }
}

/**
 * Returns the fields of the form, and the file part named `file`. An encrypted form is decrypted, once per request. Not
 * ok if the body can't be read (A0424: can't be decrypted).
 */
export const readFields = (request: Request, context: AppLoadContext): Promise<FieldsRead> => {
  const known = context.memo.get('form') as Promise<FieldsRead> | undefined
  if (known !== undefined) return known
  const read = open(request, context)
  context.memo.set('form', read)
  return read
}
