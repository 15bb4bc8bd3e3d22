/** The wallet's state: whether it is open, for which direction, and the operator's actions that change it. */
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { isStorageFull } from '~/platform/storage'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { balanceOf, receivable, wallet } from '~/modules/ledger/ledger.server'
import { printAmount, scales } from '~/text/amount'
import { tellWalletOwner } from './notify.server'

/** frozen: nothing can go out. closed: the owner can neither send nor receive. */
export type WalletState = 'open' | 'frozen' | 'closed'
/** `reason`: why it is not open, as the operator wrote it for the owner. */
export type WalletView = { state: WalletState; openedAt: Date; reason: string | null }

type Reader = Pick<Transaction, 'wallet'>

/** Null if the owner has not opened a wallet. */
export const walletState = async (userId: string, tx: Reader = db): Promise<WalletView | null> => {
  const found = await tx.wallet.findUnique({
    where: { userId },
    select: { state: true, openedAt: true, reason: true },
  })
  return found === null ? null : { ...found, state: found.state as WalletState }
}

const notOpen = ({ state, reason }: WalletView): Failure =>
  fail('MC1013', { data: { context: state, state, ...(reason === null ? {} : { reason }) } })

/**
 * Refuses an owner's action if the wallet's state doesn't allow it: MC1000 it was never opened; MC1013 (`data.state`,
 * `data.reason`) it is closed, or frozen for an outgoing action.
 */
export const requireWallet = async (
  tx: Reader,
  userId: string,
  direction: 'in' | 'out',
): Promise<Result<WalletView>> => {
  const found = await walletState(userId, tx)
  if (found === null) return fail('MC1000')
  return found.state === 'closed' || (found.state === 'frozen' && direction === 'out') ? notOpen(found) : ok(found)
}

/**
 * Why nothing can go out of a wallet, for actions that need no opened wallet (an order): MC1013 if it is frozen or
 * closed; otherwise null.
 */
export const findWalletBlocker = async (userId: string, tx: Reader = db): Promise<Failure | null> => {
  const found = await walletState(userId, tx)
  return found === null || found.state === 'open' ? null : notOpen(found)
}

/**
 * Why an operator can't put Mango into a customer's wallet: MC1013 (context user) it is closed, and its owner couldn't
 * reach the money; null if they can.
 */
export const findGivingBlocker = async (
  userId: string,
  tx: Pick<Transaction, 'wallet' | 'user'> = db,
): Promise<Failure | null> => {
  const state = (await walletState(userId, tx))?.state
  if (state !== 'closed') return null
  const { userName } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { userName: true } })
  return fail('MC1013', { data: { context: 'user', state, user: userName } })
}

/**
 * Opens a customer's wallet, once: repeated or parallel calls return the open one. MC1013 it was closed; MC1001 the
 * database can't do it now.
 */
export const openWallet = async (userId: string): Promise<Result<WalletView & { isNew: boolean }>> => {
  const at = now()
  try {
    const made = await db.$executeRaw`
      INSERT INTO "Wallet" ("userId", "openedAt", "updatedAt") VALUES (${userId}, ${at}, ${at})
      ON CONFLICT ("userId") DO NOTHING`
    const found = await walletState(userId)
    if (found === null) throw new Error('a wallet that was opened is not there')
    return found.state === 'closed' ? notOpen(found) : ok({ ...found, isNew: made === 1 })
  } catch (error) {
    if (isStorageFull(error)) throw error
    log.error({ error }, 'a wallet could not be opened')
    return fail('MC1001')
  }
}

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
