/** The sender's wallet as the transfer pages show it. */
import { redirect } from '@remix-run/node'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import {
  paymentPasswordState,
  sendableWithin,
  transferableOf,
  transferFee,
  transferLimits,
  walletState,
} from '~/modules/wallet/wallet.server'
import { env } from '~/platform/env.server'
import { openWalletPath } from '~/ui/wallet/places'
import type { SenderView } from '~/ui/wallet/view'
import { mangoText } from './amounts.server'

/** Redirects to opening a wallet if there is none. */
export const senderView = async (userId: string): Promise<SenderView> => {
  const [state, password, mango, transferable, limits] = await Promise.all([
    walletState(userId),
    paymentPasswordState(userId),
    balanceOf(wallet(userId)),
    transferableOf(userId),
    transferLimits(userId),
  ])
  if (state === null) throw redirect(openWalletPath('/wallet/transfer'))
  const sendable = sendableWithin(limits, transferable.amount)
  const dayLeft = limits.count > 0 ? limits.amount : 0n
  return {
    state: state.state,
    reason: state.reason,
    hasPassword: password.isSet,
    lockedUntil: password.lockedUntil?.toISOString() ?? null,
    available: mangoText(mango.available > 0n ? mango.available : 0n),
    sendable: mangoText(sendable),
    later: transferable.later.map(({ amount, from }) => ({ amount: mangoText(amount), from: from.toISOString() })),
    dayLeft: dayLeft > sendable ? null : mangoText(dayLeft),
    hasFee: env.transfer.fee.units > 0n,
  }
}

/** The current fee and total for an amount, as text. */
export const costOf = (amount: bigint): { fee: string; total: string } => {
  const fee = transferFee(amount)
  return { fee: mangoText(fee), total: mangoText(amount + fee) }
}
