/** Lists that are read by a link: whoever has it, without an account, within limits of their address. */
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

/** What reading a list whole counts as, in readings of a page: it has ten times the rows. */
const wholeListCost = 10

/** No cache keeps it, no search engine lists it, and no address that is followed from it learns of it. */
export const sharedHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

/** A refusal as the answer of such a page. */
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
 * Counts a reading of a list by a link, before it is opened. Nobody guesses one of 128 bits, so the limits only keep
 * the load down: links that lead nowhere count by address, and readings by address and list, whereby no stranger's
 * picture tags close somebody's right link. I1009 over the limits.
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

/** The same for a page: what can't be read is a page of its own. */
export const requireShared = async <T>(
  context: AppLoadContext,
  token: string | undefined,
  read: (view: SourcedView) => T,
): Promise<SharedList & { value: T }> => {
  const found = await readByLink(context.address, token ?? '', read)
  if (!found.ok) throw sharedRefusal(found)
  return found.value
}

/** For a page or file with the whole list: it is counted, and opened by `read` when its turn comes. */
export const requireWholeShared = async (
  context: AppLoadContext,
  token: string | undefined,
): Promise<SharedList & { read: <T>(reader: (view: SourcedView) => T) => ReturnType<typeof readShared<T>> }> => {
  const counted = await countReading(context.address, token ?? '', wholeListCost)
  if (!counted.ok) throw sharedRefusal(counted)
  return { ...counted.value, read: (reader) => readShared(token ?? '', reader) }
}
