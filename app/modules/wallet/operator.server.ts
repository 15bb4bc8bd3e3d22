/** The operator's actions on a customer's wallet, with a reason for its owner and one for the audit log. */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { balanceOf, receivable, wallet } from '~/modules/ledger/ledger.server'
import { printAmount, scales } from '~/text/amount'
import { fail, ok, type Result } from '~/errors/table'
import { walletState, type WalletState, type WalletView } from './state.server'
import { tellWalletOwner } from './notify-given.server'

/** The states that each state can follow. Only the operator can reopen a closed wallet. */
const from: Readonly<Record<WalletState, readonly WalletState[]>> = {
  frozen: ['open'],
  open: ['frozen', 'closed'],
  closed: ['open', 'frozen'],
}
const actOf = { frozen: 'wallet.freeze', open: 'wallet.reopen', closed: 'wallet.close' } as const

/**
 * A wallet can be closed only if it is empty and its owner owes nothing: owners can't reach money in a closed wallet.
 */
const refuseClosing = async (tx: Transaction, userId: string): Promise<Result<null>> => {
  const { balance } = await balanceOf(wallet(userId), tx)
  if (balance !== 0n) {
    const shown = printAmount(balance, { scale: scales.MANGO })
    return fail('A0409', { data: { context: 'not-empty', balance: shown } })
  }
  const owed = await balanceOf(receivable(userId), tx)
  return owed.balance < 0n ? fail('A0409', { data: { context: 'owes' } }) : ok(null)
}

/**
 * Freezes a wallet (nothing can go out), closes an empty one, or reopens it. The owner sees `reason`. MC1000 it was
 * never opened; A0409 it is already in that state (`data.context`: state), is not empty (not-empty), or its owner owes
 * something (owes).
 */
export const setWalletState = (
  by: By,
  { userId, state, reason }: { userId: string; state: WalletState; reason: string | null },
): Promise<Result<WalletView>> =>
  transact(async (tx): Promise<Result<WalletView>> => {
    const kept = state === 'open' ? null : reason
    const { count } = await tx.wallet.updateMany({
      where: { userId, state: { in: [...from[state]] } },
      data: { state, reason: kept, updatedAt: now() },
    })
    const found = await walletState(userId, tx)
    if (found === null) return fail('MC1000')
    if (count === 0) return fail('A0409', { data: { context: 'state', state: found.state } })
    const refusal = state === 'closed' ? await refuseClosing(tx, userId) : ok(null)
    if (!refusal.ok) return refusal
    const fact = state === 'open' ? ({ kind: 'reopened' } as const) : { kind: state, reason: reason ?? '' }
    await tellWalletOwner(tx, userId, `${state} ${makeId()}`, fact)
    await recordActBy(by, { action: actOf[state], subject: userId, detail: kept === null ? null : `says: ${kept}` }, tx)
    return ok(found)
  })
