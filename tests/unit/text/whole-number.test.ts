/** Whole numbers in calls and forms: null, true, an empty text and a list are refused, never read as a number. */
import { describe, expect, it } from 'vitest'
import { apiTokenSchema } from '~/modules/session/api-token.schema'
import { callFields } from '../../support/call-fields'

const samples = [1, 2, 10, 50, 80, 1010]
/** Streams of a channel, which null or an empty text removes. */
const removable = 'sid onid tsid videoPid pcrPid pmtPid pvtPid teletextPid category'.split(' ')
const fields = callFields.filter(
  ({ field, schema }) =>
    !removable.includes(field) &&
    samples.some((one) => schema.safeParse(one).success && !schema.safeParse(`x${one}`).success),
)
const nothing = [null, '', ' ', [], '1e3', '0x1']

describe('the whole numbers of every call and form', () => {
  it('are many', () => {
    expect(fields.length).toBeGreaterThan(200)
  })
  it.each(fields)('are read from numbers and digits only: $where, $field', ({ field, schema }) => {
    // A channel's scrambling is yes or no as well as 1 or 0.
    const wrong = field === 'scrambled' ? nothing : [...nothing, true]
    expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([])
  })
})

describe('the days of an API token', () => {
  const { expiresInDays } = apiTokenSchema.shape
  it.each([
    [30, 30],
    ['30', 30],
    [0, null],
    ['0', null],
    [undefined, null],
  ])('%j counts as %j', (value, days) => {
    expect(expiresInDays.parse(value)).toBe(days)
  })
  it.each([null, true, '', [], [30], -1, 1.5, 3651])('%j is refused, and never means a token without end', (value) => {
    expect(expiresInDays.safeParse(value).error?.issues).toMatchObject([{ message: 'A0422' }])
  })
})
