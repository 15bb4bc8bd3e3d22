/** Lists that are read by a link: whoever has it, without an account, within limits of their address. */
import { json, type AppLoadContext } from '@remix-run/node'
import { fail, statusOf, tooMany, type Failure, type Result } from '~/errors/table'
import {
  findSharedList,
  readShared,
  type SharedList,
  type SourcedView,
} from '~/modules/channel-list/channel-list.server'
import { consume } from '~/platform/limits.server'
import { networkOf } from '~/platform/network.server'

/** What reading a list whole counts as, in readings of a page: it has ten times the rows. */
export const wholeListCost = 10

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
 * Reads a list by a link. Nobody guesses one of 128 bits, so the limits only keep the load down: links that lead
 * nowhere count by address, and readings by address and list, whereby no stranger's picture tags close somebody's right
 * link. I1009 over the limits.
 */
export const readByLink = async <T>(
  address: string,
  token: string,
  read: (view: SourcedView) => T,
  cost = 1,
): Promise<Result<SharedList & { value: T }>> => {
  const list = await findSharedList(token)
  if (list === null) {
    const misses = await consume('shared-list-wrong', address)
    return misses.ok ? fail('C1101') : tooMany(misses)
  }
  const readings = await consume('shared-list-address', `${networkOf(address)} ${list}`, cost)
  return readings.ok ? readShared(token, read) : tooMany(readings)
}

/** The same for a page: what can't be read is a page of its own. */
export const requireShared = async <T>(
  context: AppLoadContext,
  token: string | undefined,
  read: (view: SourcedView) => T,
  cost = 1,
): Promise<SharedList & { value: T }> => {
  const found = await readByLink(context.address, token ?? '', read, cost)
  if (!found.ok) throw sharedRefusal(found)
  return found.value
}
