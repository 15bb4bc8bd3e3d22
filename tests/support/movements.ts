/** Ledger movements that the portal itself never makes, as starting points for tests: money from nowhere. */
import { clearing, house, wallet, walletTypes, type Movement } from '~/modules/ledger/ledger.server'

/** A provider's money becomes Mango at once. */
export const depositCredited = ({
  provider,
  userId,
  mango,
  usd,
}: {
  provider: string
  userId: string
  mango: bigint
  usd: bigint
}): Movement => ({
  kind: 'deposit-credited',
  type: walletTypes.topUp,
  lines: [
    { account: clearing(provider), amount: -usd },
    { account: house('exchange'), amount: usd },
    { account: house('exchange', 'MANGO'), amount: -mango },
    { account: wallet(userId), amount: mango },
  ],
})

/** A provider's money is earned at once. */
export const depositPaysOrder = ({ provider, usd }: { provider: string; usd: bigint }): Movement => ({
  kind: 'deposit-pays-order',
  lines: [
    { account: clearing(provider), amount: -usd },
    { account: house('revenue'), amount: usd },
  ],
})
