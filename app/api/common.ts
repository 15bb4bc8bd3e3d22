/** Shared by several endpoints: paging, dates, and typed access to the caller. */
import { z } from 'zod'
import { fail, ok, type Result } from '~/errors/table'
import { plainReference } from '~/text/digits'
import { fromDigits, fromListText } from '~/text/form-values'
import { pageSizes } from '~/text/page-sizes'
import { wholeNumber } from '~/text/whole-number.schema'
import { isTimeZone, parseDateRange } from '~/i18n/date-range'
import type { Visit } from '~/platform/visit'
import { endpointsFor } from './endpoint'
import type { BoxCaller, Caller, UserCaller } from '~/modules/session/caller'

/**
 * For signed-in people only, never for an API token. The limit is more than a program needs that shows a household's
 * boxes.
 */
export const personEndpoint = endpointsFor({ who: 'session' }, { points: 240, seconds: 60 })

export { wholeNumber }
/** One of several whole numbers, read like `wholeNumber`. */
export const oneOf = (...known: readonly number[]) =>
  z
    .preprocess(
      fromDigits,
      z.number('A0422').refine((value) => known.includes(value), 'A0422'),
    )
    .meta({ enum: known })

export const pageSizeInput = oneOf(...pageSizes)
  .default(pageSizes[0])
  .meta({ description: '10, 20, 40 or 100' })
/** Pages are counted from 1; the sizes are those of the tables. */
export const pagingInput = {
  page: wholeNumber(1, 1_000_000).default(1).meta({ description: 'a whole number from 1 on' }),
  size: pageSizeInput,
}
export const paged = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), total: z.number().int(), page: z.number().int(), size: z.number().int() })

/** A list of one item or more, of which an address or a form may send one alone. */
export const listOf = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(item, 'A0422').min(1, 'A0422').max(most, 'A0422'),
  )
/** The same of numbers or objects, which a form may also send as JSON text. */
export const dataListOf = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(fromListText, z.array(item, 'A0422').min(1, 'A0422').max(most, 'A0422'))

/** An order's or a recharge's number as typed, or its beginning. */
export const typedNumber = z.string('A0422').max(40, 'A0422').transform(plainReference)

/** A required yes or no; other words are refused, never read as no. */
export const onOff = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])], 'A0422')
  .transform((value) => (typeof value === 'boolean' ? value : ['true', '1', 'on', 'yes'].includes(value)))
  .meta({ description: 'true or false' })

/** A yes or no that defaults to no. The JSON schema of transformed input omits defaults, so it is added here. */
export const flag = onOff.default(false).meta({ 'x-default': false })

/** A moment as ISO 8601 text in UTC. Handlers may answer dates, which JSON writes so. */
export const moment: z.ZodType<string | Date> = z.iso.datetime()

const day = z.string('A0422').max(10, 'A0422').optional().meta({
  description:
    'YYYY-MM-DD, a day of UTC (of `zone` where a call takes it); both ends are included. One end alone is a range that is open at the other.',
})
/** The fields of a range of days in UTC, as operators see times, and the rule for both. */
export const days = { from: day, to: day }
/** The same for customers, whose pages have their own time zone. */
export const zonedDays = {
  ...days,
  zone: z
    .string('A0422')
    .max(64, 'A0422')
    .refine((text) => text === '' || isTimeZone(text), 'A0422')
    .optional()
    .meta({ description: 'the IANA time zone of the days, such as Asia/Tehran; UTC if absent' }),
}
type Days = { from?: string | undefined; to?: string | undefined; zone?: string | undefined }
/** Reports which of the two days is wrong. */
export const checkRange = (input: Days, context: z.core.$RefinementCtx): void => {
  for (const { field } of parseDateRange(input.from, input.to).errors)
    context.addIssue({ code: 'custom', path: [field], message: 'A0422', input: input[field] })
}
export const timesOf = (input: Days): { from: Date | null; before: Date | null } => {
  const { times } = parseDateRange(input.from, input.to, input.zone)
  return times === null ? { from: null, before: null } : { from: new Date(times.fromMs), before: new Date(times.toMs) }
}

/** The dispatcher has checked the endpoint's access; a caller of another kind here is a bug. */
export const userOf = (caller: Caller): UserCaller => {
  if (caller.kind !== 'user') throw new Error('This endpoint is for users')
  return caller
}
/** The visit that may be asked for a captcha; null for an unattended program, which is told to wait instead. */
export const visitOfCaller = (caller: Caller, visit: Visit): Visit | null =>
  userOf(caller).via === 'token' ? null : visit
/** Like `userOf`, for boxes. */
export const boxOf = (caller: Caller): BoxCaller => {
  if (caller.kind !== 'box') throw new Error('This endpoint is for boxes')
  return caller
}

/** For calls that move money: repeated without the client's own id, they would move it twice. A0422 without one. */
export const needBatch = <I extends { batch?: string | undefined }>(input: I): Result<I & { batch: string }> => {
  const { batch } = input
  return batch === undefined ? fail('A0422', { field: 'batch' }) : ok({ ...input, batch })
}
