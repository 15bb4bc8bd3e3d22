/** Pieces that several lines of the table share: paging, dates, and who is surely calling. */
import { z } from 'zod'
import { fail, ok, type Result } from '~/errors/table'
import type { BoxCaller, Caller, UserCaller } from '~/modules/session/caller'

const fromDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
/** A whole number: in JSON as it is, elsewhere in plain digits. An empty text is none, and neither are 1e3 or 0x10. */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess(fromDigits, z.number('A0422').int('A0422').min(least, 'A0422').max(most, 'A0422'))
/** One of some whole numbers, written as `wholeNumber` has it. */
export const oneOf = (...known: readonly number[]) =>
  z
    .preprocess(
      fromDigits,
      z.number('A0422').refine((value) => known.includes(value), 'A0422'),
    )
    .meta({ enum: known })

export const pageSizes = [10, 20, 40, 100] as const
/** Pages are counted from 1; the sizes are those of the tables. */
export const pagingInput = {
  page: wholeNumber(1, 1_000_000).default(1),
  size: oneOf(...pageSizes).default(10),
}
export const paged = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), size: z.number().int() })

/** A switch in a query or form: 1, true, on. */
export const flag = z
  .union([z.boolean(), z.string()], 'A0422')
  .transform((value) => value === true || value === '1' || value === 'true' || value === 'on')
  .default(false)

/** Moments travel as ISO 8601 text. */
export const moment = z.iso.datetime()
export const iso = (date: Date): string => date.toISOString()
export const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/** The door has checked the line's access; a caller of another kind here is a programmer's error. */
export const userOf = (caller: Caller): UserCaller => {
  if (caller.kind !== 'user') throw new Error('This endpoint is for users')
  return caller
}
/** As `userOf`, for boxes. */
export const boxOf = (caller: Caller): BoxCaller => {
  if (caller.kind !== 'box') throw new Error('This endpoint is for boxes')
  return caller
}

/** The header's text; some clients send it in quotation marks, as its draft standard has it. */
export const idempotencyKeyOf = (headers: Headers): string | undefined =>
  headers
    .get('idempotency-key')
    ?.trim()
    .replace(/^"(.*)"$/, '$1')
/**
 * What a client sends with its own id for it: the field `batch`, else the header Idempotency-Key. A0422 for a key that
 * is none.
 */
export const withBatch = <I extends { batch?: string | undefined }>(
  input: I,
  headers: Headers,
): Result<I & { batch: string | undefined }> => {
  const batch = input.batch ?? idempotencyKeyOf(headers)
  return batch === undefined || /^[\w-]{8,64}$/.test(batch)
    ? ok({ ...input, batch })
    : fail('A0422', { field: 'batch' })
}
