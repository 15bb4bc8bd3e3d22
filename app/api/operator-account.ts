/** Finds the account that an operator names, and reads the filters of lists of all accounts' orders and recharges. */
import { z } from 'zod'
import { findAccountByName, type Account } from '~/modules/account/account.server'
import { fail, ok, type Result } from '~/errors/table'
import { days, oneOf, pagingInput, timesOf, typedNumber } from './common'

/** I1301 if nobody has that name. */
export const accountNamed = async (name: string): Promise<Result<Account>> => {
  const found = await findAccountByName(name)
  return found === null ? fail('I1301', { field: 'user' }) : ok(found)
}

/** The fields of a list of all accounts; the range of days is checked by `checkRange`. */
export const listInput = (statuses: readonly number[]) => ({
  ...pagingInput,
  ...days,
  status: oneOf(...statuses).optional(),
  number: typedNumber.optional(),
  user: z.string('A0422').max(400, 'A0422').optional(),
})
type ListInput = {
  from?: string | undefined
  to?: string | undefined
  status?: number | undefined
  number?: string | undefined
  user?: string | undefined
}
type ListFilter<Status> = {
  number: string | null
  statuses: readonly Status[] | null
  userId: string | null
  from: Date | null
  to: Date | null
}

/** Reads the filter of the list. I1301 (`user`) if nobody has that name. */
export const readListFilter = async <Status extends number>(
  input: ListInput,
  known: readonly Status[],
): Promise<Result<ListFilter<Status>>> => {
  const { number = null, status, user } = input
  const account = user === undefined ? null : await accountNamed(user)
  if (account?.ok === false) return account
  const { from, before } = timesOf(input)
  const statuses = status === undefined ? null : known.filter((one) => one === status)
  return ok({ number, statuses, userId: account?.value.id ?? null, from, to: before })
}
