/** Reading lists by share links, without an account, within limits for the reader's address. */
import { json, type AppLoadContext } from '@remix-run/node'
import { fail, ok, statusOf, tooMany, type Failure, type Result } from '~/errors/table'
import {
  findSharedList,
  readShared,
  type SharedList,
  type SourcedView,
} from '~/modules/channel-list/channel-list.server'
import { consume } from '~/platform/limits.server'
import { networkOf } from '~/platform/network.server'

/** How many reads of a page one read of a whole list counts as: it has ten times the rows. */
const wholeListCost = 10

/** No cache stores it, no search engine lists it, and no linked site learns its address. */
export const sharedHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** A refusal as a response of such a page. */
export const sharedRefusal = ({ code, data }: Failure): Response => {
  const retryAfter = data?.retryAfterSeconds
  return json(
    { code },
    {
      status: statusOf(code),
      headers: { ...sharedHeaders, ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}) },
    },
  )
}

/**
 * Counts a read by a link, before the list is opened. Nobody can guess 128 bits, so the limits only bound the load.
 * Invalid links count per address, reads per address and list: a stranger's page that embeds many links can't use up
 * anybody's right to read a valid one. I1009 over the limits.
 */
const countReading = async (address: string, token: string, cost: number): Promise<Result<SharedList>> => {
  const list = await findSharedList(token)
  if (list === null) {
    const misses = await consume('shared-list-wrong', address)
    return misses.ok ? fail('C1101') : tooMany(misses)
  }
  const readings = await consume('shared-list-address', `${networkOf(address)} ${list.id}`, cost)
  return readings.ok ? ok(list) : tooMany(readings)
}

/** Reads a list by a link. C1101, I1009, A0503. */
export const readByLink = async <T>(
  address: string,
  token: string,
  read: (view: SourcedView) => T,
): Promise<Result<SharedList & { value: T }>> => {
  const counted = await countReading(address, token, 1)
  return counted.ok ? readShared(token, read) : counted
}

/** The same for a page: a list that can't be read leads to an error page. */
export const requireShared = async <T>(
  context: AppLoadContext,
  token: string | undefined,
  read: (view: SourcedView) => T,
): Promise<SharedList & { value: T }> => {
  const found = await readByLink(context.address, token ?? '', read)
  if (!found.ok) throw sharedRefusal(found)
  return found.value
}

/**
 * For a page or file with the whole list: counts the read, and returns a function that opens the list when its turn
 * comes.
 */
export const requireWholeShared = async (
  context: AppLoadContext,
  token: string | undefined,
): Promise<SharedList & { read: <T>(reader: (view: SourcedView) => T) => ReturnType<typeof readShared<T>> }> => {
  const counted = await countReading(context.address, token ?? '', wholeListCost)
  if (!counted.ok) throw sharedRefusal(counted)
  return { ...counted.value, read: (reader) => readShared(token ?? '', reader) }
}
