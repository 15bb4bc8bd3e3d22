/**
 * Reads forms by the module's own schema. An invalid form is answered 422 with the values kept (never secrets) and
 * every error at its field.
 */
import { json, type AppLoadContext, type TypedResponse } from '@remix-run/node'
import { z } from 'zod'
import { codes, type Code, type Failure } from '~/errors/table'
import { statusOf } from '~/errors/table'
import { isSecretField, isSecretName } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import type { UploadedFile } from '~/request/context'
import { readFields, sealedField, type Fields } from '~/request/fields.server'
import type { FormFailure } from './form'

/** `sealed`: the fields were encrypted, so a script sent them; without a script they are only protected by TLS. */
export type FormRead<T> =
  | { ok: true; value: T; values: Fields; file: UploadedFile | null; sealed: boolean }
  | { ok: false; failure: FormFailure; status: number; sealed: boolean }
/** Makes an id for a form: if it is sent twice, it is processed once. */
export const newBatch = (): string => makeId()

/** A limit on fields that the schema does not list; no form has more. */
const maxUnlisted = 50

/** Returns the fields of a schema; null if it accepts others too, or does not list them. */
const fieldsOf = (schema: z.ZodType): ReadonlySet<string> | null => {
  if (schema instanceof z.ZodObject)
    return schema.def.catchall === undefined ? new Set(Object.keys(schema.shape)) : null
  const parts =
    schema instanceof z.ZodUnion
      ? schema.options
      : schema instanceof z.ZodPipe
        ? [schema.in]
        : schema instanceof z.ZodIntersection
          ? [schema.def.left, schema.def.right]
          : null
  if (parts === null) return null
  const all = parts.map((part) => fieldsOf(part as z.ZodType))
  return all.some((one) => one === null) ? null : new Set(all.flatMap((one) => [...(one ?? [])]))
}

/**
 * Returns the values to show again: only the form's own fields, without secrets, and none longer than a field may be.
 */
const keepable = ({ values, sealed }: { values: Fields; sealed: boolean }, schema: z.ZodType): Fields => {
  const known = fieldsOf(schema)
  const kept = Object.entries(values).filter(
    ([name, value]) =>
      (known?.has(name) ?? true) &&
      !(sealed ? isSecretField(name) : isSecretName(name)) &&
      name !== sealedField &&
      (typeof value === 'string' ? value.length <= 10_000 : value.length <= 2500),
  )
  return Object.fromEntries(known === null ? kept.slice(0, maxUnlisted) : kept)
}

const isCode = (text: string): text is Code => Object.hasOwn(codes, text)

/** Reads and validates a form. Pass a failure to `invalid`. */
export const readForm = async <S extends z.ZodType>(
  request: Request,
  context: AppLoadContext,
  schema: S,
): Promise<FormRead<z.output<S>>> => {
  const read = await readFields(request, context)
  if (!read.ok)
    return {
      ok: false,
      failure: {
        values: keepable({ values: read.values ?? {}, sealed: read.sealed }, schema),
        errors: [{ field: read.field ?? null, code: read.code, data: read.data ?? null }],
      },
      status: statusOf(read.code),
      sealed: read.sealed,
    }
  const parsed = await schema.safeParseAsync(read.values)
  if (parsed.success)
    return { ok: true, value: parsed.data, values: keepable(read, schema), file: read.file, sealed: read.sealed }
  const seen = new Set<string>()
  const errors = parsed.error.issues.flatMap((issue) => {
    const field = typeof issue.path[0] === 'string' ? issue.path[0] : null
    // One error per field is enough to correct it.
    if (seen.has(field ?? '')) return []
    seen.add(field ?? '')
    return [{ field, code: isCode(issue.message) ? issue.message : ('A0422' as const), data: null }]
  })
  // Errors are listed in the order of the fields, in which a browser sends them; missing fields come last.
  const order = Object.keys(read.values)
  const placeOf = (field: string | null): number =>
    field === null ? -1 : order.includes(field) ? order.indexOf(field) : order.length
  errors.sort((a, b) => placeOf(a.field) - placeOf(b.field))
  return { ok: false, failure: { values: keepable(read, schema), errors }, status: 422, sealed: read.sealed }
}

/** The answer of an action to a refused form; a page reads it as `actionData.failure`. */
export type InvalidAnswer = { failure: FormFailure }

/** Answers a form that its schema refused, with its status (422, 413…). */
export const invalid = (read: { failure: FormFailure; status: number }): TypedResponse<InvalidAnswer> =>
  json({ failure: read.failure }, { status: read.status })

/** Answers a form whose fields a module refused: all faults at once, with the values kept. */
export const refusedFields = (failures: readonly Failure[], values: Fields): TypedResponse<InvalidAnswer> =>
  json(
    {
      failure: {
        values,
        errors: failures.map(({ field, code, data }) => ({ field: field ?? null, code, data: data ?? null })),
      },
    },
    { status: 422 },
  )

/**
 * Answers a form that a module refused: the failure at its field, with the values kept. A page is never an empty 401 or
 * 429.
 */
export const refused = (failure: Failure, values: Fields): TypedResponse<InvalidAnswer> => {
  const status = statusOf(failure.code)
  const retryAfter = failure.data?.retryAfterSeconds
  return json(
    { failure: { values, errors: [{ field: failure.field ?? null, code: failure.code, data: failure.data ?? null }] } },
    {
      status: status === 429 || status === 503 || status === 413 || status === 403 || status === 404 ? status : 422,
      headers: typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {},
    },
  )
}
