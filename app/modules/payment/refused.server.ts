/**
 * Detects that callbacks are refused again and again: a secret that was changed on one side only, or a wrong clock.
 * Payments are then found late, by polls and lists, and nothing else would show why. Counts even if limits are off.
 */
import { nowMs, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import type { ProviderName } from './provider'

const { points, seconds } = rules['callback-refused']

type Count = { endsMs: number; refused: number; isTold: boolean }
const counts = new Map<ProviderName, Count>()

const isWatching = async (provider: ProviderName): Promise<boolean> =>
  (await db.paymentAttempt.findFirst({
    where: { provider, pollUntil: { gt: new Date(nowMs()) } },
    select: { id: true },
  })) !== null

/**
 * Counts a callback with an invalid signature. The log reports it once an hour per provider, and only while the portal
 * has payments there: strangers' requests are not news, and must not fill the log.
 */
export const noteRefusedCallback = async (provider: ProviderName): Promise<void> => {
  const known = counts.get(provider)
  const count =
    known !== undefined && known.endsMs > nowMs()
      ? known
      : { endsMs: nowMs() + seconds * secondMs, refused: 0, isTold: false }
  counts.set(provider, count)
  count.refused++
  // If there were no payments, check again only after twice as many, so that a flood causes few database queries.
  const doublings = Math.log2(count.refused / points)
  if (count.isTold || doublings < 0 || !Number.isInteger(doublings) || !(await isWatching(provider))) return
  count.isTold = true
  log.error(
    { alert: 'payment-signature', provider, refused: count.refused },
    'callbacks are refused: the secret or the clock is wrong, or somebody forges them',
  )
}

/** Resets the counts. For tests. */
export const forgetRefusedCallbacks = (): void => counts.clear()
