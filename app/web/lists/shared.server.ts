/** Lists that are read by a link: whoever has it, without an account, within limits of their address. */
import { json, type AppLoadContext } from '@remix-run/node'
import { statusOf, tooMany, type Failure, type Result } from '~/errors/table'
import { readShared, type SharedList, type SourcedView } from '~/modules/channel-list/channel-list.server'
import { consume, peek } from '~/platform/limits.server'

/** No cache keeps it, no search engine lists it, and no address that is followed from it learns of it. */
export const sharedHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

const answer = ({ code, data }: Failure): Response => {
  const retryAfter = data?.retryAfterSeconds
  return json(
    { code },
    {
      status: statusOf(code),
      headers: { ...sharedHeaders, ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}) },
    },
  )
}

/** Counts a reading by link, and a wrong link against those who guess. I1009 over the limits. */
export const readByLink = async <T>(
  address: string,
  token: string,
  read: (view: SourcedView) => T,
): Promise<Result<SharedList & { value: T }>> => {
  const guesses = await peek('shared-list-wrong', address)
  if (!guesses.ok) return tooMany(guesses)
  const allowed = await consume('shared-list-address', address)
  if (!allowed.ok) return tooMany(allowed)
  const found = await readShared(token, read)
  if (!found.ok && found.code === 'C1101') await consume('shared-list-wrong', address)
  return found
}

/** The same for a page: what can't be read is a page of its own. */
export const requireShared = async <T>(
  context: AppLoadContext,
  token: string | undefined,
  read: (view: SourcedView) => T,
): Promise<SharedList & { value: T }> => {
  const found = await readByLink(context.address, token ?? '', read)
  if (!found.ok) throw answer(found)
  return found.value
}
