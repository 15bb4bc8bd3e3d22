/**
 * Notices that callbacks are refused again and again: a secret that was exchanged on one side only, or a wrong clock.
 * Payments are then found late, by polls and lists, and nothing else would say why. Counted even where limits are off.
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
 * Counts a callback whose signature does not hold. The log says it once an hour for each provider, and only while the
 * portal has payments there: what strangers send by themselves is neither news nor a way to fill the log.
 */
export const noteRefusedCallback = async (provider: ProviderName): Promise<void> => {
  const known = counts.get(provider)
  const count =
    known !== undefined && known.endsMs > nowMs()
      ? known
      : { endsMs: nowMs() + seconds * secondMs, refused: 0, isTold: false }
  counts.set(provider, count)
  count.refused++
  // Where there were no payments, it is asked again after twice as many: a flood asks the database a few times.
  const doublings = Math.log2(count.refused / points)
  if (count.isTold || doublings < 0 || !Number.isInteger(doublings) || !(await isWatching(provider))) return
  count.isTold = true
  log.error(
    { alert: 'payment-signature', provider, refused: count.refused },
    'callbacks are refused: the secret or the clock is wrong, or somebody forges them',
  )
}

/** Forgets what was counted. For tests. */
export const forgetRefusedCallbacks = (): void => counts.clear()
