/** A customer's wallet: the calls of /api/wallet, which do what the pages of /wallet do, by the same functions. */
import { z } from 'zod'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { openWallet, walletState } from '~/modules/wallet/wallet.server'
import { mangoText } from '~/web/wallet/amounts.server'
import { isoOrNull, moment, userOf } from './common'
import { data, endpoint, type Endpoint } from './endpoint'
import { limit } from './order'
import { amount } from './order-shape'

export const reads = { who: 'user', scope: 'wallet:read' } as const
export const spends = { who: 'user', scope: 'wallet:spend' } as const

const accountOutput = z
  .object({
    state: z.enum(['none', 'open', 'frozen', 'closed']).meta({ description: 'none: it was not opened yet' }),
    openedAt: moment.nullable(),
    reason: z.string().nullable().meta({ description: 'why it is frozen or closed' }),
    balance: amount,
    held: amount.meta({ description: 'set aside for orders that are being paid, or frozen' }),
    available: amount,
  })
  .meta({ id: 'Wallet' })

const accountOf = async (userId: string): Promise<z.output<typeof accountOutput>> => {
  const [state, mango] = await Promise.all([walletState(userId), balanceOf(wallet(userId))])
  return {
    state: state?.state ?? 'none',
    openedAt: isoOrNull(state?.openedAt ?? null),
    reason: state?.reason ?? null,
    balance: mangoText(mango.balance),
    held: mangoText(mango.held),
    available: mangoText(mango.available),
  }
}

export const walletEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/wallet/customer/account',
    summary: 'The wallet: whether it is open, and what is in it. Refunds come in before it is opened, too.',
    access: reads,
    limit,
    input: z.object({}),
    output: accountOutput,
    codes: ['I1009'],
    handler: async ({ caller }) => data(await accountOf(userOf(caller).userId)),
  }),
  endpoint({
    method: 'POST',
    path: '/wallet/customer/account',
    summary: 'Open the wallet: 201 the first time, 200 where it is open.',
    access: spends,
    limit,
    input: z.object({}),
    output: accountOutput,
    codes: ['MC1001', 'MC1013', 'I1009'],
    handler: async ({ caller }) => {
      const { userId } = userOf(caller)
      const opened = await openWallet(userId)
      return opened.ok ? data(await accountOf(userId), { status: opened.value.isNew ? 201 : 200 }) : opened
    },
  }),
]
